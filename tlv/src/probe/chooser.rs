//! Which values the primitive choices of the current call have.
//!
//! The primitives are plain functions without context, so that a symbolic executor can stand in
//! for them; natively they ask the chooser of their thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::Constants;
use crate::wire::Choice;

/// Ranges up to this size are enumerated whole instead of by pooled values.
const SMALL_RANGE: u128 = 16;

thread_local! {
    static CHOOSER: RefCell<Chooser> = RefCell::new(Chooser::new(Rc::new(Pools::new(&Constants::default())), 3));
}

/// Does something with this thread's chooser.
pub(super) fn with<R>(action: impl FnOnce(&mut Chooser) -> R) -> R {
    CHOOSER.with_borrow_mut(action)
}

/// The values worth trying, most promising first.
#[derive(Debug)]
pub(super) struct Pools {
    integers: Vec<i128>,
    floats: Vec<f64>,
    texts: Vec<&'static str>,
}

impl Pools {
    /// Boundary values, then the constants of the code with their neighbours.
    pub(super) fn new(constants: &Constants) -> Self {
        let mut integers = vec![0, 1, -1, 2];
        let mut floats = vec![0.0, 1.0, -1.0, 0.5];
        let mut texts = Vec::new();
        let codes = constants.chars.iter().map(|char| i128::from(u32::from(*char)));
        for constant in constants.integers.iter().copied().chain(codes) {
            for near in [Some(constant), constant.checked_add(1), constant.checked_sub(1)] {
                push_new(&mut integers, near);
            }
        }
        for constant in &constants.floats {
            push_new(&mut floats, Some(*constant));
        }
        for constant in &constants.integers {
            // Exact for every constant that is likely to be compared with a float.
            #[expect(clippy::cast_precision_loss, reason = "a pooled value need not be exact")]
            push_new(&mut floats, Some(*constant as f64));
        }
        floats.extend([f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
        // A letter, a digit, and beyond ASCII a letter and a sign: what code that reads text tells
        // apart.
        for text in constants.strings.iter().copied().chain(["a", "0", "é", "€"]) {
            push_new(&mut texts, Some(text));
        }
        Pools { integers, floats, texts }
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: Option<T>) {
    if let Some(item) = item.filter(|item| !list.contains(item)) {
        list.push(item);
    }
}

/// How the choices of one call are made.
enum Mode {
    /// By the digits of a number in a mixed radix: what is left of it, and the radix product.
    Nth { rest: u64, space: u64 },
    /// By a generator.
    Random(fastrand::Rng),
    /// As said, by identity.
    Script(HashMap<u64, u128>),
}

/// Makes the choices of one call at a time.
pub(super) struct Chooser {
    mode: Mode,
    pools: Rc<Pools>,
    bound: usize,
    record: Option<Vec<(u64, u128)>>,
}

impl Chooser {
    pub(super) fn new(pools: Rc<Pools>, bound: usize) -> Self {
        Chooser { mode: Mode::Nth { rest: 0, space: 1 }, pools, bound, record: None }
    }

    /// Gets ready for the choices of another call.
    pub(super) fn begin(&mut self, choice: &Choice, record: bool) {
        self.mode = match choice {
            Choice::Nth(number) => Mode::Nth { rest: *number, space: 1 },
            Choice::Random(seed) => Mode::Random(fastrand::Rng::with_seed(*seed)),
            Choice::Script(values) => Mode::Script(values.iter().copied().collect()),
        };
        self.record = record.then(Vec::new);
    }

    /// How many combinations the call's choices could have had, and whether the number asked for
    /// was beyond them: then an earlier number stands for the same choices.
    pub(super) fn space(&self) -> (u64, bool) {
        match self.mode {
            Mode::Nth { rest, space } => (space, rest > 0),
            Mode::Random(_) | Mode::Script(_) => (1, false),
        }
    }

    /// The choices made since [`Chooser::begin`], if they were to be recorded.
    pub(super) fn recorded(&mut self) -> Vec<(u64, u128)> {
        self.record.take().unwrap_or_default()
    }

    pub(super) fn bound(&self) -> usize {
        self.bound
    }

    /// A number below `count`.
    pub(super) fn index(&mut self, id: u64, count: usize) -> usize {
        let chosen = match &mut self.mode {
            Mode::Nth { rest, space } => {
                let radix = count as u64;
                let digit = *rest % radix;
                *rest /= radix;
                *space = space.saturating_mul(radix);
                usize::try_from(digit).unwrap_or(0)
            }
            Mode::Random(rng) => rng.usize(..count),
            Mode::Script(values) => {
                let value = values.get(&id).copied().unwrap_or(0);
                usize::try_from(value).unwrap_or(usize::MAX).min(count - 1)
            }
        };
        self.note(id, chosen as u128);
        chosen
    }

    /// One of the values from `low` to `high`, given and returned as offsets from `low`; pooled
    /// values are turned into offsets by `offset_of`, which knows the type.
    pub(super) fn integer(
        &mut self,
        id: u64,
        span: u128,
        offset_of: impl Fn(i128) -> Option<u128>,
    ) -> u128 {
        let pools = Rc::clone(&self.pools);
        let pooled = || pools.integers.iter().filter_map(|pooled| offset_of(*pooled));
        let candidates = || {
            let ends = [span, 0].into_iter().filter(|end| !pooled().any(|offset| offset == *end));
            pooled().chain(ends)
        };
        let chosen = match &mut self.mode {
            Mode::Script(values) => values.get(&id).copied().unwrap_or(0).min(span),
            Mode::Random(rng) => {
                if span < SMALL_RANGE {
                    rng.u128(..=span)
                } else if rng.u8(..4) == 0 {
                    skewed(rng, span)
                } else {
                    let nth = rng.usize(..candidates().count());
                    candidates().nth(nth).unwrap_or(0)
                }
            }
            Mode::Nth { rest, space } => {
                let small = span < SMALL_RANGE;
                let radix = if small { span as u64 + 1 } else { candidates().count() as u64 };
                let digit = *rest % radix;
                *rest /= radix;
                *space = space.saturating_mul(radix);
                if small {
                    u128::from(digit)
                } else {
                    let nth = usize::try_from(digit).unwrap_or(0);
                    candidates().nth(nth).unwrap_or(0)
                }
            }
        };
        self.note(id, chosen);
        chosen
    }

    /// Any floating-point number, as `f64`.
    pub(super) fn float(&mut self, id: u64) -> f64 {
        if let Mode::Script(values) = &self.mode {
            let bits = values.get(&id).copied().unwrap_or(0);
            return f64::from_bits(u64::try_from(bits).unwrap_or(0));
        }
        if let Mode::Random(rng) = &mut self.mode
            && rng.u8(..4) == 0
        {
            let float = (rng.f64() - 0.5) * 10f64.powi(rng.i32(-3..9));
            self.note(id, u128::from(float.to_bits()));
            return float;
        }
        let pools = Rc::clone(&self.pools);
        let recorded = self.record.take();
        let float = pools.floats[self.index(id, pools.floats.len())];
        self.record = recorded;
        self.note(id, u128::from(float.to_bits()));
        float
    }

    /// A text of the pool, or none.
    pub(super) fn text(&mut self, id: u64) -> Option<&'static str> {
        let pools = Rc::clone(&self.pools);
        match self.index(id, pools.texts.len() + 1) {
            0 => None,
            nth => Some(pools.texts[nth - 1]),
        }
    }

    fn note(&mut self, id: u64, value: u128) {
        if let Some(record) = &mut self.record {
            record.push((id, value));
        }
    }
}

/// A random number up to `span` whose size, too, is random: small ones are as likely as large.
fn skewed(rng: &mut fastrand::Rng, span: u128) -> u128 {
    let bits = rng.u32(0..=u128::BITS - span.leading_zeros());
    let mask = if bits == 0 { 0 } else { u128::MAX >> (u128::BITS - bits) };
    (rng.u128(..) & mask).min(span)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Choice, Chooser, Constants, Pools};

    fn chooser(integers: &[i128]) -> Chooser {
        let constants = Constants { integers: integers.to_vec(), ..Constants::default() };
        Chooser::new(Rc::new(Pools::new(&constants)), 3)
    }

    fn byte(chooser: &mut Chooser) -> u128 {
        chooser.integer(1, 255, |pooled| u8::try_from(pooled).ok().map(u128::from))
    }

    #[test]
    fn numbers_enumerate_every_combination_once() {
        let mut chooser = chooser(&[]);
        let mut seen = std::collections::BTreeSet::new();
        for number in 0.. {
            chooser.begin(&Choice::Nth(number), false);
            let pair = (chooser.index(1, 3), chooser.index(2, 4));
            let (space, beyond) = chooser.space();
            assert_eq!(space, 12);
            assert_eq!(beyond, number >= 12);
            if beyond {
                break;
            }
            assert!(seen.insert(pair), "{pair:?} came twice");
        }
        assert_eq!(seen.len(), 12);
    }

    #[test]
    fn constants_and_their_neighbours_are_pooled() {
        let mut chooser = chooser(&[100, 100_000]);
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..20 {
            chooser.begin(&Choice::Nth(number), false);
            seen.insert(byte(&mut chooser));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 99, 100, 101, 255]);
    }

    #[test]
    fn a_recorded_choice_is_made_again_by_its_script() {
        let mut chooser = chooser(&[77]);
        for seed in 0..200 {
            chooser.begin(&Choice::Random(seed), true);
            let first = (byte(&mut chooser), chooser.float(5).to_bits(), chooser.index(9, 7));
            let script = chooser.recorded();
            chooser.begin(&Choice::Script(script), false);
            let again = (byte(&mut chooser), chooser.float(5).to_bits(), chooser.index(9, 7));
            assert_eq!(first, again);
        }
    }

    #[test]
    fn a_full_width_range_needs_no_wider_type() {
        let mut chooser = chooser(&[]);
        for seed in 0..100 {
            chooser.begin(&Choice::Random(seed), false);
            chooser.integer(1, u128::MAX, |pooled| u128::try_from(pooled).ok());
        }
    }
}
