//! The `tar` archives that `torch.save` wrote before 0.1.10: members `sys_info`, `pickle`, `tensors` and `storages`.

use outlast_core::{Bytes, Error, ErrorKind, QuickMap, Result};

use super::legacy::{Legacy, LegacyStorage, Part};
use super::names::Names;
use super::storage::element;
use super::tensors::{DIMENSIONS, Fault, LONGEST, Storage, Tensor, Tensors};
use crate::pickle::{Graph, Limits, Value, ValueId};

/// Bytes of a header, and what members are padded to.
const BLOCK: usize = 512;

/// Whether a file starts as a `tar` archive.
pub fn is_tar(file: &[u8]) -> bool {
    file.get(257..262) == Some(b"ustar")
}

/// The members that torch reads, and how.
const MEMBERS: [&str; 4] = ["sys_info", "storages", "tensors", "pickle"];

/// A regular member: its name, and where its data are in the file.
struct Member<'a> {
    name: &'a [u8],
    at: usize,
    len: usize,
}

/// Reads the pickles of such a file. Only members that torch reads count; their data are walked through as torch does it, because
/// pickles stand between tensors.
pub(super) fn read<'a>(file: Bytes<'a>, limits: Limits) -> Result<Legacy<'a>> {
    let members = members(file)?;
    let mut legacy = Legacy {
        parts: Vec::new(),
        tensors: Tensors::default(),
        storages: Vec::new(),
        trailing: 0,
        error: None,
        tar: true,
    };
    let mut walked = Walked::default();
    for name in MEMBERS {
        let of_name: Vec<&Member<'_>> =
            members.iter().filter(|member| plain(member.name) == name.as_bytes()).collect();
        if of_name.is_empty() && name != "sys_info" {
            let kind = ErrorKind::Missing { what: format!("member `{name}` of a tar file of torch.save") };
            legacy.error.get_or_insert(Error::new(kind, file.span(0, BLOCK.min(file.len()))));
        }
        // Of two with one name, Python's reader takes the last: all are looked at.
        for member in of_name {
            if let Err(error) = walk(&mut legacy, &mut walked, file, member, name, limits) {
                legacy.error.get_or_insert(error);
            }
        }
    }
    name(&mut legacy, &walked);
    Ok(legacy)
}

/// Which storage and tensor each key is of.
#[derive(Default)]
struct Walked {
    storages: QuickMap<i64, usize>,
    /// Views on storages: the storage, and at which of its elements the view begins.
    views: QuickMap<i64, (usize, i64)>,
    tensors: QuickMap<i64, usize>,
}

/// A key: an address, as a number or as text.
fn key(graph: &Graph<'_>, id: ValueId) -> Option<i64> {
    match graph.value(id) {
        Value::Int(key) => Some(*key),
        _ => graph.text(id).filter(|text| text.len() <= LONGEST)?.parse().ok(),
    }
}

/// Gives tensors the names that the object has for them: by persistent ids.
fn name(legacy: &mut Legacy<'_>, walked: &Walked) {
    let Some(part) = legacy.parts.iter().find(|part| part.name == "pickle") else { return };
    let (graph, Some(root)) = (&part.pickle.graph, part.pickle.root) else { return };
    let names = Names::walk(graph, root);
    for id in graph.ids().filter(|id| names.has(*id)) {
        let Value::Persistent(inner) = graph.value(id) else { continue };
        let tensor =
            key(graph, *inner).and_then(|key| legacy.tensors.tensors.get_mut(*walked.tensors.get(&key)?));
        // The first that is found.
        if let Some(tensor) = tensor.filter(|tensor| tensor.name.is_empty()) {
            tensor.name = names.name(graph, id);
        }
    }
}

/// A name without `./` in front of it, which `tar` may put there.
fn plain(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"./").unwrap_or(name)
}

fn members(file: Bytes<'_>) -> Result<Vec<Member<'_>>> {
    let (mut at, mut members) = (0, Vec::new());
    while at < file.len() {
        let head = file.slice(at, BLOCK, "header of a tar member")?;
        if head.iter().all(|byte| *byte == 0) {
            break;
        }
        let field = |range: std::ops::Range<usize>| head.get(range).unwrap_or_default();
        let name = field(0..100).split(|byte| *byte == 0).next().unwrap_or_default();
        let digits = field(124..136).iter().copied().filter(|byte| !matches!(byte, 0 | b' '));
        let len = digits.into_iter().try_fold(0usize, |len, digit| match digit {
            b'0'..=b'7' => len.checked_mul(8)?.checked_add(usize::from(digit - b'0')),
            _ => None,
        });
        let Some(len) = len else {
            let why = "the size of a member is not an octal number".into();
            return Err(Error::new(ErrorKind::Invalid { what: "tar file", why }, file.span(at + 124, 12)));
        };
        file.slice(at + BLOCK, len, "data of a tar member")?;
        if matches!(field(156..157), [0 | b'0' | b'7']) {
            members.push(Member { name, at: at + BLOCK, len });
        }
        let padded = len.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX);
        at = (at + BLOCK).saturating_add(padded);
    }
    Ok(members)
}

/// Reads the pickles of a member. Offsets count from the start of the file.
fn walk<'a>(
    legacy: &mut Legacy<'a>,
    walked: &mut Walked,
    file: Bytes<'a>,
    member: &Member<'_>,
    name: &str,
    limits: Limits,
) -> Result<()> {
    // What stands behind the member is not its own.
    let file = file.window(0, member.at + member.len, "tar member")?;
    let mut at = legacy.next(file, member.at, name, limits)?;
    let int = |legacy: &Legacy<'_>| {
        let pickle = &legacy.parts.last()?.pickle;
        pickle.graph.int(pickle.root?)
    };
    if name == "pickle" || name == "sys_info" {
        return Ok(());
    }
    let count = int(legacy).unwrap_or(0);
    for i in 0..count {
        at = legacy.next(file, at, &format!("{name} / {i}"), limits)?;
        at = match name {
            "storages" => storage(legacy, walked, file, at)?,
            _ => tensor(legacy, walked, file, at)?,
        };
    }
    if name == "storages" {
        legacy.next(file, at, "storages / views", limits)?;
        legacy.parts.last().into_iter().for_each(|part| views(part, walked));
    }
    Ok(())
}

/// Views on storages: a list of `(key, key of the storage, first element, number of elements)`.
fn views(part: &Part<'_>, walked: &mut Walked) {
    let graph = &part.pickle.graph;
    let Some(Value::List(rows)) = part.pickle.root.map(|root| graph.value(root)) else { return };
    for row in rows {
        let Some([view, storage, first, _]) = graph.tuple(*row) else { continue };
        let (Some(view), Some(storage), Some(first)) =
            (key(graph, *view), key(graph, *storage), graph.int(*first))
        else {
            continue;
        };
        if let Some(storage) = walked.storages.get(&storage) {
            walked.views.insert(view, (*storage, first));
        }
    }
}

/// Skips the data of a storage behind its pickle of `(key, location, class)`.
fn storage(legacy: &mut Legacy<'_>, walked: &mut Walked, file: Bytes<'_>, at: usize) -> Result<usize> {
    let numel = file.u64(at, "number of elements of a storage")?;
    let read = legacy.parts.last().and_then(|part| {
        let graph = &part.pickle.graph;
        let [id, device, class] = graph.tuple(part.pickle.root?)? else { return None };
        let class = graph.global(*class)?;
        let element = element(&class.module, &class.name)?;
        Some(Storage {
            class: class.to_string(),
            element: Some(element),
            key: key(graph, *id)?.to_string(),
            device: graph.text(*device).filter(|text| text.len() <= LONGEST).unwrap_or_default().to_string(),
            numel,
            view: false,
            at: file.span(part.at, 1).start_byte(),
        })
    });
    let bytes = read.as_ref().and_then(Storage::bytes);
    let Some(storage) = read else {
        let why = "a storage is not described by a key, a location and a class that is known".into();
        return Err(Error::new(ErrorKind::Invalid { what: "tar file of torch.save", why }, file.span(at, 8)));
    };
    let key = storage.key.clone();
    walked.storages.extend(key.parse().ok().map(|key: i64| (key, legacy.tensors.storages.len())));
    legacy.tensors.storages.push(storage);
    legacy.storages.push(LegacyStorage { key, at, numel, bytes });
    let len = bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX);
    file.slice(at + 8, len, "data of a storage")?;
    Ok(at + 8 + len)
}

/// Reads the numbers of a tensor behind its pickle of `(key, key of the storage, class)`: dimensions (with four bytes that mean nothing), sizes,
/// strides, offset.
fn tensor(legacy: &mut Legacy<'_>, walked: &mut Walked, file: Bytes<'_>, at: usize) -> Result<usize> {
    let dimensions = usize::try_from(file.u32(at, "dimensions of a tensor")?).unwrap_or(usize::MAX);
    let len = dimensions.saturating_mul(16).saturating_add(16);
    file.slice(at, len, "sizes of a tensor")?;
    let end = at + len;
    let place = file.span(at, len).start_byte();
    if dimensions > DIMENSIONS {
        let why = format!("a tensor of {dimensions} dimensions: PyTorch has tensors of up to {DIMENSIONS}");
        legacy.tensors.faults.push(Fault { at: place, why });
        return Ok(end);
    }
    let number =
        |i: usize| file.u64(at + 8 + 8 * i, "sizes of a tensor").map(|n| i64::from_le_bytes(n.to_le_bytes()));
    let numbers: Vec<i64> = (0..=2 * dimensions).map(number).collect::<Result<_>>()?;
    let (sizes, rest) = numbers.split_at(dimensions);
    let (strides, offset) = rest.split_at(dimensions);
    let offset = offset.first().copied().unwrap_or_default();
    let ids = legacy.parts.last().and_then(|part| {
        let graph = &part.pickle.graph;
        let [own, storage, ..] = graph.tuple(part.pickle.root?)? else { return None };
        Some((key(graph, *own)?, key(graph, *storage)))
    });
    let Some((own, storage)) = ids else {
        let why = "a tensor is not described by its key, that of its storage, and a class".into();
        legacy.tensors.faults.push(Fault { at: place, why });
        return Ok(end);
    };
    // A tensor in a view on a storage is one in the storage, further on.
    let own_storage = storage.and_then(|key| walked.storages.get(&key)).map(|storage| (*storage, 0));
    let of_view = || storage.and_then(|key| walked.views.get(&key)).copied();
    let (storage, first) = own_storage.or_else(of_view).unzip();
    let tensor = Tensor {
        offset: offset.saturating_add(first.unwrap_or_default()),
        sizes: sizes.to_vec(),
        strides: strides.to_vec(),
        ..Tensor::outside(String::new(), storage, place)
    };
    walked.tensors.insert(own, legacy.tensors.tensors.len());
    legacy.tensors.tensors.push(tensor);
    Ok(end)
}
