//! Which packages to look at, as cargo chooses them, and the `tlv` they depend on.

mod features;
mod spec;
mod tlv_source;

use std::path::{Path, PathBuf};

use cargo_metadata::{CrateType, DependencyKind, Metadata};

use crate::args::CommonArgs;
use crate::cargo::Cargo;
use crate::config::{Config, Settings, Table};
use crate::error::Error;

pub use tlv_source::TlvSource;

/// The user's workspace and what was selected of it.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The cargo to build with.
    pub cargo: Cargo,
    /// The directory of the workspace's root manifest.
    pub root: PathBuf,
    /// cargo's target directory; ours is `tlv` inside it.
    pub target_directory: PathBuf,
    /// The selected packages that can be probed, by name; never empty.
    pub packages: Vec<Package>,
    /// All packages that come from a directory and may be edited, selected or not.
    pub local: Vec<LocalPackage>,
    /// What the user should know about the selection, one line each.
    pub warnings: Vec<String>,
}

/// A package that comes from a directory, and not from a registry or a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalPackage {
    /// Its name.
    pub name: String,
    /// The directory of its manifest.
    pub directory: PathBuf,
}

/// A package to probe: it has a library and depends on `tlv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The name of its library crate.
    pub library: String,
    /// Where its manifest is.
    pub directory: PathBuf,
    /// The features to turn on besides the default ones, sorted.
    pub features: Vec<String>,
    /// Whether its default features are on.
    pub default_features: bool,
    /// The `tlv` it depends on.
    pub tlv: TlvSource,
    /// Its settings.
    pub settings: Settings,
}

impl Workspace {
    /// Asks cargo for the workspace and selects packages.
    ///
    /// # Errors
    /// When cargo fails, the configuration is wrong, or nothing that can be probed is selected.
    pub fn load(args: &CommonArgs) -> Result<Workspace, Error> {
        let cargo = Cargo::find()?;
        let metadata = cargo.metadata(args)?;
        Workspace::select(cargo, &metadata, args)
    }

    fn select(cargo: Cargo, metadata: &Metadata, args: &CommonArgs) -> Result<Workspace, Error> {
        let root = metadata.workspace_root.as_std_path().to_owned();
        let mut warnings = Vec::new();
        let selected = spec::select(metadata, &args.workspace, &mut warnings)?;

        let manifest = root.join("Cargo.toml");
        let common = Config::read(&metadata.workspace_metadata, Table::Workspace, &manifest)?;
        let mut configs = Vec::new();
        for package in &selected {
            let file = package.manifest_path.as_std_path();
            configs.push(Config::read(&package.metadata, Table::Package, file)?);
        }
        let choices = features::choose(
            &args.features,
            &selected,
            &metadata.workspace_packages(),
            &common,
            &configs,
        )?;

        let mut candidates = Candidates::default();
        for ((package, config), choice) in selected.iter().zip(&configs).zip(choices) {
            let settings = Settings::new(args, &config.or(&common));
            candidates.consider(metadata, package, choice, settings)?;
        }
        let packages = candidates.finish(&mut warnings)?;
        let target_directory = match &args.target_dir {
            Some(directory) => std::path::absolute(directory)
                .map_err(|source| Error::Write { path: directory.clone(), source })?,
            None => metadata.target_directory.as_std_path().to_owned(),
        };
        let local = metadata.packages.iter().filter(|package| package.source.is_none());
        let local = local.map(|package| LocalPackage {
            name: package.name.to_string(),
            directory: manifest_directory(package),
        });
        let local = local.collect();
        Ok(Workspace { cargo, root, target_directory, packages, local, warnings })
    }

    /// How many processes may run at once: of several packages' settings the smallest.
    #[must_use]
    pub fn jobs(&self) -> u32 {
        self.packages.iter().map(|package| package.settings.jobs).min().unwrap_or(1)
    }

    /// The time of the whole run: of several packages' settings the smallest.
    #[must_use]
    pub fn timeout(&self) -> std::time::Duration {
        self.packages.iter().map(|package| package.settings.timeout).min().unwrap_or_default()
    }

    /// Everything `cargo tlv` writes is below this directory.
    #[must_use]
    pub fn tlv_directory(&self) -> PathBuf {
        self.target_directory.join("tlv")
    }

    /// The workspace's root manifest.
    #[must_use]
    pub fn root_manifest(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// The workspace's lock file, whether or not it exists.
    #[must_use]
    pub fn lock_file(&self) -> PathBuf {
        self.root.join("Cargo.lock")
    }
}

/// Sorts the selected packages into those to probe and those to pass over, and remembers why.
#[derive(Default)]
struct Candidates {
    packages: Vec<Package>,
    without_tlv: Vec<String>,
    development_only: Vec<String>,
    turned_off: Vec<(String, Option<String>)>,
    without_library: Vec<String>,
}

impl Candidates {
    fn consider(
        &mut self,
        metadata: &Metadata,
        package: &cargo_metadata::Package,
        choice: features::Choice,
        settings: Settings,
    ) -> Result<(), Error> {
        let name = package.name.to_string();
        let Some(tlv) = tlv_source::find(metadata, package)? else {
            let is_tlv = |dependency: &&cargo_metadata::Dependency| dependency.name == "tlv";
            if package
                .dependencies
                .iter()
                .any(|dependency| is_tlv(&dependency) && dependency.kind != DependencyKind::Normal)
            {
                self.development_only.push(name.clone());
            }
            self.without_tlv.push(name);
            return Ok(());
        };
        let Some(library) = library_name(package) else {
            self.without_library.push(name);
            return Ok(());
        };
        if let features::Tlv::Off { feature } = features::tlv_is_on(package, &choice) {
            self.turned_off.push((name, feature));
            return Ok(());
        }
        self.packages.push(Package {
            name,
            version: package.version.to_string(),
            library,
            directory: manifest_directory(package),
            features: choice.features.into_iter().collect(),
            default_features: choice.default,
            tlv,
            settings,
        });
        Ok(())
    }

    /// The packages to probe, by name, with a warning for each that would have been one but for
    /// a mistake; an error if none is left.
    fn finish(mut self, warnings: &mut Vec<String>) -> Result<Vec<Package>, Error> {
        if self.packages.is_empty() {
            return Err(self.why_none());
        }
        for name in &self.without_library {
            warnings.push(format!(
                "`{name}` depends on `tlv` but has no library target; passed over: annotated \
                 types must be in a library"
            ));
        }
        for (name, feature) in &self.turned_off {
            let hint = feature.as_ref().map_or_else(String::new, |feature| {
                format!("; turn it on with `--features {name}/{feature}`")
            });
            warnings.push(format!("`{name}` has `tlv` turned off; passed over{hint}"));
        }
        self.packages.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(self.packages)
    }

    fn why_none(mut self) -> Error {
        if let Some((package, feature)) = self.turned_off.pop() {
            Error::TlvTurnedOff { package, feature }
        } else if self.without_library.is_empty() {
            Error::NoTlvDependency {
                packages: self.without_tlv,
                development_only: self.development_only,
            }
        } else {
            Error::NoLibrary { packages: self.without_library }
        }
    }
}

/// The name of the library crate, if there is one that another crate can link.
fn library_name(package: &cargo_metadata::Package) -> Option<String> {
    let linkable = [CrateType::Lib, CrateType::RLib, CrateType::DyLib];
    let target = package.targets.iter().find(|target| {
        // Examples can be libraries too; a package's own library is the one of kind `lib` or of
        // the crate types given in `[lib]`.
        !target.is_example() && target.crate_types.iter().any(|kind| linkable.contains(kind))
    })?;
    Some(target.name.replace('-', "_"))
}

fn manifest_directory(package: &cargo_metadata::Package) -> PathBuf {
    let manifest = package.manifest_path.as_std_path();
    manifest.parent().unwrap_or(Path::new("/")).to_owned()
}
