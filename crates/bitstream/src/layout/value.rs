//! [`Value`]: what a field of a record can be, as 64 bits and back; the macro that makes one of an enumeration.
//!
//! Fields have 64 bits, whatever their encoding; types are narrower. What a type has no room for is an error when it is
//! read, never a value with bits cut off.

/// The type of a field, as data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueShape {
    /// An unsigned number of this many bits.
    Unsigned(u32),
    /// A signed number of this many bits: its amount shifted left by one, and the sign in the lowest bit.
    Signed(u32),
    /// 0 or 1.
    Bool,
    /// One of these numbers, or one that is not known yet: the name of the type, names and numbers.
    Enum(&'static str, &'static [(&'static str, u64)]),
    /// A character of a text.
    Character,
    /// A byte of a blob.
    Byte,
}

/// A type that a field can have.
pub trait Value: Sized {
    /// The type, as data.
    const SHAPE: ValueShape;

    /// The value; none if the type has no room for it.
    fn from_field(field: u64) -> Option<Self>;

    /// The field's 64 bits.
    fn to_field(&self) -> u64;
}

macro_rules! unsigned {
    ($($type:ty, $bits:literal;)*) => {$(
        impl Value for $type {
            const SHAPE: ValueShape = ValueShape::Unsigned($bits);

            fn from_field(field: u64) -> Option<$type> {
                <$type>::try_from(field).ok()
            }

            fn to_field(&self) -> u64 {
                u64::from(*self)
            }
        }
    )*};
}

unsigned! { u8, 8; u16, 16; u32, 32; u64, 64; }

macro_rules! signed {
    ($($type:ty, $bits:literal;)*) => {$(
        impl Value for $type {
            const SHAPE: ValueShape = ValueShape::Signed($bits);

            fn from_field(field: u64) -> Option<$type> {
                <$type>::try_from(from_sign_last(field)).ok()
            }

            fn to_field(&self) -> u64 {
                sign_last(i64::from(*self))
            }
        }
    )*};
}

signed! { i8, 8; i16, 16; i32, 32; i64, 64; }

/// As LLVM stores signed numbers: the amount shifted left by one, the sign in the lowest bit. The least number of all has
/// no such amount; it is stored as minus zero.
fn sign_last(value: i64) -> u64 {
    value.unsigned_abs() << 1 | u64::from(value < 0)
}

fn from_sign_last(field: u64) -> i64 {
    let amount = i64::try_from(field >> 1).unwrap_or(i64::MAX);
    match field {
        1 => i64::MIN,
        _ if field & 1 == 1 => -amount,
        _ => amount,
    }
}

impl Value for bool {
    const SHAPE: ValueShape = ValueShape::Bool;

    fn from_field(field: u64) -> Option<bool> {
        match field {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn to_field(&self) -> u64 {
        u64::from(*self)
    }
}

/// Describes an enumeration: gives an enum with a case `Unknown` for numbers that are not known yet, which are kept and
/// written back.
///
/// ```
/// use outlast_bitstream::layout::Value;
///
/// outlast_bitstream::value_enum! {
///     /// How bad it is.
///     pub enum Level {
///         /// Only a hint.
///         Note = 1,
///         Error = 3,
///     }
/// }
/// assert_eq!(Level::from_field(3), Some(Level::Error));
/// assert_eq!(Level::from_field(9), Some(Level::Unknown(9)));
/// assert_eq!(Level::Unknown(9).to_field(), 9);
/// ```
#[macro_export]
macro_rules! value_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$case_meta:meta])* $case:ident = $number:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $name {
            $($(#[$case_meta])* $case,)*
            /// A number that is not known.
            Unknown(u64),
        }

        impl $crate::layout::Value for $name {
            const SHAPE: $crate::layout::ValueShape = $crate::layout::ValueShape::Enum(
                stringify!($name),
                &[$((stringify!($case), $number)),*],
            );

            fn from_field(field: u64) -> Option<Self> {
                Some(match field {
                    $($number => $name::$case,)*
                    other => $name::Unknown(other),
                })
            }

            fn to_field(&self) -> u64 {
                match self {
                    $($name::$case => $number,)*
                    $name::Unknown(number) => *number,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_numbers_are_stored_as_llvm_does() {
        for (value, field) in [
            (0, 0),
            (1, 2),
            (-1, 3),
            (-7, 15),
            (i64::MAX, u64::MAX - 1),
            (-i64::MAX, u64::MAX),
            (i64::MIN, 1),
        ] {
            assert_eq!(value.to_field(), field, "{value}");
            assert_eq!(i64::from_field(field), Some(value), "{field}");
        }
        assert_eq!(i8::from_field(256), None);
        assert_eq!(i8::from_field(1), None);
        assert_eq!(i8::from_field(i8::MIN.to_field()), Some(i8::MIN));
    }

    #[test]
    fn what_a_type_has_no_room_for_is_not_a_value() {
        assert_eq!(u8::from_field(256), None);
        assert_eq!(u16::from_field(65_535), Some(u16::MAX));
        assert_eq!(u32::from_field(1 << 32), None);
        assert_eq!(bool::from_field(2), None);
    }
}
