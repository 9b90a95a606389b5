//! [`BlockLayout`], and the macro that makes one: the records of a block.

use super::error::LayoutError;
use super::shape::{BlockShape, RecordShape};
use crate::record::Record;
use crate::write::Writer;

/// A block that [`block_layout!`](crate::block_layout) describes: one of its records.
pub trait BlockLayout: Sized {
    /// The block's id.
    const ID: u32;

    /// The layout as data.
    const SHAPE: BlockShape;

    /// Reads a record; none if it is not known.
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::read`](super::RecordLayout::read).
    fn read(record: &Record<'_, '_>) -> Result<Option<Self>, LayoutError>;

    /// As [`RecordLayout::attach`](super::RecordLayout::attach).
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::read`](super::RecordLayout::read).
    fn attach(&mut self, record: &Record<'_, '_>) -> Result<bool, LayoutError>;

    /// The shape of this record.
    fn record_shape(&self) -> &'static RecordShape;

    /// As [`RecordLayout::write`](super::RecordLayout::write).
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::write`](super::RecordLayout::write).
    fn write(&self, writer: &mut Writer) -> Result<(), LayoutError>;
}

/// Describes a block: gives an enum of its records, and its [shape](crate::layout::BlockShape).
///
/// ```
/// use outlast_bitstream::{block_layout, record_layout};
///
/// record_layout! {
///     pub struct ModuleName = 2 "MODULE_NAME" {
///         blob name,
///     }
/// }
/// block_layout! {
///     /// What identifies a module.
///     pub enum Control = 9 "CONTROL_BLOCK" {
///         ModuleName,
///     }
/// }
/// ```
///
/// Blocks in it that are known are named at the end, `blocks { Options }`, by their layouts, itself included. Two records of
/// one code do not compile:
///
/// ```compile_fail
/// use outlast_bitstream::{block_layout, record_layout};
///
/// record_layout! {
///     pub struct One = 2 "ONE" {}
/// }
/// record_layout! {
///     pub struct Other = 2 "OTHER" {}
/// }
/// block_layout! {
///     pub enum Control = 9 "CONTROL_BLOCK" {
///         One,
///         Other,
///     }
/// }
/// ```
#[macro_export]
macro_rules! block_layout {
    ($(#[$meta:meta])* $vis:vis enum $name:ident = $id:literal $text:literal { $($record:ident),* $(,)? }
        $(blocks { $($block:ty),* $(,)? })?) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $name {
            $(
                #[doc = concat!("A record `", stringify!($record), "`.")]
                $record($record),
            )*
        }

        impl $crate::layout::BlockLayout for $name {
            const ID: u32 = $id;
            const SHAPE: $crate::layout::BlockShape = $crate::layout::BlockShape {
                id: $id,
                name: $text,
                records: &[$(<$record as $crate::layout::RecordLayout>::SHAPE),*],
                blocks: &[$($(<$block as $crate::layout::BlockLayout>::ID),*)?],
            };

            #[allow(unused_variables)]
            fn read(record: &$crate::Record<'_, '_>) -> Result<Option<Self>, $crate::layout::LayoutError> {
                $(
                    if record.code == <$record as $crate::layout::RecordLayout>::SHAPE.code {
                        let read = <$record as $crate::layout::RecordLayout>::read(record)?;
                        return Ok(Some($name::$record(read)));
                    }
                )*
                Ok(None)
            }

            fn attach(&mut self, record: &$crate::Record<'_, '_>) -> Result<bool, $crate::layout::LayoutError> {
                match self {
                    $($name::$record(first) => $crate::layout::RecordLayout::attach(first, record),)*
                }
            }

            fn record_shape(&self) -> &'static $crate::layout::RecordShape {
                match self {
                    $($name::$record(_) => &<$record as $crate::layout::RecordLayout>::SHAPE,)*
                }
            }

            fn write(&self, writer: &mut $crate::Writer) -> Result<(), $crate::layout::LayoutError> {
                match self {
                    $($name::$record(record) => $crate::layout::RecordLayout::write(record, writer),)*
                }
            }
        }

        const _: () = <$name as $crate::layout::BlockLayout>::SHAPE.check();
    };
}
