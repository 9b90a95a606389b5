//! [`RecordLayout`], and the macro that makes one: a record described once.

use super::error::LayoutError;
use super::shape::RecordShape;
use crate::abbrev::Abbrev;
use crate::record::Record;
use crate::write::{WriteError, Writer};

/// A record that [`record_layout!`](crate::record_layout) describes.
pub trait RecordLayout: Sized {
    /// The layout as data.
    const SHAPE: RecordShape;

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// [`LayoutError::Record`] with the field that is missing or has no room for its value.
    fn read(record: &Record<'_, '_>) -> Result<Self, LayoutError>;

    /// Takes in a record that follows, if it is the second one of this: whether it is.
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::read`].
    fn attach(&mut self, record: &Record<'_, '_>) -> Result<bool, LayoutError>;

    /// Writes the record, and its second one: by its abbreviation, if the open block has it.
    ///
    /// # Errors
    ///
    /// [`LayoutError::Record`] for a value that its encoding has no room for, or an optional field without the one before
    /// it; [`LayoutError::Write`].
    fn write(&self, writer: &mut Writer) -> Result<(), LayoutError>;

    /// The abbreviation for records with all fields.
    fn abbrev() -> Abbrev {
        Self::SHAPE.abbrev()
    }

    /// Defines that abbreviation in the open block, and returns its id.
    ///
    /// # Errors
    ///
    /// As [`Writer::define_abbrev`].
    fn define(writer: &mut Writer) -> Result<u32, WriteError> {
        writer.define_abbrev(&Self::abbrev())
    }
}

/// Describes a record: gives a struct that is read from a [`Record`](crate::Record) and written with a
/// [`Writer`](crate::Writer), its abbreviation, its name and its [shape](crate::layout::RecordShape).
///
/// ```
/// use outlast_bitstream::record_layout;
///
/// record_layout! {
///     /// The version of a Swift module.
///     pub struct Metadata = 1 "METADATA" {
///         /// Readers refuse another one.
///         major: u16 as fixed(16),
///         minor: u16 as fixed(16),
///         /// Came later: older files do not have it.
///         optional short_version: u32 as vbr(8),
///         optional compatibility: u32 as vbr(8),
///         /// One entry of variable size: `blob`, `optional blob`, `array` or `text`.
///         blob text,
///         /// Fields of the future: kept, and written back.
///         rest,
///     }
/// }
/// ```
///
/// Fields come in this order: required ones; `optional` ones; then one entry of variable size, `blob name`, `optional
/// blob name`, `array name: T as …` or `text name as …`; then `rest`. Encodings are `fixed(bits)`, `vbr(bits)`, `char6` and
/// `literal(value)`. Without `rest`, fields of the future are passed over. `second name: Record` names a record that may
/// follow and belongs to this one. After the record's name, `exact` refuses fields of the future, and `follows Other`
/// says that the record comes right after `Other` (or after others that follow it).
///
/// What the format cannot grow with does not compile. A second entry of variable size:
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         array numbers: u32 as vbr(6),
///         blob text,
///     }
/// }
/// ```
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         blob text,
///         optional blob more,
///     }
/// }
/// ```
///
/// A field after an array, which takes all operands to the end:
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         array numbers: u32 as vbr(6),
///         more: u32 as vbr(6),
///     }
/// }
/// ```
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         text name as char6,
///         optional more: u32 as vbr(6),
///     }
/// }
/// ```
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         array numbers: u32 as vbr(6),
///         rest,
///     }
/// }
/// ```
///
/// A required field after an optional one, which a file without the latter cannot have:
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         optional new: u32 as vbr(6),
///         old: u32 as vbr(6),
///     }
/// }
/// ```
///
/// A field after the blob, which in the abbreviation comes last:
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         blob text,
///         old: u32 as vbr(6),
///     }
/// }
/// ```
///
/// An exact record with a `rest`, and a field that is wider than a field can be:
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" exact {
///         old: u32 as vbr(6),
///         rest,
///     }
/// }
/// ```
///
/// ```compile_fail
/// outlast_bitstream::record_layout! {
///     pub struct Wrong = 1 "WRONG" {
///         old: u64 as fixed(64),
///     }
/// }
/// ```
///
/// The same in an order that works:
///
/// ```
/// outlast_bitstream::record_layout! {
///     pub struct Right = 1 "RIGHT" {
///         old: u32 as vbr(6),
///         optional new: u64 as fixed(32),
///         array numbers: u32 as vbr(6),
///     }
/// }
/// outlast_bitstream::record_layout! {
///     pub struct AlsoRight = 2 "ALSO_RIGHT" exact {
///         old: u32 as vbr(6),
///         optional blob text,
///     }
/// }
/// ```
#[macro_export]
macro_rules! record_layout {
    ($(#[$meta:meta])* $vis:vis struct $name:ident = $code:literal $text:literal { $($body:tt)* }) => {
        $crate::record_layout!(@field required {[$(#[$meta])*] [$vis] $name $code $text false [None]}
            (from to this) [] [] [] [] [] [false]; $($body)*);
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident = $code:literal $text:literal exact { $($body:tt)* }) => {
        $crate::record_layout!(@field required {[$(#[$meta])*] [$vis] $name $code $text true [None]}
            (from to this) [] [] [] [] [] [false]; $($body)*);
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident = $code:literal $text:literal follows $after:ty
        { $($body:tt)* }) => {
        $crate::record_layout!(@field required {[$(#[$meta])*] [$vis] $name $code $text false
            [Some(<$after as $crate::layout::RecordLayout>::SHAPE.code)]}
            (from to this) [] [] [] [] [] [false]; $($body)*);
    };

    (@op fixed ($width:expr)) => { $crate::Op::Fixed($width) };
    (@op vbr ($width:expr)) => { $crate::Op::Vbr($width) };
    (@op literal ($value:expr)) => { $crate::Op::Literal($value) };
    (@op char6) => { $crate::Op::Char6 };
    (@op $($other:tt)*) => {
        compile_error!("an encoding is one of fixed(bits), vbr(bits), char6, literal(value)")
    };
    (@shape $name:ident $presence:ident [$($op:tt)*] $value:expr) => {
        $crate::layout::FieldShape {
            name: stringify!($name),
            presence: $crate::layout::Presence::$presence,
            op: $crate::record_layout!(@op $($op)*),
            value: $value,
        }
    };

    // The end of the fields.
    (@field $state:ident {[$(#[$meta:meta])*] [$vis:vis] $name:ident $code:literal $text:literal $exact:literal
        [$($after:tt)*]} ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] [$($second:ident: $second_type:ty)?] [$rest:literal];) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $name { $($fields)* }

        impl $crate::layout::RecordLayout for $name {
            const SHAPE: $crate::layout::RecordShape = $crate::layout::RecordShape {
                code: $code,
                name: $text,
                fields: &[$($shape)*],
                rest: $rest,
                exact: $exact,
                follows: $($after)*,
                second: $crate::record_layout!(@second $($second_type)?),
            };

            fn read(record: &$crate::Record<'_, '_>) -> Result<Self, $crate::layout::LayoutError> {
                #[allow(unused_mut)]
                let mut $from = $crate::layout::FieldReader::new(&<$name as $crate::layout::RecordLayout>::SHAPE, record)?;
                let _ = &$from;
                Ok($name { $($read)* })
            }

            #[allow(unused_variables)]
            fn attach(&mut self, record: &$crate::Record<'_, '_>) -> Result<bool, $crate::layout::LayoutError> {
                $(
                    if record.code == <$second_type as $crate::layout::RecordLayout>::SHAPE.code {
                        self.$second = Some(<$second_type as $crate::layout::RecordLayout>::read(record)?);
                        return Ok(true);
                    }
                )?
                Ok(false)
            }

            fn write(&self, writer: &mut $crate::Writer) -> Result<(), $crate::layout::LayoutError> {
                #[allow(unused_variables)]
                let $this = self;
                #[allow(unused_mut)]
                let mut $to = $crate::layout::FieldWriter::new(&<$name as $crate::layout::RecordLayout>::SHAPE);
                $($write)*
                $to.finish(writer)?;
                $(
                    if let Some(second) = &self.$second {
                        $crate::layout::RecordLayout::write(second, writer)?;
                    }
                )?
                Ok(())
            }
        }

        const _: () = <$name as $crate::layout::RecordLayout>::SHAPE.check();
    };
    (@second) => { None };
    (@second $type:ty) => { Some(<$type as $crate::layout::RecordLayout>::SHAPE.code) };

    // A second record, wherever it is named.
    (@field $state:ident $head:tt ($($ids:ident)*) [$($fields:tt)*] [$($read:tt)*] $write:tt $shape:tt [] $rest:tt;
        $(#[$meta:meta])* second $name:ident : $type:ty $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field $state $head ($($ids)*)
            [$($fields)* $(#[$meta])* pub $name: Option<$type>,] [$($read)* $name: None,] $write $shape
            [$name: $type] $rest; $($($more)*)?);
    };

    // What cannot come any more.
    (@field array $head:tt $ids:tt $f:tt $r:tt $w:tt $s:tt $n:tt $rest:tt; $($more:tt)+) => {
        compile_error!("nothing can come after an array or a text: it takes all operands to the end, and a record has \
            one entry of variable size");
    };
    (@field rest $head:tt $ids:tt $f:tt $r:tt $w:tt $s:tt $n:tt $rest:tt; $($more:tt)+) => {
        compile_error!("nothing can come after `rest`, but `second`");
    };

    // Fields of the future.
    (@field $state:ident $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        $shape:tt $second:tt $rest:tt; $(#[$meta:meta])* rest $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field rest $head ($from $to $this)
            [$($fields)* $(#[$meta])* /** Operands that belong to fields of the future. */ pub rest: Vec<u64>,]
            [$($read)* rest: $from.rest(),] [$($write)* $to.rest(&$this.rest)?;] $shape $second [true];
            $($($more)*)?);
    };
    (@field blob $head:tt $ids:tt $f:tt $r:tt $w:tt $s:tt $n:tt $rest:tt; $($more:tt)+) => {
        compile_error!("only `rest` can come after a blob: it is last in an abbreviation, and a record has one entry of \
            variable size");
    };

    // Entries of variable size.
    (@field $state:ident $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] $second:tt $rest:tt;
        $(#[$meta:meta])* optional blob $name:ident $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field blob $head ($from $to $this)
            [$($fields)* $(#[$meta])* pub $name: Option<Vec<u8>>,] [$($read)* $name: $from.optional_blob(),]
            [$($write)* $to.blob($this.$name.as_deref());]
            [$($shape)* $crate::layout::FieldShape {
                name: stringify!($name),
                presence: $crate::layout::Presence::OptionalBlob,
                op: $crate::Op::Blob,
                value: $crate::layout::ValueShape::Byte,
            },] $second $rest; $($($more)*)?);
    };
    (@field $state:ident $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] $second:tt $rest:tt; $(#[$meta:meta])* blob $name:ident $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field blob $head ($from $to $this)
            [$($fields)* $(#[$meta])* pub $name: Vec<u8>,] [$($read)* $name: $from.blob(stringify!($name))?,]
            [$($write)* $to.blob(Some(&$this.$name));]
            [$($shape)* $crate::layout::FieldShape {
                name: stringify!($name),
                presence: $crate::layout::Presence::Blob,
                op: $crate::Op::Blob,
                value: $crate::layout::ValueShape::Byte,
            },] $second $rest; $($($more)*)?);
    };
    (@field $state:ident $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] $second:tt $rest:tt;
        $(#[$meta:meta])* array $name:ident : $type:ty as $op:ident $(($bits:expr))? $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field array $head ($from $to $this)
            [$($fields)* $(#[$meta])* pub $name: Vec<$type>,]
            [$($read)* $name: $from.array::<$type>(stringify!($name))?,]
            [$($write)* $to.array(stringify!($name), &$this.$name)?;]
            [$($shape)* $crate::record_layout!(@shape $name Array [$op $(($bits))?]
                <$type as $crate::layout::Value>::SHAPE),] $second $rest; $($($more)*)?);
    };
    (@field $state:ident $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] $second:tt $rest:tt;
        $(#[$meta:meta])* text $name:ident as $op:ident $(($bits:expr))? $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field array $head ($from $to $this)
            [$($fields)* $(#[$meta])* pub $name: String,] [$($read)* $name: $from.text(stringify!($name))?,]
            [$($write)* $to.text(stringify!($name), &$this.$name)?;]
            [$($shape)* $crate::record_layout!(@shape $name Text [$op $(($bits))?]
                $crate::layout::ValueShape::Character),] $second $rest; $($($more)*)?);
    };

    // Scalars.
    (@field $state:ident $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] $second:tt $rest:tt;
        $(#[$meta:meta])* optional $name:ident : $type:ty as $op:ident $(($bits:expr))? $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field optional $head ($from $to $this)
            [$($fields)* $(#[$meta])* pub $name: Option<$type>,]
            [$($read)* $name: $from.optional::<$type>(stringify!($name))?,]
            [$($write)* $to.optional(stringify!($name), $this.$name.as_ref())?;]
            [$($shape)* $crate::record_layout!(@shape $name Optional [$op $(($bits))?]
                <$type as $crate::layout::Value>::SHAPE),] $second $rest; $($($more)*)?);
    };
    (@field required $head:tt ($from:ident $to:ident $this:ident) [$($fields:tt)*] [$($read:tt)*] [$($write:tt)*]
        [$($shape:tt)*] $second:tt $rest:tt;
        $(#[$meta:meta])* $name:ident : $type:ty as $op:ident $(($bits:expr))? $(, $($more:tt)*)?) => {
        $crate::record_layout!(@field required $head ($from $to $this)
            [$($fields)* $(#[$meta])* pub $name: $type,]
            [$($read)* $name: $from.required::<$type>(stringify!($name))?,]
            [$($write)* $to.required(stringify!($name), &$this.$name)?;]
            [$($shape)* $crate::record_layout!(@shape $name Required [$op $(($bits))?]
                <$type as $crate::layout::Value>::SHAPE),] $second $rest; $($($more)*)?);
    };
    (@field optional $head:tt $ids:tt $f:tt $r:tt $w:tt $s:tt $n:tt $rest:tt;
        $(#[$meta:meta])* $name:ident : $($more:tt)+) => {
        compile_error!("a required field after an optional one: a file without the latter cannot have the former");
    };
    (@field $state:ident $head:tt $ids:tt $f:tt $r:tt $w:tt $s:tt $n:tt $rest:tt; $($more:tt)+) => {
        compile_error!("a field is `name: type as encoding`, with `optional` or `array` before it; `text name as \
            encoding`; `blob name`; `optional blob name`; `rest`; `second name: Record`");
    };
}
