//! Programs with known protocols.

use super::toy::{
    Cond, Num, Random, Toy, add, and, eq, err, field, less, not, number, ok, panic, param, sub,
};
use super::*;
use crate::summary::{Gap, Reason, Restriction};

const CAPACITY: u64 = 1024;

/// A stack of at most 1024 elements: predicates `empty`, `full`; methods `push`, `pop`, `top`.
pub(super) fn stack(width: u32, capacity: u64) -> Toy {
    let len = || field(0);
    let full = || not(less(len(), number(capacity)));
    let out_of_bounds = || less(number(capacity), len());
    Toy {
        width,
        fields: vec!["len"],
        n_params: 0,
        predicates: vec![eq(len(), number(0)), eq(len(), number(capacity))],
        invariants: Vec::new(),
        constructors: vec![vec![ok(Cond::True, [])]],
        methods: vec![
            vec![panic(full()), ok(Cond::True, [(0, add(len(), number(1)))])],
            vec![
                err(eq(len(), number(0))),
                panic(out_of_bounds()),
                ok(Cond::True, [(0, sub(len(), number(1)))]),
            ],
            vec![err(eq(len(), number(0))), panic(out_of_bounds()), ok(Cond::True, [])],
        ],
    }
}

const NEITHER: u128 = 0;
const EMPTY: u128 = 1;
const FULL: u128 = 2;

fn stack_edges() -> BTreeSet<Transition> {
    use Outcome::{Err, Ok, Panic};
    BTreeSet::from([
        edge(EMPTY, 0, Ok, Some(NEITHER)),
        edge(EMPTY, 1, Err, Some(EMPTY)),
        edge(EMPTY, 2, Err, Some(EMPTY)),
        edge(NEITHER, 0, Ok, Some(NEITHER)),
        edge(NEITHER, 0, Ok, Some(FULL)),
        edge(NEITHER, 1, Ok, Some(NEITHER)),
        edge(NEITHER, 1, Ok, Some(EMPTY)),
        edge(NEITHER, 2, Ok, Some(NEITHER)),
        edge(FULL, 0, Panic, None),
        edge(FULL, 1, Ok, Some(NEITHER)),
        edge(FULL, 2, Ok, Some(FULL)),
    ])
}

#[test]
fn a_stack_is_proved_with_the_bound_that_excludes_impossible_panics() {
    let stack = stack(64, CAPACITY);
    // Random calls come nowhere near the capacity.
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let proof = prove(&stack, &knowledge, Semantics::Reachable);
    assert_eq!(edges(&knowledge, &proof), stack_edges());
    assert!(proof.transitions.contains_key(&edge(FULL, 0, Outcome::Panic, None)));
    assert_all_proved(&proof);
    assert_eq!(texts(&proof), ["self.len <= 1024"]);
    assert!(proof.obligations[&(state(NEITHER), EventId::from_index(0))].uses_invariants);
    assert!(!proof.obligations[&(state(EMPTY), EventId::from_index(0))].uses_invariants);
}

#[test]
fn any_object_of_a_stack_may_panic() {
    let stack = stack(64, CAPACITY);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let proof = prove(&stack, &knowledge, Semantics::Any);
    let extra: BTreeSet<Transition> =
        edges(&knowledge, &proof).difference(&stack_edges()).copied().collect();
    let spurious = [
        edge(NEITHER, 0, Outcome::Panic, None),
        edge(NEITHER, 1, Outcome::Panic, None),
        edge(NEITHER, 2, Outcome::Panic, None),
    ];
    assert_eq!(extra, BTreeSet::from(spurious));
    assert_all_proved(&proof);
    assert!(proof.inferred.is_empty());
}

#[test]
fn nothing_known_is_enough_to_start_with() {
    let stack = stack(64, CAPACITY);
    let knowledge = Knowledge { features: stack.features(), ..Knowledge::default() };
    let proof = prove(&stack, &knowledge, Semantics::Reachable);
    assert_eq!(proof.births.len(), 1);
    assert_eq!(edges(&knowledge, &proof), stack_edges());
    assert_all_proved(&proof);
}

#[test]
fn proving_again_with_what_was_found_asks_little() {
    let stack = stack(64, CAPACITY);
    let mut knowledge = stack.learn(20, 30, &mut Random(1));
    let mut prover = prover(&stack);
    let first = prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    knowledge.transitions.extend(first.transitions.keys());
    let second = prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    assert!(second.transitions.is_empty());
    assert_eq!(second.obligations, first.obligations);
    assert_eq!(second.inferred, first.inferred);
    assert_eq!(second.replays, first.replays);
}

/// Two counters: `put` while fewer than 4 are in, `get` panics if `tail` is behind `head`.
fn ring() -> Toy {
    let (head, tail) = (|| field(0), || field(1));
    Toy {
        width: 64,
        fields: vec!["head", "tail"],
        n_params: 0,
        predicates: vec![eq(head(), tail())],
        invariants: Vec::new(),
        constructors: vec![vec![ok(Cond::True, [])]],
        methods: vec![
            vec![err(not(less(tail(), number(4)))), ok(Cond::True, [(1, add(tail(), number(1)))])],
            vec![
                err(eq(head(), tail())),
                panic(less(tail(), head())),
                ok(Cond::True, [(0, add(head(), number(1)))]),
            ],
        ],
    }
}

#[test]
fn an_order_of_two_fields_is_inferred_and_excludes_a_panic() {
    let ring = ring();
    let knowledge = ring.learn(50, 30, &mut Random(2));
    let proof = prove(&ring, &knowledge, Semantics::Reachable);
    assert_eq!(edges(&knowledge, &proof), knowledge.transitions);
    assert_all_proved(&proof);
    assert_eq!(texts(&proof), ["self.head <= self.tail"]);
}

/// A socket: `phase` 0 closed, 1 bound, 2 connected; `sent` counts what was sent while connected.
pub(super) fn socket() -> Toy {
    let (phase, sent) = (|| field(0), || field(1));
    let idle = not(eq(sent(), number(0)));
    Toy {
        width: 64,
        fields: vec!["phase", "sent"],
        n_params: 0,
        predicates: vec![eq(phase(), number(1)), eq(phase(), number(2))],
        invariants: Vec::new(),
        constructors: vec![vec![ok(Cond::True, [])]],
        methods: vec![
            // bind, connect, send, close
            vec![
                err(not(eq(phase(), number(0)))),
                panic(idle.clone()),
                ok(Cond::True, [(0, number(1))]),
            ],
            vec![err(not(eq(phase(), number(1)))), panic(idle), ok(Cond::True, [(0, number(2))])],
            vec![
                err(not(eq(phase(), number(2)))),
                err(not(less(sent(), number(1 << 40)))),
                ok(Cond::True, [(1, add(sent(), number(1)))]),
            ],
            vec![
                err(less(phase(), number(1))),
                panic(less(number(2), phase())),
                ok(Cond::True, [(0, number(0)), (1, number(0))]),
            ],
        ],
    }
}

#[test]
fn a_condition_that_holds_in_one_phase_only_is_inferred() {
    let socket = socket();
    let knowledge = socket.learn(60, 40, &mut Random(3));
    let proof = prove(&socket, &knowledge, Semantics::Reachable);
    let panics = edges(&knowledge, &proof).iter().filter(|e| e.outcome == Outcome::Panic).count();
    assert_eq!(panics, 0);
    assert_all_proved(&proof);
    let texts = texts(&proof);
    assert!(texts.iter().any(|text| text.contains("||")), "{texts:?}");
    assert!(texts.len() <= 4, "{texts:?}");
    // `send` may be refused when very many were sent: no walk shows that, the solver does.
    let refused = edge(2, 2, Outcome::Err, Some(2));
    assert!(proof.transitions.contains_key(&refused));
}

#[test]
fn an_argument_only_a_solver_finds_is_found_and_replayed() {
    let token = || Num::Mul(Box::new(param(0)), Box::new(number(0x9e37_79b9_7f4a_7c15)));
    let door = Toy {
        width: 64,
        fields: vec!["open"],
        n_params: 1,
        predicates: vec![eq(field(0), number(1))],
        invariants: Vec::new(),
        constructors: vec![vec![ok(Cond::True, [])]],
        methods: vec![vec![
            ok(eq(token(), number(0x1234_5678_9abc_def0)), [(0, number(1))]),
            err(Cond::True),
        ]],
    };
    let knowledge = door.learn(20, 20, &mut Random(4));
    assert_eq!(knowledge.transitions.len(), 1);
    let proof = prove(&door, &knowledge, Semantics::Reachable);
    let opened = &proof.transitions[&edge(0, 0, Outcome::Ok, Some(1))];
    let argument = opened.prediction.values.iter().find(|v| v.label == "argument").unwrap();
    let product = (argument.bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    assert_eq!(product, 0x1234_5678_9abc_def0);
    assert_eq!(opened.seen.outcome, Outcome::Ok);
    assert_all_proved(&proof);
}

/// Gives a method a gap for all objects of which the condition holds.
fn gap(methods: &mut [Summary], method: usize, path: usize) {
    let summary = &mut methods[method];
    let path = summary.paths.remove(path);
    summary.gaps.push(Gap {
        condition: path.condition,
        before: path.before,
        reason: Reason::Unsupported("call of `clock_gettime`".into()),
        place: Some(("src/lib.rs".into(), 7)),
    });
}

#[test]
fn a_gap_makes_unknown_what_it_touches_and_nothing_else() {
    let stack = stack(64, CAPACITY);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    // `pop` on an empty stack is not followed.
    let mut prover = prover_with(&stack, |_, methods| gap(methods, 1, 0), builtin);
    let proof = prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Any));
    let text = "unsupported: call of `clock_gettime` at src/lib.rs:7";
    assert_unknown(verdict(&proof, EMPTY, 1), text);
    assert_eq!(*verdict(&proof, NEITHER, 1), Verdict::Proved);
    assert_eq!(*verdict(&proof, EMPTY, 0), Verdict::Proved);
}

#[test]
fn a_gap_that_may_break_invariants_leaves_none() {
    let stack = stack(64, CAPACITY);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let mut prover = prover_with(&stack, |_, methods| gap(methods, 1, 0), builtin);
    let proof = prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    assert!(proof.inferred.is_empty());
    // Without the bound the solver finds a panic, on an object no calls reach.
    assert!(proof.transitions.contains_key(&edge(NEITHER, 1, Outcome::Panic, None)));
}

#[test]
fn a_gap_that_invariants_exclude_does_no_harm() {
    let stack = stack(64, CAPACITY);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    // `pop` beyond the capacity is not followed.
    let mut prover = prover_with(&stack, |_, methods| gap(methods, 1, 1), builtin);
    let proof = prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    assert_all_proved(&proof);
    assert_eq!(texts(&proof), ["self.len <= 1024"]);
}

#[test]
fn restrictions_bound_the_verdict_and_what_rests_on_it() {
    let stack = stack(64, CAPACITY);
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let restriction = Restriction::Elements(3);
    let restrict = |_: &mut [Summary], methods: &mut [Summary]| {
        methods[2].restrictions.insert(restriction.clone());
    };
    let mut prover = prover_with(&stack, restrict, builtin);
    let proof = prover.prove(&knowledge, &mut stack.clone(), &options(Semantics::Reachable));
    let bounded = Verdict::Bounded(BTreeSet::from([restriction.clone()]));
    assert_eq!(*verdict(&proof, EMPTY, 2), bounded);
    assert_eq!(*verdict(&proof, EMPTY, 0), Verdict::Proved);
    // This one needs the invariant, which was shown for `top` within the restriction only.
    assert_eq!(*verdict(&proof, NEITHER, 0), bounded);
    assert_eq!(proof.inferred[0].holds, Holds::Bounded(BTreeSet::from([restriction])));
}

#[test]
fn a_state_no_made_object_is_in_is_unknown() {
    let stack = stack(64, CAPACITY);
    let mut knowledge = stack.learn(20, 30, &mut Random(1));
    knowledge.transitions.insert(edge(FULL | EMPTY, 0, Outcome::Panic, None));
    let proof = prove(&stack, &knowledge, Semantics::Any);
    assert_unknown(verdict(&proof, FULL | EMPTY, 0), "no object made from fields");
    assert_unknown(verdict(&proof, FULL | EMPTY, 1), "no object made from fields");
}

/// The stack with an invariant of the user's.
fn stack_with(invariant: Cond) -> Toy {
    Toy { invariants: vec![invariant], ..stack(64, CAPACITY) }
}

#[test]
fn a_right_invariant_is_proved_and_makes_inferred_ones_unnecessary() {
    let stack = stack_with(not(less(number(CAPACITY), field(0))));
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let proof = prove(&stack, &knowledge, Semantics::Reachable);
    assert_eq!(proof.invariants, [Holds::Proved]);
    assert!(proof.inferred.is_empty());
    assert_eq!(edges(&knowledge, &proof), stack_edges());
    assert_all_proved(&proof);
}

#[test]
fn an_invariant_that_is_not_inductive_is_unknown_and_not_assumed() {
    let stack = stack_with(less(field(0), number(1000)));
    let knowledge = stack.learn(20, 30, &mut Random(1));
    let proof = prove(&stack, &knowledge, Semantics::Reachable);
    let [Holds::Unknown(doubts)] = &proof.invariants[..] else { panic!("{:?}", proof.invariants) };
    let [Doubt::NotInductive(witness)] = &doubts[..] else { panic!("{doubts:?}") };
    assert_eq!(witness.values[0].bits, 999);
    // The states beyond 1000 are found nevertheless.
    assert_eq!(edges(&knowledge, &proof), stack_edges());
    assert_all_proved(&proof);
}

#[test]
fn an_invariant_that_a_constructor_breaks_is_refuted() {
    let stack = stack_with(less(number(0), field(0)));
    let mut knowledge = stack.learn(20, 30, &mut Random(1));
    assert!(knowledge.broken.contains(&0));
    let proof = prove(&stack, &knowledge, Semantics::Reachable);
    assert_eq!(proof.invariants, [Holds::Refuted(None)]);
    knowledge.broken.clear();
    let proof = prove(&stack, &knowledge, Semantics::Reachable);
    let [Holds::Refuted(Some(witness))] = &proof.invariants[..] else {
        panic!("{:?}", proof.invariants)
    };
    assert_eq!(witness.event, Event::Constructor(EventId::from_index(0)));
    assert_eq!(edges(&knowledge, &proof), stack_edges());
}

#[test]
fn an_invariant_that_needs_an_inferred_one_is_proved_with_it() {
    // `head <= 4` is kept only by those who know that `head <= tail`.
    let head_is_small = less(field(0), number(5));
    let ring = Toy { invariants: vec![and(head_is_small, Cond::True)], ..ring() };
    let knowledge = ring.learn(50, 30, &mut Random(2));
    let proof = prove(&ring, &knowledge, Semantics::Reachable);
    assert_eq!(proof.invariants, [Holds::Proved]);
    assert_all_proved(&proof);
}

/// A device with many switches: most combinations are reachable, and every switch has its own rules.
pub(super) fn switches() -> Toy {
    let on = |index: usize| eq(field(index), number(1));
    let fields = vec!["power", "light", "motor", "lock", "alarm", "count"];
    let toggle = |index: usize| {
        vec![
            panic(not(less(field(index), number(2)))),
            err(and(not(on(0)), not(on(index)))),
            ok(on(index), [(index, number(0))]),
            ok(
                Cond::True,
                [
                    (index, number(1)),
                    (
                        5,
                        Num::If(
                            Box::new(less(field(5), number(1000))),
                            Box::new(add(field(5), number(1))),
                            Box::new(number(0)),
                        ),
                    ),
                ],
            ),
        ]
    };
    let mut methods: Vec<_> = (1..5).map(toggle).collect();
    methods.push(vec![ok(Cond::True, [(0, number(1))])]);
    methods.push(vec![
        err(on(4)),
        ok(Cond::True, [(0, number(0)), (1, number(0)), (2, number(0)), (3, number(0))]),
    ]);
    methods.push(vec![
        panic(less(number(1000), field(5))),
        ok(less(param(0), field(5)), [(5, param(0))]),
        err(Cond::True),
    ]);
    methods.push(vec![panic(and(on(1), not(on(0)))), ok(Cond::True, [])]);
    Toy {
        width: 64,
        fields,
        n_params: 1,
        predicates: (0..5).map(on).collect(),
        invariants: Vec::new(),
        constructors: vec![vec![ok(Cond::True, [])]],
        methods,
    }
}

#[test]
fn many_states_cost_few_questions() {
    let switches = switches();
    let knowledge = switches.learn(300, 40, &mut Random(6));
    let proof = prove(&switches, &knowledge, Semantics::Reachable);
    assert_all_proved(&proof);
    let (n_edges, n_pairs) = (edges(&knowledge, &proof).len(), proof.obligations.len());
    assert_eq!((n_edges, n_pairs), (153, 136));
    assert!(proof.queries <= 3 * (n_edges + n_pairs) as u64, "{} queries", proof.queries);
    // Each switch is on or off, and the count stays in its range; nothing else is needed.
    let bounds = ["light", "motor", "lock", "alarm"].map(|name| format!("self.{name} <= 1"));
    let expected: Vec<&str> =
        bounds.iter().map(String::as_str).chain(["self.count <= 1000"]).collect();
    assert_eq!(texts(&proof), expected);
}
