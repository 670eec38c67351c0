//! Where the `tlv` that a package depends on comes from.

use std::path::PathBuf;

use cargo_metadata::{DependencyKind, Metadata, Package};

use crate::error::Error;

/// The source of a `tlv`, as precise as a dependency can name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TlvSource {
    /// A directory, also one that a `[patch]` leads to.
    Path(PathBuf),
    /// A registry.
    Registry {
        /// The exact version.
        version: String,
        /// The index, unless it is that of crates.io.
        index: Option<String>,
    },
    /// A git repository; which commit, the lock file says.
    Git {
        /// Where it is.
        url: String,
        /// `branch`, `tag` or `rev`, and its value; none is the default branch.
        reference: Option<(String, String)>,
    },
}

/// The `tlv` the package's library can use, if any: a normal dependency on a package of that name.
///
/// The macros' expansion says `::tlv`, so the dependency must not have another name.
pub(super) fn find(metadata: &Metadata, package: &Package) -> Result<Option<TlvSource>, Error> {
    let Some(resolve) = &metadata.resolve else {
        let problem = "it has no dependency graph".to_owned();
        return Err(Error::MetadataFormat { problem });
    };
    let Some(node) = resolve.nodes.iter().find(|node| node.id == package.id) else {
        return Ok(None);
    };
    let tlv = node
        .deps
        .iter()
        .filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal))
        .filter_map(|dep| {
            let depended_on = metadata.packages.iter().find(|candidate| candidate.id == dep.pkg);
            depended_on.map(|depended_on| (dep, depended_on))
        })
        .find(|(_, candidate)| candidate.name.as_str() == "tlv");
    let Some((dependency, tlv)) = tlv else { return Ok(None) };
    if !tlv.features.contains_key("probe") {
        return Err(Error::ForeignTlv {
            package: package.name.to_string(),
            version: tlv.version.to_string(),
            directory: super::manifest_directory(tlv),
        });
    }
    if dependency.name != "tlv" {
        return Err(Error::RenamedTlv {
            package: package.name.to_string(),
            name: dependency.name.clone(),
        });
    }
    Ok(Some(match &tlv.source {
        None => TlvSource::Path(super::manifest_directory(tlv)),
        Some(source) => remote(&source.repr, &tlv.version.to_string())
            .ok_or_else(|| Error::MetadataFormat { problem: format!("source `{source}`") })?,
    }))
}

/// Reads a source id such as `git+https://host/path?branch=main#commit`.
fn remote(source: &str, version: &str) -> Option<TlvSource> {
    const CRATES_IO: [&str; 2] = [
        "registry+https://github.com/rust-lang/crates.io-index",
        "sparse+https://index.crates.io/",
    ];
    // A dependency's requirement has no build metadata.
    let version = version.split('+').next().unwrap_or(version).to_owned();
    if CRATES_IO.contains(&source) {
        return Some(TlvSource::Registry { version, index: None });
    }
    if let Some(index) = source.strip_prefix("registry+") {
        return Some(TlvSource::Registry { version, index: Some(index.to_owned()) });
    }
    if source.starts_with("sparse+") {
        // Here the prefix is part of the index's address.
        return Some(TlvSource::Registry { version, index: Some(source.to_owned()) });
    }
    let address = source.strip_prefix("git+")?;
    let address = address.split_once('#').map_or(address, |(before, _)| before);
    let (url, query) = match address.split_once('?') {
        Some((url, query)) => (url, Some(query)),
        None => (address, None),
    };
    let reference = query.and_then(|query| {
        query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| ["branch", "tag", "rev"].contains(key))
            .map(|(key, value)| (key.to_owned(), percent_decode(value)))
    });
    Some(TlvSource::Git { url: url.to_owned(), reference })
}

/// Undoes the encoding cargo applies to references; anything that is not one is kept as it is.
fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let decoded = (byte == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match decoded {
            Some(value) => {
                bytes.push(value);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: Option<TlvSource>) {
        assert_eq!(remote(source, "1.2.3+build"), expected);
    }

    fn registry(index: Option<&str>) -> Option<TlvSource> {
        Some(TlvSource::Registry { version: "1.2.3".into(), index: index.map(str::to_owned) })
    }

    fn git(url: &str, reference: Option<(&str, &str)>) -> Option<TlvSource> {
        let reference = reference.map(|(key, value)| (key.to_owned(), value.to_owned()));
        Some(TlvSource::Git { url: url.into(), reference })
    }

    #[test]
    fn source_ids_are_understood() {
        check("registry+https://github.com/rust-lang/crates.io-index", registry(None));
        check("registry+https://example.org/index", registry(Some("https://example.org/index")));
        check("sparse+https://example.org/i/", registry(Some("sparse+https://example.org/i/")));
        check("git+https://example.org/tlv.git#0123", git("https://example.org/tlv.git", None));
        check(
            "git+https://example.org/tlv?branch=a%2Fb#0123",
            git("https://example.org/tlv", Some(("branch", "a/b"))),
        );
        check(
            "git+ssh://git@example.org/tlv?rev=50%#0123",
            git("ssh://git@example.org/tlv", Some(("rev", "50%"))),
        );
        check("local-registry+file:///x", None);
    }
}
