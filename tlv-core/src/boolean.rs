//! Boolean expressions over predicate names, as in `state(Partial = !empty & !full)`.
//!
//! `!` binds tightest, then `&` or `&&`, then `|` or `||`; the constants are `true` and `false`.

use crate::Valuation;

/// The deepest nesting of parentheses and negations, so that no input can overflow the stack.
const MAX_DEPTH: usize = 200;

/// A boolean expression over the predicates of an abstraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoolExpr {
    root: Node,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Constant(bool),
    Predicate(usize),
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
}

/// What is wrong with the text of an expression, and at which byte of it, from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoolExprError {
    /// Something else should stand here.
    #[error("at {position}: expected {expected}, found {found}")]
    Unexpected {
        /// Where.
        position: usize,
        /// What would be right.
        expected: &'static str,
        /// What is there: a token in backquotes, or the end.
        found: String,
    },
    /// A name that is no predicate.
    #[error("at {position}: there is no predicate `{name}`")]
    UnknownPredicate {
        /// Where.
        position: usize,
        /// The name.
        name: String,
    },
    /// Too many parentheses or negations inside each other.
    #[error("at {position}: nested more than {MAX_DEPTH} deep")]
    TooDeep {
        /// Where.
        position: usize,
    },
}

impl BoolExprError {
    /// The byte of the text, from 0, at which the problem is.
    #[must_use]
    pub fn position(&self) -> usize {
        match self {
            BoolExprError::Unexpected { position, .. }
            | BoolExprError::UnknownPredicate { position, .. }
            | BoolExprError::TooDeep { position } => *position,
        }
    }
}

impl BoolExpr {
    /// Reads an expression over these predicates; a predicate's index is its position.
    ///
    /// # Errors
    /// When the text is not an expression over them.
    pub fn parse<P: AsRef<str>>(text: &str, predicates: &[P]) -> Result<Self, BoolExprError> {
        let mut parser = Parser { text, position: 0, depth: 0, predicates };
        parser.skip_space();
        let root = parser.any()?;
        if parser.position < text.len() {
            return Err(parser.unexpected("an operator or the end"));
        }
        Ok(BoolExpr { root })
    }

    /// Whether the expression holds in an abstract state.
    #[must_use]
    pub fn holds(&self, valuation: Valuation) -> bool {
        self.root.holds(valuation)
    }
}

impl Node {
    fn holds(&self, valuation: Valuation) -> bool {
        match self {
            Node::Constant(value) => *value,
            Node::Predicate(index) => valuation.holds(*index),
            Node::Not(inner) => !inner.holds(valuation),
            Node::All(parts) => parts.iter().all(|part| part.holds(valuation)),
            Node::Any(parts) => parts.iter().any(|part| part.holds(valuation)),
        }
    }
}

struct Parser<'a, P> {
    text: &'a str,
    position: usize,
    depth: usize,
    predicates: &'a [P],
}

impl<'a, P: AsRef<str>> Parser<'a, P> {
    fn any(&mut self) -> Result<Node, BoolExprError> {
        let mut parts = vec![self.all()?];
        while self.take_operator('|') {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Any(parts) })
    }

    fn all(&mut self) -> Result<Node, BoolExprError> {
        let mut parts = vec![self.unary()?];
        while self.take_operator('&') {
            parts.push(self.unary()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::All(parts) })
    }

    fn unary(&mut self) -> Result<Node, BoolExprError> {
        if self.depth == MAX_DEPTH {
            return Err(BoolExprError::TooDeep { position: self.position });
        }
        self.depth += 1;
        let node = if self.take("!") {
            Node::Not(Box::new(self.unary()?))
        } else if self.take("(") {
            let inner = self.any()?;
            if !self.take(")") {
                return Err(self.unexpected("`)`"));
            }
            inner
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn atom(&mut self) -> Result<Node, BoolExprError> {
        let position = self.position;
        let name = self.name();
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.unexpected("a predicate, `true`, `false`, `!` or `(`"));
        }
        self.position += name.len();
        self.skip_space();
        let index = self.predicates.iter().position(|p| p.as_ref() == name);
        match (index, name) {
            (Some(index), _) => Ok(Node::Predicate(index)),
            (None, "true") => Ok(Node::Constant(true)),
            (None, "false") => Ok(Node::Constant(false)),
            (None, name) => {
                Err(BoolExprError::UnknownPredicate { position, name: name.to_owned() })
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// The letters, digits and underscores that come next.
    fn name(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    }

    fn skip_space(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.position += token.len();
            self.skip_space();
        }
        found
    }

    /// Takes the operator, single or doubled.
    fn take_operator(&mut self, operator: char) -> bool {
        let n = self.rest().chars().take(2).take_while(|&c| c == operator).count();
        self.position += n;
        self.skip_space();
        n > 0
    }

    fn unexpected(&self, expected: &'static str) -> BoolExprError {
        let found = match (self.name(), self.rest().chars().next()) {
            (_, None) => "the end".to_owned(),
            ("", Some(c)) => format!("`{c}`"),
            (name, _) => format!("`{name}`"),
        };
        BoolExprError::Unexpected { position: self.position, expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREDICATES: [&str; 3] = ["a", "b", "is_c"];

    /// The valuations of three predicates, as bit masks, in which the expression holds.
    #[track_caller]
    fn check(text: &str, expected: &[u128]) {
        let expr = BoolExpr::parse(text, &PREDICATES).unwrap();
        let holds = (0..8).filter(|&bits| expr.holds(Valuation::from_bits(bits)));
        assert_eq!(holds.collect::<Vec<_>>(), expected, "{text}");
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        let error = BoolExpr::parse(text, &PREDICATES).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }

    #[test]
    fn expressions_hold_where_logic_says() {
        check("true", &[0, 1, 2, 3, 4, 5, 6, 7]);
        check(" false ", &[]);
        check("a", &[1, 3, 5, 7]);
        check("!is_c && b", &[2, 3]);
        check("a & !b & is_c", &[5]);
        check("a | b && is_c", &[1, 3, 5, 6, 7]);
        check("(a || b) & is_c", &[5, 6, 7]);
        check("!(a|b)|!!is_c&a", &[0, 4, 5, 7]);
    }

    #[test]
    fn errors_say_where() {
        check_error("", "at 0: expected a predicate, `true`, `false`, `!` or `(`, found the end");
        check_error(
            "a &",
            "at 3: expected a predicate, `true`, `false`, `!` or `(`, found the end",
        );
        check_error("a b", "at 2: expected an operator or the end, found `b`");
        check_error("(a | b", "at 6: expected `)`, found the end");
        check_error(
            "a &&& b",
            "at 4: expected a predicate, `true`, `false`, `!` or `(`, found `&`",
        );
        check_error("a | é", "at 4: there is no predicate `é`");
        check_error(
            "a | 1x",
            "at 4: expected a predicate, `true`, `false`, `!` or `(`, found `1x`",
        );
        check_error("a == b", "at 2: expected an operator or the end, found `=`");
        check_error("a & full", "at 4: there is no predicate `full`");
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        let fits = "(".repeat(MAX_DEPTH - 1) + "a" + &")".repeat(MAX_DEPTH - 1);
        check(&fits, &[1, 3, 5, 7]);
        let deep = "!".repeat(1_000_000) + "a";
        let error = BoolExpr::parse(&deep, &PREDICATES).unwrap_err();
        assert_eq!(error, BoolExprError::TooDeep { position: MAX_DEPTH });
    }

    #[test]
    fn a_predicate_may_be_called_true() {
        let expr = BoolExpr::parse("true", &["true"]).unwrap();
        assert!(!expr.holds(Valuation::from_bits(0)));
    }
}
