//! Package specifications: `-p` and `--exclude`.

use std::path::PathBuf;

use cargo_metadata::{Metadata, Package};

use crate::error::{Error, list};

/// Selects members as cargo does: those `-p` names, with `--workspace` all but the excluded,
/// otherwise the default members (which are the current package, inside one).
pub(super) fn select<'a>(
    metadata: &'a Metadata,
    flags: &clap_cargo::Workspace,
    warnings: &mut Vec<String>,
) -> Result<Vec<&'a Package>, Error> {
    let members = metadata.workspace_packages();
    let root = || PathBuf::from(&metadata.workspace_root);
    // As with cargo, `--workspace` wins over `-p`, but a `-p` that matches nothing stays an error.
    for text in &flags.package {
        let spec = Spec::parse(text)?;
        if !members.iter().any(|member| spec.matches(member)) {
            let mut names: Vec<String> =
                members.iter().map(|member| member.name.to_string()).collect();
            names.sort();
            return Err(Error::NoSuchPackage { spec: text.clone(), root: root(), members: names });
        }
    }
    if !flags.workspace && !flags.all {
        if flags.package.is_empty() {
            let defaults = if metadata.workspace_default_members.is_available() {
                metadata.workspace_default_packages()
            } else {
                // Cargo before 1.71 does not tell its default members.
                metadata.root_package().map_or(members, |package| vec![package])
            };
            return Ok(defaults);
        }
        let specs =
            flags.package.iter().map(|text| Spec::parse(text)).collect::<Result<Vec<_>, _>>()?;
        return Ok(matching(&members, &specs));
    }

    let excluded =
        flags.exclude.iter().map(|text| Spec::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let unmatched: Vec<&String> = flags
        .exclude
        .iter()
        .zip(&excluded)
        .filter(|(_, spec)| !members.iter().any(|member| spec.matches(member)))
        .map(|(text, _)| text)
        .collect();
    if !unmatched.is_empty() {
        warnings.push(format!("--exclude matches no member: {}", list(&unmatched)));
    }
    let kept: Vec<&Package> = members
        .into_iter()
        .filter(|member| !excluded.iter().any(|spec| spec.matches(member)))
        .collect();
    if kept.is_empty() { Err(Error::NothingSelected { root: root() }) } else { Ok(kept) }
}

fn matching<'a>(members: &[&'a Package], specs: &[Spec]) -> Vec<&'a Package> {
    members.iter().copied().filter(|member| specs.iter().any(|spec| spec.matches(member))).collect()
}

/// One specification.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spec {
    /// A whole package id, as `cargo pkgid` prints it.
    Id(String),
    /// A name or a pattern, and the leading components of a version.
    Name { pattern: String, version: Option<String> },
}

impl Spec {
    fn parse(text: &str) -> Result<Spec, Error> {
        let bad = |problem| Err(Error::BadSpec { spec: text.to_owned(), problem });
        if text.contains("://") {
            return Ok(Spec::Id(text.to_owned()));
        }
        let (pattern, version) = match text.split_once(['@', ':']) {
            Some((pattern, version)) => (pattern, Some(version.to_owned())),
            None => (text, None),
        };
        if pattern.is_empty() {
            return bad("it has no name");
        }
        if version.as_deref() == Some("") {
            return bad("it has no version after the `@`");
        }
        if let Some(odd) = pattern.chars().find(|&c| !(c.is_alphanumeric() || "-_*?".contains(c))) {
            return bad(match odd {
                '[' | ']' => "sets in brackets are not supported",
                _ => "it has a character that no name has",
            });
        }
        Ok(Spec::Name { pattern: pattern.to_owned(), version })
    }

    fn matches(&self, package: &Package) -> bool {
        match self {
            Spec::Id(id) => package.id.repr == *id,
            Spec::Name { pattern, version } => {
                glob(pattern, &package.name)
                    && version
                        .as_ref()
                        .is_none_or(|wanted| covers(wanted, &package.version.to_string()))
            }
        }
    }
}

/// Whether `wanted` is the version or its leading components: `1.2` covers `1.2.3`.
fn covers(wanted: &str, version: &str) -> bool {
    version
        .strip_prefix(wanted)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', '+']))
}

/// Whether the pattern matches the whole name; `*` stands for any characters, `?` for one.
fn glob(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    // `reachable[i]`: the pattern read so far can have consumed the first `i` characters.
    let mut reachable = vec![false; name.len() + 1];
    reachable[0] = true;
    for symbol in pattern {
        if symbol == '*' {
            let first = reachable.iter().position(|&here| here).unwrap_or(reachable.len());
            reachable[first..].fill(true);
        } else {
            for i in (0..name.len()).rev() {
                reachable[i + 1] = reachable[i] && (symbol == '?' || symbol == name[i]);
            }
            reachable[0] = false;
        }
    }
    reachable[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("*", "anything", true),
            ("tlv-*", "tlv-core", true),
            ("tlv-*", "tlv", false),
            ("*-c*e", "tlv-core", true),
            ("*-c*e", "tlv-cores", false),
            ("t?v", "tlv", true),
            ("t?v", "tv", false),
            ("a*a", "a", false),
        ] {
            assert_eq!(glob(pattern, name), expected, "{pattern} on {name}");
        }
    }

    #[test]
    fn versions_match_by_component() {
        for (wanted, version, expected) in [
            ("1", "1.2.3", true),
            ("1.2", "1.2.3", true),
            ("1.2.3", "1.2.3", true),
            ("1.2", "1.20.3", false),
            ("1.2.3", "1.2.3-rc.1", true),
        ] {
            assert_eq!(covers(wanted, version), expected, "{wanted} on {version}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "@1", "a@", "a[bc]", "a b"] {
            let error = Spec::parse(text).expect_err(text);
            assert_eq!(error.exit_code().number(), 2, "{text}");
        }
    }
}
