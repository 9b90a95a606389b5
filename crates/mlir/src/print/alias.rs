//! Aliases: names that attributes and types have for the whole file (`#map1`), as upstream gives them.
//!
//! Upstream visits what it would print, in that order, and gives names to some kinds of attributes and types; numbers follow the
//! depth of what they are made of. Locations of operations may be named behind the operations that use them (they can be resolved
//! late), everything else is named before. An attribute inside of another's text is known by its text.

use std::collections::HashMap;

use outlast_core::to_index;

use super::scan::{Found, Kind, scan};
use super::text::{Item, Texts};

/// A name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alias {
    name: &'static str,
    number: u32,
    is_type: bool,
}

impl Alias {
    /// Appends it.
    pub(super) fn print(self, out: &mut Vec<u8>) {
        out.push(if self.is_type { b'!' } else { b'#' });
        out.extend_from_slice(self.name.as_bytes());
        if self.number != 0 {
            super::escape::number(out, u64::from(self.number));
        }
    }
}

/// What is named: an entry of a table, or a part of an entry's text.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// An entry.
    Item(Item),
    /// A text inside of an entry.
    Text(Vec<u8>, Item),
}

/// Aliases by attribute, type and text.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    attrs: Vec<u32>,
    types: Vec<u32>,
    by_text: HashMap<Vec<u8>, u32>,
    /// In the order in which they are printed; whether behind the operations.
    list: Vec<(Alias, Named, bool)>,
}

const NONE: u32 = u32::MAX;

impl Aliases {
    #[inline]
    pub(super) fn of(&self, item: Item) -> Option<Alias> {
        let index = match item {
            Item::Attr(index) => self.attrs.get(to_index(index))?,
            Item::Type(index) => self.types.get(to_index(index))?,
        };
        self.list.get(to_index(*index)).map(|(alias, ..)| *alias)
    }

    /// What is named before the operations, or behind them.
    pub(super) fn named(&self, behind: bool) -> Vec<(Alias, Named)> {
        let wanted = self.list.iter().filter(|(.., deferred)| *deferred == behind);
        wanted.map(|(alias, named, _)| (*alias, named.clone())).collect()
    }
}

/// Attributes of dialects that have aliases, by the name in their text.
const NAMES: &[(&str, &str)] = &[
    ("llvm.access_group", "access_group"),
    ("llvm.alias_scope", "alias_scope"),
    ("llvm.alias_scope_domain", "alias_scope_domain"),
    ("llvm.di_annotation", "di_annotation"),
    ("llvm.di_basic_type", "di_basic_type"),
    ("llvm.di_common_block", "di_common_block"),
    ("llvm.di_compile_unit", "di_compile_unit"),
    ("llvm.di_composite_type", "di_composite_type"),
    ("llvm.di_derived_type", "di_derived_type"),
    ("llvm.di_file", "di_file"),
    ("llvm.di_generic_subrange", "di_generic_subrange"),
    ("llvm.di_global_variable", "di_global_variable"),
    ("llvm.di_global_variable_expression", "di_global_variable_expression"),
    ("llvm.di_imported_entity", "di_imported_entity"),
    ("llvm.di_label", "di_label"),
    ("llvm.di_lexical_block", "di_lexical_block"),
    ("llvm.di_lexical_block_file", "di_lexical_block_file"),
    ("llvm.di_local_variable", "di_local_variable"),
    ("llvm.di_module", "di_module"),
    ("llvm.di_namespace", "di_namespace"),
    ("llvm.di_null_type", "di_null_type"),
    ("llvm.di_string_type", "di_string_type"),
    ("llvm.di_subprogram", "di_subprogram"),
    ("llvm.di_subrange", "di_subrange"),
    ("llvm.di_subroutine_type", "di_subroutine_type"),
    ("llvm.loop_annotation", "loop_annotation"),
    ("llvm.loop_distribute", "loop_distribute"),
    ("llvm.loop_interleave", "loop_interleave"),
    ("llvm.loop_licm", "loop_licm"),
    ("llvm.loop_peeled", "loop_peeled"),
    ("llvm.loop_pipeline", "loop_pipeline"),
    ("llvm.loop_unroll", "loop_unroll"),
    ("llvm.loop_unroll_and_jam", "loop_unroll_and_jam"),
    ("llvm.loop_unswitch", "loop_unswitch"),
    ("llvm.loop_vectorize", "loop_vectorize"),
    ("llvm.tbaa_root", "tbaa_root"),
    ("llvm.tbaa_tag", "tbaa_tag"),
    ("llvm.tbaa_type_desc", "tbaa_type_desc"),
    ("ml_program.extern", "extern"),
    ("sparse_tensor.encoding", "sparse"),
];

/// The name of what stands in a text.
fn name_of(text: &[u8], found: &Found, release: u32) -> Option<&'static str> {
    match found.kind {
        Kind::Map => Some("map"),
        Kind::Set => Some("set"),
        Kind::Location => Some("loc"),
        Kind::Distinct => (!text[found.range.clone()].ends_with(b"<>")).then_some("distinct"),
        Kind::Type | Kind::Builtin => None,
        Kind::Attr => {
            let name = match found.implied {
                Some(name) => name.as_bytes(),
                None => &text[found.range.start + 1..found.name_end],
            };
            let name = std::str::from_utf8(name).ok()?;
            let at = NAMES.binary_search_by_key(&name, |(name, _)| name).ok()?;
            let since_20 = ["di_annotation", "di_common_block", "di_generic_subrange", "di_subrange"];
            let (_, alias) = NAMES[at];
            (release >= 20 || !since_20.contains(&alias)).then_some(alias)
        }
    }
}

/// The text by which a part is known. Distinct attributes in a text are others than those of the same number in another.
fn key_of(text: &[u8], found: &Found, item: Item) -> Vec<u8> {
    let slice = &text[found.range.clone()];
    let mut key = Vec::new();
    if let Some(implied) = found.implied {
        key.push(b'#');
        key.extend_from_slice(implied.as_bytes());
    }
    key.extend_from_slice(slice);
    if slice.windows(9).any(|window| window == b"distinct[") {
        let (kind, index) = match item {
            Item::Attr(index) => (0, index),
            Item::Type(index) => (1, index),
        };
        key.extend([0, kind]);
        key.extend(index.to_le_bytes());
    }
    key
}

/// Something that was visited.
#[derive(Clone, Debug)]
struct Node {
    name: Option<&'static str>,
    named: Option<Named>,
    depth: u32,
    is_type: bool,
    deferrable: bool,
    inside: Vec<u32>,
}

/// Something whose parts are being visited.
struct Open {
    node: u32,
    parts: Vec<Item>,
    at: usize,
    deepest: u32,
}

/// Collects what has names.
pub(super) struct Collector {
    attrs: Vec<u32>,
    types: Vec<u32>,
    by_text: HashMap<Vec<u8>, u32>,
    nodes: Vec<Node>,
    release: u32,
}

impl Collector {
    pub(super) fn new(texts: &Texts<'_>) -> Collector {
        Collector {
            attrs: vec![NONE; texts.tables.attrs.len()],
            types: vec![NONE; texts.tables.types.len()],
            by_text: HashMap::new(),
            nodes: Vec::new(),
            release: texts.style.release,
        }
    }

    fn node_of(&self, item: Item) -> Option<u32> {
        let node = match item {
            Item::Attr(index) => self.attrs.get(to_index(index)),
            Item::Type(index) => self.types.get(to_index(index)),
        };
        node.copied().filter(|node| *node != NONE)
    }

    fn set_node(&mut self, item: Item, node: u32) {
        let slot = match item {
            Item::Attr(index) => self.attrs.get_mut(to_index(index)),
            Item::Type(index) => self.types.get_mut(to_index(index)),
        };
        if let Some(slot) = slot {
            *slot = node;
        }
    }

    fn add(&mut self, name: Option<&'static str>, named: Option<Named>, is_type: bool, defer: bool) -> u32 {
        let node = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let depth = u32::from(name.is_some());
        let deferrable = name.is_some() && defer;
        self.nodes.push(Node { name, named, depth, is_type, deferrable, inside: Vec::new() });
        node
    }

    fn depth(&self, node: u32) -> u32 {
        self.nodes.get(to_index(node)).map_or(0, |node| node.depth)
    }

    /// Something is used where it cannot be resolved late, and so is all that it is made of.
    fn not_deferrable(&mut self, node: u32) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop().and_then(|node| self.nodes.get_mut(to_index(node))) {
            if node.deferrable {
                node.deferrable = false;
                stack.extend_from_slice(&node.inside);
            }
        }
    }

    /// Visits an attribute or type and all that it is made of.
    pub(super) fn visit(&mut self, texts: &mut Texts<'_>, item: Item, defer: bool) {
        let mut stack: Vec<Open> = Vec::new();
        let mut next = Some(item);
        loop {
            if let Some(item) = next.take() {
                let (node, opened) = self.enter(texts, item, defer);
                match opened {
                    Some(parts) if !parts.is_empty() => stack.push(Open { node, parts, at: 0, deepest: 0 }),
                    _ => self.leave(stack.last_mut(), node),
                }
            }
            let Some(top) = stack.last_mut() else { return };
            match top.parts.get(top.at) {
                Some(part) => {
                    top.at += 1;
                    next = Some(*part);
                }
                None => {
                    let (node, deepest) = (top.node, top.deepest);
                    stack.pop();
                    self.deepen(node, deepest);
                    self.leave(stack.last_mut(), node);
                }
            }
        }
    }

    fn deepen(&mut self, node: u32, deepest: u32) {
        if deepest > 0
            && let Some(node) = self.nodes.get_mut(to_index(node))
        {
            node.depth = deepest + 1;
        }
    }

    /// A part was visited.
    fn leave(&mut self, around: Option<&mut Open>, node: u32) {
        let depth = self.depth(node);
        if let Some(around) = around {
            around.deepest = around.deepest.max(depth);
            if let Some(around) = self.nodes.get_mut(to_index(around.node))
                && around.deferrable
            {
                around.inside.push(node);
            }
        }
    }

    /// The node of an item; its parts, if it is visited for the first time.
    fn enter(&mut self, texts: &mut Texts<'_>, item: Item, defer: bool) -> (u32, Option<Vec<Item>>) {
        if let Some(node) = self.node_of(item) {
            if !defer {
                self.not_deferrable(node);
            }
            return (node, None);
        }
        let tables = texts.tables;
        let (entry, is_type) = match item {
            Item::Attr(index) => (tables.attrs.get(index), false),
            Item::Type(index) => (tables.types.get(index), true),
        };
        let Some(entry) = entry else { return (NONE, None) };
        if let Some(text) = entry.text() {
            let node = self.text(text, item, defer);
            self.set_node(item, node);
            return (node, None);
        }
        let (name, parts) = texts.parts(item);
        let node = self.add(name, name.map(|_| Named::Item(item)), is_type, defer);
        self.set_node(item, node);
        (node, Some(parts))
    }

    /// Visits a text and what stands in it. Gives the node of the whole.
    fn text(&mut self, text: &[u8], item: Item, defer: bool) -> u32 {
        let all = scan(text);
        let is_type = matches!(item, Item::Type(_));
        // What is open: node, where it ends, and how deep its parts are.
        let mut stack: Vec<(u32, usize, u32)> = Vec::new();
        let mut root = None;
        if all.first().is_none_or(|first| first.range.start != 0) {
            let node = self.add(None, None, is_type, defer);
            root = Some(node);
            stack.push((node, text.len(), 0));
        }
        let mut skip_to = 0;
        for found in &all {
            if found.range.start < skip_to {
                continue;
            }
            while stack.len() > 1 && stack.last().is_some_and(|(_, end, _)| *end <= found.range.start) {
                self.close(&mut stack);
            }
            let key = key_of(text, found, item);
            let known = self.by_text.get(&key).copied();
            let node = match known {
                Some(node) => {
                    if !defer {
                        self.not_deferrable(node);
                    }
                    skip_to = found.range.end;
                    node
                }
                None => {
                    let name = name_of(text, found, self.release);
                    let whole = found.range == (0..text.len());
                    let named = match whole {
                        true => Named::Item(item),
                        false => Named::Text(spelled(text, found), item),
                    };
                    let is_type = matches!(found.kind, Kind::Type | Kind::Builtin);
                    let node = self.add(name, Some(named), is_type, defer);
                    self.by_text.insert(key, node);
                    node
                }
            };
            if let Some((around, ..)) = stack.last()
                && let Some(around) = self.nodes.get_mut(to_index(*around))
                && around.deferrable
            {
                around.inside.push(node);
            }
            root = root.or(Some(node));
            let depth = if known.is_some() { self.depth(node) } else { 0 };
            if known.is_some() {
                if let Some(around) = stack.last_mut() {
                    around.2 = around.2.max(depth);
                }
            } else {
                stack.push((node, found.range.end, 0));
            }
        }
        while !stack.is_empty() {
            self.close(&mut stack);
        }
        root.unwrap_or(NONE)
    }

    fn close(&mut self, stack: &mut Vec<(u32, usize, u32)>) {
        let Some((node, _, deepest)) = stack.pop() else { return };
        self.deepen(node, deepest);
        let depth = self.depth(node);
        if let Some(around) = stack.last_mut() {
            around.2 = around.2.max(depth);
        }
    }

    /// Gives numbers.
    pub(super) fn finish(self) -> Aliases {
        let mut order: Vec<u32> = (0..u32::try_from(self.nodes.len()).unwrap_or(NONE)).collect();
        order.retain(|node| self.nodes[to_index(*node)].name.is_some());
        order.sort_by_key(|node| {
            let node = &self.nodes[to_index(*node)];
            (node.depth, !node.is_type, node.name)
        });
        let mut aliases = Aliases::default();
        if order.is_empty() {
            return aliases;
        }
        let mut counts: HashMap<&str, u32> = HashMap::new();
        let mut of_node = vec![NONE; self.nodes.len()];
        for node in order {
            let found = &self.nodes[to_index(node)];
            let (Some(name), Some(named)) = (found.name, &found.named) else { continue };
            let count = counts.entry(name).or_default();
            of_node[to_index(node)] = u32::try_from(aliases.list.len()).unwrap_or(NONE);
            let alias = Alias { name, number: *count, is_type: found.is_type };
            *count += 1;
            aliases.list.push((alias, named.clone(), found.deferrable));
        }
        let alias = |node: &u32| of_node.get(to_index(*node)).copied().unwrap_or(NONE);
        aliases.attrs = self.attrs.iter().map(alias).collect();
        aliases.types = self.types.iter().map(alias).collect();
        let by_text = self.by_text.into_iter().map(|(text, node)| (text, alias(&node)));
        aliases.by_text = by_text.filter(|(_, alias)| *alias != NONE).collect();
        aliases
    }
}

/// A part of a text as it stands on its own.
fn spelled(text: &[u8], found: &Found) -> Vec<u8> {
    let mut out = Vec::new();
    if let Some(implied) = found.implied {
        out.push(b'#');
        out.extend_from_slice(implied.as_bytes());
    }
    out.extend_from_slice(&text[found.range.clone()]);
    out
}

impl Texts<'_> {
    /// Appends a text of an entry, with what it has inside by alias, and distinct attributes by their numbers in the whole file.
    pub(super) fn with_aliases(&mut self, text: &[u8], item: Item) {
        let has_distinct = text.windows(9).any(|window| window == b"distinct[");
        if !has_distinct && self.aliases.by_text.is_empty() {
            return self.arena.extend_from_slice(text);
        }
        let mut done = 0;
        for found in scan(text) {
            let whole = found.range == (0..text.len());
            if found.range.start < done {
                continue;
            }
            if !whole && !self.aliases.by_text.is_empty() {
                let key = key_of(text, &found, item);
                if let Some(alias) = self.aliases.by_text.get(&key) {
                    let alias = self.aliases.list[to_index(*alias)].0;
                    self.arena.extend_from_slice(&text[done..found.range.start]);
                    alias.print(&mut self.arena);
                    done = found.range.end;
                    continue;
                }
            }
            if found.kind == Kind::Distinct {
                let digits = &text[found.name_end + 1..];
                let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = std::str::from_utf8(&digits[..count]).ok().and_then(|text| text.parse().ok());
                let number = self.distinct_number((item, number));
                self.arena.extend_from_slice(&text[done..=found.name_end]);
                super::escape::number(&mut self.arena, number);
                done = found.name_end + 1 + count;
            }
        }
        self.arena.extend_from_slice(&text[done..]);
    }
}
