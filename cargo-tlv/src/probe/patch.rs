//! The `[patch]` and `[replace]` tables of the user's workspace.
//!
//! Cargo applies them only from the root manifest of what it builds, so the probe needs its own.

use std::path::Path;

use toml::{Table, Value};

use crate::error::Error;

/// Reads both tables from the workspace's root manifest, with relative paths made absolute.
pub(super) fn read(manifest: &Path) -> Result<Table, Error> {
    let problem = |problem: String| Error::Manifest { file: manifest.to_owned(), problem };
    let text = std::fs::read_to_string(manifest).map_err(|error| problem(error.to_string()))?;
    let mut table: Table = toml::from_str(&text).map_err(|error| problem(error.to_string()))?;
    let root = manifest.parent().unwrap_or(Path::new("/"));

    let mut tables = Table::new();
    if let Some(mut patch) = table.remove("patch") {
        for (_, source) in entries(&mut patch) {
            make_absolute(source, root);
        }
        tables.insert("patch".into(), patch);
    }
    if let Some(mut replace) = table.remove("replace") {
        make_absolute(&mut replace, root);
        tables.insert("replace".into(), replace);
    }
    Ok(tables)
}

/// Makes the `path` of each dependency in a table of dependencies absolute.
fn make_absolute(dependencies: &mut Value, root: &Path) {
    for (_, dependency) in entries(dependencies) {
        if let Some(Value::String(path)) = dependency.get_mut("path") {
            *path = root.join(path.as_str()).to_string_lossy().into_owned();
        }
    }
}

fn entries(value: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    value.as_table_mut().into_iter().flat_map(|table| table.iter_mut())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_are_made_absolute_and_the_rest_is_kept() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let manifest = directory.path().join("Cargo.toml");
        let text = "
            [workspace]
            [patch.crates-io]
            near = { path = '../near', features = ['f'] }
            far = { path = '/far' }
            git = { git = 'https://x.org/y' }
            [replace]
            'old:1.0.0' = { path = 'old' }
        ";
        std::fs::write(&manifest, text).expect("writable");
        let tables = read(&manifest).expect("readable").to_string();
        let root = directory.path().to_string_lossy().into_owned();
        insta::assert_snapshot!(tables.replace(&root, "ROOT"));
    }

    #[test]
    fn a_vanished_manifest_is_a_clear_error() {
        let error = read(Path::new("/nowhere/Cargo.toml")).expect_err("there is none");
        assert!(error.to_string().starts_with("cannot read /nowhere/Cargo.toml: "), "{error}");
    }
}
