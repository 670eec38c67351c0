//! Wrappers around a [`System`](crate::System) that are systems themselves.

mod cached;
mod counting;

pub use cached::Cached;
pub use counting::{Counting, Counts};

#[cfg(test)]
mod tests {
    use super::{Cached, Counting};
    use crate::testing::{call, stack};
    use crate::{Limits, Query, Start, StateId, System, learn};

    fn pushes(start: Start, n: usize, keep: bool) -> Query {
        Query { start, calls: vec![call(0); n], keep, until_left: false }
    }

    #[test]
    fn counts_agree_with_the_learners() {
        let mut system = Counting::new(stack(4));
        let Ok(learned) = learn(&mut system, &Limits::default(), 0, &[], &|| false);
        let (counts, stats) = (system.counts(), learned.stats);
        assert_eq!(
            counts.calls + counts.constructors,
            stats.calls + stats.constructor_calls + stats.replay_calls
        );
        assert!(counts.queries > stats.membership_queries + stats.candidate_queries);
    }

    #[test]
    fn a_query_is_passed_on_once() {
        let mut system = Cached::new(Counting::new(stack(4)), 1000);
        let new = Start::Construct(call(0));
        let queries = [pushes(new, 3, false), pushes(new, 5, false)];
        let Ok(first) = system.run(&queries);
        let Ok(again) = system.run(&[queries[1].clone(), queries[0].clone()]);
        assert_eq!(again, [first[1].clone(), first[0].clone()]);
        assert_eq!(system.hits(), 2);
        assert_eq!(system.into_inner().counts().queries, 2);
    }

    #[test]
    fn a_query_that_keeps_is_always_passed_on() {
        let mut system = Cached::new(stack(4), 1000);
        let query = pushes(Start::Construct(call(0)), 1, true);
        let Ok(first) = system.run(std::slice::from_ref(&query));
        assert_eq!(first[0].steps[1].kept, Some(StateId(1)));
        let Ok(again) = system.run(&[query]);
        assert_eq!(again[0].steps[1].kept, None, "it is no longer new");
        assert_eq!(system.hits(), 0);
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_goes_first() {
        // Each query with its answer weighs 1 + n + (n + 1).
        let mut system = Cached::new(stack(100), 100);
        let new = Start::Construct(call(0));
        for n in 10..15 {
            let Ok(_) = system.run(&[pushes(new, n, false)]);
        }
        let Ok(_) = system.run(&[pushes(new, 14, false)]);
        assert_eq!(system.hits(), 1);
        let Ok(_) = system.run(&[pushes(new, 10, false)]);
        assert_eq!(system.hits(), 1, "forgotten");
        let Ok(_) = system.run(&[pushes(new, 80, false)]);
        let Ok(_) = system.run(&[pushes(new, 80, false)]);
        assert_eq!(system.hits(), 1, "too large to remember");
    }
}
