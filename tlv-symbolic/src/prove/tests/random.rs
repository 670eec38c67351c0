//! Random programs: what is proved must be what running all objects shows.

use super::exhaustive::Exhaustive;
use super::toy::{Branch, Cond, Num, Random, Toy};
use super::*;
use crate::summary::Fate;

/// A random number over fields and, if allowed, parameters.
fn num(toy: &Toy, random: &mut Random, params: bool, depth: u32) -> Num {
    let leaf = depth == 0 || random.below(3) == 0;
    if leaf {
        return match random.below(3) {
            0 if params && toy.n_params > 0 => {
                Num::Param(random.below(toy.n_params as u64) as usize)
            }
            1 => Num::Const(random.next() & (u64::MAX >> (64 - toy.width))),
            _ => Num::Field(random.below(toy.fields.len() as u64) as usize),
        };
    }
    let part = |random: &mut Random| Box::new(num(toy, random, params, depth - 1));
    match random.below(6) {
        0 => Num::Sub(part(random), part(random)),
        1 => Num::Mul(part(random), part(random)),
        2 => Num::Xor(part(random), part(random)),
        3 => Num::Rem(part(random), part(random)),
        4 => {
            let cond = Box::new(cond(toy, random, params, depth - 1));
            Num::If(cond, part(random), part(random))
        }
        _ => Num::Add(part(random), part(random)),
    }
}

fn cond(toy: &Toy, random: &mut Random, params: bool, depth: u32) -> Cond {
    let part = |random: &mut Random| num(toy, random, params, depth.min(2));
    match random.below(if depth == 0 { 3 } else { 5 }) {
        0 => Cond::Eq(part(random), part(random)),
        1 => Cond::Less(part(random), part(random)),
        2 => Cond::SignedLess(part(random), part(random)),
        3 => Cond::Not(Box::new(cond(toy, random, params, depth - 1))),
        _ => {
            let first = Box::new(cond(toy, random, params, depth - 1));
            Cond::And(first, Box::new(cond(toy, random, params, depth - 1)))
        }
    }
}

fn branches(toy: &Toy, random: &mut Random) -> Vec<Branch> {
    let mut branches: Vec<Branch> = (0..1 + random.below(3))
        .map(|_| {
            let (outcome, fate) = match random.below(6) {
                0 => (Outcome::Panic, Fate::Dead),
                1 => (Outcome::Err, Fate::Alive),
                2 => (Outcome::Some, Fate::Ended),
                _ => (Outcome::Ok, Fate::Alive),
            };
            let updates = (0..random.below(toy.fields.len() as u64 + 1))
                .map(|index| (index as usize, num(toy, random, true, 2)))
                .collect();
            Branch { guard: cond(toy, random, true, 2), updates, outcome, fate }
        })
        .collect();
    branches.last_mut().unwrap().guard = Cond::True;
    branches
}

fn machine(width: u32, fields: &[&'static str], n_params: usize, random: &mut Random) -> Toy {
    let mut toy = Toy { width, fields: fields.to_vec(), n_params, ..Toy::default() };
    toy.predicates = (0..1 + random.below(3)).map(|_| cond(&toy, random, false, 2)).collect();
    toy.invariants = (0..random.below(2)).map(|_| cond(&toy, random, false, 2)).collect();
    toy.constructors = vec![branches(&toy, random)];
    toy.methods = (0..1 + random.below(3)).map(|_| branches(&toy, random)).collect();
    toy
}

/// The edges of `all` that leave states which edges and births reach.
fn closure(
    births: &BTreeSet<Birth>,
    known: &BTreeSet<Transition>,
    all: &BTreeSet<Transition>,
) -> BTreeSet<Transition> {
    let alive = |after: After| match after {
        After::Alive(valuation) => Some(valuation),
        After::Dead | After::Ended => None,
    };
    let mut states: BTreeSet<Valuation> = births.iter().filter_map(|b| alive(b.after)).collect();
    states.extend(known.iter().map(|edge| edge.from));
    states.extend(known.iter().filter_map(|edge| alive(edge.after)));
    loop {
        let edges: BTreeSet<Transition> =
            all.iter().filter(|edge| states.contains(&edge.from)).copied().collect();
        let before = states.len();
        states.extend(edges.iter().filter_map(|edge| alive(edge.after)));
        if states.len() == before {
            return edges;
        }
    }
}

/// Compares what is proved with what running everything shows.
#[track_caller]
fn check(toy: &Toy, knowledge: &Knowledge, solver: fn() -> Box<dyn Solver + Send>) {
    let context = || format!("{toy:#?}");
    let new = || prover_with(toy, |_, _| {}, solver);
    let (births, any) = toy.enumerate(Semantics::Any);
    let proof = new().prove(knowledge, &mut toy.clone(), &options(Semantics::Any));
    assert_all_proved(&proof);
    let found: BTreeSet<Birth> =
        knowledge.births.iter().chain(proof.births.keys()).copied().collect();
    assert_eq!(found, births, "{}", context());
    let expected = closure(&births, &knowledge.transitions, &any);
    assert_eq!(edges(knowledge, &proof), expected, "{}", context());

    let (_, reachable) = toy.enumerate(Semantics::Reachable);
    let proof = new().prove(knowledge, &mut toy.clone(), &options(Semantics::Reachable));
    let found = edges(knowledge, &proof);
    let lost: Vec<&Transition> = reachable.difference(&found).collect();
    assert!(lost.is_empty(), "lost {lost:?} {}", context());
    let invented: Vec<&Transition> = found.difference(&expected).collect();
    assert!(invented.is_empty(), "invented {invented:?} {}", context());
    let all_proved = proof.obligations.values().all(|o| o.verdict == Verdict::Proved);
    assert!(all_proved, "{:?} {}", proof.obligations, context());
    for object in toy.reachable() {
        let facts = toy.facts(&object);
        for inferred in &proof.inferred {
            assert!(inferred.condition.holds(&facts.numbers), "{} {}", inferred.text, context());
        }
        for (invariant, holds) in proof.invariants.iter().zip(&facts.invariants) {
            assert!(*invariant != Holds::Proved || *holds, "wrong invariant {}", context());
        }
    }
}

#[test]
fn random_programs_do_what_running_all_of_them_shows() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let toy = match seed % 6 {
            0 => machine(8, &["a"], 1, &mut random),
            1 | 2 => machine(4, &["a", "b"], 1, &mut random),
            3 => machine(3, &["a", "b", "c"], 1, &mut random),
            _ => machine(4, &["a", "b", "c"], 0, &mut random),
        };
        let knowledge = toy.learn(3, 5, &mut random);
        check(&toy, &knowledge, builtin);
    }
}

#[test]
fn the_same_holds_with_a_solver_that_tries_everything() {
    for seed in 100..106 {
        let mut random = Random(seed);
        let toy = machine(3, &["a", "b"], 1, &mut random);
        let knowledge = toy.learn(3, 5, &mut random);
        check(&toy, &knowledge, || Box::new(Exhaustive::default()));
    }
}
