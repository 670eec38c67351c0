//! Learning from small systems whose abstraction is known.

use super::{Learned, Limits, Stopped, learn};
use crate::testing::{Exact, Simulated, exact};
use crate::{Found, Transition};

/// A stack that panics when popped empty or pushed full.
fn stack(capacity: u32) -> Simulated<u32> {
    Simulated::new(|n: &u32| *n)
        .constructor("new", || 0)
        .method("push", move |n: &mut u32| {
            *n += 1;
            *n <= capacity
        })
        .method("pop", |n: &mut u32| {
            let works = *n > 0;
            *n = n.saturating_sub(1);
            works
        })
        .predicate(|n| *n == 0)
        .predicate(move |n| *n == capacity)
        .repetitions(capacity)
}

/// `java.security.Signature`: uninitialised, signing, verifying.
fn signature() -> Simulated<u8> {
    Simulated::new(|s: &u8| *s)
        .constructor("new", || 0)
        .method("init_sign", |s: &mut u8| {
            *s = 1;
            true
        })
        .method("init_verify", |s: &mut u8| {
            *s = 2;
            true
        })
        .method("update", |s: &mut u8| *s != 0)
        .method("sign", |s: &mut u8| *s == 1)
        .method("verify", |s: &mut u8| *s == 2)
        .predicate(|s| *s == 1)
        .predicate(|s| *s == 2)
}

#[derive(Clone, Copy, Hash)]
struct ListIterator {
    size: i8,
    cursor: i8,
    last: i8,
}

/// `java.util.AbstractList.ListItr` over a list of two that refuses to grow beyond three.
fn list_iterator() -> Simulated<ListIterator> {
    Simulated::new(|it: &ListIterator| *it)
        .constructor("new", || ListIterator { size: 2, cursor: 0, last: -1 })
        .method("next", |it: &mut ListIterator| {
            let works = it.cursor < it.size;
            it.last = it.cursor;
            it.cursor += 1;
            works
        })
        .method("previous", |it: &mut ListIterator| {
            it.cursor -= 1;
            it.last = it.cursor;
            it.cursor >= 0
        })
        .method("set", |it: &mut ListIterator| it.last >= 0)
        .method("add", |it: &mut ListIterator| {
            let works = it.size < 3;
            *it = ListIterator { size: it.size + 1, cursor: it.cursor + 1, last: -1 };
            works
        })
        .method("remove", |it: &mut ListIterator| {
            let works = it.last >= 0;
            it.size -= 1;
            it.cursor -= i8::from(it.last < it.cursor);
            it.last = -1;
            works
        })
        .predicate(|it| it.cursor == 0)
        .predicate(|it| it.cursor >= it.size)
        .predicate(|it| it.last < 0)
        .predicate(|it| it.size >= 3)
        .repetitions(3)
}

#[derive(Clone, Copy, Default, Hash)]
struct Socket {
    created: bool,
    bound: bool,
    connected: bool,
    shut_in: bool,
    shut_out: bool,
    closed: bool,
}

/// A life cycle like that of `java.net.Socket`.
fn socket() -> Simulated<Socket> {
    Simulated::new(|s: &Socket| *s)
        .constructor("new", Socket::default)
        .method("create", |s: &mut Socket| {
            let works = !s.closed && !s.created;
            s.created = true;
            works
        })
        .method("bind", |s: &mut Socket| {
            let works = !s.closed && s.created && !s.bound;
            s.bound = true;
            works
        })
        .method("connect", |s: &mut Socket| {
            let works = !s.closed && s.created && !s.connected;
            s.bound = true;
            s.connected = true;
            works
        })
        .method("shut_in", |s: &mut Socket| {
            let works = !s.closed && s.connected && !s.shut_in;
            s.shut_in = true;
            works
        })
        .method("shut_out", |s: &mut Socket| {
            let works = !s.closed && s.connected && !s.shut_out;
            s.shut_out = true;
            works
        })
        .method("close", |s: &mut Socket| {
            s.closed = true;
            true
        })
        .predicate(|s| s.created)
        .predicate(|s| s.bound)
        .predicate(|s| s.connected)
        .predicate(|s| s.shut_in)
        .predicate(|s| s.shut_out)
        .predicate(|s| s.closed)
}

fn run<T: Clone>(system: &mut Simulated<T>, seed: u64) -> Learned {
    let Ok(learned) = learn(system, &Limits::default(), seed, &[], &|| false);
    learned
}

fn transitions(learned: &Learned) -> Vec<Transition> {
    let abstraction = &learned.abstraction;
    let mut all: Vec<Transition> =
        abstraction.edges.keys().map(|edge| abstraction.transition(edge)).collect();
    all.sort_unstable();
    all
}

/// Calls of methods until the last edge was found.
fn calls_until_right(learned: &Learned) -> u64 {
    let edges = learned.discoveries.iter().filter(|d| matches!(d.found, Found::Transition(_)));
    edges.map(|d| d.calls).max().unwrap_or(0)
}

#[track_caller]
fn check_exact<T: Clone>(system: &mut Simulated<T>, seed: u64) -> (Learned, Exact) {
    let exact = exact(system, 100_000).expect("small systems only");
    let learned = run(system, seed);
    let expected: Vec<Transition> = exact.transitions.iter().copied().collect();
    assert_eq!(transitions(&learned), expected);
    assert_eq!(learned.stopped, Stopped::Quiet);
    assert!(learned.deterministic && !learned.sharing_suspected);
    let evidence = learned.abstraction.edges.values();
    assert!(evidence.chain(learned.abstraction.constructions.values()).all(|e| e.reproduced));
    (learned, exact)
}

#[test]
#[expect(clippy::print_stdout, reason = "shown by `cargo test -- --nocapture`")]
fn calls_until_right_stay_below_twice_the_floor() {
    let mut table = String::new();
    let mut worst: f64 = 0.0;
    let mut row = |name: &str, floor: u64, learned: Learned, exact: Exact| {
        assert_eq!(exact.floor, floor, "{name}");
        let calls = calls_until_right(&learned);
        worst = worst.max(calls as f64 / floor as f64);
        let stats = learned.stats;
        table += &format!("{name:<14} floor {floor:>4} right after {calls:>4} {stats:?}\n");
    };
    for seed in 0..10 {
        for (name, capacity, floor) in [("stack 4", 4, 10), ("stack 16", 16, 34)] {
            let (learned, exact) = check_exact(&mut stack(capacity), seed);
            row(name, floor, learned, exact);
        }
        let (learned, exact) = check_exact(&mut signature(), seed);
        row("signature", 15, learned, exact);
        let (learned, exact) = check_exact(&mut list_iterator(), seed);
        row("list iterator", 105, learned, exact);
        let (learned, exact) = check_exact(&mut socket(), seed);
        row("socket", 84, learned, exact);
    }
    println!("{table}");
    assert!(worst <= 2.0, "{table}");
}
