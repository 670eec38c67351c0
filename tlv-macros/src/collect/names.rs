//! Names predicates after what they say: `self.len == 0` is `len_eq_0`.

use super::macros::as_matches;
use super::normal::own_call;
use super::patterns::{as_constant, member_name};
use super::scope::{is_number_type, is_self};
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::{BinOp, Expr, ExprMethodCall, ExprRange, Ident, Lit, Pat, Path, UnOp};

/// How much of a string literal goes into a name.
const STRING_LENGTH: usize = 16;

/// How many alternatives of a pattern go into a name.
const CASES: usize = 3;

/// Gives out names, each once.
pub(super) struct Names {
    /// What means something else in a formula.
    avoided: HashSet<String>,
    given: HashSet<String>,
}

impl Names {
    pub(super) fn avoiding(events: Vec<String>) -> Names {
        let mut avoided: HashSet<String> = events.into_iter().collect();
        avoided.extend(["panic".to_owned(), "err".to_owned()]);
        Names { avoided, given: HashSet::new() }
    }

    /// The observer's own name.
    pub(super) fn observer(&mut self, method: &str) -> String {
        self.distinct(method.to_owned())
    }

    /// A name made from the expression.
    pub(super) fn source(&mut self, expr: &Expr) -> String {
        let mut words = Vec::new();
        push_expr(expr, &mut words);
        let name = words.join("_");
        let name = if name.starts_with(|first: char| first.is_ascii_digit()) {
            format!("field_{name}")
        } else {
            name
        };
        self.distinct(name)
    }

    fn distinct(&mut self, name: String) -> String {
        // Keywords and events are no names for predicates, but `is_type` and `is_open` are.
        let base = if syn::parse_str::<Ident>(&name).is_err() || self.avoided.contains(&name) {
            format!("is_{name}")
        } else {
            name
        };
        let free = |name: &String| !self.given.contains(name) && !self.avoided.contains(name);
        let name = std::iter::once(base.clone())
            .chain((2_usize..).map(|count| format!("{base}_{count}")))
            .find(free)
            .unwrap_or(base);
        self.given.insert(name.clone());
        name
    }
}

fn push_expr(expr: &Expr, words: &mut Vec<String>) {
    if let Some(matches) = as_matches(expr) {
        push_expr(&matches.scrutinee, words);
        words.push("is".to_owned());
        push_pat(&matches.pat, words);
        return;
    }
    match expr {
        Expr::Lit(lit) => push_lit(&lit.lit, words),
        Expr::Path(_) if is_self(expr) => {}
        Expr::Path(path) => push_path(&path.path, words),
        Expr::Field(field) => {
            push_expr(&field.base, words);
            words.push(snake_case(&member_name(&field.member)));
        }
        Expr::Paren(paren) => push_expr(&paren.expr, words),
        Expr::Group(group) => push_expr(&group.expr, words),
        Expr::Reference(reference) => push_expr(&reference.expr, words),
        Expr::Cast(cast) => push_expr(&cast.expr, words),
        Expr::Unary(unary) => {
            match unary.op {
                UnOp::Not(_) => words.push("not".to_owned()),
                UnOp::Neg(_) => words.push("minus".to_owned()),
                _ => {}
            }
            push_expr(&unary.expr, words);
        }
        Expr::Binary(binary) => {
            push_expr(&binary.left, words);
            words.push(operator(&binary.op).to_owned());
            push_expr(&binary.right, words);
        }
        Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| push_expr(part, words)),
        Expr::Array(array) => array.elems.iter().for_each(|part| push_expr(part, words)),
        Expr::Call(call) => {
            push_expr(&call.func, words);
            call.args.iter().for_each(|argument| push_expr(argument, words));
        }
        Expr::MethodCall(call) => push_call(call, words),
        Expr::Range(range) => push_range(range, words),
        _ => {}
    }
}

fn push_call(call: &ExprMethodCall, words: &mut Vec<String>) {
    // These only change the type, and say nothing to the reader.
    const SILENT: [&str; 8] =
        ["as_bytes", "as_deref", "as_ref", "as_slice", "as_str", "borrow", "get", "load"];
    if let Some(method) = own_call(&Expr::MethodCall(call.clone())) {
        words.push(method);
        return;
    }
    let method = call.method.unraw().to_string();
    if let (Expr::Range(range), Some(value)) = (&*call.receiver, call.args.first()) {
        push_expr(value, words);
        words.push("in".to_owned());
        push_range(range, words);
        return;
    }
    push_expr(&call.receiver, words);
    if SILENT.contains(&method.as_str()) {
        return;
    }
    words.push(method);
    call.args.iter().for_each(|argument| push_expr(argument, words));
}

fn push_range(range: &ExprRange, words: &mut Vec<String>) {
    if let Some(start) = &range.start {
        push_expr(start, words);
    }
    words.push("to".to_owned());
    if let Some(end) = &range.end {
        push_expr(end, words);
    }
}

fn push_pat(pat: &Pat, words: &mut Vec<String>) {
    if let Some(constant) = as_constant(pat) {
        push_expr(&constant, words);
        return;
    }
    match pat {
        Pat::Or(or) => {
            for (index, case) in or.cases.iter().take(CASES).enumerate() {
                if index > 0 {
                    words.push("or".to_owned());
                }
                push_pat(case, words);
            }
            if or.cases.len() > CASES {
                words.extend(["or".to_owned(), "others".to_owned()]);
            }
        }
        Pat::Paren(paren) => push_pat(&paren.pat, words),
        Pat::Reference(reference) => push_pat(&reference.pat, words),
        Pat::Range(range) => push_range(range, words),
        Pat::Slice(slice) => {
            // The shape is what a slice pattern tells, so it is in the name.
            words.push("slice".to_owned());
            for part in &slice.elems {
                match part {
                    Pat::Wild(_) => words.push("any".to_owned()),
                    Pat::Rest(_) => words.push("rest".to_owned()),
                    part => push_pat(part, words),
                }
            }
        }
        Pat::Tuple(tuple) => tuple.elems.iter().for_each(|part| push_pat(part, words)),
        Pat::TupleStruct(tuple) => {
            push_path(&tuple.path, words);
            tuple.elems.iter().for_each(|part| push_pat(part, words));
        }
        Pat::Struct(record) => {
            push_path(&record.path, words);
            for field in &record.fields {
                words.push(snake_case(&member_name(&field.member)));
                push_pat(&field.pat, words);
            }
        }
        _ => {}
    }
}

fn push_path(path: &Path, words: &mut Vec<String>) {
    let names: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    // `MAX` alone would not say of which type.
    if let [.., number, _] = names.as_slice() {
        if is_number_type(number) {
            words.push(number.clone());
        }
    }
    words.extend(names.last().map(|last| snake_case(last)));
}

fn push_lit(lit: &Lit, words: &mut Vec<String>) {
    match lit {
        Lit::Int(int) => push_number(int.base10_digits(), words),
        Lit::Float(float) => push_number(float.base10_digits(), words),
        Lit::Bool(bool) => words.push(bool.value.to_string()),
        Lit::Byte(byte) => words.push(byte.value().to_string()),
        Lit::Char(char) => push_string(&char.value().to_string(), words),
        Lit::Str(str) => push_string(&str.value(), words),
        _ => words.push("literal".to_owned()),
    }
}

fn push_number(digits: &str, words: &mut Vec<String>) {
    let digits = match digits.strip_prefix('-') {
        Some(digits) => {
            words.push("minus".to_owned());
            digits
        }
        None => digits,
    };
    push_string(digits, words);
}

/// The letters and digits of the text, or its code points if it has none.
fn push_string(text: &str, words: &mut Vec<String>) {
    if text.is_empty() {
        words.push("nothing".to_owned());
        return;
    }
    let start: String = text.chars().take(STRING_LENGTH).collect();
    let readable = start
        .split(|char: char| !char.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect::<Vec<_>>();
    if readable.is_empty() {
        words.extend(start.chars().map(|char| format!("u{:x}", u32::from(char))));
    } else {
        words.extend(readable);
    }
}

fn operator(op: &BinOp) -> &'static str {
    match op {
        BinOp::Add(_) => "plus",
        BinOp::Sub(_) => "minus",
        BinOp::Mul(_) => "times",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::And(_) | BinOp::BitAnd(_) => "and",
        BinOp::Or(_) | BinOp::BitOr(_) => "or",
        BinOp::BitXor(_) => "xor",
        BinOp::Shl(_) => "shl",
        BinOp::Shr(_) => "shr",
        BinOp::Eq(_) => "eq",
        BinOp::Ne(_) => "ne",
        BinOp::Lt(_) => "lt",
        BinOp::Le(_) => "le",
        BinOp::Gt(_) => "gt",
        BinOp::Ge(_) => "ge",
        _ => "op",
    }
}

/// `MAX_LEN` is `max_len`, `HalfOpen` is `half_open`, `IOError` is `io_error`.
fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (index, char) in chars.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| chars[index]);
        let after = chars.get(index + 1);
        let starts_word = char.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_uppercase() && after.is_some_and(|after| after.is_lowercase()))
            });
        if starts_word {
            out.push('_');
        }
        out.extend(char.to_lowercase());
    }
    out.trim_matches('_').to_owned()
}
