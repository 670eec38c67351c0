//! Tables of source and what is collected from it.

use super::{Collected, Constants, Origin, Role, constants, predicates, text};
use syn::{Expr, ImplItemFn, ItemImpl, Type};

/// Roles as the tests write them, in the methods' doc comments.
fn role(method: &ImplItemFn) -> Role {
    let doc = method.attrs.iter().map(text).collect::<String>();
    match doc {
        doc if doc.contains("skip") => Role::Skip,
        doc if doc.contains("event") => Role::Event,
        doc if doc.contains("observer") => Role::Observer,
        _ => Role::Auto,
    }
}

fn block(source: &str) -> ItemImpl {
    syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"))
}

fn line(collected: &Collected) -> String {
    let mark = match collected.origin {
        Origin::Observer => "*",
        Origin::Source => "",
    };
    format!("{mark}{}: {}", collected.name, collected.text)
}

/// Compares the predicates of an impl block with lines `name: text`, observers marked `*`.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let found = predicates(&block(source), role);
    for predicate in &found {
        let reparsed: Expr = syn::parse_str(&predicate.text).expect("the text is an expression");
        assert_eq!(text(&reparsed), text(&predicate.expr), "the text says what the tokens say");
    }
    assert_eq!(found.iter().map(line).collect::<Vec<_>>(), expected);
}

/// As [`check`], for the body of one method with `&mut self` and parameters `x` and `y`.
#[track_caller]
fn check_body(body: &str, expected: &[&str]) {
    check(&format!("impl Foo {{ fn run(&mut self, x: u32, y: u32) {{ {body} }} }}"), expected);
}

/// Compares the constants of an impl block with a line per kind that has any.
#[track_caller]
fn check_constants(source: &str, expected: &[&str]) {
    let Constants { integers, floats, strings, chars, expressions } =
        constants(&block(source), role);
    let expressions: Vec<String> = expressions.iter().map(text).collect();
    let lines = [
        (integers.is_empty(), format!("integers {integers:?}")),
        (floats.is_empty(), format!("floats {floats:?}")),
        (strings.is_empty(), format!("strings {strings:?}")),
        (chars.is_empty(), format!("chars {chars:?}")),
        (expressions.is_empty(), format!("expressions {}", expressions.join("; "))),
    ];
    let found: Vec<String> =
        lines.into_iter().filter(|(empty, _)| !empty).map(|(_, line)| line).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn check_constants_body(body: &str, expected: &[&str]) {
    check_constants(&format!("impl Foo {{ fn run(&mut self, x: u32) {{ {body} }} }}"), expected);
}

#[test]
fn text_of_expressions_is_as_rustfmt_writes_it() {
    for source in [
        "self.len == 0",
        "matches!(self.phase, Phase::Hello { .. })",
        "matches!(self.phase, Phase::Hello { kind: Kind::A, .. } | Phase::Bye(_, 3))",
        "|x| x + 1",
        "|x: &u8, (a, b)| -> bool { a < b }",
        "move || self.run()",
        "|_| -1",
        "|&x| !x",
        "-1",
        "!self.open",
        "!(a && b) || c",
        "a as u8",
        "a as u8 as char",
        "(a as usize) < b",
        "0..=9",
        "..",
        "1..",
        "..n",
        "-5..=-1",
        "(0..LIMIT).contains(&self.n)",
        "vec![1, 2]",
        "vec![0; 4]",
        "Vec::<u8>::new()",
        "Vec::<Vec<u8>>::new()",
        "<T as Limit<u8>>::MAX",
        "<<T as A>::B as C>::D",
        "iter.collect::<Result<Vec<_>, _>>()?",
        "f(a)(b)[c].d",
        "self.0.1",
        "&self.items[1..]",
        "&mut *self.x",
        "**a * *b",
        "a - -b",
        "a & &b",
        "a && !b",
        "a << 2 >> 1",
        "MAX < self.len",
        "MAX < a && b > MIN",
        "State::Open < self.state",
        "f(A < b)",
        "[a, b]",
        "[0_u8; 16]",
        "(a,)",
        "()",
        "Point { x: 1, y: -2 }",
        "Point { x, ..Default::default() }",
        "Point {}",
        "if a { b } else { c }",
        "if let Some(x) = y { x } else { 0 }",
        "match x { 0 => 1, n @ 1..=5 => n, _ => 2 }",
        "return -1",
        "return (a, b)",
        "for (a, b) in [1, 2] {}",
        "'outer: while x < 3 { break 'outer; }",
        "x = 3",
        "x += 1",
        "future.await?",
        "b'a'",
        "\"a  b\"",
        "r#type.r#match()",
        "std::mem::size_of::<u64>()",
        "a.b::<u8>(c) > d",
        "unsafe { *p }",
        "x.is_some_and(|y| y > 3)",
        "x.map(|y| y | 1).unwrap_or(a | b)",
    ] {
        let expr: Expr = syn::parse_str(source).unwrap_or_else(|error| panic!("{error}: {source}"));
        assert_eq!(text(&expr), source);
    }
}

#[test]
fn text_of_types_is_as_rustfmt_writes_it() {
    for source in [
        "u8",
        "&'a mut [T]",
        "&'a [u8; 4]",
        "&&'static str",
        "Option<&str>",
        "Option<&'a (u8, T)>",
        "HashMap<String, Vec<u8>>",
        "HashMap<String, HashMap<u8, Vec<Vec<u8>>>>",
        "impl Into<String>",
        "impl Fn(&str, u8) -> Result<(), Box<dyn Error + Send + 'static>> + 'a",
        "impl for<'a> Fn(&'a str) -> &'a str",
        "Box<dyn FnMut(u8) -> bool>",
        "fn(u8) -> u8",
        "extern \"C\" fn(*const c_void) -> *mut u8",
        "dyn Iterator<Item = u8> + '_",
        "Ring<u8, 4>",
        "Ring<u8, { N + 1 }>",
        "<T as Iterator>::Item",
        "[Option<T>; N]",
        "__Unit<u8>",
        "impl Fn(&u8) -> bool + use<'a, T>",
        "(u8,)",
        "std::rc::Rc<RefCell<T>>",
    ] {
        let ty: Type = syn::parse_str(source).unwrap_or_else(|error| panic!("{error}: {source}"));
        assert_eq!(text(&ty), source);
    }
}

#[test]
fn text_of_raw_tokens_needs_no_spacing_from_them() {
    for (source, expected) in [
        ("HashMap<String,Vec<u8>>", "HashMap<String, Vec<u8>>"),
        ("matches!(x,Foo::<Vec<u8>>::A|B)", "matches!(x, Foo::<Vec<u8>>::A | B)"),
        ("self . len==0&&! self . open", "self.len == 0 && !self.open"),
        ("fn take<T:?Sized+Copy>(x:&T)->u8{*x}", "fn take<T: ?Sized + Copy>(x: &T) -> u8 { *x }"),
        ("#[inline] pub(crate) fn f(){}", "#[inline] pub(crate) fn f() {}"),
    ] {
        let tokens: proc_macro2::TokenStream = source.parse().expect("tokens");
        assert_eq!(text(&tokens), expected);
    }
}

#[test]
fn names_say_what_the_predicate_says() {
    for (condition, expected) in [
        ("self.len == 0", "len_eq_0: self.len == 0"),
        ("self.len >= CAPACITY", "len_ge_capacity: self.len >= CAPACITY"),
        ("self.items.is_empty()", "items_is_empty: self.items.is_empty()"),
        ("self.state == State::Open", "state_eq_open: self.state == State::Open"),
        ("self.state == State::HalfOpen", "state_eq_half_open: self.state == State::HalfOpen"),
        ("self.closed", "closed: self.closed"),
        ("self.retries + 1 > LIMIT", "retries_plus_1_gt_limit: self.retries + 1 > LIMIT"),
        ("self.a % 2 == 0", "a_rem_2_eq_0: self.a % 2 == 0"),
        ("self.0 > 3", "field_0_gt_3: self.0 > 3"),
        ("self.a.0 > 3", "a_0_gt_3: self.a.0 > 3"),
        ("self.a.b.c", "a_b_c: self.a.b.c"),
        ("self.t < -5", "t_lt_minus_5: self.t < -5"),
        ("self.t < 0.5", "t_lt_0_5: self.t < 0.5"),
        ("self.n == u32::MAX", "n_eq_u32_max: self.n == u32::MAX"),
        ("self.n == Self::MAX_LEN", "n_eq_max_len: self.n == Self::MAX_LEN"),
        ("self.n == limits::MAX", "n_eq_max: self.n == limits::MAX"),
        ("self.name == \"on air\"", "name_eq_on_air: self.name == \"on air\""),
        ("self.name == \"\"", "name_eq_nothing: self.name == \"\""),
        ("self.c == '/'", "c_eq_u2f: self.c == '/'"),
        ("self.flags & MASK == MASK", "flags_and_mask_eq_mask: self.flags & MASK == MASK"),
        ("self.n as u64 > 7", "n_gt_7: self.n as u64 > 7"),
        ("self.set.contains(&3)", "set_contains_3: self.set.contains(&3)"),
        ("(1..=MAX).contains(&self.n)", "n_in_1_to_max: (1..=MAX).contains(&self.n)"),
        ("self.last == Some(3)", "last_eq_some_3: self.last == Some(3)"),
        ("self.r#type", "is_type: self.r#type"),
        ("self.r#type == 1", "type_eq_1: self.r#type == 1"),
        ("self.on.get()", "on: self.on.get()"),
        ("self.on.load(Ordering::SeqCst)", "on: self.on.load(Ordering::SeqCst)"),
        ("self.cell.borrow().is_empty()", "cell_is_empty: self.cell.borrow().is_empty()"),
        (
            "matches!(self.phase, Phase::Hello { .. })",
            "phase_is_hello: matches!(self.phase, Phase::Hello { .. })",
        ),
    ] {
        check_body(&format!("if {condition} {{}}"), &[expected]);
    }
}

#[test]
fn equal_names_are_told_apart() {
    check_body(
        "if self.n == a::MAX || self.n == b::MAX || self.n == c::MAX {}",
        &[
            "n_eq_max: self.n == a::MAX",
            "n_eq_max_2: self.n == b::MAX",
            "n_eq_max_3: self.n == c::MAX",
        ],
    );
}

#[test]
fn predicates_are_not_named_like_events() {
    check(
        "impl Door { pub fn open(&mut self) { if self.open { panic!() } if self.err {} } }",
        &["is_open: self.open", "is_err: self.err"],
    );
    check(
        "impl Door { pub fn open(&mut self) { if self.open {} } pub fn is_open(&self) -> bool { f() } }",
        &["*is_open: self.is_open()", "is_open_2: self.open"],
    );
}

#[test]
fn conditions_are_found_wherever_they_stand() {
    check_body(
        "if self.a {} else if self.b {} else { if self.c {} }",
        &["a: self.a", "b: self.b", "c: self.c"],
    );
    check_body(
        "'outer: while self.n < 3 { loop { while !self.done { break 'outer; } } }",
        &["n_lt_3: self.n < 3", "done: self.done"],
    );
    check_body(
        "match x { 0 if self.a => {} n if n > 3 && self.b => {} _ => {} }",
        &["a: self.a", "b: self.b"],
    );
    check_body(
        "let z = if self.a { 1 } else { 2 }; for i in 0..x { if self.b {} }",
        &["a: self.a", "b: self.b"],
    );
    check_body(
        "assert!(self.a, \"{}\", self.b); debug_assert!(!self.c);",
        &["a: self.a", "c: self.c"],
    );
    check_body(
        "assert_eq!(self.n, 3, \"no\"); assert_ne!(self.m, LIMIT); std::assert!(self.k)",
        &["n_eq_3: self.n == 3", "m_eq_limit: self.m == LIMIT", "k: self.k"],
    );
    check_body(
        "debug_assert_eq!(&self.n, &3); debug_assert_ne!(x, self.n)",
        &["n_eq_3: self.n == 3"],
    );
    check_body(
        "let b = matches!(self.s, S::A); assert!(matches!(self.t, T::B) && self.c)",
        &["s_is_a: matches!(self.s, S::A)", "t_is_b: matches!(self.t, T::B)", "c: self.c"],
    );
    check_body(
        "items.iter().filter(|i| if self.open { true } else { **i > x });",
        &["open: self.open"],
    );
    check_body("return { async { if self.a {} } };", &["a: self.a"]);
}

#[test]
fn conditions_are_split_into_atoms() {
    check_body(
        "if !(self.a && (self.n > 3 || !self.b)) && x > 1 {}",
        &["a: self.a", "n_gt_3: self.n > 3", "b: self.b"],
    );
    check_body("if self.a == (self.n > 3) {}", &["a_eq_n_gt_3: self.a == (self.n > 3)"]);
    check_body(
        "if (self.a + self.b) * 2 > 7 {}",
        &["a_plus_b_times_2_gt_7: (self.a + self.b) * 2 > 7"],
    );
    check_body(
        "if let Some(v) = self.opt && self.a && let S::B = self.s {}",
        &["opt_is_some: self.opt.is_some()", "a: self.a", "s_is_b: matches!(self.s, S::B)"],
    );
}

#[test]
fn atoms_with_anything_but_self_and_constants_are_left_out() {
    for condition in [
        "x > 3",
        "self.n > x",
        "self.n > threshold",
        "LIMIT > 3",
        "true",
        "cfg!(debug_assertions)",
        "self.items.iter().any(|i| *i > 3)",
        "self.opt.is_some_and(|v| v > 3)",
        "self.items.pop().is_some()",
        "self.opt.take().is_none()",
        "self.iter.next() == None",
        "self.items[0] == 3",
        "self.items[self.n]",
        "self.n / self.m > 3",
        "self.n % (self.m + 1) > 3",
        "self.n / 0 > 3",
        "self.check(3)",
        "self.check()",
        "self.n.max(3) > 4",
        "Self::check(self)",
        "check(self.n)",
        "self.try_it()?",
        "self.future.await",
        "unsafe { self.p.is_null() }",
        "{ self.a }",
        "(self.n = 3) == ()",
        "self.first().is_some()",
        "self.items.first() == Some(&3)",
        "self.peek().is_some()",
        "self.s.parse::<u8>().is_ok()",
        "*&mut self.a == A",
        "std::mem::take(&mut self.a)",
        "self.n > { 3 }",
        "my!(self.a)",
        "self == OTHER",
    ] {
        check_body(&format!("if {condition} {{}} while {condition} {{}}"), &[]);
    }
}

#[test]
fn constant_divisors_are_fine() {
    check_body(
        "if self.n / 2 > 3 || self.n % SIZE == 0 || self.n % (SIZE + 1) == 0 {}",
        &[
            "n_div_2_gt_3: self.n / 2 > 3",
            "n_rem_size_eq_0: self.n % SIZE == 0",
            "n_rem_size_plus_1_eq_0: self.n % (SIZE + 1) == 0",
        ],
    );
}

#[test]
fn the_same_fact_is_one_predicate() {
    for (body, expected) in [
        ("if self.n == 3 {} if self.n != 3 {} if 3 == self.n {} if !(3 != self.n) {}", "n_eq_3: self.n == 3"),
        ("if self.n != 3 {}", "n_eq_3: self.n == 3"),
        ("if self.n > 3 {} if self.n <= 3 {} if 3 < self.n {} if 3 >= self.n {}", "n_gt_3: self.n > 3"),
        ("if self.n <= 3 {} if self.n > 3 {}", "n_le_3: self.n <= 3"),
        ("if self.n >= 3 {} if self.n < 3 {} if 3 > self.n {}", "n_ge_3: self.n >= 3"),
        ("if 3 > self.n {}", "n_lt_3: self.n < 3"),
        ("if !(self.n < 3) {}", "n_lt_3: self.n < 3"),
        ("if self.a < self.b {} if self.b > self.a {} if self.a >= self.b {}", "a_lt_b: self.a < self.b"),
        ("if self.a == self.b {} if self.b != self.a {}", "a_eq_b: self.a == self.b"),
        ("if self.a {} if !self.a {} if (self.a) {} if self.a == true {} if false != self.a {}", "a: self.a"),
        ("if false == self.a {}", "a: self.a"),
        ("if self.o.is_none() {} if self.o.is_some() {} if !self.o.is_none() {}", "o_is_some: self.o.is_some()"),
        ("if self.r.is_err() {} if self.r.is_ok() {}", "r_is_ok: self.r.is_ok()"),
        (
            "if self.v.len() == 0 {} if self.v.len() > 0 {} if 0 != self.v.len() {} if self.v.is_empty() {}
             if self.v.len() >= 1 {} if self.v.len() < 1 {}",
            "v_is_empty: self.v.is_empty()",
        ),
        ("if self.v.is_empty() {} if self.v.first().is_some() {}", "v_is_empty: self.v.is_empty()"),
        ("if self.s == S::A {} if matches!(self.s, S::A) {}", "s_eq_a: self.s == S::A"),
        ("if self.n == 0 {} match self.n { 0 => {} _ => {} }", "n_eq_0: self.n == 0"),
        ("if self.o != None {} if let Some(v) = self.o {}", "o_is_some: self.o.is_some()"),
        (
            "if *self.r == S::A {} if self.r == &S::A {} match self.r { &S::A => {} _ => {} }",
            "r_eq_a: *self.r == S::A",
        ),
        ("if self.s.as_str() == \"a\" {} if self.s == \"a\" {}", "s_eq_a: self.s.as_str() == \"a\""),
    ] {
        check_body(body, &[expected]);
    }
}

#[test]
fn lengths_other_than_zero_stay() {
    check_body(
        "if self.v.len() > 1 {} if self.v.len() == CAP {}",
        &["v_len_gt_1: self.v.len() > 1", "v_len_eq_cap: self.v.len() == CAP"],
    );
}

#[test]
fn matching_a_place_is_a_predicate() {
    for (body, expected) in [
        ("if let Some(x) = &self.opt {}", &["opt_is_some: self.opt.is_some()"][..]),
        ("if let Some(x) = &mut self.opt {}", &["opt_is_some: self.opt.is_some()"]),
        ("if let Some(ref mut x) = self.opt {}", &["opt_is_some: self.opt.is_some()"]),
        ("if let Some(x) = self.opt.as_mut() {}", &["opt_is_some: self.opt.is_some()"]),
        ("if let Some(&x) = self.opt.as_ref() {}", &["opt_is_some: self.opt.is_some()"]),
        ("while let Option::None = self.opt {}", &["opt_is_some: self.opt.is_some()"]),
        ("if let Err(e) = &self.result {}", &["result_is_ok: self.result.is_ok()"]),
        ("let Some(v) = self.opt else { return; };", &["opt_is_some: self.opt.is_some()"]),
        (
            "let S::A { n, .. } = &self.s else { return; };",
            &["s_is_a: matches!(self.s, S::A { .. })"],
        ),
        (
            "if let Some(v) = self.items.last() {}",
            &["items_last_is_some: self.items.last().is_some()"],
        ),
        ("if let Some(3) = self.opt {}", &["opt_is_some_3: matches!(self.opt, Some(3))"]),
        (
            "if let Some(S::A) = self.opt.as_ref() {}",
            &["opt_is_some_a: matches!(self.opt.as_ref(), Some(S::A))"],
        ),
        ("if let &S::A = &self.s {}", &["s_is_a: matches!(self.s, S::A)"]),
        ("if let &S::A = self.s {}", &["s_is_a: matches!(self.s, &S::A)"]),
        ("match self.opt { None => {} Some(v) => {} }", &["opt_is_some: self.opt.is_some()"]),
        ("match self.flag { true => {} false => {} }", &["flag: self.flag"]),
        ("match self.n > 3 { true => {} false => {} }", &["n_gt_3: self.n > 3"]),
        (
            "match self.n { 0 => {} 1..=5 => {} MAX.. => {} n => {} }",
            &[
                "n_is_0: matches!(self.n, 0)",
                "n_is_1_to_5: matches!(self.n, 1..=5)",
                "n_is_max_to: matches!(self.n, MAX..)",
            ],
        ),
        (
            "match self.n { -1 => {} LIMIT => {} _ => {} }",
            &["n_is_minus_1: matches!(self.n, -1)", "n_is_limit: matches!(self.n, LIMIT)"],
        ),
        (
            "match self.state { A | B => {} State::C { n } if n > 3 => {} State::D(x, _) => {} _ => {} }",
            &[
                "state_is_a_or_b: matches!(self.state, A | B)",
                "state_is_c: matches!(self.state, State::C { .. })",
                "state_is_d: matches!(self.state, State::D(_, _))",
            ],
        ),
        (
            "match self.state { S::A | S::B | S::C | S::D | S::E => {} _ => {} }",
            &[
                "state_is_a_or_b_or_c_or_others: matches!(self.state, S::A | S::B | S::C | S::D | S::E)",
            ],
        ),
        (
            "match self.state { S::C { n: 3, kind, .. } => {} x @ (S::A | S::B) => {} other => {} }",
            &[
                "state_is_c_n_3: matches!(self.state, S::C { n: 3, .. })",
                "state_is_a_or_b: matches!(self.state, S::A | S::B)",
            ],
        ),
        (
            "match (self.a, &self.b, x) { (S::A, Some(v), 3) => {} (S::B, ..) => {} _ => {} }",
            &["a_is_a: matches!(self.a, S::A)", "b_is_some: self.b.is_some()"],
        ),
        (
            "match self.a { S::A => match self.b { S::B if self.c => {} _ => {} }, _ => {} }",
            &["a_is_a: matches!(self.a, S::A)", "b_is_b: matches!(self.b, S::B)", "c: self.c"],
        ),
        (
            "match self.items.as_slice() { [] => {} [one] => {} [first, rest @ ..] => {} }",
            &[
                "items_is_slice: matches!(self.items.as_slice(), [])",
                "items_is_slice_any: matches!(self.items.as_slice(), [_])",
                "items_is_slice_any_rest: matches!(self.items.as_slice(), [_, ..])",
            ],
        ),
        (
            "match *self { Self { open: true, .. } => {} _ => {} }",
            &["is_self_open_true: matches!(self, Self { open: true, .. })"],
        ),
    ] {
        check_body(body, expected);
    }
}

#[test]
fn matches_that_change_or_need_something_else_are_left_out() {
    for body in [
        "while let Some(x) = self.items.pop() {}",
        "if let Some(x) = self.opt.take() {}",
        "let Some(x) = self.items.get(0) else { return; };",
        "match x { 0 => {} _ => {} }",
        "match self.check() { 0 => {} _ => {} }",
        "match self.items[0] { S::A => {} _ => {} }",
        "if let x = self.n {}",
        "if let (a, _) = self.pair {}",
        "match self.n { m!() => {} _ => {} }",
        "match self.point { Point { x, y } => {} }",
        "let (a, b) = self.pair;",
    ] {
        check_body(body, &[]);
    }
}

#[test]
fn guards_of_matches_count_for_themselves() {
    check_body(
        "if matches!(self.s, S::A { n } if n > 3 && self.b) {}",
        &["s_is_a: matches!(self.s, S::A { .. })", "b: self.b"],
    );
}

#[test]
fn names_declared_inside_a_body_are_left_out() {
    for body in [
        "const LIMIT: u32 = 3; if self.n > LIMIT {}",
        "if self.n > LIMIT {} { const LIMIT: u32 = 3; }",
        "enum S { A } if let S::A = self.s {}",
        "use other::S; if let S::A = self.s {}",
        "use other::Thing as S; if let S::A = self.s {}",
        "use S::*; match self.s { A => {} S::B => {} _ => {} }",
        "use other::{limits::{self}}; if self.n > limits::MAX {}",
        "let N = x; if self.n > N {}",
        "f(|N| self.n > N && if self.n > N { true } else { false });",
        "fn helper() -> bool { if self.a {} }",
        "impl Bar { fn f(&self) { if self.a {} } }",
        "unsafe { if self.a {} }",
        "println!(\"{}\", if self.a { 1 } else { 2 });",
        "#[cfg(feature = \"x\")] if self.a {}",
        "#[cfg(feature = \"x\")] { if self.a {} }",
        "#[cfg(feature = \"x\")] assert!(self.a);",
    ] {
        check_body(body, &[]);
    }
    check_body(
        "use S::*; if self.n == u32::MAX || self.m == Self::M || self.o == None {}",
        &[
            "n_eq_u32_max: self.n == u32::MAX",
            "m_eq_m: self.m == Self::M",
            "o_is_some: self.o.is_some()",
        ],
    );
    check_body("#[allow(unused)] if self.a {}", &["a: self.a"]);
}

#[test]
fn generic_parameters_of_the_method_are_left_out_and_those_of_the_impl_are_not() {
    check(
        "impl<T: Limit, const N: usize> Foo<T, N> {
            fn run<U: Limit, const M: usize>(&mut self) {
                if self.n == N || self.n == M || self.t == T::MAX || self.u == U::MAX {}
                if self.n as U == 3 || self.n == <U as Limit>::MAX || self.n == Size::<U>::MAX {}
            }
        }",
        &["n_eq_n: self.n == N", "t_eq_max: self.t == T::MAX"],
    );
}

#[test]
fn observers_come_first() {
    check(
        "impl Foo {
            pub fn push(&mut self) { if self.len >= CAP {} if self.is_full() {} }
            pub fn is_full(&self) -> bool { self.len == CAP }
            pub fn is_open(self: &Self) -> bool { let a = self.a; a }
            pub fn with(&self, n: u32) -> bool { n > 3 }
            pub fn changes(&mut self) -> bool { true }
            pub fn consumes(self) -> bool { true }
            pub fn generic<T>(&self) -> bool { true }
            pub fn borrowed<'a>(&'a self) -> bool { true }
            pub async fn later(&self) -> bool { true }
            pub unsafe fn careful(&self) -> bool { true }
            pub fn number(&self) -> u32 { 3 }
            fn private(&self) -> bool { true }
            pub(crate) fn internal(&self) -> bool { true }
            #[cfg(test)] pub fn tested(&self) -> bool { true }
            pub fn associated() -> bool { true }
        }",
        &[
            "*is_full: self.is_full()",
            "*is_open: self.is_open()",
            "*borrowed: self.borrowed()",
            "len_ge_cap: self.len >= CAP",
        ],
    );
}

#[test]
fn what_an_observer_says_is_not_said_again() {
    check(
        "impl Foo {
            pub fn run(&mut self) { if self.len == 0 || self.open || self.n > 3 || self.v.len() > 0 {} }
            pub fn is_empty(&self) -> bool { self.len() != 0 }
            pub fn is_closed(&self) -> bool { !self.open }
            pub fn is_small(&self) -> bool { 3 >= self.n }
            pub fn has_any(&self) -> bool { !self.v.is_empty() }
            fn len(&self) -> usize { self.len }
        }",
        &[
            "*is_empty: self.is_empty()",
            "*is_closed: self.is_closed()",
            "*is_small: self.is_small()",
            "*has_any: self.has_any()",
        ],
    );
    check(
        "impl Foo {
            pub fn run(&mut self) { if let S::A { n } = self.s {} if let Some(v) = self.o {} }
            pub fn is_a(&self) -> bool { matches!(self.s, S::A { .. }) }
            pub fn is_idle(&self) -> bool { self.o.is_none() }
        }",
        &["*is_a: self.is_a()", "*is_idle: self.is_idle()"],
    );
    check(
        "impl Foo {
            pub fn run(&mut self) { if let S::A { .. } = self.s {} }
            pub fn is_big_a(&self) -> bool { matches!(self.s, S::A { n } if n > 3) }
        }",
        &["*is_big_a: self.is_big_a()", "s_is_a: matches!(self.s, S::A { .. })"],
    );
}

#[test]
fn observers_that_call_each_other_end() {
    check(
        "impl Foo {
            pub fn a(&self) -> bool { self.b() }
            pub fn b(&self) -> bool { !self.a() }
            fn run(&self) { if self.a() {} }
        }",
        &["*a: self.a()", "*b: self.b()"],
    );
}

#[test]
fn calls_of_own_methods_need_an_observer_in_the_block() {
    check(
        "impl Foo {
            fn run(&mut self) { if self.len() == 0 {} match self.len() { 0 => {} _ => {} } if self.ready() && self.load() > 0.5 {} }
            fn len(&self) -> usize { f() }
            fn ready(&self) -> bool { f() }
            fn load(&self) -> f64 { f() }
        }",
        &["len_eq_0: self.len() == 0", "ready: self.ready()", "load_gt_0_5: self.load() > 0.5"],
    );
    check_body("if self.len() == 0 {} if self.ready() {} if self.run() {}", &[]);
    check(
        "impl Foo {
            fn run(&mut self) { if self.name() == \"a\" {} if self.bump() > 1 || self.at(1) > 2 {} }
            fn name(&self) -> &str { f() }
            fn bump(&mut self) -> u32 { f() }
            fn at(&self, n: u32) -> u32 { f() }
        }",
        &[],
    );
}

#[test]
fn every_method_of_a_trait_impl_is_public() {
    check(
        "impl Door for Foo {
            fn is_open(&self) -> bool { f() }
            fn next(&mut self) -> u32 { if self.done {} 3 }
        }",
        &["*is_open: self.is_open()", "done: self.done"],
    );
}

#[test]
fn roles_decide_before_signatures() {
    check(
        "impl Foo {
            /// skip
            pub fn skipped(&self) -> bool { if self.a { true } else { self.b } }
            /// event
            pub fn ping(&self) -> bool { if self.c { true } else { false } }
            /// observer
            fn hidden(&self) -> bool { f() }
            fn run(&mut self) { if self.skipped() || self.ping() || self.hidden() {} }
        }",
        &["*hidden: self.hidden()", "c: self.c"],
    );
}

#[test]
fn functions_without_self_and_unsafe_ones_have_no_conditions() {
    check(
        "impl Foo {
            fn new(n: u32) -> Self { if n > MAX {} Self }
            unsafe fn raw(&mut self) { if *self.p == 3 {} }
        }",
        &[],
    );
}

#[test]
fn receivers_of_any_kind_count() {
    check(
        "impl Foo {
            fn a(self) { if self.a {} if (self.x, 1) == (2, 1) {} }
            fn b(mut self: Box<Self>) { if self.b {} }
            fn c(self: Pin<&mut Self>) { if self.c {} if *self == C {} }
            fn d(&mut self) { if *self == Foo::D {} if *self.r > 3 {} if (self.x, 1) == (2, 1) {} }
        }",
        &[
            "a: self.a",
            "b: self.b",
            "c: self.c",
            "eq_d: *self == Foo::D",
            "r_gt_3: *self.r > 3",
            "x_1_eq_2_1: (self.x, 1) == (2, 1)",
        ],
    );
}

#[test]
fn literals_of_all_kinds_are_constants() {
    for (body, expected) in [
        (
            "if x == 5 || x == 0x10 || x == 0b11 || x == 0o17 || x == 1_000u32 {}",
            &["integers [5, 16, 3, 15, 1000]"][..],
        ),
        ("let y = -7; f(b'a', - 3i8)", &["integers [-7, 97, -3]"]),
        ("f(3, 3, -3)", &["integers [3, -3]"]),
        ("f(340282366920938463463374607431768211455, 1)", &["integers [1]"]),
        ("f(1.5, -2.0f32, 1f64, 1e3, 1.5)", &["floats [1.5, -2.0, 1.0, 1000.0]"]),
        ("f(\"a\", b\"bc\", b\"\\xff\", r\"d\", \"a\")", &["strings [\"a\", \"bc\", \"d\"]"]),
        ("f('a', 'b')", &["chars ['a', 'b']"]),
        ("match x { 0 => {} -5..=9 => {} 10.. => {} _ => {} }", &["integers [0, -5, 9, 10]"]),
        (
            "match s { \"on\" => {} _ => {} } match c { 'a'..='z' => {} _ => {} }",
            &["strings [\"on\"]", "chars ['a', 'z']"],
        ),
        ("for i in 2..=8 {}", &["integers [2, 8]"]),
        ("let Foo { n: 4, .. } = y else { return; };", &["integers [4]"]),
        ("f(|z| z > 11)", &["integers [11]"]),
        ("self.0.1 = x;", &[]),
        ("let z: [u8; 4] = f::<5>();", &[]),
        ("const LIMIT: u32 = 12; fn g() -> u32 { 13 } f(LIMIT)", &["integers [12, 13]"]),
    ] {
        check_constants_body(body, expected);
    }
}

#[test]
fn only_conditions_of_macros_are_looked_at() {
    for (body, expected) in [
        ("assert!(x > 1, \"{} {}\", 2, LIMIT)", &["integers [1]"][..]),
        ("debug_assert_eq!(x, 3, \"no\")", &["integers [3]"]),
        ("assert_ne!(self.n, SIZE + 1)", &["integers [1]", "expressions SIZE + 1; SIZE"]),
        ("if matches!(x, 4 | MAX if y > 6) {}", &["integers [4, 6]", "expressions MAX"]),
        ("panic!(\"a {}\", 1); println!(\"{}\", MAX); format!(\"{}\", 2); vec![3];", &[]),
        ("#[allow(x = \"y\")] let z = 1;", &["integers [1]"]),
    ] {
        check_constants_body(body, expected);
    }
}

#[test]
fn named_constants_are_taken_whole_and_alone() {
    for (body, expected) in [
        (
            "if x.len() == DES_KEY_SIZE + ID_SIZE {}",
            &["expressions DES_KEY_SIZE + ID_SIZE; DES_KEY_SIZE; ID_SIZE"][..],
        ),
        ("if x > (MAX - 1) * 2 {}", &["integers [1, 2]", "expressions (MAX - 1) * 2; MAX"]),
        ("f(1 << SHIFT | MASK)", &["integers [1]", "expressions 1 << SHIFT | MASK; SHIFT; MASK"]),
        (
            "f(Self::MAX, u8::MAX, limits::LOW, -LOW, Self::MAX)",
            &["expressions Self::MAX; u8::MAX; limits::LOW; -LOW; LOW"],
        ),
        (
            "f(MAX / 2, MAX % 3, MAX as usize + 1)",
            &["integers [2, 3, 1]", "expressions MAX; MAX as usize + 1"],
        ),
        ("f(x + MAX + 1)", &["integers [1]", "expressions MAX"]),
        (
            "match x { LOW..=HIGH => {} TOP => {} Self::END => {} n => {} }",
            &["expressions LOW; HIGH; TOP; Self::END"],
        ),
        ("f(State::Open, Foo, foo, bar::baz, None, ID(3))", &["integers [3]"]),
        ("const LIMIT: u32 = OTHER; f(LIMIT, LIMIT + MAX, x)", &["expressions MAX"]),
        ("let N = x; f(N, M)", &["expressions M"]),
        ("use limits::MAX; f(MAX, limits::MAX)", &["expressions limits::MAX"]),
        ("use limits::*; f(MAX, Self::LOW, u8::MAX)", &["expressions Self::LOW; u8::MAX"]),
        ("fn g() { f(MAX) }", &[]),
    ] {
        check_constants_body(body, expected);
    }
}

#[test]
fn constants_come_from_all_functions_that_are_not_skipped() {
    check_constants(
        "impl<T, const N: usize> Foo<T, N> {
            const OWN: u32 = 99;
            pub fn new() -> Self { Self { n: 1 } }
            fn run<U: Limit, const M: usize>(&self) { f(N, M, T::MAX, U::MAX, N + M, N + 1) }
            /// skip
            fn skipped() { f(2, SKIPPED) }
        }",
        &["integers [1]", "expressions N; T::MAX; N + 1"],
    );
}
