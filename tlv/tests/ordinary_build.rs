//! An ordinary build of an annotated crate is the build of the same crate without annotations.
//!
//! Each case is one source in which every annotation has a line of its own, so that the crate
//! without them is had by blanking those lines: the code that stays keeps its places, and the LLVM
//! IR of the two builds has to be the same, panic messages' line numbers included. Only symbols
//! may differ, since their names hold hashes and counters; they are numbered before comparing.
//! Both are built in the same directory, under lints that turn any warning into an error.

// With the feature, the macros expand to more than the user's own code.
#![cfg(not(feature = "probe"))]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every attribute and most of their parts, with a private maker and a private constant.
const WITH_STD: &str = r#"
//! A crate that warns about nothing.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub)]

/// How many items fit.
pub const CAPACITY: usize = 4;

/// A stack.
#[tlv::abstraction(predicates(empty = self.len == 0), property("G !panic"), bound = 2)]
#[derive(Debug, Clone)]
pub struct Stack {
    #[tlv(range = 0..=CAPACITY)]
    len: usize,
    items: [Item; CAPACITY],
}

/// What is on the stack.
#[derive(Debug, Clone, Copy, PartialEq)]
#[derive(tlv::Arbitrary)]
pub enum Item {
    /// Nothing.
    Nothing,
    /// Something.
    Something {
        /// What it is.
        #[tlv(range = 1..9)]
        what: u8,
    },
}

#[tlv::methods]
impl Stack {
    /// An empty stack.
    #[must_use]
    pub fn new() -> Self {
        Stack { len: 0, items: [Item::Nothing; CAPACITY] }
    }

    /// Puts an item on top.
    #[tlv(requires(self.len < CAPACITY), values(item = [Item::Nothing]))]
    pub fn push(&mut self, item: Item) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Takes the top item.
    pub fn pop(&mut self) -> Option<Item> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    /// Whether nothing is left.
    #[tlv(observer)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[tlv::methods]
impl Default for Stack {
    fn default() -> Self {
        Self::new()
    }
}

/// Items by name.
#[tlv::r#abstract(instance(Named<u8>), invariant(self.items.len() < 9))]
#[derive(Debug)]
pub struct Named<T> {
    /// The items.
    pub items: std::collections::BTreeMap<String, T>,
}

#[tlv::methods]
impl<T: Clone> Named<T> {
    /// The item of that name.
    ///
    /// # Panics
    /// When there is none.
    pub fn get(&self, name: &str) -> T {
        self.items.get(name).cloned().expect("a known name")
    }
}

/// Instances of the generic code.
pub fn named(numbers: &Named<u64>) -> u64 {
    numbers.get("one") + numbers.get("two")
}
"#;

const WITHOUT_STD: &str = r#"
//! A crate that warns about nothing, for a machine without an operating system.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

/// A switch.
#[tlv::abstraction(predicates(on = self.on), state(Off = !on))]
#[derive(Debug)]
pub struct Switch {
    on: bool,
    mode: Mode,
}

/// How a switch works.
#[derive(Debug, Clone, Copy)]
#[derive(tlv::Arbitrary)]
pub enum Mode {
    /// It stays.
    Latching,
    /// It goes back.
    Momentary(u16),
}

#[tlv::methods]
impl Switch {
    /// A switch that is off.
    #[must_use]
    pub const fn new(mode: Mode) -> Self {
        Switch { on: false, mode }
    }

    /// Presses the switch.
    ///
    /// # Panics
    /// When a momentary switch is on already.
    #[tlv(event)]
    pub fn press(&mut self) {
        assert!(!self.on || matches!(self.mode, Mode::Latching), "still on");
        self.on = !self.on;
    }
}
"#;

/// A maker is the user's function, used by nothing but our attributes: it is not to be reported as
/// dead code, on a struct under the attribute and on one under the derive alike.
const MAKERS: &str = r#"
//! A crate that warns about nothing.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

/// A meter under the attribute.
#[tlv::abstraction]
#[derive(Debug)]
pub struct Meter {
    #[tlv(with = even)]
    count: u32,
}

/// A reading under the derive.
#[derive(Debug, tlv::Arbitrary)]
pub enum Reading {
    /// A number.
    Number(#[tlv(with = even)] u32),
    /// Readings within.
    Nested(#[tlv(with = nested)] Option<Box<Self>>),
}

fn even(source: &mut tlv::Source) -> u32 {
    source.u32() & !1
}

fn nested(_source: &mut tlv::Source) -> Option<Box<Reading>> {
    None
}

#[tlv::methods]
impl Meter {
    /// Counts.
    pub fn count(&mut self) -> u32 {
        self.count += 2;
        self.count
    }
}
"#;

#[test]
fn annotations_leave_no_code_and_no_warnings() {
    let package = Package::new("annotated", true);
    assert_same_code(&package, WITH_STD, "Stack");
}

#[test]
fn annotations_leave_no_code_and_no_warnings_without_std() {
    let package = Package::new("annotated-no-std", false);
    assert_same_code(&package, WITHOUT_STD, "Switch");
}

#[test]
fn makers_are_not_dead_code() {
    let package = Package::new("makers", true);
    let ir = package.llvm_ir(MAKERS);
    assert!(ir.contains("Meter"), "{ir}");
    // Nothing calls them, and their source has no values: they are checked, not compiled.
    assert!(!ir.contains("even") && !ir.contains("nested"), "{ir}");
}

#[track_caller]
fn assert_same_code(package: &Package, source: &str, word: &str) {
    let (plain, annotations) = without_annotations(source);
    assert!(annotations > 3, "the case has annotations");
    assert!(!plain.contains("tlv"), "all annotations are gone:\n{plain}");
    let annotated = package.llvm_ir(source);
    let plain = package.llvm_ir(&plain);
    assert!(plain.contains(word), "the case has code:\n{plain}");
    let difference = annotated.lines().zip(plain.lines()).find(|(left, right)| left != right);
    assert_eq!(difference, None, "the first line that differs");
    assert_eq!(annotated.lines().count(), plain.lines().count());
}

/// The source with a blank line for each annotation, and how many there were.
fn without_annotations(source: &str) -> (String, usize) {
    let ours = ["#[tlv", "#[derive(tlv::"];
    let is_annotation =
        |line: &&str| ours.iter().any(|attribute| line.trim_start().starts_with(attribute));
    let plain = source.lines().map(|line| if is_annotation(&line) { "" } else { line });
    let plain: Vec<&str> = plain.collect();
    (plain.join("\n"), source.lines().filter(is_annotation).count())
}

/// A package of its own, beside the workspace, that depends on `tlv` as users do.
struct Package {
    directory: PathBuf,
}

impl Package {
    fn new(name: &str, std: bool) -> Self {
        let tlv = Path::new(env!("CARGO_MANIFEST_DIR"));
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(directory.join("src")).expect("a directory for the package");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\ntlv = {{ path = {tlv:?}, default-features = {std} }}\n\n[workspace]\n"
        );
        fs::write(directory.join("Cargo.toml"), manifest).expect("a manifest");
        // The versions of the workspace are there already: nothing has to be looked up.
        fs::copy(tlv.join("../Cargo.lock"), directory.join("Cargo.lock")).expect("a lock file");
        Package { directory }
    }

    /// Compiles the source as the package's library.
    fn llvm_ir(&self, source: &str) -> String {
        fs::write(self.directory.join("src/lib.rs"), source).expect("a source file");
        let ir = self.directory.join("lib.ll");
        // What an earlier run left behind must not pass for the output of this one.
        let _ = fs::remove_file(&ir);
        let output = Command::new(env!("CARGO"))
            .args(["rustc", "--lib", "--offline", "--", "-Cdebuginfo=0", "-Ccodegen-units=1"])
            .arg(format!("--emit=llvm-ir={}", ir.display()))
            .current_dir(&self.directory)
            // One for all packages, so that `tlv` and what it needs are compiled once.
            .env("CARGO_TARGET_DIR", self.directory.with_file_name("ordinary-build-target"))
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .output()
            .expect("cargo runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "the build fails:\n{stderr}");
        assert!(!stderr.contains("warning"), "the build warns:\n{stderr}");
        without_symbols(&fs::read_to_string(ir).expect("the compiler's output"))
    }
}

/// Numbers the symbols in the order in which they occur.
fn without_symbols(ir: &str) -> String {
    let mut numbers = HashMap::new();
    let mut pieces = ir.split('@');
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_symbol = |c: char| c.is_alphanumeric() || "_.$\"".contains(c);
        let (symbol, rest) = piece.split_at(piece.find(|c| !is_symbol(c)).unwrap_or(piece.len()));
        let next = numbers.len();
        let number = numbers.entry(symbol).or_insert(next);
        kept.push_str(&format!("@{number}{rest}"));
    }
    kept
}
