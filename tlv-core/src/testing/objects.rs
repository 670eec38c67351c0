//! The objects on which learners are compared: small protocols of well-known classes.

use super::Simulated;

/// A stack that panics when popped empty or pushed full.
#[must_use]
pub fn stack(capacity: u32) -> Simulated<u32> {
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
#[must_use]
pub fn signature() -> Simulated<u8> {
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

/// Where a list iterator is.
#[derive(Debug, Clone, Copy, Hash)]
pub struct ListIterator {
    size: i8,
    cursor: i8,
    last: i8,
}

/// `java.util.AbstractList.ListItr` over a list of two that refuses to grow beyond three.
#[must_use]
pub fn list_iterator() -> Simulated<ListIterator> {
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

/// How far a socket's life has got.
#[derive(Debug, Clone, Copy, Default, Hash)]
pub struct Socket {
    created: bool,
    bound: bool,
    connected: bool,
    shut_in: bool,
    shut_out: bool,
    closed: bool,
}

/// A life cycle like that of `java.net.Socket`.
#[must_use]
pub fn socket() -> Simulated<Socket> {
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
