//! A protocol as a Mermaid state diagram.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Ends, Protocol};

/// What the state is called whose object is gone, and the one of objects that were consumed.
const DEAD: &str = "dead";
const END: &str = "end";

/// The diagram: an arrow for each pair of states with all calls that lead from one to the other. Calls
/// that fail are gathered in one state.
#[must_use]
pub fn mermaid(protocol: &Protocol) -> String {
    let ids: BTreeMap<&str, String> = protocol
        .states
        .keys()
        .enumerate()
        .map(|(index, name)| (name.as_str(), format!("s{index}")))
        .collect();
    let id = |ends: &Ends| match &ends.to {
        Some(to) => ids.get(to.as_str()).cloned().unwrap_or_else(|| END.to_owned()),
        None => DEAD.to_owned(),
    };
    let mut arrows: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (constructor, all) in &protocol.constructors {
        for ends in all.iter().filter(|ends| ends.to.is_some()) {
            arrows.entry(("[*]".to_owned(), id(ends))).or_default().push(constructor.clone());
        }
    }
    for ((state, method), all) in &protocol.transitions {
        let Some(from) = ids.get(state.as_str()) else { continue };
        for ends in all {
            let calls = arrows.entry((from.clone(), id(ends))).or_default();
            if !calls.contains(method) {
                calls.push(method.clone());
            }
        }
    }
    let mut text = String::from("stateDiagram-v2\n");
    for (name, id) in &ids {
        let _ = writeln!(text, "    state \"{}\" as {id}", name.replace('"', "'"));
    }
    let leads_to = |target: &str| arrows.keys().any(|(_, to)| to == target);
    if leads_to(DEAD) {
        let _ = writeln!(text, "    state \"⊥\" as {DEAD}");
    }
    if leads_to(END) {
        let _ = writeln!(text, "    state \"end\" as {END}");
    }
    for ((from, to), calls) in &arrows {
        let _ = writeln!(text, "    {from} --> {to} : {}", calls.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::read;

    #[test]
    fn calls_between_the_same_states_are_one_arrow() {
        let protocol = read(
            "schema = 1\ntype = \"D\"\nsemantics = \"reachable\"\n\
             [states]\nOpen = {}\nShut = {}\n\
             [constructors]\nnew = [\"ok -> Shut\", \"err\"]\n\
             [transitions]\n\
             Open.close = [\"ok -> Shut\"]\nOpen.slam = [\"ok -> Shut\"]\nOpen.open = [\"panic\"]\n\
             Shut.open = [\"ok -> Open\", \"err -> Shut\"]\nShut.into = [\"ok -> end\"]\n",
        )
        .unwrap();
        let expected = "\
stateDiagram-v2
    state \"Open\" as s0
    state \"Shut\" as s1
    state \"⊥\" as dead
    state \"end\" as end
    [*] --> s1 : new
    s0 --> dead : open
    s0 --> s1 : close, slam
    s1 --> end : into
    s1 --> s0 : open
    s1 --> s1 : open
";
        assert_eq!(mermaid(&protocol), expected);
    }
}
