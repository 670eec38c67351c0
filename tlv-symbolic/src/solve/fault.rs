//! Faults that can be put into the solver on purpose, to show that checks of it notice.
//!
//! Nothing sets one outside of tests: a solver without a fault is what `Builtin::new` makes.

/// One thing done wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Adders lose the carry out of bit 2.
    LostCarry,
    /// Unsigned comparisons have their sides swapped.
    SwappedComparison,
    /// Signed comparisons compare as unsigned.
    UnsignedComparison,
    /// `a < b` also holds of equal numbers.
    InclusiveComparison,
    /// Equality does not look at the highest bit.
    ShortEquality,
    /// The arms of `ite` are swapped.
    SwappedArms,
    /// Exclusive or is or.
    XorAsOr,
    /// Negation is complement.
    NegationWithoutOne,
    /// Products lose their last row.
    LostRow,
    /// Remainders are not restored after a subtraction that did not fit.
    UnrestoredRemainder,
    /// Division by zero gives zero.
    DivisionByZeroIsZero,
    /// Signed division rounds and signs as unsigned.
    UnsignedDivision,
    /// The signed remainder has no sign.
    UnsignedRemainder,
    /// Shifts use only as many bits of the amount as there are positions.
    ShortShiftAmount,
    /// Arithmetic shifts fill with zeros.
    LogicalShift,
    /// Unsigned products never overflow.
    NoUnsignedOverflow,
    /// Signed products never overflow.
    NoSignedOverflow,
    /// Extraction begins one bit too low.
    ShiftedExtract,
    /// Concatenation is the wrong way round.
    SwappedConcat,
    /// Sign extension extends by zeros.
    ZeroExtension,
    /// The highest bit is not counted.
    LostOne,
    /// Leading zeros are counted from the wrong end.
    TrailingForLeading,
    /// Trailing zeros are counted from the wrong end.
    LeadingForTrailing,
    /// Tables are read one element further.
    NextElement,
    /// Indices out of range are cut to the size of the table.
    WrappedIndex,
    /// Stores have no effect.
    LostStore,
    /// A clause of each gate is missing, so that gates can be true without reason.
    LostClause,
    /// The last assumption is not made.
    LostAssumption,
    /// Clauses of a gate are given with one literal the wrong way round.
    WrongPolarity,
    /// Models have the lowest bit of each variable wrong.
    WrongModel,
    /// Gates keep their values in samples that changed.
    StaleSamples,
}

impl Fault {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::LostCarry,
        Self::SwappedComparison,
        Self::UnsignedComparison,
        Self::InclusiveComparison,
        Self::ShortEquality,
        Self::SwappedArms,
        Self::XorAsOr,
        Self::NegationWithoutOne,
        Self::LostRow,
        Self::UnrestoredRemainder,
        Self::DivisionByZeroIsZero,
        Self::UnsignedDivision,
        Self::UnsignedRemainder,
        Self::ShortShiftAmount,
        Self::LogicalShift,
        Self::NoUnsignedOverflow,
        Self::NoSignedOverflow,
        Self::ShiftedExtract,
        Self::SwappedConcat,
        Self::ZeroExtension,
        Self::LostOne,
        Self::TrailingForLeading,
        Self::LeadingForTrailing,
        Self::NextElement,
        Self::WrappedIndex,
        Self::LostStore,
        Self::LostClause,
        Self::LostAssumption,
        Self::WrongPolarity,
        Self::WrongModel,
        Self::StaleSamples,
    ];
}
