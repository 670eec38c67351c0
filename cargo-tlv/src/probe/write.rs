//! Writes the probe package to disk.
//!
//! A file that is already as it should be is not touched, as cargo would build again; every other
//! is replaced as a whole, so that runs at the same time see either version but never half of one.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::generate::ProbeSource;
use crate::error::Error;
use crate::workspace::Workspace;

/// The user's lock file as it was when the probe's was made from it.
const LOCK_ORIGIN: &str = "Cargo.lock.workspace";

/// Writes the package and returns its directory.
pub(super) fn write(workspace: &Workspace, source: &ProbeSource) -> Result<PathBuf, Error> {
    let directory = workspace.tlv_directory().join(format!("probe-{}", source.hash));
    let sources = directory.join("src");
    self::directory(&sources)?;
    write_if_changed(&directory.join("Cargo.toml"), source.manifest.as_bytes())?;
    write_if_changed(&sources.join("main.rs"), source.main.as_bytes())?;
    copy_lock_file(&workspace.lock_file(), &directory)?;
    Ok(directory)
}

/// Makes a directory and those above it.
pub(super) fn directory(path: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(path).map_err(|source| Error::Write { path: path.to_owned(), source })
}

/// Starts the probe's lock file from the user's, so that both build the same versions.
///
/// Cargo adds to it what the probe needs besides. Copying again would lose that and resolve anew
/// each time, which may need the network, so it is copied only when the user's has changed.
fn copy_lock_file(lock_file: &Path, directory: &Path) -> Result<(), Error> {
    let Ok(content) = std::fs::read(lock_file) else { return Ok(()) };
    let (lock, origin) = (directory.join("Cargo.lock"), directory.join(LOCK_ORIGIN));
    if lock.exists() && has_content(&origin, &content) {
        return Ok(());
    }
    replace(&lock, &content)?;
    replace(&origin, &content)
}

fn write_if_changed(path: &Path, content: &[u8]) -> Result<(), Error> {
    if has_content(path, content) { Ok(()) } else { replace(path, content) }
}

fn has_content(path: &Path, content: &[u8]) -> bool {
    std::fs::read(path).is_ok_and(|present| present == content)
}

/// Writes the file beside its place and moves it there.
pub(super) fn replace(path: &Path, content: &[u8]) -> Result<(), Error> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.{number}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = std::fs::write(&new, content).and_then(|()| std::fs::rename(&new, path));
    written.map_err(|source| {
        // The error that matters is the first one.
        let _ = std::fs::remove_file(&new);
        Error::Write { path: path.to_owned(), source }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).expect("the file is there")
    }

    #[test]
    fn an_unchanged_file_is_not_touched() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("file");
        write_if_changed(&path, b"one").expect("writable");
        let old = std::time::SystemTime::UNIX_EPOCH;
        let file = std::fs::File::options().append(true).open(&path).expect("it is there");
        file.set_modified(old).expect("the time can be set");
        let modified = || path.metadata().and_then(|data| data.modified()).expect("it is there");
        write_if_changed(&path, b"one").expect("writable");
        assert_eq!(modified(), old);
        write_if_changed(&path, b"two").expect("writable");
        assert_ne!(modified(), old);
        assert_eq!(read(&path), "two");
        let n_files = std::fs::read_dir(directory.path()).expect("readable").count();
        assert_eq!(n_files, 1, "no temporary file is left");
    }

    #[test]
    fn the_lock_file_is_copied_only_when_the_users_changed() {
        let user = tempfile::tempdir().expect("a temporary directory");
        let probe = tempfile::tempdir().expect("a temporary directory");
        let (from, to) = (user.path().join("Cargo.lock"), probe.path().join("Cargo.lock"));
        copy_lock_file(&from, probe.path()).expect("no lock file is no error");
        assert!(!to.exists());

        std::fs::write(&from, "one").expect("writable");
        copy_lock_file(&from, probe.path()).expect("writable");
        assert_eq!(read(&to), "one");

        std::fs::write(&to, "one and what the probe needs").expect("writable");
        copy_lock_file(&from, probe.path()).expect("writable");
        assert_eq!(read(&to), "one and what the probe needs");

        std::fs::write(&from, "two").expect("writable");
        copy_lock_file(&from, probe.path()).expect("writable");
        assert_eq!(read(&to), "two");
    }
}
