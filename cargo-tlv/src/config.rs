//! Settings in `Cargo.toml`: `[workspace.metadata.tlv]` and `[package.metadata.tlv]`.
//!
//! The command line overrides the package's table, which overrides the workspace's.

use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use serde_json::Value;

use crate::args::{CommonArgs, Required};
use crate::error::Error;

/// The keys of a table, sorted.
const KEYS: &[&str] =
    &["bound", "features", "jobs", "overflow-checks", "require", "seed", "timeout"];

/// Seconds of the whole run, building not counted, if nobody says otherwise.
const DEFAULT_TIMEOUT: u64 = 600;

/// Elements of a symbolic collection, if nobody says otherwise.
const DEFAULT_BOUND: u32 = 3;

/// Whose table it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// `[workspace.metadata.tlv]`.
    Workspace,
    /// `[package.metadata.tlv]`.
    Package,
}

impl Table {
    fn name(self) -> &'static str {
        match self {
            Table::Workspace => "workspace.metadata.tlv",
            Table::Package => "package.metadata.tlv",
        }
    }
}

/// One table as written; `None` where it is silent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// Whether arithmetic overflow panics.
    pub overflow_checks: Option<bool>,
    /// Features to turn on.
    pub features: Option<Vec<String>>,
    /// Seed of all random choices.
    pub seed: Option<u64>,
    /// How many processes may run at once.
    pub jobs: Option<u32>,
    /// Seconds of the whole run.
    pub timeout: Option<u64>,
    /// The most elements of a symbolic collection.
    pub bound: Option<u32>,
    /// How much `check` must show.
    pub require: Option<Required>,
}

impl Config {
    /// Reads the `tlv` entry of a manifest's `metadata`; no entry is an empty table.
    ///
    /// # Errors
    /// When it has an unknown key or a value of the wrong type or range.
    pub fn read(metadata: &Value, table: Table, file: &Path) -> Result<Config, Error> {
        let reader = Reader { table, file };
        let entries = match metadata.get("tlv") {
            None => return Ok(Config::default()),
            Some(Value::Object(entries)) => entries,
            Some(other) => return Err(reader.wrong("", "a table", other)),
        };
        let mut config = Config::default();
        for (key, value) in entries {
            match key.as_str() {
                "overflow-checks" => config.overflow_checks = Some(reader.boolean(key, value)?),
                "features" => config.features = Some(reader.strings(key, value)?),
                "seed" => config.seed = Some(reader.seed(key, value)?),
                "jobs" => config.jobs = Some(reader.positive(key, value)?),
                "timeout" => config.timeout = Some(u64::from(reader.positive(key, value)?)),
                "bound" => config.bound = Some(reader.positive(key, value)?),
                "require" => config.require = Some(reader.required(key, value)?),
                _ => return Err(reader.unknown(key)),
            }
        }
        Ok(config)
    }

    /// This table, and `fallback` where it is silent.
    #[must_use]
    pub fn or(&self, fallback: &Config) -> Config {
        Config {
            overflow_checks: self.overflow_checks.or(fallback.overflow_checks),
            features: self.features.clone().or_else(|| fallback.features.clone()),
            seed: self.seed.or(fallback.seed),
            jobs: self.jobs.or(fallback.jobs),
            timeout: self.timeout.or(fallback.timeout),
            bound: self.bound.or(fallback.bound),
            require: self.require.or(fallback.require),
        }
    }
}

/// What holds for one package once the command line, the tables and the defaults are joined.
/// Features are not here: what they mean depends on the whole selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Whether arithmetic overflow panics.
    pub overflow_checks: bool,
    /// Seed of all random choices.
    pub seed: u64,
    /// How many processes may run at once, at least 1.
    pub jobs: u32,
    /// The time of the whole run, building not counted.
    pub timeout: Duration,
    /// The most elements of a symbolic collection.
    pub bound: u32,
    /// How much `check` must show, unless the command line says.
    pub require: Required,
}

impl Settings {
    /// Joins the command line with the package's table (that of the workspace already behind it).
    #[must_use]
    pub fn new(args: &CommonArgs, config: &Config) -> Settings {
        Settings {
            overflow_checks: config.overflow_checks.unwrap_or(true),
            seed: args.seed.or(config.seed).unwrap_or(0),
            jobs: args.jobs.or(config.jobs).unwrap_or_else(cores),
            timeout: Duration::from_secs(
                args.timeout.or(config.timeout).unwrap_or(DEFAULT_TIMEOUT),
            ),
            bound: config.bound.unwrap_or(DEFAULT_BOUND),
            require: config.require.unwrap_or(Required::Bounded),
        }
    }
}

fn cores() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    u32::try_from(cores).unwrap_or(u32::MAX)
}

/// Reads values and knows where they stand.
struct Reader<'a> {
    table: Table,
    file: &'a Path,
}

impl Reader<'_> {
    fn boolean(&self, key: &str, value: &Value) -> Result<bool, Error> {
        value.as_bool().ok_or_else(|| self.wrong(key, "`true` or `false`", value))
    }

    fn seed(&self, key: &str, value: &Value) -> Result<u64, Error> {
        value.as_u64().ok_or_else(|| self.wrong(key, "a whole number from 0", value))
    }

    fn positive(&self, key: &str, value: &Value) -> Result<u32, Error> {
        value
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|&number| number > 0)
            .ok_or_else(|| self.wrong(key, "a whole number from 1", value))
    }

    fn required(&self, key: &str, value: &Value) -> Result<Required, Error> {
        let expected = "\"proved\", \"bounded\", \"pac\" or \"tested\"";
        let named = value.as_str().and_then(|text| Required::from_str(text, false).ok());
        named.ok_or_else(|| self.wrong(key, expected, value))
    }

    fn strings(&self, key: &str, value: &Value) -> Result<Vec<String>, Error> {
        value
            .as_array()
            .and_then(|items| items.iter().map(|item| item.as_str().map(str::to_owned)).collect())
            .ok_or_else(|| self.wrong(key, "a list of strings", value))
    }

    fn wrong(&self, key: &str, expected: &'static str, found: &Value) -> Error {
        Error::WrongValue {
            file: self.file.to_owned(),
            table: self.table.name(),
            key: if key.is_empty() { "tlv" } else { key }.to_owned(),
            expected,
            found: format!("`{found}`"),
        }
    }

    fn unknown(&self, key: &str) -> Error {
        Error::UnknownKey {
            file: self.file.to_owned(),
            table: self.table.name(),
            key: key.to_owned(),
            known: KEYS,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(tlv: Value) -> Result<Config, Error> {
        let metadata = json!({ "tlv": tlv, "docs": { "rs": true } });
        Config::read(&metadata, Table::Package, Path::new("a/Cargo.toml"))
    }

    #[track_caller]
    fn check_error(tlv: Value, expected: &str) {
        let error = read(tlv).expect_err("the table is wrong");
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.exit_code().number(), 2);
    }

    #[test]
    fn every_key_is_read() {
        let config = read(json!({
            "overflow-checks": false, "features": ["a"], "seed": 7, "jobs": 2, "timeout": 30,
            "bound": 4, "require": "proved",
        }));
        let expected = Config {
            overflow_checks: Some(false),
            features: Some(vec!["a".to_owned()]),
            seed: Some(7),
            jobs: Some(2),
            timeout: Some(30),
            bound: Some(4),
            require: Some(Required::Proved),
        };
        assert_eq!(config.expect("all keys are right"), expected);
    }

    #[test]
    fn absent_metadata_is_an_empty_table() {
        let config = Config::read(&Value::Null, Table::Workspace, Path::new("Cargo.toml"));
        assert_eq!(config.expect("nothing is wrong"), Config::default());
    }

    #[test]
    fn mistakes_name_file_and_key() {
        check_error(
            json!({ "sead": 1 }),
            "unknown key `sead` in [package.metadata.tlv] of a/Cargo.toml",
        );
        check_error(
            json!({ "seed": -1 }),
            "`seed` in [package.metadata.tlv] of a/Cargo.toml must be a whole number from 0, but \
             is `-1`",
        );
        check_error(
            json!({ "jobs": 0 }),
            "`jobs` in [package.metadata.tlv] of a/Cargo.toml must be a whole number from 1, but \
             is `0`",
        );
        check_error(
            json!({ "features": ["a", 1] }),
            "`features` in [package.metadata.tlv] of a/Cargo.toml must be a list of strings, but \
             is `[\"a\",1]`",
        );
        check_error(
            json!({ "overflow-checks": "yes" }),
            "`overflow-checks` in [package.metadata.tlv] of a/Cargo.toml must be `true` or \
             `false`, but is `\"yes\"`",
        );
        check_error(
            json!(3),
            "`tlv` in [package.metadata.tlv] of a/Cargo.toml must be a table, but is `3`",
        );
    }

    #[test]
    fn the_package_overrides_the_workspace() {
        let package = read(json!({ "seed": 1 })).expect("right");
        let workspace = read(json!({ "seed": 2, "bound": 9 })).expect("right");
        let joined = package.or(&workspace);
        assert_eq!((joined.seed, joined.bound), (Some(1), Some(9)));
    }
}
