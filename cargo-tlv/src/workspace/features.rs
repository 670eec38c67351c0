//! Which features each selected package gets.
//!
//! As with cargo, a feature goes to those selected packages that have it, `package/feature` to
//! that package alone, and one that fits nowhere is an error. Feature flags on the command line
//! replace the configured features.

use std::collections::BTreeSet;

use cargo_metadata::{Dependency, DependencyKind, Package};

use crate::config::Config;
use crate::error::Error;

/// The features of one package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    /// Named features.
    pub(super) features: BTreeSet<String>,
    /// Whether the default features are on.
    pub(super) default: bool,
}

/// Whether a package's dependency on `tlv` is in effect.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tlv {
    On,
    /// It is optional and no chosen feature turns it on, but perhaps this one would.
    Off {
        feature: Option<String>,
    },
}

/// One choice for each selected package, in order. `configs` are the packages' own tables, `common`
/// is the workspace's and may speak of any of the `members`.
pub(super) fn choose(
    flags: &clap_cargo::Features,
    packages: &[&Package],
    members: &[&Package],
    common: &Config,
    configs: &[Config],
) -> Result<Vec<Choice>, Error> {
    let mut choices = vec![
        Choice { features: BTreeSet::new(), default: !flags.no_default_features };
        packages.len()
    ];
    if flags.all_features {
        for (choice, package) in choices.iter_mut().zip(packages) {
            choice.features = package.features.keys().cloned().collect();
            choice.features.remove("default");
            choice.default = true;
        }
    }
    let given = flags
        .features
        .iter()
        .flat_map(|list| list.split([',', ' ']))
        .filter(|feature| !feature.is_empty());
    for feature in given {
        add(feature, packages, &mut choices)?;
    }
    if flags.all_features || flags.no_default_features || !flags.features.is_empty() {
        return Ok(choices);
    }

    let mut inheriting = Vec::new();
    for (index, config) in configs.iter().enumerate() {
        match &config.features {
            Some(features) => {
                for feature in features {
                    add(feature, &packages[index..=index], &mut choices[index..=index])?;
                }
            }
            None => inheriting.push(index),
        }
    }
    for feature in common.features.iter().flatten() {
        // That no selected package has it is no mistake as long as some member does.
        if owners(feature, members).is_empty() {
            return Err(unknown(feature, members));
        }
        for &index in &inheriting {
            for _ in owners(feature, &packages[index..=index]) {
                choices[index].features.insert(bare(feature).to_owned());
            }
        }
    }
    Ok(choices)
}

/// Gives the feature to those packages that have it.
fn add(feature: &str, packages: &[&Package], choices: &mut [Choice]) -> Result<(), Error> {
    let owners = owners(feature, packages);
    if owners.is_empty() {
        return Err(unknown(feature, packages));
    }
    for index in owners {
        choices[index].features.insert(bare(feature).to_owned());
    }
    Ok(())
}

/// The name of the feature without its package.
fn bare(feature: &str) -> &str {
    feature.split_once('/').map_or(feature, |(_, name)| name)
}

/// The indices of the packages that have the feature.
fn owners(feature: &str, packages: &[&Package]) -> Vec<usize> {
    let owner = feature.split_once('/').map(|(owner, _)| owner);
    (0..packages.len())
        .filter(|&index| owner.is_none_or(|owner| packages[index].name.as_str() == owner))
        .filter(|&index| packages[index].features.contains_key(bare(feature)))
        .collect()
}

fn unknown(feature: &str, packages: &[&Package]) -> Error {
    let mut known: Vec<String> =
        packages.iter().flat_map(|package| package.features.keys().cloned()).collect();
    known.sort();
    known.dedup();
    let packages = packages.iter().map(|package| package.name.to_string()).collect();
    Error::UnknownFeature { feature: feature.to_owned(), packages, known }
}

/// Whether the chosen features leave the package's `tlv` in effect.
pub(super) fn tlv_is_on(package: &Package, choice: &Choice) -> Tlv {
    let dependencies: Vec<&Dependency> = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.name == "tlv" && dependency.kind == DependencyKind::Normal)
        .collect();
    if dependencies.iter().any(|dependency| !dependency.optional) {
        return Tlv::On;
    }
    let keys: Vec<&str> = dependencies
        .iter()
        .map(|dependency| dependency.rename.as_deref().unwrap_or(&dependency.name))
        .collect();
    let mut start: Vec<&str> = choice.features.iter().map(String::as_str).collect();
    if choice.default {
        start.push("default");
    }
    if turns_on(package, &start, &keys) {
        return Tlv::On;
    }
    let feature = package.features.keys().find(|name| turns_on(package, &[name.as_str()], &keys));
    Tlv::Off { feature: feature.cloned() }
}

/// Whether features `start`, with all they imply, turn on one of the optional dependencies `keys`.
fn turns_on(package: &Package, start: &[&str], keys: &[&str]) -> bool {
    let mut todo: Vec<&str> = start.to_vec();
    let mut seen = BTreeSet::new();
    while let Some(feature) = todo.pop() {
        if !seen.insert(feature) {
            continue;
        }
        for implied in package.features.get(feature).into_iter().flatten() {
            let dependency = match (implied.strip_prefix("dep:"), implied.split_once('/')) {
                (Some(dependency), _) => Some(dependency),
                // `dependency?/feature` does not turn the dependency on.
                (None, Some((dependency, _))) => Some(dependency),
                (None, None) => None,
            };
            match dependency {
                Some(dependency) if keys.contains(&dependency) => return true,
                Some(_) => {}
                None => todo.push(implied),
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, features: serde_json::Value, tlv_optional: bool) -> Package {
        serde_json::from_value(json!({
            "name": name, "version": "0.1.0", "id": name, "source": null, "description": null,
            "license": null, "license_file": null, "targets": [], "features": features,
            "manifest_path": "/w/Cargo.toml", "readme": null, "repository": null,
            "homepage": null, "documentation": null, "links": null, "publish": null,
            "default_run": null,
            "dependencies": [{
                "name": "tlv", "source": null, "req": "*", "kind": null,
                "optional": tlv_optional, "uses_default_features": true, "features": [],
                "target": null, "rename": "protocol", "registry": null, "path": null,
            }],
        }))
        .expect("a package as cargo describes it")
    }

    fn flags(features: &[&str]) -> clap_cargo::Features {
        let mut flags = clap_cargo::Features::default();
        flags.features = features.iter().map(|&feature| feature.to_owned()).collect();
        flags
    }

    fn config(features: &[&str]) -> Config {
        let features = features.iter().map(|&feature| feature.to_owned()).collect();
        Config { features: Some(features), ..Config::default() }
    }

    /// The features of two selected packages: `a` has `x` and `y`, `b` has `y` and `z`.
    fn chosen(
        flags: &clap_cargo::Features,
        common: &Config,
        own: [Config; 2],
    ) -> Result<[Vec<String>; 2], Error> {
        let a = package("a", json!({ "default": [], "x": [], "y": [] }), false);
        let b = package("b", json!({ "y": [], "z": [] }), false);
        let c = package("c", json!({ "unselected": [] }), false);
        let choices = choose(flags, &[&a, &b], &[&a, &b, &c], common, &own)?;
        let mut lists = choices.into_iter().map(|choice| choice.features.into_iter().collect());
        Ok(std::array::from_fn(|_| lists.next().expect("two packages")))
    }

    #[test]
    fn features_go_where_they_fit() {
        let none = || [Config::default(), Config::default()];
        let of = |features: &[&str]| chosen(&flags(features), &Config::default(), none());
        assert_eq!(of(&["x,y"]).expect("known"), [vec!["x", "y"], vec!["y"]]);
        assert_eq!(of(&["a/y"]).expect("known"), [vec!["y"], vec![]]);
        for unknown in ["w", "a/z", "c/x"] {
            let error = of(&[unknown]).expect_err(unknown);
            assert!(matches!(error, Error::UnknownFeature { .. }), "{error}");
            assert_eq!(error.exit_code().number(), 2);
        }
    }

    #[test]
    fn all_features_are_all_but_default() {
        let mut flags = flags(&[]);
        flags.all_features = true;
        let lists = chosen(&flags, &Config::default(), [Config::default(), Config::default()]);
        assert_eq!(lists.expect("known"), [vec!["x", "y"], vec!["y", "z"]]);
    }

    #[test]
    fn configured_features_yield_to_the_command_line() {
        let own = || [config(&["x"]), Config::default()];
        let common = config(&["z", "y", "unselected"]);
        let configured = chosen(&flags(&[]), &common, own());
        assert_eq!(configured.expect("known"), [vec!["x"], vec!["y", "z"]]);
        assert_eq!(chosen(&flags(&["y"]), &common, own()).expect("known"), [["y"], ["y"]]);
        assert!(chosen(&flags(&[]), &common, [config(&["z"]), Config::default()]).is_err());
        let typo = config(&["zz"]);
        assert!(chosen(&flags(&[]), &typo, [Config::default(), Config::default()]).is_err());
    }

    #[test]
    fn an_optional_tlv_needs_a_feature() {
        let check = |features: serde_json::Value, chosen: &[&str], expected: Tlv| {
            let package = package("a", features, true);
            let features = chosen.iter().map(|&feature| feature.to_owned()).collect();
            assert_eq!(tlv_is_on(&package, &Choice { features, default: true }), expected);
        };
        let off = |feature: &str| Tlv::Off { feature: Some(feature.to_owned()) };
        let features = json!({ "default": [], "more": ["learn"], "learn": ["dep:protocol"] });
        check(features.clone(), &[], off("learn"));
        check(features.clone(), &["more"], Tlv::On);
        check(json!({ "default": ["learn"], "learn": ["protocol/std"] }), &[], Tlv::On);
        check(json!({ "default": ["learn"], "learn": ["protocol?/std"] }), &[], {
            Tlv::Off { feature: None }
        });
    }
}
