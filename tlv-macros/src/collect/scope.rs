//! Which names of a method's body still mean the same outside of it.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprClosure, ExprForLoop, FnArg, GenericParam, Ident, ImplItemFn, Item, Local,
    Pat, PatIdent, Path, Stmt, UseTree,
};

/// What a method declares for itself: generic parameters, and the items and upper-case bindings of
/// its body.
///
/// Lower-case bindings are not listed: a lower-case identifier alone is always taken for a local.
#[derive(Default)]
pub(super) struct Scope {
    declared: HashSet<String>,
    /// A glob import in the body may declare anything.
    has_glob: bool,
}

impl Scope {
    pub(super) fn of(method: &ImplItemFn) -> Scope {
        let mut scope = Scope::default();
        for parameter in &method.sig.generics.params {
            match parameter {
                GenericParam::Type(parameter) => scope.declare(&parameter.ident),
                GenericParam::Const(parameter) => scope.declare(&parameter.ident),
                GenericParam::Lifetime(_) => {}
            }
        }
        for input in &method.sig.inputs {
            if let FnArg::Typed(input) = input {
                scope.declare_bindings(&input.pat);
            }
        }
        scope.visit_block(&method.block);
        scope
    }

    /// Whether every path in the syntax means the same next to the impl block.
    pub(super) fn sees(&self, node: impl FnOnce(&mut Paths<'_>)) -> bool {
        let mut paths = Paths { scope: self, all_seen: true };
        node(&mut paths);
        paths.all_seen
    }

    pub(super) fn sees_expr(&self, expr: &Expr) -> bool {
        self.sees(|paths| paths.visit_expr(expr))
    }

    pub(super) fn sees_pat(&self, pat: &Pat) -> bool {
        self.sees(|paths| paths.visit_pat(pat))
    }

    pub(super) fn sees_ident(&self, ident: &Ident) -> bool {
        let name = ident.unraw().to_string();
        !self.declared.contains(&name) && (!self.has_glob || is_global(&name))
    }

    fn declare(&mut self, ident: &Ident) {
        self.declared.insert(ident.unraw().to_string());
    }

    fn declare_bindings(&mut self, pat: &Pat) {
        let mut bindings = Bindings(self);
        bindings.visit_pat(pat);
    }

    fn declare_imports(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                // `use limits::{self, MAX}` declares `limits`.
                if mentions_self(&path.tree) {
                    self.declare(&path.ident);
                }
                self.declare_imports(&path.tree);
            }
            UseTree::Name(name) if name.ident == "self" => {}
            UseTree::Name(name) => self.declare(&name.ident),
            UseTree::Rename(rename) => self.declare(&rename.rename),
            UseTree::Glob(_) => self.has_glob = true,
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.declare_imports(tree);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Scope {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(item) => self.declare(&item.ident),
            Item::Enum(item) => self.declare(&item.ident),
            Item::Fn(item) => self.declare(&item.sig.ident),
            Item::Mod(item) => self.declare(&item.ident),
            Item::Static(item) => self.declare(&item.ident),
            Item::Struct(item) => self.declare(&item.ident),
            Item::Trait(item) => self.declare(&item.ident),
            Item::Type(item) => self.declare(&item.ident),
            Item::Union(item) => self.declare(&item.ident),
            Item::Use(item) => self.declare_imports(&item.tree),
            // A macro may declare anything, too.
            Item::Macro(item) => self.has_glob |= item.ident.is_none(),
            _ => {}
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        // With `else` an upper-case identifier is a constant that may fail to match.
        if local.init.as_ref().is_none_or(|init| init.diverge.is_none()) {
            self.declare_bindings(&local.pat);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        for input in &closure.inputs {
            self.declare_bindings(input);
        }
        visit::visit_expr_closure(self, closure);
    }

    fn visit_expr_for_loop(&mut self, for_loop: &'ast ExprForLoop) {
        self.declare_bindings(&for_loop.pat);
        visit::visit_expr_for_loop(self, for_loop);
    }
}

struct Bindings<'a>(&'a mut Scope);

impl<'ast> Visit<'ast> for Bindings<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        if starts_upper(&pat.ident) {
            self.0.declare(&pat.ident);
        }
        visit::visit_pat_ident(self, pat);
    }
}

/// Looks at every path for one that the scope declares itself.
pub(super) struct Paths<'a> {
    scope: &'a Scope,
    all_seen: bool,
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        if path.leading_colon.is_none()
            && path.segments.first().is_some_and(|first| !self.scope.sees_ident(&first.ident))
        {
            self.all_seen = false;
        }
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.all_seen &= self.scope.sees_ident(&pat.ident);
        visit::visit_pat_ident(self, pat);
    }
}

/// Names that a glob import does not usually shadow.
fn is_global(name: &str) -> bool {
    const NAMES: [&str; 8] = ["self", "Self", "crate", "super", "Some", "None", "Ok", "Err"];
    NAMES.contains(&name) || is_number_type(name) || ["bool", "char", "str"].contains(&name)
}

pub(super) fn is_number_type(name: &str) -> bool {
    const NAMES: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    NAMES.contains(&name)
}

pub(super) fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// Whether the statement stands under `#[cfg]`.
pub(super) fn is_conditional(statement: &Stmt) -> bool {
    // Attributes sit in a different place of each kind of expression, but always in front.
    let mut tokens = statement.to_token_stream().into_iter();
    while let Some(TokenTree::Punct(punct)) = tokens.next() {
        let Some(TokenTree::Group(group)) = tokens.next() else { return false };
        let name = group.stream().into_iter().next();
        if punct.as_char() != '#' {
            return false;
        }
        if name.is_some_and(|name| ["cfg", "cfg_attr"].contains(&name.to_string().as_str())) {
            return true;
        }
    }
    false
}

/// Whether `self` occurs anywhere, also inside a macro's arguments.
pub(super) fn mentions_self(node: &impl ToTokens) -> bool {
    fn search(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "self",
            TokenTree::Group(group) => search(group.stream()),
            _ => false,
        })
    }
    search(node.to_token_stream())
}

/// Whether the expression is `self` itself.
pub(super) fn is_self(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("self"))
}

/// Constants, types and variants start with an upper-case letter, locals and functions do not.
pub(super) fn starts_upper(ident: &Ident) -> bool {
    ident.unraw().to_string().starts_with(char::is_uppercase)
}

/// Whether the identifier is spelled like a `const`.
pub(super) fn is_upper_case(ident: &Ident) -> bool {
    starts_upper(ident) && !ident.to_string().contains(char::is_lowercase)
}
