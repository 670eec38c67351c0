//! Notices that a source has changed although its time has not.
//!
//! Cargo builds again what is newer than its last build. A text restored from an archive, or copied
//! with its times, is not, and the old code would be reported as the current. So the content of
//! every local package is remembered, and where it has changed, what cargo knows of the package is
//! removed from our own build directory. One small file for each package: runs at the same time do
//! not undo each other's notes.

use std::collections::hash_map::DefaultHasher;
use std::ffi::OsStr;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use super::write;
use crate::error::Error;
use crate::workspace::{LocalPackage, Workspace};

/// Makes cargo build again those local packages whose content is not what was built last.
pub(super) fn notice_changes(workspace: &Workspace, build: &Path) -> Result<(), Error> {
    let notes = workspace.tlv_directory().join("sources");
    for package in &workspace.local {
        let note = notes.join(format!("{}-{:016x}", package.name, hash_of(&package.directory)));
        let content = format!("{:016x}\n", digest(package, &workspace.target_directory));
        let known = std::fs::read_to_string(&note);
        if known.is_ok_and(|known| known == content) {
            continue;
        }
        for fingerprint in fingerprints(build, &package.name) {
            std::fs::remove_dir_all(&fingerprint)
                .map_err(|source| Error::Write { path: fingerprint.clone(), source })?;
        }
        write::directory(&notes)?;
        write::replace(&note, content.as_bytes())?;
    }
    Ok(())
}

fn hash_of(item: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

/// Larger files are hardly sources: of them the length and the time must do.
const LARGE: u64 = 8 << 20;

/// A hash of the names and contents of a package's files.
fn digest(package: &LocalPackage, target: &Path) -> u64 {
    let mut files = Vec::new();
    collect(&package.directory, target, &mut files);
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        match std::fs::metadata(&file) {
            Ok(about) if about.len() > LARGE => {
                (about.len(), about.modified().ok()).hash(&mut hasher)
            }
            // What cannot be read is for cargo to complain about.
            _ => std::fs::read(&file).unwrap_or_default().hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// The files below a directory, without what is built, hidden, or another package's.
fn collect(directory: &Path, target: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name.as_encoded_bytes().starts_with(b".");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let other = path.join("Cargo.toml").exists();
                if !hidden && !other && path != target && name != OsStr::new("target") {
                    collect(&path, target, files);
                }
            }
            Ok(kind) if kind.is_file() => files.push(path),
            _ => {}
        }
    }
}

/// The directories in which cargo notes what it has built of a package:
/// `PROFILE/.fingerprint/NAME-HASH`, with or without a platform before.
fn fingerprints(build: &Path, package: &str) -> Vec<PathBuf> {
    let below = |directory: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let first = below(build);
    let second: Vec<PathBuf> = first.iter().flat_map(|directory| below(directory)).collect();
    let notes = first.iter().chain(&second).map(|directory| directory.join(".fingerprint"));
    let units = notes.flat_map(|notes| below(&notes));
    units.filter(|unit| is_unit_of(unit.file_name(), package)).collect()
}

/// Whether a name is `PACKAGE-HASH`, and not that of a package with a longer name.
fn is_unit_of(name: Option<&OsStr>, package: &str) -> bool {
    let hash = name.and_then(OsStr::to_str).and_then(|name| name.strip_prefix(package));
    let hash = hash.and_then(|rest| rest.strip_prefix('-'));
    hash.is_some_and(|hash| hash.len() == 16 && hash.chars().all(|char| char.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::is_unit_of;

    #[test]
    fn a_longer_name_is_another_package() {
        let check = |name: &str| is_unit_of(Some(OsStr::new(name)), "lift");
        assert!(check("lift-0123456789abcdef"));
        assert!(!check("lift-shaft-0123456789abcdef"));
        assert!(!check("lift"));
        assert!(!check("forklift-0123456789abcdef"));
    }
}
