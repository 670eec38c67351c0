//! What changed between a committed protocol and the one that the code has now, and what it means for
//! callers.
//!
//! States are matched by what holds in them, or, where predicates have other names, by what can be done
//! in them; names of states and texts of expressions play no part. So a refactoring that changes
//! nothing for callers is no difference.

use std::collections::{BTreeMap, BTreeSet};

use super::{Ends, Pair, Protocol};
use crate::Outcome;

/// Verdicts, the surest first.
const VERDICTS: [&str; 6] = ["proved", "bounded", "pac", "tested", "unknown", "refuted"];

/// A difference and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What changed.
    pub change: Change,
    /// Whom it concerns.
    pub effect: Effect,
    /// What it means, in words.
    pub meaning: String,
}

/// What changed. States have the names of now, those that are gone their committed ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// What objects are considered.
    Semantics {
        /// As committed.
        before: String,
        /// As it is.
        now: String,
    },
    /// A method is new.
    MethodAdded(String),
    /// A method is gone.
    MethodRemoved(String),
    /// A state is new.
    StateAdded(String),
    /// A state is gone.
    StateRemoved(String),
    /// A constructor ends in a new way.
    BirthAdded(String, Ends),
    /// A constructor no longer ends so.
    BirthRemoved(String, Ends),
    /// A call ends in a new way.
    EdgeAdded(Pair, Ends),
    /// A call no longer ends so.
    EdgeRemoved(Pair, Ends),
    /// Less is known of a call.
    Weakened {
        /// Which.
        pair: Pair,
        /// As committed.
        before: String,
        /// As it is.
        now: String,
    },
    /// An invariant of the user's is not shown any more.
    InvariantLost(String),
}

/// Whom a difference concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Code that was right may go wrong now.
    Breaking,
    /// Code that was right stays right.
    Compatible,
    /// The same calls do the same, but less of it is shown.
    Weaker,
}

impl Effect {
    /// In lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Effect::Breaking => "breaking",
            Effect::Compatible => "compatible",
            Effect::Weaker => "weaker",
        }
    }
}

/// All differences, those that break callers first.
#[must_use]
pub fn compare(committed: &Protocol, now: &Protocol) -> Vec<Difference> {
    let mut found = Vec::new();
    if committed.semantics != now.semantics {
        let (before, now) = (committed.semantics.clone(), now.semantics.clone());
        let meaning = format!("the committed protocol is about {before} objects, this about {now}");
        let change = Change::Semantics { before, now };
        found.push(Difference { change, effect: Effect::Weaker, meaning });
        return found;
    }
    let names = matched(committed, now);
    let committed = renamed(committed, &names);
    let old: BTreeSet<&str> = methods(&committed);
    let new: BTreeSet<&str> = methods(now);
    for &gone in old.difference(&new) {
        let meaning = "callers of it do not compile".to_owned();
        let change = Change::MethodRemoved(gone.to_owned());
        found.push(Difference { change, effect: Effect::Breaking, meaning });
    }
    for &added in new.difference(&old) {
        let meaning = "nobody calls it yet".to_owned();
        let change = Change::MethodAdded(added.to_owned());
        found.push(Difference { change, effect: Effect::Compatible, meaning });
    }
    for name in now.states.keys().filter(|name| !committed.states.contains_key(*name)) {
        let meaning = "objects get there that did not before".to_owned();
        let change = Change::StateAdded(name.clone());
        found.push(Difference { change, effect: Effect::Compatible, meaning });
    }
    for name in committed.states.keys().filter(|name| !now.states.contains_key(*name)) {
        let meaning = "no object gets there any more".to_owned();
        let change = Change::StateRemoved(name.clone());
        found.push(Difference { change, effect: Effect::Compatible, meaning });
    }
    let constructors: BTreeSet<&String> =
        committed.constructors.keys().chain(now.constructors.keys()).collect();
    let none = BTreeSet::new();
    for name in constructors {
        let before = committed.constructors.get(name).unwrap_or(&none);
        let after = now.constructors.get(name).unwrap_or(&none);
        edges(
            before,
            after,
            |ends| Change::BirthAdded(name.clone(), ends),
            |ends| Change::BirthRemoved(name.clone(), ends),
            &mut found,
        );
    }
    for (pair, after) in &now.transitions {
        // What new states and methods do is said by there being such.
        let Some(before) = committed.transitions.get(pair) else { continue };
        edges(
            before,
            after,
            |ends| Change::EdgeAdded(pair.clone(), ends),
            |ends| Change::EdgeRemoved(pair.clone(), ends),
            &mut found,
        );
        weakened(pair, &committed, now, &mut found);
    }
    invariants(&committed, now, &mut found);
    found.sort_by(|a, b| (a.effect, &a.change).cmp(&(b.effect, &b.change)));
    found
}

fn methods(protocol: &Protocol) -> BTreeSet<&str> {
    protocol.transitions.keys().map(|(_, method)| method.as_str()).collect()
}

/// The ways to end that are new or gone, and what that means.
fn edges(
    before: &BTreeSet<Ends>,
    after: &BTreeSet<Ends>,
    added: impl Fn(Ends) -> Change,
    removed: impl Fn(Ends) -> Change,
    found: &mut Vec<Difference>,
) {
    let outcomes = |ends: &BTreeSet<Ends>| -> BTreeSet<Outcome> {
        ends.iter().map(|ends| ends.outcome).collect()
    };
    let (had, has) = (outcomes(before), outcomes(after));
    let was_refused = !before.is_empty() && had.iter().all(|outcome| outcome.is_fatal());
    let is_refused = !after.is_empty() && has.iter().all(|outcome| outcome.is_fatal());
    for ends in after.difference(before) {
        let (effect, meaning) = match ends.outcome {
            Outcome::Panic if !had.contains(&Outcome::Panic) => {
                (Effect::Breaking, "a call that was safe can panic".to_owned())
            }
            outcome if outcome.is_fatal() => {
                (Effect::Breaking, format!("a call can end in {outcome}, which it did not"))
            }
            _ if was_refused => {
                (Effect::Compatible, "a call that was never allowed is allowed".to_owned())
            }
            Outcome::Err if !had.contains(&Outcome::Err) => {
                (Effect::Breaking, "a call that did not fail can fail".to_owned())
            }
            outcome if !had.contains(&outcome) => {
                (Effect::Breaking, format!("a call can give {outcome}, which it did not"))
            }
            _ => {
                (Effect::Breaking, "a call can lead to a state that it did not lead to".to_owned())
            }
        };
        found.push(Difference { change: added(ends.clone()), effect, meaning });
    }
    for ends in before.difference(after) {
        let (effect, meaning) = if ends.outcome.is_fatal() {
            let text = format!("a call that could end in {} cannot any more", ends.outcome);
            (Effect::Compatible, text)
        } else if is_refused && !was_refused {
            (Effect::Breaking, "a call that was allowed never is".to_owned())
        } else {
            (Effect::Compatible, "a call never ends so any more".to_owned())
        };
        found.push(Difference { change: removed(ends.clone()), effect, meaning });
    }
}

/// How sure a verdict is: less is surer.
fn rank(verdict: &str) -> usize {
    VERDICTS.iter().position(|known| *known == verdict).unwrap_or(VERDICTS.len())
}

fn weakened(pair: &Pair, committed: &Protocol, now: &Protocol, found: &mut Vec<Difference>) {
    let unknown = || "unknown".to_owned();
    let Some(before) = committed.guarantees.get(pair).cloned() else { return };
    let after = now.guarantees.get(pair).cloned().unwrap_or_else(unknown);
    if rank(&after) > rank(&before) {
        let meaning = format!("it was {before}, and is {after}");
        let change = Change::Weakened { pair: pair.clone(), before, now: after };
        found.push(Difference { change, effect: Effect::Weaker, meaning });
    }
}

/// An invariant whose text changed is another one, but that as many hold says enough: a renamed field
/// changes all texts.
fn invariants(committed: &Protocol, now: &Protocol, found: &mut Vec<Difference>) {
    let holding = |protocol: &Protocol| -> BTreeSet<String> {
        let shown = protocol.invariants.iter().filter(|(_, v)| rank(v) <= rank("bounded"));
        shown.map(|(text, _)| text.clone()).collect()
    };
    let (before, after) = (holding(committed), holding(now));
    if after.len() >= before.len() {
        return;
    }
    for text in before.difference(&after) {
        let meaning = "it held of every object, and is not shown any more".to_owned();
        let change = Change::InvariantLost(text.clone());
        found.push(Difference { change, effect: Effect::Weaker, meaning });
    }
}

/// The state of now for each committed one that has one.
fn matched(committed: &Protocol, now: &Protocol) -> BTreeMap<String, String> {
    let same_predicates = committed.predicates.keys().eq(now.predicates.keys());
    if same_predicates {
        let by_valuation: BTreeMap<_, _> =
            now.states.iter().map(|(name, state)| (&state.valuation, name)).collect();
        let of = |name: &String, valuation| Some((name.clone(), by_valuation.get(valuation)?));
        let pairs = committed.states.iter().filter_map(|(name, s)| of(name, &s.valuation));
        return pairs.map(|(old, new)| (old, (*new).clone())).collect();
    }
    by_shape(committed, now)
}

/// States that are alike in what can be done in them, and alone in that on both sides: found by
/// telling apart what does different things until nothing more is told apart.
fn by_shape(committed: &Protocol, now: &Protocol) -> BTreeMap<String, String> {
    let sides = [committed, now];
    let mut classes: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    for (side, protocol) in sides.into_iter().enumerate() {
        for (name, state) in &protocol.states {
            classes.insert((side, name.as_str()), usize::from(state.initial));
        }
    }
    loop {
        let mut signatures: BTreeMap<Signature<'_>, Vec<(usize, &str)>> = BTreeMap::new();
        for (&(side, name), &class) in &classes {
            let own = sides[side].transitions.iter().filter(|((state, _), _)| state == name);
            let all = own.flat_map(|((_, method), ends)| ends.iter().map(move |e| (method, e)));
            let steps: BTreeSet<Step<'_>> = all
                .map(|(method, ends)| {
                    let to = ends.to.as_deref().and_then(|to| classes.get(&(side, to)).copied());
                    (method.as_str(), ends.outcome, to)
                })
                .collect();
            signatures.entry((class, steps)).or_default().push((side, name));
        }
        let before: BTreeSet<usize> = classes.values().copied().collect();
        if signatures.len() == before.len() {
            let alone = signatures.into_values().filter_map(|members| match members.as_slice() {
                [(0, old), (1, new)] => Some(((*old).to_owned(), (*new).to_owned())),
                _ => None,
            });
            return alone.collect();
        }
        for (class, members) in signatures.into_values().enumerate() {
            for member in members {
                classes.insert(member, class);
            }
        }
    }
}

/// A way to end: the method, how, and the class of the state it leads to.
type Step<'a> = (&'a str, Outcome, Option<usize>);

/// What tells states apart: the class so far and the ways to end.
type Signature<'a> = (usize, BTreeSet<Step<'a>>);

/// The committed protocol with the names of now; a state that is gone keeps its own unless a new
/// state has it.
fn renamed(protocol: &Protocol, names: &BTreeMap<String, String>) -> Protocol {
    let taken: BTreeSet<&String> = names.values().collect();
    let name = |old: &String| match names.get(old) {
        Some(new) => new.clone(),
        None if taken.contains(old) => format!("{old} (as committed)"),
        None => old.clone(),
    };
    let ends = |all: &BTreeSet<Ends>| -> BTreeSet<Ends> {
        let to = |ends: &Ends| match &ends.to {
            Some(to) if protocol.states.contains_key(to) => Some(name(to)),
            other => other.clone(),
        };
        all.iter().map(|own| Ends { outcome: own.outcome, to: to(own) }).collect()
    };
    let pair = |(state, method): &Pair| (name(state), method.clone());
    Protocol {
        states: protocol.states.iter().map(|(own, s)| (name(own), s.clone())).collect(),
        constructors: protocol.constructors.iter().map(|(c, e)| (c.clone(), ends(e))).collect(),
        transitions: protocol.transitions.iter().map(|(p, e)| (pair(p), ends(e))).collect(),
        guarantees: protocol.guarantees.iter().map(|(p, v)| (pair(p), v.clone())).collect(),
        ..protocol.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::read;

    const STACK: &str = "\
schema = 1
type = \"Stack\"
semantics = \"reachable\"
[predicates]
empty = \"self.len == 0\"
full = \"self.len == 2\"
[invariants]
\"self.len <= 2\" = \"proved\"
[states]
Empty = { empty = true, full = false, initial = true }
Some = { empty = false, full = false }
Full = { empty = false, full = true }
[constructors]
new = [\"ok -> Empty\"]
[transitions]
Empty.pop = [\"none -> Empty\"]
Empty.push = [\"ok -> Some\"]
Some.pop = [\"some -> Empty\"]
Some.push = [\"ok -> Full\"]
Full.pop = [\"some -> Some\"]
Full.push = [\"panic\"]
[guarantee]
Empty.pop = \"proved\"
";

    /// The differences when these texts are replaced in the file.
    #[track_caller]
    fn check(changes: &[(&str, &str)], expected: &[(Effect, &str)]) {
        let mut text = STACK.to_owned();
        for (from, to) in changes {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        let (before, now) = (read(STACK).unwrap(), read(&text).unwrap());
        let found = compare(&before, &now);
        let texts: Vec<(Effect, &str)> =
            found.iter().map(|own| (own.effect, own.meaning.as_str())).collect();
        assert_eq!(texts, expected, "{found:?}");
    }

    #[test]
    fn nothing_changed() {
        check(&[], &[]);
    }

    #[test]
    fn names_and_texts_are_no_difference() {
        check(&[("self.len", "self.size")], &[]);
        check(
            &[("Some = {", "Partial = {"), ("-> Some", "-> Partial"), ("\nSome.", "\nPartial.")],
            &[],
        );
        // Predicates with other names: states are told by what can be done in them.
        let renamed =
            [("empty", "vacant"), ("full", "brim"), ("Empty", "Vacant"), ("Full", "Brim")];
        check(&renamed, &[]);
    }

    #[test]
    fn a_guard_that_is_gone_or_new() {
        check(
            &[("Full.push = [\"panic\"]", "Full.push = [\"ok -> Full\"]")],
            &[
                (Effect::Compatible, "a call that was never allowed is allowed"),
                (Effect::Compatible, "a call that could end in panic cannot any more"),
            ],
        );
        check(
            &[("Empty.pop = [\"none -> Empty\"]", "Empty.pop = [\"panic\"]")],
            &[
                (Effect::Breaking, "a call that was safe can panic"),
                (Effect::Breaking, "a call that was allowed never is"),
            ],
        );
        check(
            &[("Empty.push = [\"ok -> Some\"]", "Empty.push = [\"ok -> Some\", \"err -> Empty\"]")],
            &[(Effect::Breaking, "a call that did not fail can fail")],
        );
    }

    #[test]
    fn an_error_by_one() {
        check(
            &[("Some.push = [\"ok -> Full\"]", "Some.push = [\"ok -> Full\", \"ok -> Some\"]")],
            &[(Effect::Breaking, "a call can lead to a state that it did not lead to")],
        );
    }

    #[test]
    fn methods_come_and_go() {
        let more = ("Full.push", "Full.peek = [\"some -> Full\"]\nFull.push");
        check(&[more], &[(Effect::Compatible, "nobody calls it yet")]);
        check(
            &[("Empty.pop", "Empty.take"), ("Some.pop", "Some.take"), ("Full.pop", "Full.take")],
            &[
                (Effect::Breaking, "callers of it do not compile"),
                (Effect::Compatible, "nobody calls it yet"),
            ],
        );
    }

    #[test]
    fn what_is_shown_no_more_is_weaker() {
        check(
            &[("Empty.pop = \"proved\"", "Empty.pop = \"tested\"")],
            &[(Effect::Weaker, "it was proved, and is tested")],
        );
        check(
            &[("\"self.len <= 2\" = \"proved\"", "\"self.len <= 2\" = \"unknown\"")],
            &[(Effect::Weaker, "it held of every object, and is not shown any more")],
        );
        check(
            &[("Empty.pop = \"proved\"", "Empty.push = \"proved\"")],
            &[(Effect::Weaker, "it was proved, and is unknown")],
        );
        check(
            &[("\"reachable\"", "\"any\"")],
            &[(
                Effect::Weaker,
                "the committed protocol is about reachable objects, this about any",
            )],
        );
    }

    #[test]
    fn states_come_and_go() {
        check(
            &[
                ("Full = { empty = false, full = true }\n", ""),
                ("Full.pop = [\"some -> Some\"]\nFull.push = [\"panic\"]\n", ""),
                ("[\"ok -> Full\"]", "[\"ok -> Some\"]"),
            ],
            &[
                (Effect::Breaking, "a call can lead to a state that it did not lead to"),
                (Effect::Compatible, "no object gets there any more"),
                (Effect::Compatible, "a call never ends so any more"),
            ],
        );
    }
}
