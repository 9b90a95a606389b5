//! Tensors of a program, wherever they are kept: their descriptions, and their bytes where they were.
//!
//! Up to 2.8 they are in an archive of `torch.save`; since 2.9 each storage is a record, and a JSON record says which tensors are where.

use std::borrow::Cow;

use outlast_core::{Output, QuickMap};

use super::super::layout::Constant;
use super::super::program::payloads;
use super::super::render::DTYPES;
use super::split::{single, take_apart};
use super::tree::Tree;
use crate::archive::{TorchArchive, element_of_dtype};
use crate::json::Document;

/// `Layout.Strided`.
const STRIDED: i64 = 7;

/// What is said of a tensor.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Meta {
    /// The name of its `torch.dtype`.
    pub(super) dtype: &'static str,
    pub(super) sizes: Vec<i64>,
    /// In elements.
    pub(super) strides: Vec<i64>,
    /// In elements.
    pub(super) offset: i64,
    pub(super) requires_grad: bool,
    /// `cpu`, `cuda:0`.
    pub(super) device: String,
    /// Its storage, by index.
    pub(super) storage: usize,
}

/// A tensor or an object.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) name: String,
    pub(super) parameter: bool,
    pub(super) kept: Kept<'a>,
}

/// How it is kept.
#[derive(Clone, Debug)]
pub(super) enum Kept<'a> {
    /// Elements of a storage.
    Plain(Meta),
    /// A pickle of its own: the beginning of its record's name, what its configuration says, and its bytes.
    Pickled { prefix: &'static str, meta: Option<String>, content: Cow<'a, [u8]> },
}

/// Tensors and objects by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Store<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// Bytes of storages.
    pub(super) storages: Vec<Cow<'a, [u8]>>,
    /// The archive of `torch.save` that it is from.
    pub(super) whole: Option<Cow<'a, [u8]>>,
    /// Why that archive cannot be taken apart.
    pub(super) odd: Option<String>,
}

impl<'a> Store<'a> {
    /// Reads an archive of `torch.save`. What is no dictionary of plain tensors is kept as it is.
    pub(super) fn read_whole(content: Cow<'a, [u8]>) -> Store<'a> {
        if content.is_empty() {
            return Store::default();
        }
        let mut store = match &content {
            Cow::Borrowed(content) => take_apart(content, |range| content.get(range).map(Cow::Borrowed)),
            Cow::Owned(content) => {
                take_apart(content, |range| content.get(range).map(|data| Cow::Owned(data.to_vec())))
            }
        }
        .unwrap_or_else(|odd| Store { odd: Some(odd), ..Store::default() });
        store.whole = Some(content);
        store
    }

    /// Reads the records that a configuration names.
    pub(super) fn read_listed(
        archive: &TorchArchive<'a>,
        config: &Document<'_>,
        folder: &str,
    ) -> Result<Store<'a>, String> {
        let mut store = Store::default();
        let mut known: QuickMap<String, usize> = QuickMap::default();
        for payload in payloads(config.root()) {
            let name = payload.name.into_owned();
            let record = payload.record.ok_or_else(|| format!("`{name}` has no record"))?.into_owned();
            let path = format!("{folder}{record}");
            let content = || {
                let content = archive.content(&path).map_err(|error| error.to_string())?;
                content.ok_or_else(|| format!("the record `{path}` of `{name}` is missing"))
            };
            let kept = if payload.use_pickle == Some(true) {
                let prefix = match Constant::from_record_name(&record) {
                    Constant::Tensor => "tensor_",
                    Constant::Object => "custom_obj_",
                    Constant::Opaque => "opaque_obj_",
                    Constant::Other => "weight_",
                };
                let meta = payload.tensor.map(|tensor| tensor.value().raw().to_string());
                Kept::Pickled { prefix, meta, content: content()? }
            } else {
                let tensor =
                    payload.tensor.ok_or_else(|| format!("`{name}` is a tensor without metadata"))?;
                let storage = match known.get(&record) {
                    Some(storage) => *storage,
                    None => {
                        store.storages.push(content()?);
                        known.insert(record, store.storages.len() - 1);
                        store.storages.len() - 1
                    }
                };
                let meta = described(&tensor, storage).ok_or_else(|| {
                    format!("the metadata of the tensor `{name}` is not as PyTorch writes it")
                })?;
                let length = store.storages.get(storage).map_or(0, |data| data.len() as u64);
                fits(&meta, length).map_err(|why| format!("the tensor `{name}`: {why}"))?;
                Kept::Plain(meta)
            };
            store.items.push(Item { name, parameter: payload.is_param == Some(true), kept });
        }
        Ok(store)
    }

    /// Moves a tensor from another store to this one.
    pub(super) fn take_from(&mut self, other: &mut Store<'a>, name: &str) -> bool {
        let Some(at) = other.items.iter().position(|item| item.name == name) else { return false };
        let mut item = other.items.remove(at);
        if let Kept::Plain(meta) = &mut item.kept {
            // Storages that two tensors share stay shared where both are moved: they are appended once for each address.
            let data = other.storages.get(meta.storage).cloned().unwrap_or_default();
            let same = |one: &Cow<'a, [u8]>| {
                std::ptr::eq(one.as_ptr(), data.as_ptr()) && one.len() == data.len() && !data.is_empty()
            };
            meta.storage = match (matches!(data, Cow::Borrowed(_)), self.storages.iter().position(same)) {
                (true, Some(storage)) => storage,
                _ => {
                    self.storages.push(data);
                    self.storages.len() - 1
                }
            };
        }
        self.items.push(item);
        self.whole = None;
        other.whole = None;
        true
    }

    /// Adds a tensor that an archive of `torch.save` has alone, as 2.1 keeps constants.
    pub(super) fn add_saved(&mut self, name: &str, saved: Vec<u8>) -> Result<(), String> {
        match single(&saved) {
            Ok((mut meta, data)) => {
                self.storages.push(Cow::Owned(data));
                meta.storage = self.storages.len() - 1;
                self.items.push(Item { name: name.into(), parameter: false, kept: Kept::Plain(meta) });
                self.whole = None;
                Ok(())
            }
            Err(why) => Err(format!("the constant `{name}`: {why}")),
        }
    }

    /// What is said of a tensor, as `TensorMeta` since 2.3.
    pub(super) fn meta_of(&self, name: &str) -> Option<Tree<'static>> {
        let item = self.items.iter().find(|item| item.name == name)?;
        match &item.kept {
            Kept::Plain(meta) => meta_tree(meta),
            Kept::Pickled { .. } => None,
        }
    }

    /// Records in a folder with the configuration that names them.
    pub(super) fn listed(
        self,
        prefix: &str,
        folder: &str,
    ) -> Result<(Vec<(String, Output<'a>)>, String), String> {
        if let Some(odd) = self.odd {
            return Err(odd);
        }
        let (mut records, mut config, mut count) = (Vec::new(), Vec::new(), QuickMap::default());
        let mut next = |prefix: &str| {
            let count = count.entry(prefix.to_string()).or_insert(0u64);
            *count += 1;
            format!("{prefix}{}", *count - 1)
        };
        let mut names: Vec<Option<String>> = vec![None; self.storages.len()];
        for item in self.items {
            let entry = |path: &str, pickled, meta: Tree<'static>| {
                Tree::object([
                    ("path_name", Tree::text(path)),
                    ("is_param", Tree::bool(item.parameter)),
                    ("use_pickle", Tree::bool(pickled)),
                    ("tensor_meta", meta),
                ])
            };
            let entry = match item.kept {
                Kept::Pickled { prefix: own, meta, content } => {
                    let path = next(own);
                    records.push((format!("{folder}{path}"), Output::weights(content)));
                    entry(&path, true, meta.map_or(Tree::NULL, |meta| Tree::Raw(Cow::Owned(meta))))
                }
                Kept::Plain(meta) => {
                    let tree = meta_tree(&meta).ok_or_else(|| {
                        format!("`{}` has an element type that programs do not have", item.name)
                    })?;
                    let name = names.get_mut(meta.storage).ok_or("a storage is missing")?;
                    let path = match name {
                        Some(path) => path.clone(),
                        None => {
                            let path = next(prefix);
                            *name = Some(path.clone());
                            let data = self.storages.get(meta.storage).cloned().unwrap_or_default();
                            records.push((format!("{folder}{path}"), Output::weights(data)));
                            path
                        }
                    };
                    entry(&path, false, tree)
                }
            };
            config.push((Cow::Owned(item.name), entry));
        }
        Ok((records, Tree::object([("config", Tree::Object(config))]).to_text()))
    }
}

/// What a configuration says of a tensor.
fn described(tensor: &super::super::graph::Tensor<'_>, storage: usize) -> Option<Meta> {
    let value = tensor.value();
    let number = |value: crate::json::Value<'_>| match value.as_i64() {
        Some(number) => Some(number),
        None => value.get("as_int")?.as_i64(),
    };
    let list = |name| value.get(name)?.items().map(number).collect::<Option<Vec<i64>>>();
    let dtype = tensor.dtype()?;
    let meta = Meta {
        dtype: DTYPES.iter().find(|(code, _)| *code == dtype)?.1,
        sizes: list("sizes")?,
        strides: list("strides")?,
        offset: value.get("storage_offset").map_or(Some(0), number)?,
        requires_grad: value.get("requires_grad")?.as_bool()?,
        device: tensor.device()?,
        storage,
    };
    let plain = tensor.layout() == Some(STRIDED) && meta.sizes.len() == meta.strides.len();
    plain.then_some(meta)
}

/// Whether a tensor is within its storage.
pub(super) fn fits(meta: &Meta, length: u64) -> Result<(), String> {
    let element = element_of_dtype(meta.dtype).ok_or("its element type is not known")?;
    if meta.offset < 0 || meta.sizes.iter().chain(&meta.strides).any(|number| *number < 0) {
        return Err("it has a negative size, stride or offset".into());
    }
    let last = meta.sizes.iter().zip(&meta.strides).try_fold(meta.offset, |last, (size, stride)| {
        last.checked_add(size.saturating_sub(1).max(0).checked_mul(*stride)?)
    });
    let end = match meta.sizes.contains(&0) {
        true => Some(0),
        false => last.and_then(|last| u64::try_from(last).ok()?.checked_add(1)?.checked_mul(element.size)),
    };
    match end {
        Some(end) if end <= length => Ok(()),
        _ => Err(format!("it ends behind its storage of {length} bytes")),
    }
}

fn meta_tree(meta: &Meta) -> Option<Tree<'static>> {
    let (code, _) = DTYPES.iter().find(|(_, name)| *name == meta.dtype)?;
    let int = |number: &i64| Tree::object([("as_int", Tree::number(number))]);
    let (kind, index) = match meta.device.split_once(':') {
        Some((kind, index)) => (kind, Tree::number(index.parse::<u32>().ok()?)),
        None => (&*meta.device, Tree::NULL),
    };
    Some(Tree::object([
        ("dtype", Tree::number(code)),
        ("sizes", Tree::List(meta.sizes.iter().map(int).collect())),
        ("requires_grad", Tree::bool(meta.requires_grad)),
        ("device", Tree::object([("type", Tree::text(kind)), ("index", index)])),
        ("strides", Tree::List(meta.strides.iter().map(int).collect())),
        ("storage_offset", int(&meta.offset)),
        ("layout", Tree::number(STRIDED)),
    ]))
}
