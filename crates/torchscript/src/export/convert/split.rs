//! Archives of `torch.save` taken apart: which tensor is where in them.

use std::borrow::Cow;

use outlast_core::{Bytes, QuickMap, offset_in};

use super::super::render::DTYPES;
use super::store::{Item, Kept, Meta, Store, fits};
use crate::archive::{TensorKind, TorchArchive, tensors};
use crate::pickle::{Graph, Limits, Pickle, Update, Value, ValueId};

/// Members of a dictionary: plain, or an `OrderedDict`.
fn members(graph: &Graph<'_>, root: ValueId) -> Option<Vec<(ValueId, ValueId)>> {
    match graph.value(root) {
        Value::Dict(items) => {
            let mut all = items.clone();
            for update in graph.updates(root) {
                match update {
                    Update::Items(items) => all.extend(items),
                    _ => return None,
                }
            }
            Some(all)
        }
        Value::Object(call) => {
            let name = graph.global(call.callee)?;
            let ordered = name.module == "collections" && name.name == "OrderedDict";
            if !ordered || !graph.tuple(call.args).is_some_and(<[ValueId]>::is_empty) {
                return None;
            }
            let mut all = Vec::new();
            for update in graph.updates(root) {
                match update {
                    Update::Items(items) => all.extend(items),
                    // `_metadata` of modules.
                    Update::State { .. } => {}
                    Update::Elements(_) => return None,
                }
            }
            Some(all)
        }
        _ => None,
    }
}

/// The tensors of an archive of `torch.save`; `data` gives bytes of it.
pub(super) fn take_apart<'a>(
    content: &[u8],
    data: impl Fn(std::ops::Range<usize>) -> Option<Cow<'a, [u8]>>,
) -> Result<Store<'a>, String> {
    read_saved(content, |archive, pickle, root, found| {
        let mut store = Store::default();
        let mut names: QuickMap<&str, usize> = QuickMap::default();
        let mut keys: QuickMap<&str, usize> = QuickMap::default();
        let all = members(&pickle.graph, root).ok_or("they are not a dictionary")?;
        for (key, value) in &all {
            let name = pickle.graph.text(*key).ok_or("a name is not text")?;
            let (tensor, parameter) =
                tensor_of(pickle, *value, found).ok_or_else(|| format!("`{name}` is not a plain tensor"))?;
            let of =
                tensor.storage.and_then(|at| found.storages.get(at)).ok_or("a tensor without a storage")?;
            let storage = match keys.get(of.key.as_str()) {
                Some(storage) => *storage,
                None => {
                    let range = range_of(archive, content, &of.key)?;
                    store.storages.push(data(range).ok_or("a storage is missing")?);
                    keys.insert(&of.key, store.storages.len() - 1);
                    store.storages.len() - 1
                }
            };
            let meta = meta_of(tensor, of, storage).map_err(|why| format!("`{name}`: {why}"))?;
            fits(&meta, store.storages.get(storage).map_or(0, |data| data.len() as u64))
                .map_err(|why| format!("`{name}`: {why}"))?;
            let item = Item { name: name.into(), parameter, kept: Kept::Plain(meta) };
            match names.get(name) {
                Some(at) => {
                    if let Some(slot) = store.items.get_mut(*at) {
                        *slot = item;
                    }
                }
                None => {
                    names.insert(name, store.items.len());
                    store.items.push(item);
                }
            }
        }
        Ok(store)
    })
}

/// One tensor, that an archive of `torch.save` has alone, with the bytes of its storage.
pub(super) fn single(content: &[u8]) -> Result<(Meta, Vec<u8>), String> {
    read_saved(content, |archive, pickle, root, found| {
        let (tensor, _) = tensor_of(pickle, root, found).ok_or("it is not a plain tensor")?;
        let of = tensor.storage.and_then(|at| found.storages.get(at)).ok_or("it has no storage")?;
        let data = content.get(range_of(archive, content, &of.key)?).unwrap_or_default();
        let meta = meta_of(tensor, of, 0)?;
        fits(&meta, data.len() as u64)?;
        Ok((meta, data.to_vec()))
    })
}

fn read_saved<T>(
    content: &[u8],
    take: impl FnOnce(&TorchArchive<'_>, &Pickle<'_>, ValueId, &crate::archive::Tensors) -> Result<T, String>,
) -> Result<T, String> {
    let archive = TorchArchive::open(content).map_err(|error| error.to_string())?;
    if archive.text("byteorder").map_err(|error| error.to_string())?.is_some_and(|order| order != "little") {
        return Err("its bytes are in big-endian order".into());
    }
    let pickled =
        archive.content("data.pkl").map_err(|error| error.to_string())?.ok_or("it has no `data.pkl`")?;
    let pickle = Pickle::read(Bytes::new(&pickled, 0), Limits::default());
    let root = match (&pickle.error, pickle.root) {
        (None, Some(root)) => root,
        (Some(error), _) => return Err(error.to_string()),
        _ => return Err("its pickle is empty".into()),
    };
    let found = tensors(&pickle);
    if let Some(fault) = found.faults.first() {
        return Err(fault.why.clone());
    }
    take(&archive, &pickle, root, &found)
}

/// The tensor that a value is, or is a parameter of; whether it is one.
fn tensor_of<'t>(
    pickle: &Pickle<'_>,
    value: ValueId,
    found: &'t crate::archive::Tensors,
) -> Option<(&'t crate::archive::Tensor, bool)> {
    let graph = &pickle.graph;
    let (id, parameter) = match graph.call(value).and_then(|call| Some((graph.global(call.callee)?, call))) {
        Some((name, call)) if name.module == "torch._utils" && name.name == "_rebuild_parameter" => {
            (*graph.tuple(call.args)?.first()?, true)
        }
        Some((name, _))
            if name.module == "torch._utils"
                && matches!(&*name.name, "_rebuild_tensor_v2" | "_rebuild_tensor_v3") =>
        {
            (value, false)
        }
        _ => return None,
    };
    if !graph.updates(value).is_empty() || !graph.updates(id).is_empty() {
        return None;
    }
    let inner = graph.global(graph.call(id)?.callee)?;
    if inner.module != "torch._utils" || !matches!(&*inner.name, "_rebuild_tensor_v2" | "_rebuild_tensor_v3")
    {
        return None;
    }
    // Tensors are found in the order of their values.
    let at = found.tensors.binary_search_by_key(&Some(id), |tensor| tensor.id).ok()?;
    let tensor = found.tensors.get(at)?;
    (tensor.kind == TensorKind::Dense).then_some((tensor, parameter))
}

fn meta_of(
    tensor: &crate::archive::Tensor,
    storage: &crate::archive::Storage,
    index: usize,
) -> Result<Meta, String> {
    let element = storage.element.ok_or("its storage is of a class that is not known")?;
    let name = tensor.dtype.as_deref().unwrap_or(element.dtype);
    let (_, dtype) = DTYPES
        .iter()
        .find(|(_, one)| *one == name)
        .ok_or_else(|| format!("programs have no tensors of `{name}`"))?;
    Ok(Meta {
        dtype,
        sizes: tensor.sizes.clone(),
        strides: tensor.strides.clone(),
        offset: tensor.offset,
        requires_grad: tensor.requires_grad,
        device: storage.device.clone(),
        storage: index,
    })
}

/// Where the bytes of a storage are in its archive.
fn range_of(archive: &TorchArchive<'_>, content: &[u8], key: &str) -> Result<std::ops::Range<usize>, String> {
    let record = archive.storage_record("data.pkl", key);
    let member = archive
        .find(&record)
        .map_err(|error| error.to_string())?
        .ok_or_else(|| format!("the record `{record}` is missing"))?;
    if !member.is_stored() {
        return Err(format!("the record `{record}` is compressed"));
    }
    let data = member.raw().data();
    let start = offset_in(content, data).ok_or("a storage is outside of its archive")?;
    Ok(start..start.saturating_add(data.len()))
}
