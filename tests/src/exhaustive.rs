//! The true abstraction of a small system, by calling everything everywhere.
//!
//! Independent of the learner and of kept states: every concrete state is reached from a
//! constructor, and is known by its valuation and its fingerprint.

use std::collections::HashSet;
use std::error::Error;

use tlv_core::testing::Exact;
use tlv_core::{
    After, Birth, Call, Choice, EventId, Query, Start, Step, System, Transition, Valuation,
};

/// What tells concrete states apart: valuation and fingerprint.
type Concrete = (Valuation, u64);

/// A concrete state, by the calls that lead to it.
struct Place {
    construct: Call,
    calls: Vec<Call>,
    valuation: Valuation,
    fingerprint: u64,
}

/// Explores all concrete states, breadth first.
///
/// # Errors
/// When there are more than `most`, when a call has arguments to choose, or when the same calls do
/// not lead to the same state.
pub fn explore<S>(system: &mut S, most: usize) -> Result<Exact, Box<dyn Error>>
where
    S: System,
    S::Error: Error + 'static,
{
    let mut exact = Exact::default();
    let mut seen: HashSet<Concrete> = HashSet::new();
    let mut places: Vec<Place> = Vec::new();
    let (n_constructors, n_methods) =
        (system.signature().constructors.len(), system.signature().methods.len());
    for construct in calls(n_constructors) {
        let step = last_step(system, construct, &[])?.1;
        let Step { outcome, after, fingerprint, .. } = step;
        exact.births.insert(Birth { constructor: construct.event, outcome, after });
        if let After::Alive(valuation) = after
            && seen.insert((valuation, fingerprint))
        {
            places.push(Place { construct, calls: Vec::new(), valuation, fingerprint });
        }
    }
    let mut next = 0;
    while let Some(Place { construct, calls: before, valuation: from, fingerprint }) =
        places.get(next)
    {
        let (construct, from, at) = (*construct, *from, (*from, *fingerprint));
        let before = before.clone();
        next += 1;
        if next > most {
            return Err(format!("there are more than {most} concrete states").into());
        }
        for call in calls(n_methods) {
            let calls = [&before[..], &[call]].concat();
            let (start, step) = last_step(system, construct, &calls)?;
            if start != Some(at) {
                return Err("the same calls do not lead to the same state".into());
            }
            let Step { outcome, after, fingerprint, .. } = step;
            exact.floor += 1;
            exact.transitions.insert(Transition { from, method: call.event, outcome, after });
            if let After::Alive(valuation) = after
                && seen.insert((valuation, fingerprint))
            {
                places.push(Place { construct, calls, valuation, fingerprint });
            }
        }
    }
    exact.n_concrete = seen.len();
    Ok(exact)
}

fn calls(n_events: usize) -> impl Iterator<Item = Call> {
    (0..n_events).map(|index| Call { event: EventId::from_index(index), choice: Choice::Nth(0) })
}

/// The state before the last of the calls, if there was one, and what the last one did.
fn last_step<S>(
    system: &mut S,
    construct: Call,
    calls: &[Call],
) -> Result<(Option<Concrete>, Step), Box<dyn Error>>
where
    S: System,
    S::Error: Error + 'static,
{
    let start = Start::Construct(construct);
    let query = Query { start, calls: calls.to_vec(), keep: false, until_left: false };
    let mut steps = system.run(&[query])?.remove(0).steps;
    if steps.len() != calls.len() + 1 || steps.iter().any(|step| step.space != 1) {
        return Err("a call could not be made, or has arguments to choose".into());
    }
    let last = steps.pop().ok_or("there is no step")?;
    let before = steps.last().and_then(|step| match step.after {
        After::Alive(valuation) => Some((valuation, step.fingerprint)),
        After::Dead | After::Ended => None,
    });
    Ok((before, last))
}

#[cfg(test)]
mod tests {
    use tlv_core::testing::{Simulated, exact, list_iterator, signature, socket, stack};

    use super::explore;

    #[track_caller]
    fn check<T: Clone>(mut system: Simulated<T>) {
        let expected = exact(&system, 1000).expect("the object is small");
        assert_eq!(explore(&mut system, 1000).expect("the object is simple"), expected);
    }

    #[test]
    fn agrees_with_the_exploration_of_plain_values() {
        check(stack(4));
        check(signature());
        check(list_iterator());
        check(socket());
    }

    #[test]
    fn too_many_states_are_an_error() {
        assert!(explore(&mut stack(16), 10).is_err());
    }
}
