//! Collects predicates: the observers of an impl block, then the conditions in its methods.

use super::macros::{Condition, as_matches};
use super::names;
use super::normal::{Observers, is_end, own_call, positive, without_parens};
use super::patterns::facts;
use super::scope::{Scope, is_conditional, is_number_type, is_self, mentions_self, starts_upper};
use super::text::text;
use super::{Collected, Origin, Role, functions, is_public};
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Expr, ExprBinary, ExprIf, ExprMatch, ExprMethodCall, ExprPath, ExprUnsafe,
    ExprWhile, GenericParam, Ident, ImplItemFn, Item, ItemImpl, Lit, Local, Macro, PatGuard,
    Receiver, ReceiverKind, ReturnType, Safety, Stmt, Type, UnOp, parse_quote,
};

/// The predicates that the methods of the block suggest: its observers, then every condition that
/// speaks of `self`, constants and literals alone, each fact once, in order of appearance.
pub(crate) fn predicates(item: &ItemImpl, role: impl Fn(&ImplItemFn) -> Role) -> Vec<Collected> {
    let functions = functions(item, &role);
    let observers = callable(&functions);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (method, role) in &functions {
        if is_observer(item, method, *role) {
            let name = &method.sig.ident;
            let expr: Expr = parse_quote!(self.#name());
            seen.insert(observers.key(&expr));
            found.push((expr, Origin::Observer));
        }
    }
    for (method, _) in &functions {
        let Some(receiver) = method.sig.receiver() else { continue };
        if matches!(method.sig.safety, Safety::Unsafe(_)) {
            continue;
        }
        let scope = Scope::of(method);
        let atoms = Atoms { scope: &scope, observers: &observers, by_value: is_by_value(receiver) };
        let mut conditions = Conditions { atoms, found: Vec::new() };
        conditions.visit_block(&method.block);
        for expr in conditions.found {
            if seen.insert(observers.key(&expr)) {
                found.push((expr, Origin::Source));
            }
        }
    }
    let mut names = names::Names::avoiding(event_names(item, &functions));
    found
        .into_iter()
        .map(|(expr, origin)| {
            let name = match (origin, own_call(&expr)) {
                (Origin::Observer, Some(method)) => names.observer(&method),
                _ => names.source(&expr),
            };
            Collected { name, text: text(&expr), expr, origin }
        })
        .collect()
}

/// The methods that a predicate may call.
fn callable(functions: &[(&ImplItemFn, Role)]) -> Observers {
    let bodies = functions
        .iter()
        .filter(|(method, role)| *role != Role::Event && only_looks(method))
        .filter(|(method, _)| returns(method, |name| name == "bool" || is_number_type(name)))
        .map(|(method, _)| {
            let body = match method.block.stmts.as_slice() {
                [Stmt::Expr(body, None)] => Some(without_parens(body.clone())),
                _ => None,
            };
            (method.sig.ident.unraw().to_string(), body)
        })
        .collect();
    Observers { bodies }
}

fn is_observer(item: &ItemImpl, method: &ImplItemFn, role: Role) -> bool {
    let wanted = match role {
        Role::Auto => is_public(item, method),
        Role::Observer => true,
        Role::Skip | Role::Event => false,
    };
    wanted && only_looks(method) && returns(method, |name| name == "bool")
}

/// Whether the method takes `&self` and nothing else, and is an ordinary function.
fn only_looks(method: &ImplItemFn) -> bool {
    let signature = &method.sig;
    signature.receiver().is_some_and(is_shared)
        && signature.inputs.len() == 1
        && signature.asyncness.is_none()
        && !matches!(signature.safety, Safety::Unsafe(_))
        && signature.generics.params.iter().all(|p| matches!(p, GenericParam::Lifetime(_)))
}

fn returns(method: &ImplItemFn, wanted: impl Fn(&str) -> bool) -> bool {
    let ReturnType::Type(_, output) = &method.sig.output else { return false };
    let Type::Path(output) = &**output else { return false };
    output.path.get_ident().is_some_and(|name| wanted(&name.to_string()))
}

fn is_shared(receiver: &Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.is_none(),
        ReceiverKind::Typed(_, ty) => {
            matches!(&**ty, Type::Reference(ty) if ty.mutability.is_none() && is_self_type(&ty.elem))
        }
        _ => false,
    }
}

fn is_by_value(receiver: &Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(..) => false,
        ReceiverKind::Typed(_, ty) => {
            !matches!(&**ty, Type::Reference(ty) if is_self_type(&ty.elem))
        }
        _ => true,
    }
}

fn is_self_type(ty: &Type) -> bool {
    matches!(ty, Type::Path(ty) if ty.path.is_ident("Self"))
}

/// Formulas name events and predicates alike, so a predicate must not be named like an event.
fn event_names(item: &ItemImpl, functions: &[(&ImplItemFn, Role)]) -> Vec<String> {
    functions
        .iter()
        .filter(|(method, role)| {
            method.sig.receiver().is_some()
                && !is_observer(item, method, *role)
                && (*role == Role::Event || is_public(item, method))
        })
        .map(|(method, _)| method.sig.ident.unraw().to_string())
        .collect()
}

/// Walks a method's body for conditions.
struct Conditions<'a> {
    atoms: Atoms<'a>,
    found: Vec<Expr>,
}

impl Conditions<'_> {
    /// Takes a condition apart into atoms.
    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(paren) => self.condition(&paren.expr),
            Expr::Group(group) => self.condition(&group.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => self.condition(&unary.expr),
            Expr::Binary(ExprBinary { left, op: BinOp::And(_) | BinOp::Or(_), right, .. }) => {
                self.condition(left);
                self.condition(right);
            }
            Expr::Let(test) => self.matching(&test.expr, &test.pat),
            Expr::Macro(expr) => self.visit_macro(&expr.mac),
            expr => self.atom(positive(without_parens(expr.clone()))),
        }
    }

    fn matching(&mut self, scrutinee: &Expr, pat: &syn::Pat) {
        for fact in facts(scrutinee, pat) {
            match fact {
                Expr::Macro(_) => self.atom(fact),
                fact => self.condition(&fact),
            }
        }
    }

    fn atom(&mut self, expr: Expr) {
        if mentions_self(&expr) && self.atoms.admit(&expr) {
            self.found.push(expr);
        }
    }
}

impl<'ast> Visit<'ast> for Conditions<'_> {
    fn visit_expr_if(&mut self, expr: &'ast ExprIf) {
        self.condition(&expr.cond);
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'ast ExprWhile) {
        self.condition(&expr.cond);
        visit::visit_expr_while(self, expr);
    }

    fn visit_pat_guard(&mut self, pat: &'ast PatGuard) {
        self.condition(&pat.guard);
        visit::visit_pat_guard(self, pat);
    }

    fn visit_expr_match(&mut self, expr: &'ast ExprMatch) {
        self.visit_expr(&expr.expr);
        for arm in expr.arms.iter().filter(|arm| !arm.attrs.iter().any(super::scope::is_cfg)) {
            // The only arm of a match always matches.
            if expr.arms.len() > 1 {
                self.matching(&expr.expr, &arm.pat);
            }
            self.visit_arm(arm);
        }
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.visit_pat(&arm.pat);
        self.visit_expr(&arm.body);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            if init.diverge.is_some() {
                self.matching(&init.expr, &local.pat);
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Condition::of(mac) {
            Some(Condition::Assert(expr)) => {
                self.condition(&expr);
                self.visit_expr(&expr);
            }
            Some(Condition::Matches(matches)) => {
                self.matching(&matches.scrutinee, &matches.pat);
                self.visit_expr(&matches.scrutinee);
                if let Some(guard) = &matches.guard {
                    self.condition(guard);
                    self.visit_expr(guard);
                }
            }
            None => {}
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if !is_conditional(statement) {
            visit::visit_stmt(self, statement);
        }
    }

    // Inside of an item `self` is another one, and what is written in an unsafe block may need it.
    fn visit_item(&mut self, _: &'ast Item) {}
    fn visit_expr_unsafe(&mut self, _: &'ast ExprUnsafe) {}
}

/// Decides which expressions may stand in a predicate.
struct Atoms<'a> {
    scope: &'a Scope,
    observers: &'a Observers,
    /// Whether the method owns `self`, so that it may move out of fields.
    by_value: bool,
}

/// Methods without arguments that take `&self` (or a number) and only look.
const LOOKS: [&str; 43] = [
    "abs",
    "as_bytes",
    "as_deref",
    "as_millis",
    "as_ref",
    "as_secs",
    "as_slice",
    "as_str",
    "borrow",
    "count_ones",
    "count_zeros",
    "get",
    "is_alphabetic",
    "is_alphanumeric",
    "is_ascii",
    "is_ascii_alphabetic",
    "is_ascii_alphanumeric",
    "is_ascii_digit",
    "is_ascii_lowercase",
    "is_ascii_punctuation",
    "is_ascii_uppercase",
    "is_ascii_whitespace",
    "is_control",
    "is_empty",
    "is_err",
    "is_finite",
    "is_infinite",
    "is_lowercase",
    "is_nan",
    "is_negative",
    "is_none",
    "is_numeric",
    "is_ok",
    "is_positive",
    "is_power_of_two",
    "is_some",
    "is_uppercase",
    "is_whitespace",
    "is_zero",
    "leading_zeros",
    "len",
    "signum",
    "trailing_zeros",
];

/// Methods with arguments that only look and do not panic.
const LOOKS_WITH_ARGUMENTS: [&str; 12] = [
    "abs_diff",
    "contains",
    "contains_key",
    "ends_with",
    "eq_ignore_ascii_case",
    "load",
    "saturating_add",
    "saturating_sub",
    "starts_with",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
];

impl Atoms<'_> {
    fn admit(&self, expr: &Expr) -> bool {
        match as_matches(expr) {
            Some(matches) => {
                (is_self(&matches.scrutinee) || self.allows(&matches.scrutinee))
                    && self.scope.sees_expr(&matches.scrutinee)
                    && self.scope.sees_pat(&matches.pat)
            }
            None => self.allows(expr) && self.scope.sees_expr(expr),
        }
    }

    fn allows(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::Path(path) => is_constant(path),
            Expr::Field(field) => is_self(&field.base) || self.allows(&field.base),
            Expr::Paren(paren) => self.allows(&paren.expr),
            Expr::Group(group) => self.allows(&group.expr),
            Expr::Reference(reference) => {
                reference.mutability.is_none() && self.allows(&reference.expr)
            }
            Expr::Unary(unary) => match unary.op {
                UnOp::Deref(_) if is_self(&unary.expr) => !self.by_value,
                _ => self.allows(&unary.expr),
            },
            Expr::Cast(cast) => self.allows(&cast.expr),
            Expr::Binary(binary) => {
                is_pure(binary) && self.allows(&binary.left) && self.allows(&binary.right)
            }
            Expr::Tuple(tuple) => tuple.elems.iter().all(|part| self.allows_copy(part)),
            Expr::Array(array) => array.elems.iter().all(|part| self.allows_copy(part)),
            Expr::Call(call) => {
                matches!(&*call.func, Expr::Path(path) if is_constant(path))
                    && call.args.iter().all(|argument| self.allows_copy(argument))
            }
            Expr::MethodCall(call) => self.allows_call(call),
            _ => false,
        }
    }

    /// An operand that is copied, and not moved out of `self`.
    fn allows_copy(&self, expr: &Expr) -> bool {
        self.allows(expr) && !(self.by_value && mentions_self(expr))
    }

    fn allows_call(&self, call: &ExprMethodCall) -> bool {
        let method = call.method.unraw().to_string();
        if call.turbofish.is_some() {
            return false;
        }
        if is_self(&call.receiver) {
            return call.args.is_empty() && self.observers.contains(&method);
        }
        if call.args.is_empty() {
            let of_end = match &*call.receiver {
                Expr::MethodCall(end) => is_end(end) && self.allows(&end.receiver),
                _ => false,
            };
            return (method == "is_some" && of_end)
                || (LOOKS.contains(&method.as_str()) && self.allows(&call.receiver));
        }
        let receiver = match &*call.receiver {
            Expr::Range(range) if method == "contains" => {
                range.start.iter().chain(&range.end).all(|end| self.allows(end))
            }
            receiver => self.allows(receiver),
        };
        receiver
            && LOOKS_WITH_ARGUMENTS.contains(&method.as_str())
            && call.args.iter().all(|argument| self.allows(argument))
    }
}

/// A constant, unit struct or variant, going by how it is spelled.
fn is_constant(path: &ExprPath) -> bool {
    let last: Option<&Ident> = path.path.segments.last().map(|last| &last.ident);
    last.is_some_and(starts_upper)
}

/// Whether the operator neither assigns nor may divide by zero.
fn is_pure(binary: &ExprBinary) -> bool {
    match binary.op {
        BinOp::Div(_) | BinOp::Rem(_) => {
            !mentions_self(&binary.right) && !is_zero(&without_parens((*binary.right).clone()))
        }
        BinOp::Add(_)
        | BinOp::Sub(_)
        | BinOp::Mul(_)
        | BinOp::And(_)
        | BinOp::Or(_)
        | BinOp::BitXor(_)
        | BinOp::BitAnd(_)
        | BinOp::BitOr(_)
        | BinOp::Shl(_)
        | BinOp::Shr(_) => true,
        op => super::normal::is_comparison(&op),
    }
}

fn is_zero(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int.base10_digits() == "0",
            _ => false,
        },
        _ => false,
    }
}
