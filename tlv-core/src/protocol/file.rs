//! Protocol files: TOML that is sorted and stable, one line for each state and method.
//!
//! What a person added to a file, comments and keys that are not ours, stays where it is when the file
//! is written again.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::{Ends, PROTOCOL_SCHEMA, Pair, Protocol, ProtocolState};

/// What is wrong with a protocol file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// It is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// It is of a version that is not known.
    #[error("its schema is {found}, and this version knows {PROTOCOL_SCHEMA}")]
    Schema {
        /// What the file says.
        found: String,
    },
    /// A key has a value that it cannot have, or none.
    #[error("`{key}` should be {expected}")]
    Value {
        /// The key.
        key: String,
        /// What it should be.
        expected: &'static str,
    },
}

const PREDICATES: &str = "predicates";
const INVARIANTS: &str = "invariants";
const STATES: &str = "states";
const CONSTRUCTORS: &str = "constructors";
const TRANSITIONS: &str = "transitions";
const GUARANTEE: &str = "guarantee";
const INITIAL: &str = "initial";

/// The sections in the order in which they are written.
const SECTIONS: [&str; 6] = [PREDICATES, INVARIANTS, STATES, CONSTRUCTORS, TRANSITIONS, GUARANTEE];

/// Reads a protocol file.
///
/// # Errors
/// When it is not one.
pub fn read(text: &str) -> Result<Protocol, ProtocolError> {
    let document = parse(text)?;
    let schema = document.get("schema").and_then(Item::as_integer);
    if schema != Some(PROTOCOL_SCHEMA) {
        let found = document.get("schema").map_or("missing".to_owned(), |item| item.to_string());
        return Err(ProtocolError::Schema { found: found.trim().to_owned() });
    }
    let text_of = |key: &str| {
        let found = document.get(key).and_then(Item::as_str).map(str::to_owned);
        found.ok_or_else(|| wrong(key, "text"))
    };
    let mut protocol = Protocol {
        path: text_of("type")?,
        semantics: text_of("semantics")?,
        predicates: texts(&document, PREDICATES)?,
        invariants: texts(&document, INVARIANTS)?,
        ..Protocol::default()
    };
    for (name, item) in section(&document, STATES)? {
        let state = read_state(&item, &format!("{STATES}.{name}"))?;
        protocol.states.insert(name, state);
    }
    for (name, item) in section(&document, CONSTRUCTORS)? {
        let ends = read_endings(&item, &format!("{CONSTRUCTORS}.{name}"))?;
        protocol.constructors.insert(name, ends);
    }
    for (pair, key, item) in pairs(&document, TRANSITIONS)? {
        protocol.transitions.insert(pair, read_endings(&item, &key)?);
    }
    for (pair, key, item) in pairs(&document, GUARANTEE)? {
        let verdict = item.as_str().ok_or_else(|| wrong(&key, "a verdict"))?;
        protocol.guarantees.insert(pair, verdict.to_owned());
    }
    Ok(protocol)
}

fn parse(text: &str) -> Result<DocumentMut, ProtocolError> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        ProtocolError::Syntax(error.to_string().trim_end().to_owned())
    })
}

fn wrong(key: &str, expected: &'static str) -> ProtocolError {
    ProtocolError::Value { key: key.to_owned(), expected }
}

fn section(document: &DocumentMut, name: &str) -> Result<Vec<(String, Item)>, ProtocolError> {
    let Some(item) = document.get(name) else { return Ok(Vec::new()) };
    let table = item.as_table_like().ok_or_else(|| wrong(name, "a section"))?;
    Ok(table.iter().map(|(key, item)| (key.to_owned(), item.clone())).collect())
}

/// The entries of a section whose values are texts.
fn texts(document: &DocumentMut, name: &str) -> Result<BTreeMap<String, String>, ProtocolError> {
    let text = |(key, item): (String, Item)| match item.as_str() {
        Some(text) => Ok((key, text.to_owned())),
        None => Err(wrong(&format!("{name}.{key}"), "text")),
    };
    section(document, name)?.into_iter().map(text).collect()
}

/// The entries of a section by state and method, with their whole keys.
fn pairs(document: &DocumentMut, name: &str) -> Result<Vec<(Pair, String, Item)>, ProtocolError> {
    let mut found = Vec::new();
    for (state, methods) in section(document, name)? {
        let key = format!("{name}.{state}");
        let table = methods.as_table_like().ok_or_else(|| wrong(&key, "written STATE.METHOD"))?;
        for (method, item) in table.iter() {
            let pair = (state.clone(), method.to_owned());
            found.push((pair, format!("{key}.{method}"), item.clone()));
        }
    }
    Ok(found)
}

fn read_state(item: &Item, key: &str) -> Result<ProtocolState, ProtocolError> {
    let table = item.as_table_like().ok_or_else(|| wrong(key, "a table of predicates"))?;
    let mut state = ProtocolState::default();
    for (predicate, holds) in table.iter() {
        let holds = holds.as_bool().ok_or_else(|| wrong(key, "`true` or `false` for each"))?;
        if predicate == INITIAL {
            state.initial = holds;
        } else {
            state.valuation.insert(predicate.to_owned(), holds);
        }
    }
    Ok(state)
}

fn read_endings(item: &Item, key: &str) -> Result<BTreeSet<Ends>, ProtocolError> {
    let expected = "a list such as [\"ok -> STATE\", \"panic\"]";
    let array = item.as_array().ok_or_else(|| wrong(key, expected))?;
    let ends = array.iter().map(|value| value.as_str().and_then(Ends::parse));
    ends.collect::<Option<_>>().ok_or_else(|| wrong(key, expected))
}

/// What a section has: keys, a name or a state and a method, and their values.
type Entries = Vec<(Vec<String>, Value)>;

/// Writes a protocol, into the text of the file as it is now if there is one.
///
/// # Errors
/// When that text is not TOML.
pub fn write(protocol: &Protocol, now: Option<&str>) -> Result<String, ProtocolError> {
    let mut document = parse(now.unwrap_or_default())?;
    let top = document.as_table_mut();
    set(top, "schema", Value::from(PROTOCOL_SCHEMA));
    set(top, "type", Value::from(protocol.path.as_str()));
    set(top, "semantics", Value::from(protocol.semantics.as_str()));
    let texts = |map: &BTreeMap<String, String>| -> Entries {
        map.iter().map(|(key, value)| (vec![key.clone()], Value::from(value.as_str()))).collect()
    };
    let pair = |(state, method): &Pair| vec![state.clone(), method.clone()];
    let list = |ends: &BTreeSet<Ends>| -> Value {
        Value::Array(ends.iter().map(ToString::to_string).collect::<Array>())
    };
    let Protocol { states, constructors, transitions, guarantees, .. } = protocol;
    let entries: [Entries; 6] = [
        texts(&protocol.predicates),
        texts(&protocol.invariants),
        states.iter().map(|(name, state)| (vec![name.clone()], write_state(state))).collect(),
        constructors.iter().map(|(name, ends)| (vec![name.clone()], list(ends))).collect(),
        transitions.iter().map(|(key, ends)| (pair(key), list(ends))).collect(),
        guarantees.iter().map(|(key, text)| (pair(key), Value::from(text.as_str()))).collect(),
    ];
    for (name, entries) in SECTIONS.into_iter().zip(entries) {
        update(top, name, entries);
    }
    Ok(document.to_string())
}

fn write_state(state: &ProtocolState) -> Value {
    let mut table = InlineTable::new();
    for (predicate, holds) in &state.valuation {
        table.insert(predicate, Value::from(*holds));
    }
    if state.initial {
        table.insert(INITIAL, Value::from(true));
    }
    Value::InlineTable(table)
}

/// Sets a value and keeps what is written around it.
fn set(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(own) => {
            *value.decor_mut() = own.decor().clone();
            *own = value;
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Makes a section have just these entries.
fn update(top: &mut Table, name: &str, entries: Entries) {
    if entries.is_empty() {
        top.remove(name);
        return;
    }
    if !top.get(name).is_some_and(Item::is_table) {
        top.insert(name, Item::Table(Table::new()));
    }
    let Some(section) = top.get_mut(name).and_then(Item::as_table_mut) else { return };
    let wanted: BTreeSet<&[String]> = entries.iter().map(|(key, _)| key.as_slice()).collect();
    let is_wanted = |key: &[&str]| {
        let key: Vec<String> = key.iter().map(|&part| part.to_owned()).collect();
        wanted.contains(key.as_slice())
    };
    section.retain(|first, item| {
        if is_wanted(&[first]) {
            return true;
        }
        let Some(methods) = item.as_table_like_mut() else { return false };
        let all: Vec<String> = methods.iter().map(|(method, _)| method.to_owned()).collect();
        for method in all.iter().filter(|method| !is_wanted(&[first, method])) {
            methods.remove(method);
        }
        !methods.is_empty()
    });
    for (key, value) in entries {
        match key.as_slice() {
            [first] => set(section, first, value),
            [first, second] => {
                if !section.get(first).is_some_and(Item::is_table_like) {
                    let mut methods = Table::new();
                    methods.set_dotted(true);
                    section.insert(first, Item::Table(methods));
                }
                if let Some(methods) = section.get_mut(first).and_then(Item::as_table_like_mut) {
                    set(methods, second, value);
                    methods.sort_values();
                }
            }
            _ => {}
        }
    }
    section.sort_values();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    const STACK: &str = "\
schema = 1
type = \"bounded_stack::BoundedStack\"
semantics = \"reachable\"

[predicates]
empty = \"self.len == 0\"
full = \"self.len == CAPACITY\"

[invariants]
\"self.len <= CAPACITY\" = \"proved\"

[states]
Empty = { empty = true, full = false, initial = true }
Full = { empty = false, full = true }

[constructors]
new = [\"ok -> Empty\"]

[transitions]
Empty.pop = [\"none -> Empty\"]
Empty.push = [\"ok -> Full\"]
Full.pop = [\"some -> Empty\"]
Full.push = [\"panic\"]

[guarantee]
Empty.pop = \"proved\"
Empty.push = \"proved\"
Full.pop = \"proved\"
Full.push = \"proved\"
";

    fn stack() -> Protocol {
        read(STACK).expect("it is a protocol")
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        assert_eq!(write(&stack(), None).unwrap(), STACK);
        assert_eq!(write(&stack(), Some(STACK)).unwrap(), STACK, "writing again changes nothing");
    }

    #[test]
    fn comments_and_other_keys_stay() {
        let text = STACK
            .replace("[transitions]", "# What calls do.\n[transitions]")
            .replace("Full.push = [\"panic\"]", "# Never mind.\nFull.push = [\"panic\"] # yes")
            .replace("schema = 1\n", "# By hand.\nschema = 1\nowner = \"the stack team\"\n");
        let mut stack = stack();
        let gone = ("Empty".to_owned(), "pop".to_owned());
        stack.transitions.remove(&gone);
        stack.guarantees.remove(&gone);
        let more = Ends { outcome: Outcome::Err, to: Some("Full".into()) };
        stack.transitions.get_mut(&("Full".into(), "push".into())).unwrap().insert(more);
        let again = write(&stack, Some(&text)).unwrap();
        for kept in
            ["# What calls do.\n[transitions]", "# By hand.\n", "owner = \"the stack team\""]
        {
            assert!(again.contains(kept), "{kept} is not in\n{again}");
        }
        let line = "# Never mind.\nFull.push = [\"err -> Full\", \"panic\"] # yes\n";
        assert!(again.contains(line), "{again}");
        assert!(!again.contains("Empty.pop"), "{again}");
        assert_eq!(read(&again), Ok(stack));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_key() {
        let check = |change: (&str, &str), expected: &str| {
            let text = STACK.replacen(change.0, change.1, 1);
            assert_eq!(read(&text).unwrap_err().to_string(), expected);
        };
        check(("schema = 1", "schema = 9"), "its schema is 9, and this version knows 1");
        check(("schema = 1\n", ""), "its schema is missing, and this version knows 1");
        check(("type = \"b", "kind = \"b"), "`type` should be text");
        check(
            ("[\"none -> Empty\"]", "[\"nothing -> Empty\"]"),
            "`transitions.Empty.pop` should be a list such as [\"ok -> STATE\", \"panic\"]",
        );
        check(
            ("= { empty = true,", "= { empty = 1,"),
            "`states.Empty` should be `true` or `false` for each",
        );
        assert!(matches!(read("schema = "), Err(ProtocolError::Syntax(_))));
    }

    #[test]
    fn names_that_need_quotes_have_them() {
        let mut stack = stack();
        let state = stack.states["Full"].clone();
        stack.states.insert("Full (2)".into(), state);
        stack.transitions.insert(("Full (2)".into(), "push".into()), BTreeSet::new());
        let text = write(&stack, None).unwrap();
        assert!(text.contains("\"Full (2)\".push = []"), "{text}");
        assert_eq!(read(&text), Ok(stack));
    }
}
