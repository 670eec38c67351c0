//! Proves what calls can do: LLVM IR text is executed symbolically into summaries, and questions
//! about all states and arguments become questions to a solver.
//!
//! The layers know little of each other: [`ir`] reads the compiler's text and knows no terms,
//! [`term`] builds bit-vector terms and knows no IR, [`solve`] decides terms, and only `exec` knows
//! both sides.

pub mod exec;
pub mod ir;
pub mod prove;
pub mod solve;
pub mod summary;
pub mod term;
