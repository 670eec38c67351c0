//! Collects the constants that an impl block mentions, for the argument pools.

use super::macros::Condition;
use super::normal::without_parens;
use super::patterns::is_binding;
use super::scope::{Scope, is_cfg, is_conditional, is_number_type, is_upper_case};
use super::text::text;
use super::{Constants, Role, functions};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{
    AngleBracketedGenericArguments, Arm, Attribute, BinOp, Expr, ExprCall, ExprLit, ExprPath,
    ExprUnary, FieldValue, ImplItemFn, Item, ItemImpl, Lit, Macro, PatIdent, Path, Stmt, Type,
    UnOp, parse_quote,
};

/// The constants in the bodies of the block's functions, with and without a receiver.
pub(crate) fn constants(item: &ItemImpl, role: impl Fn(&ImplItemFn) -> Role) -> Constants {
    let mut found = Constants::default();
    let mut seen = HashSet::new();
    for (function, _) in functions(item, &role) {
        let scope = Scope::of(function);
        let mut mentions = Mentions {
            scope: &scope,
            named: true,
            inside: false,
            found: &mut found,
            seen: &mut seen,
        };
        mentions.visit_block(&function.block);
    }
    found
}

struct Mentions<'a> {
    scope: &'a Scope,
    /// Whether named constants are looked for; the names inside of a nested item are its own.
    named: bool,
    /// Whether the walk is inside of a constant expression.
    inside: bool,
    found: &'a mut Constants,
    /// The texts of the expressions found.
    seen: &'a mut HashSet<String>,
}

impl Mentions<'_> {
    fn lit(&mut self, lit: &Lit, negative: bool) {
        match lit {
            Lit::Int(int) if is_float_suffix(int.suffix()) => {
                self.float(int.base10_digits(), negative);
            }
            // Literals above `i128::MAX` do not parse, and are left out.
            Lit::Int(int) => {
                let sign = if negative { "-" } else { "" };
                if let Ok(value) = format!("{sign}{}", int.base10_digits()).parse() {
                    push(&mut self.found.integers, value);
                }
            }
            Lit::Float(float) => self.float(float.base10_digits(), negative),
            Lit::Byte(byte) => push(&mut self.found.integers, byte.value().into()),
            Lit::Str(str) => push(&mut self.found.strings, str.value()),
            Lit::ByteStr(bytes) => {
                if let Ok(string) = String::from_utf8(bytes.value()) {
                    push(&mut self.found.strings, string);
                }
            }
            Lit::Char(char) => push(&mut self.found.chars, char.value()),
            _ => {}
        }
    }

    fn float(&mut self, digits: &str, negative: bool) {
        if let Ok(value) = digits.parse::<f64>() {
            let value = if negative { -value } else { value };
            let floats = &mut self.found.floats;
            if !floats.iter().any(|other| other.to_bits() == value.to_bits()) {
                floats.push(value);
            }
        }
    }

    fn expression(&mut self, expr: Expr) {
        let expr = without_parens(expr);
        if self.named && self.scope.sees_expr(&expr) && self.seen.insert(text(&expr)) {
            self.found.expressions.push(expr);
        }
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        // The largest constant expression is taken as a whole, and then only the names in it.
        let whole = !self.inside && is_constant(expr) && has_name(expr);
        if whole {
            self.expression(expr.clone());
            self.inside = true;
        }
        visit::visit_expr(self, expr);
        if whole {
            self.inside = false;
        }
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if is_name(path) {
            self.expression(Expr::Path(path.clone()));
        }
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        if !is_binding(pat) && is_upper_case(&pat.ident) {
            let ident = &pat.ident;
            self.expression(parse_quote!(#ident));
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if !arm.attrs.iter().any(is_cfg) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        if !field.attrs.iter().any(is_cfg) {
            visit::visit_field_value(self, field);
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        // `ID(3)` makes a value of the type `ID`; no constant can be called.
        if !matches!(&*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        match (&unary.op, &*unary.expr) {
            (UnOp::Neg(_), Expr::Lit(lit)) => self.lit(&lit.lit, true),
            _ => visit::visit_expr_unary(self, unary),
        }
    }

    fn visit_expr_lit(&mut self, lit: &'ast ExprLit) {
        self.lit(&lit.lit, false);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match Condition::of(mac) {
            Some(Condition::Assert(expr)) => self.visit_expr(&expr),
            Some(Condition::Matches(matches)) => {
                self.visit_expr(&matches.scrutinee);
                self.visit_pat(&matches.pat);
                if let Some(guard) = &matches.guard {
                    self.visit_expr(guard);
                }
            }
            None => {}
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let named = std::mem::replace(&mut self.named, false);
        visit::visit_item(self, item);
        self.named = named;
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if !is_conditional(statement) {
            visit::visit_stmt(self, statement);
        }
    }

    // Lengths and arguments of types are no values that calls are about.
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_angle_bracketed_generic_arguments(&mut self, _: &'ast AngleBracketedGenericArguments) {
    }
    fn visit_path(&mut self, _: &'ast Path) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn push<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if !values.contains(&value) {
        values.push(value);
    }
}

fn is_float_suffix(suffix: &str) -> bool {
    ["f32", "f64"].contains(&suffix)
}

/// Whether the path is spelled like a `const`: `LIMIT`, `Self::LIMIT`, `u8::MAX`.
fn is_name(path: &ExprPath) -> bool {
    path.path.segments.last().is_some_and(|last| is_upper_case(&last.ident))
}

/// Whether the expression is built from literals and named constants alone.
///
/// Division is left out, since the divisor may be zero.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_) | Lit::Float(_) | Lit::Byte(_)),
        Expr::Path(path) => is_name(path),
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Group(group) => is_constant(&group.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_constant(&unary.expr),
        Expr::Cast(cast) => is_number(&cast.ty) && is_constant(&cast.expr),
        Expr::Binary(binary) => {
            matches!(
                binary.op,
                BinOp::Add(_)
                    | BinOp::Sub(_)
                    | BinOp::Mul(_)
                    | BinOp::Shl(_)
                    | BinOp::Shr(_)
                    | BinOp::BitOr(_)
                    | BinOp::BitAnd(_)
                    | BinOp::BitXor(_)
            ) && is_constant(&binary.left)
                && is_constant(&binary.right)
        }
        _ => false,
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(ty)
        if ty.path.get_ident().is_some_and(|ident| is_number_type(&ident.to_string())))
}

/// Whether a named constant is among the parts of a constant expression.
fn has_name(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Paren(paren) => has_name(&paren.expr),
        Expr::Group(group) => has_name(&group.expr),
        Expr::Unary(unary) => has_name(&unary.expr),
        Expr::Cast(cast) => has_name(&cast.expr),
        Expr::Binary(binary) => has_name(&binary.left) || has_name(&binary.right),
        _ => false,
    }
}
