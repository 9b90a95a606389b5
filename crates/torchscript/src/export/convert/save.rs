//! [`saved`]: tensors as an archive of `torch.save`, whose storages are where they were.

use std::borrow::Cow;
use std::ops::Range;

use outlast_archive::Member;
use outlast_core::{Output, Piece, Result, SortShort, offset_in};

use super::store::{Item, Kept, Meta, Store};
use crate::archive::write::{NewRecord, build};
use crate::archive::{TorchArchive, element_of_dtype, is_storage, storage_of_dtype};
use crate::pickle::{Call, Graph, Name, Opcode, Pickler, Value, ValueId, canonical};

/// Element types that have no class of storages: their storages are bytes, and the type stands with the tensor.
const UNTYPED: [&str; 8] = [
    "uint16",
    "uint32",
    "uint64",
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e4m3fnuz",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
];

/// Why a pickle cannot be made.
fn full() -> String {
    "it has more values than a pickle may have".into()
}

struct Maker<'a> {
    graph: Graph<'a>,
}

impl<'a> Maker<'a> {
    fn add(&mut self, value: Value<'a>) -> std::result::Result<ValueId, String> {
        self.graph.add(value, 0).ok_or_else(full)
    }

    fn text(&mut self, text: &str) -> std::result::Result<ValueId, String> {
        self.add(Value::Text(text.as_bytes().to_vec().into()))
    }

    fn global(&mut self, module: &'static str, name: &'static str) -> std::result::Result<ValueId, String> {
        self.add(Value::Global(Box::new(Name { module: module.into(), name: name.into() })))
    }

    fn tuple(&mut self, of: Vec<ValueId>) -> std::result::Result<ValueId, String> {
        self.add(Value::Tuple(of.into()))
    }

    fn call(
        &mut self,
        module: &'static str,
        name: &'static str,
        args: Vec<ValueId>,
    ) -> std::result::Result<ValueId, String> {
        let callee = self.global(module, name)?;
        let args = self.tuple(args)?;
        self.add(Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args, named: None })))
    }

    fn ints(&mut self, of: &[i64]) -> std::result::Result<ValueId, String> {
        let of = of
            .iter()
            .map(|number| self.add(Value::Int(*number)))
            .collect::<std::result::Result<Vec<_>, _>>()?;
        self.tuple(of)
    }

    fn tensor(&mut self, item: &Item<'_>, meta: &Meta, bytes: usize) -> std::result::Result<ValueId, String> {
        let element = element_of_dtype(meta.dtype).ok_or("its element type is not known")?;
        let untyped = UNTYPED.contains(&meta.dtype);
        let size = if untyped { 1 } else { element.size };
        let numel = (bytes as u64).checked_div(size).unwrap_or(0);
        if numel.checked_mul(size) != Some(bytes as u64) {
            return Err(format!("its storage of {bytes} bytes is not a whole number of elements"));
        }
        let class = match untyped {
            true => self.global("torch.storage", "UntypedStorage")?,
            false => {
                self.global("torch", storage_of_dtype(meta.dtype).ok_or("its element type is not known")?)?
            }
        };
        let kind = self.text("storage")?;
        let key = self.text(&meta.storage.to_string())?;
        let device = self.text(&meta.device)?;
        let numel = self.add(Value::Int(i64::try_from(numel).map_err(|_| full())?))?;
        let id = self.tuple(vec![kind, class, key, device, numel])?;
        let storage = self.add(Value::Persistent(id))?;
        let offset = self.add(Value::Int(meta.offset))?;
        let (sizes, strides) = (self.ints(&meta.sizes)?, self.ints(&meta.strides)?);
        let grad = self.add(Value::Bool(meta.requires_grad && !item.parameter))?;
        let hooks = self.call("collections", "OrderedDict", Vec::new())?;
        let mut args = vec![storage, offset, sizes, strides, grad, hooks];
        let tensor = match untyped {
            true => {
                args.push(self.global("torch", meta.dtype)?);
                self.call("torch._utils", "_rebuild_tensor_v3", args)?
            }
            false => self.call("torch._utils", "_rebuild_tensor_v2", args)?,
        };
        if !item.parameter {
            return Ok(tensor);
        }
        let grad = self.add(Value::Bool(meta.requires_grad))?;
        let hooks = self.call("collections", "OrderedDict", Vec::new())?;
        self.call("torch._utils", "_rebuild_parameter", vec![tensor, grad, hooks])
    }
}

/// An archive of `torch.save` with a dictionary of all tensors. The one that they are from, if they are all from it.
pub(super) fn saved<'a>(store: Store<'a>) -> std::result::Result<Output<'a>, String> {
    if let Some(whole) = store.whole {
        return Ok(pieces(whole));
    }
    if let Some(odd) = store.odd {
        return Err(odd);
    }
    let mut maker = Maker { graph: Graph::default() };
    let mut items = Vec::new();
    for item in &store.items {
        let Kept::Plain(meta) = &item.kept else {
            return Err(format!(
                "`{}` is a pickle of its own: an object, or a tensor that is not plain",
                item.name
            ));
        };
        let bytes = store.storages.get(meta.storage).map_or(0, |data| data.len());
        let name = maker.text(&item.name)?;
        let tensor = maker.tensor(item, meta, bytes).map_err(|why| format!("`{}`: {why}", item.name))?;
        items.push((name, tensor));
    }
    let root = maker.add(Value::Dict(items))?;
    let pickle = canonical(&maker.graph, root, Pickler::default()).map_err(|error| error.to_string())?;
    write(pickle, store.storages).map_err(|error| error.to_string())
}

/// An archive of `torch.save` as it is: its readers look into all but storages.
fn pieces(whole: Cow<'_, [u8]>) -> Output<'_> {
    let Cow::Borrowed(whole) = whole else { return Output::of(whole) };
    let mut out = Output::default();
    let mut at = 0;
    for range in storages(whole) {
        if let (Some(before), Some(data)) = (whole.get(at..range.start), whole.get(range.clone())) {
            out.push(Piece::Bytes(before.into()));
            out.push(Piece::Weights(data.into()));
            at = range.end;
        }
    }
    out.push(Piece::Bytes(whole.get(at..).unwrap_or_default().into()));
    out
}

/// Where the storages of an archive are, from its start on.
fn storages(file: &[u8]) -> Vec<Range<usize>> {
    let Ok(archive) = TorchArchive::open(file) else { return Vec::new() };
    let records = archive.records().into_iter().flatten().filter(|record| is_storage(&record.name));
    let stored = records.filter_map(|record| {
        let member = archive.zip().member(record.entry).ok().filter(Member::is_stored)?;
        let data = member.raw().data();
        let start = offset_in(file, data)?;
        Some(start..start.checked_add(data.len())?)
    });
    let mut ranges: Vec<Range<usize>> = stored.collect();
    ranges.sort_short_by_key(|range| range.start);
    ranges
}

fn write<'a>(pickle: Vec<u8>, storages: Vec<Cow<'a, [u8]>>) -> Result<Output<'a>> {
    let record = |name: &str, content| NewRecord { name: name.into(), content, compress: false };
    let mut records =
        vec![record("data.pkl", Output::of(pickle)), record("byteorder", Output::of(&b"little"[..]))];
    for (index, data) in storages.into_iter().enumerate() {
        records.push(record(&format!("data/{index}"), Output::weights(data)));
    }
    records.push(record("version", Output::of(&b"3\n"[..])));
    build("archive", records, 64)
}
