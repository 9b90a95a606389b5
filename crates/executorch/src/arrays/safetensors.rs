//! `.safetensors` files, by the crate of their makers.
//!
//! They hold contiguous tensors only. What a tensor data file says beyond that (which entries are blobs, in which order
//! the dimensions of a tensor stand) goes into one entry of the file's metadata, so that nothing is lost on the way back:
//!
//! ```text
//! "outlast": "KEY\tblob\nKEY\t0,2,3,1\n"     tabs, line ends and percent signs of keys as %09, %0A, %25
//! ```

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use crate::defs::ScalarType;
use ::safetensors::tensor::{Dtype, SafeTensors, View, serialize};
use outlast_core::{Bytes, Error, ErrorKind, Result, Step};

use super::{Array, Arrays};

/// The entry of the metadata that is ours.
const ENTRY: &str = "outlast";

/// What a file says of arrays beside type and shape, by name.
pub type Notes = BTreeMap<String, Note>;

/// What a file says of an array beside type and shape.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// It is a blob and no tensor: its bytes stand as `uint8`.
    Blob,
    /// The tensor that it was had its dimensions in this order.
    Order(Vec<u8>),
}

/// Types that both sides have.
const TYPES: &[(Dtype, &str)] = &[
    (Dtype::BOOL, "bool"),
    (Dtype::U8, "uint8"),
    (Dtype::I8, "int8"),
    (Dtype::I16, "int16"),
    (Dtype::U16, "uint16"),
    (Dtype::F16, "float16"),
    (Dtype::BF16, "bfloat16"),
    (Dtype::I32, "int32"),
    (Dtype::U32, "uint32"),
    (Dtype::F32, "float32"),
    (Dtype::F64, "float64"),
    (Dtype::I64, "int64"),
    (Dtype::U64, "uint64"),
    (Dtype::F8_E5M2, "float8_e5m2"),
    (Dtype::F8_E4M3, "float8_e4m3fn"),
    (Dtype::F8_E5M2FNUZ, "float8_e5m2fnuz"),
    (Dtype::F8_E4M3FNUZ, "float8_e4m3fnuz"),
];

fn invalid(file: Bytes<'_>, why: String) -> Error {
    Error::new(ErrorKind::Invalid { what: "safetensors file", why }, file.span(0, file.len().min(8)))
}

/// Reads a file.
pub(super) fn read(file: Bytes<'_>) -> Result<Arrays<'_>> {
    let fault = |e: ::safetensors::SafeTensorError| invalid(file, e.to_string());
    let (_, metadata) = SafeTensors::read_metadata(file.data()).map_err(fault)?;
    let ours = metadata.metadata().as_ref().and_then(|all| all.get(ENTRY).cloned());
    let notes = ours.map_or_else(Notes::new, |text| parse(&text));
    let tensors = SafeTensors::deserialize(file.data()).map_err(fault)?;
    let mut arrays = Vec::new();
    for name in metadata.offset_keys() {
        let within = |e: Error| e.within(Step::Named("tensor", name.clone()));
        let tensor = tensors.tensor(&name).map_err(fault).map_err(within)?;
        let found = TYPES.iter().find(|(dtype, _)| *dtype == tensor.dtype());
        let scalar_type = found.and_then(|(_, name)| ScalarType::from_name(name)).ok_or_else(|| {
            within(invalid(file, format!("elements of type {:?}, which no program holds", tensor.dtype())))
        })?;
        let (sizes, data) = (tensor.shape().to_vec(), tensor.data().into());
        arrays.push(Array { name: name.clone(), scalar_type, sizes, data });
    }
    Ok(Arrays { arrays, notes })
}

/// The notes in our entry; lines that are none are left out.
fn parse(text: &str) -> Notes {
    let line = |line: &str| {
        let (key, note) = line.split_once('\t')?;
        let key = key.replace("%09", "\t").replace("%0A", "\n").replace("%25", "%");
        if note == "blob" {
            return Some((key, Note::Blob));
        }
        let order: Option<Vec<u8>> = note.split(',').map(|d| d.parse().ok()).collect();
        Some((key, Note::Order(order?)))
    };
    text.lines().filter_map(line).collect()
}

struct Written<'a>(Dtype, &'a Array<'a>);

impl View for Written<'_> {
    fn dtype(&self) -> Dtype {
        self.0
    }

    fn shape(&self) -> &[usize] {
        &self.1.sizes
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.1.data)
    }

    fn data_len(&self) -> usize {
        self.1.data.len()
    }
}

/// The key of what is said of the file itself.
const METADATA: &str = "__metadata__";

/// A file with these arrays.
///
/// # Errors
///
/// If the format cannot hold them: an element type that it has not, a name twice, the name that it keeps for itself.
pub fn write(arrays: &Arrays<'_>) -> Result<Vec<u8>> {
    let mut views = Vec::new();
    let mut names = HashSet::new();
    for array in &arrays.arrays {
        if !names.insert(array.name.as_str()) || array.name == METADATA {
            let why = match array.name == METADATA {
                true => format!("no array can have the name `{METADATA}`"),
                false => format!("two arrays have the name `{}`", array.name.escape_debug()),
            };
            return Err(invalid(Bytes::new(&[], 0), why));
        }
        let name = array.scalar_type.name().unwrap_or_default();
        let Some((dtype, _)) = TYPES.iter().find(|(_, known)| *known == name) else {
            let why = format!(
                "`{}` has elements of type {}, which .safetensors has not",
                array.name.escape_debug(),
                array.scalar_type
            );
            return Err(invalid(Bytes::new(&[], 0), why));
        };
        views.push((array.name.clone(), Written(*dtype, array)));
    }
    let mut text = String::new();
    for (key, note) in &arrays.notes {
        let key = key.replace('%', "%25").replace('\t', "%09").replace('\n', "%0A");
        let note = match note {
            Note::Blob => "blob".into(),
            Note::Order(order) => order.iter().map(u8::to_string).collect::<Vec<_>>().join(","),
        };
        text += &format!("{key}\t{note}\n");
    }
    let ours = (!text.is_empty()).then(|| [(ENTRY.to_string(), text)].into_iter().collect());
    serialize(views, ours).map_err(|e| invalid(Bytes::new(&[], 0), e.to_string()))
}
