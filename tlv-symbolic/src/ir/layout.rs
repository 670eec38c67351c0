//! How values lie in memory: `target datalayout`.

use super::{IrError, Type};

/// The sizes and alignments of a target with 64-bit addresses and the low byte first. All in bytes.
///
/// Types without values in memory ([`Layout::is_sized`] says which) have size 0 and alignment 1.
/// Sizes beyond 64 bits stop at the largest number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Width in bits and alignment, by width.
    integers: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u64, u64)>,
    aggregate: u64,
    pointer: u64,
}

impl Layout {
    /// Reads a specification such as `e-m:e-i64:64-i128:128-n8:16:32:64-S128`.
    pub fn parse(specification: &str) -> Result<Self, IrError> {
        let refuse = |reason| IrError::Layout { layout: specification.to_owned(), reason };
        let mut layout = Layout {
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
            pointer: 8,
        };
        let mut little_endian = false;
        for part in specification.split('-') {
            let (head, rest) = part.split_once(':').unwrap_or((part, ""));
            let bits = |text: &str| text.parse::<u64>().ok();
            // `abi:preferred`; only the first decides.
            let align = bits(rest.split(':').next().unwrap_or_default())
                .filter(|align| align % 8 == 0)
                .map(|align| (align / 8).max(1))
                .filter(|align| align.is_power_of_two());
            let bad = || refuse("a part of it is not understood");
            match head.as_bytes() {
                b"e" => little_endian = true,
                b"E" => return Err(refuse("the high byte comes first")),
                b"p" | b"p0" => {
                    let mut numbers = rest.split(':');
                    if numbers.next().and_then(bits) != Some(64) {
                        return Err(refuse("addresses do not have 64 bits"));
                    }
                    let align = numbers.next().and_then(bits).ok_or_else(bad)? / 8;
                    layout.pointer =
                        Some(align).filter(|it| it.is_power_of_two()).ok_or_else(bad)?;
                }
                [b'i', width @ ..] if width.first().is_some_and(u8::is_ascii_digit) => {
                    let width = head[1..].parse().map_err(|_| bad())?;
                    set(&mut layout.integers, width, align.ok_or_else(bad)?);
                }
                [b'f', width @ ..] if width.first().is_some_and(u8::is_ascii_digit) => {
                    let width = head[1..].parse().map_err(|_| bad())?;
                    set(&mut layout.floats, width, align.ok_or_else(bad)?);
                }
                [b'v', width @ ..] if width.first().is_some_and(u8::is_ascii_digit) => {
                    let width = head[1..].parse().map_err(|_| bad())?;
                    set(&mut layout.vectors, width, align.ok_or_else(bad)?);
                }
                b"a" => layout.aggregate = align.ok_or_else(bad)?,
                [b'A', space @ ..] if space != b"0" => {
                    return Err(refuse("the stack is in an address space of its own"));
                }
                // Mangling, native widths, other address spaces, the stack's alignment.
                _ => {}
            }
        }
        // LLVM's own default is the high byte first.
        if little_endian { Ok(layout) } else { Err(refuse("the high byte comes first")) }
    }

    /// Whether values of the type can be in memory, and their size is known.
    pub fn is_sized(&self, ty: &Type) -> bool {
        match ty {
            Type::Void | Type::Other(_) => false,
            Type::Int(_) | Type::Float(_) | Type::Pointer => true,
            Type::Array(_, element) | Type::Vector(_, element) => self.is_sized(element),
            Type::Struct { fields, .. } => fields.iter().all(|field| self.is_sized(field)),
        }
    }

    /// The width in bits, without padding up to whole bytes.
    fn bits_of(&self, ty: &Type) -> u64 {
        match ty {
            Type::Void | Type::Other(_) => 0,
            Type::Int(width) | Type::Float(width) => u64::from(*width),
            Type::Pointer => 64,
            Type::Vector(length, element) => self.bits_of(element).saturating_mul(*length),
            Type::Array(..) | Type::Struct { .. } => self.size_of(ty).saturating_mul(8),
        }
    }

    /// How many bytes a load reads or a store writes.
    pub fn size_of(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(length, element) => self.alloc_size_of(element).saturating_mul(*length),
            Type::Struct { fields, .. } => self.struct_size(ty, fields),
            _ => self.bits_of(ty).div_ceil(8),
        }
    }

    /// From one element of an array to the next: the size with padding at the end.
    pub fn alloc_size_of(&self, ty: &Type) -> u64 {
        round_up(self.size_of(ty), self.align_of(ty))
    }

    /// What addresses of such values are multiples of. At least 1.
    pub fn align_of(&self, ty: &Type) -> u64 {
        match ty {
            Type::Void | Type::Other(_) => 1,
            Type::Pointer => self.pointer,
            Type::Int(width) => {
                // The next wider one that is specified, else the widest.
                let next = self.integers.iter().find(|(other, _)| other >= width);
                next.or(self.integers.last()).map_or(1, |&(_, align)| align)
            }
            Type::Float(width) => {
                let exact = self.floats.iter().find(|(other, _)| other == width);
                exact.map_or_else(|| natural(u64::from(*width)), |&(_, align)| align)
            }
            Type::Vector(..) => {
                let bits = self.bits_of(ty);
                let exact = self.vectors.iter().find(|&&(other, _)| other == bits);
                exact.map_or_else(|| natural(bits), |&(_, align)| align)
            }
            Type::Array(_, element) => self.align_of(element),
            Type::Struct { packed: true, .. } => 1,
            Type::Struct { fields, .. } => {
                let fields = fields.iter().map(|field| self.align_of(field));
                fields.fold(self.aggregate, u64::max)
            }
        }
    }

    /// Where an element of a struct, array or vector starts; `None` if there is no such field, or the
    /// element does not start at a byte. An array's length does not matter: addresses may be computed
    /// beyond it.
    pub fn field_offset(&self, ty: &Type, index: u64) -> Option<u64> {
        match ty {
            Type::Struct { fields, packed } => {
                let index = usize::try_from(index).ok().filter(|&index| index < fields.len())?;
                Some(self.field_offsets(fields, *packed, index + 1).1)
            }
            Type::Array(_, element) => self.alloc_size_of(element).checked_mul(index),
            Type::Vector(_, element) => {
                let bits = self.bits_of(element);
                (bits % 8 == 0).then_some(bits / 8)?.checked_mul(index)
            }
            _ => None,
        }
    }

    /// The type of an element of a struct, array or vector; `None` if there is no such field. An
    /// array's length does not matter here either.
    pub fn element_type<'a>(&self, ty: &'a Type, index: u64) -> Option<&'a Type> {
        match ty {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?),
            Type::Array(_, element) | Type::Vector(_, element) => Some(element),
            _ => None,
        }
    }

    fn struct_size(&self, ty: &Type, fields: &[Type]) -> u64 {
        let packed = matches!(ty, Type::Struct { packed: true, .. });
        round_up(self.field_offsets(fields, packed, fields.len()).0, self.align_of(ty))
    }

    /// Where the first so many fields end, and where the last of them starts.
    fn field_offsets(&self, fields: &[Type], packed: bool, count: usize) -> (u64, u64) {
        fields[..count].iter().fold((0, 0), |(end, _), field| {
            let start = if packed { end } else { round_up(end, self.align_of(field)) };
            (start.saturating_add(self.alloc_size_of(field)), start)
        })
    }
}

fn set<W: Ord + Copy>(table: &mut Vec<(W, u64)>, width: W, align: u64) {
    match table.binary_search_by_key(&width, |&(other, _)| other) {
        Ok(at) => table[at].1 = align,
        Err(at) => table.insert(at, (width, align)),
    }
}

/// The alignment of what has none specified: its size, up to a power of two.
fn natural(bits: u64) -> u64 {
    bits.div_ceil(8).max(1).checked_next_power_of_two().unwrap_or(1 << 63)
}

fn round_up(size: u64, align: u64) -> u64 {
    size.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}
