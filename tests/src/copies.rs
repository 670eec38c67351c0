//! Packages that a test may change: copies of fixtures, and small ones of its own.

use std::fs;
use std::path::Path;

use crate::fixture;

/// Copies a fixture to `directory`, which is emptied first, and points its dependency on `tlv` to the
/// same place as before. What is not to be copied: what cargo built there.
///
/// # Panics
///
/// Panics if something cannot be read or written.
pub fn copy(fixture_path: &str, directory: &Path) {
    if directory.exists() {
        fs::remove_dir_all(directory).expect("the old copy can be removed");
    }
    copy_tree(&fixture(fixture_path), directory);
}

/// Writes a package with this library to `directory`, which is emptied first; `more` goes to the end of
/// its manifest.
///
/// # Panics
///
/// Panics if something cannot be written.
pub fn package(directory: &Path, name: &str, library: &str, more: &str) {
    // The lock file is what matters of this one: nothing is to be resolved anew.
    copy("bad-input/no-types", directory);
    for file in ["Cargo.toml", "Cargo.lock"] {
        edit(&directory.join(file), "no-types", name);
    }
    edit(&directory.join("Cargo.toml"), "publish = false\n", &format!("publish = false\n{more}\n"));
    fs::write(directory.join("src/lib.rs"), library).expect("the library can be written");
}

/// Replaces a text in a file.
///
/// # Panics
///
/// Panics if the file does not have it.
#[track_caller]
pub fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("the file can be read");
    assert!(text.contains(from), "{} has no `{from}`", file.display());
    fs::write(file, text.replace(from, to)).expect("the file can be written");
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the directory can be made");
    for entry in fs::read_dir(from).expect("the fixture can be read") {
        let entry = entry.expect("the fixture can be read");
        let (source, name) = (entry.path(), entry.file_name());
        let target = to.join(&name);
        if source.is_dir() && name != "target" {
            copy_tree(&source, &target);
        } else if name == "Cargo.toml" {
            let manifest = fs::read_to_string(&source).expect("the manifest can be read");
            fs::write(&target, with_absolute_tlv(manifest)).expect("the copy can be written");
        } else if source.is_file() {
            fs::copy(&source, &target).expect("the copy can be written");
        }
    }
}

/// The manifest with the path of `tlv`, however many directories up that is, made absolute.
fn with_absolute_tlv(manifest: String) -> String {
    let tlv = fixture("../tlv");
    let absolute = format!("\"{}\"", tlv.display());
    (1..6).rev().fold(manifest, |manifest, up| {
        manifest.replace(&format!("\"{}tlv\"", "../".repeat(up)), &absolute)
    })
}
