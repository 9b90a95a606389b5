//! [`Collector`]: visits attributes and types in the order in which upstream does, and finds out which have aliases.

use crate::text::Text;

use outlast_core::{QuickMap, SortShort, to_index};

use super::alias::{
    Alias, Aliases, Entry, NONE, Named, UNNAMED, key_of, kind_of, name_of, scan_entry, spelled,
};
use super::scan::Kind;
use super::text::{Item, Texts};

/// An attribute of the llvm dialect with more parts than this is not looked for in texts.
const MOST_PARTS: usize = 256;
/// Nor is one with a longer text.
const LONGEST_KEY: usize = 1 << 16;

/// The code of the unknown location.
const UNKNOWN_LOCATION: u64 = 15;

/// Something that was visited.
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: u8,
    is_type: bool,
    deferrable: bool,
    /// Whether it is a text inside of the item.
    inside: bool,
    depth: u32,
    item: Item,
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
    by_text: QuickMap<Vec<u8>, u32>,
    nodes: Vec<Node>,
    /// Texts of nodes that are no entries.
    texts: QuickMap<u32, Vec<u8>>,
    /// Parts of nodes that may be resolved late and have some.
    parts: QuickMap<u32, Vec<u32>>,
    release: u32,
    /// The unknown location, which need not be an entry.
    unknown: Option<u32>,
    /// Whether attributes of the llvm dialect are text.
    llvm_texts: bool,
}

impl Collector {
    pub(super) fn new(texts: &Texts<'_>) -> Collector {
        let is_text = |entry: crate::tables::Entry<'_>| Some(entry.dialect) == texts.llvm && !entry.custom;
        Collector {
            llvm_texts: texts.llvm.is_some() && texts.tables.attrs.iter().any(is_text),
            attrs: vec![NONE; texts.tables.attrs.len()],
            types: vec![NONE; texts.tables.types.len()],
            by_text: QuickMap::default(),
            nodes: Vec::new(),
            texts: QuickMap::default(),
            parts: QuickMap::default(),
            release: texts.style.release,
            unknown: None,
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

    fn add(&mut self, name: Option<&'static str>, named: Named, is_type: bool, defer: bool) -> u32 {
        let node = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let kind = name.map_or(UNNAMED, kind_of);
        let (item, inside) = match named {
            Named::Item(item) => (item, false),
            Named::Text(text, item) => {
                if name.is_some() {
                    self.texts.insert(node, text);
                }
                (item, true)
            }
        };
        let (depth, deferrable) = (u32::from(name.is_some()), name.is_some() && defer);
        self.nodes.push(Node { kind, is_type, deferrable, inside, depth, item });
        node
    }

    fn depth(&self, node: u32) -> u32 {
        self.nodes.get(to_index(node)).map_or(0, |node| node.depth)
    }

    /// Something is used where it cannot be resolved late, and so is all that it is made of.
    fn not_deferrable(&mut self, node: u32) {
        let mut stack = vec![node];
        while let Some(at) = stack.pop() {
            if let Some(node) = self.nodes.get_mut(to_index(at))
                && node.deferrable
            {
                node.deferrable = false;
                stack.extend(self.parts.remove(&at).unwrap_or_default());
            }
        }
    }

    /// Visits the unknown location.
    pub(super) fn visit_unknown(&mut self, item: Item, defer: bool) -> u32 {
        match self.unknown {
            Some(node) => {
                if !defer {
                    self.not_deferrable(node);
                }
                node
            }
            None => {
                let named = Named::Text(b"loc(unknown)".to_vec(), item);
                let node = self.add(Some("loc"), named, false, defer);
                self.unknown = Some(node);
                node
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

    fn part_of(&mut self, around: u32, node: u32) {
        if self.nodes.get(to_index(around)).is_some_and(|around| around.deferrable) {
            self.parts.entry(around).or_default().push(node);
        }
    }

    /// A part was visited.
    fn leave(&mut self, around: Option<&mut Open>, node: u32) {
        let depth = self.depth(node);
        if let Some(around) = around {
            around.deepest = around.deepest.max(depth);
            self.part_of(around.node, node);
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
            let node = self.text(texts, text, item, defer);
            self.set_node(item, node);
            return (node, None);
        }
        if let (Item::Attr(_), Some((UNKNOWN_LOCATION, _))) = (item, texts.builtin_entry(item)) {
            let node = self.visit_unknown(item, defer);
            self.set_node(item, node);
            return (node, None);
        }
        let key = self.key_of_entry(texts, item);
        if let Some(node) = key.as_ref().and_then(|key| self.by_text.get(key)).copied() {
            self.set_node(item, node);
            return self.enter(texts, item, defer);
        }
        let (name, parts) = texts.parts(item);
        let node = self.add(name, Named::Item(item), is_type, defer);
        self.set_node(item, node);
        if let Some(key) = key {
            self.by_text.insert(key, node);
        }
        (node, Some(parts))
    }

    /// The text of an attribute of the llvm dialect, if others of that dialect are text and may have it inside, and it is short.
    fn key_of_entry(&self, texts: &mut Texts<'_>, item: Item) -> Option<Vec<u8>> {
        if !self.llvm_texts {
            return None;
        }
        texts.entry_of(item, texts.llvm)?;
        let mut stack = vec![item];
        let mut left = MOST_PARTS;
        while let Some(item) = stack.pop() {
            let parts = texts.parts(item).1;
            left = usize::checked_sub(left, parts.len() + 1)?;
            stack.extend(parts);
        }
        let memo = texts.get(item);
        let (text, whole) = texts.flat(memo.range(), LONGEST_KEY);
        (whole && !text.windows(9).any(|window| window == b"distinct[")).then_some(text)
    }

    /// Visits a text and what stands in it. Gives the node of the whole.
    fn text(&mut self, texts: &mut Texts<'_>, text: &[u8], item: Item, defer: bool) -> u32 {
        let all = scan_entry(text, self.release);
        let is_type = matches!(item, Item::Type(_));
        // What is open: node, where it ends, and how deep its parts are.
        let mut stack: Vec<(u32, usize, u32)> = Vec::new();
        let mut root = None;
        if all.first().is_none_or(|first| first.range.start != 0) {
            let node = self.add(None, Named::Item(item), is_type, defer);
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
            // Texts are in each other, each with all that is in it.
            texts.arena.spend(found.range.len());
            if texts.arena.is_full() {
                break;
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
                    let node = self.add(name, named, is_type, defer);
                    self.by_text.insert(key, node);
                    node
                }
            };
            if let Some((around, ..)) = stack.last() {
                self.part_of(*around, node);
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
    pub(super) fn finish(mut self) -> Aliases {
        let nodes = (0..NONE).zip(self.nodes.iter().copied());
        let mut order: Vec<(u32, Node)> = nodes.filter(|(_, found)| found.kind != UNNAMED).collect();
        order.sort_short_by_key(|(_, found)| (found.depth, !found.is_type, found.kind));
        let mut aliases = Aliases::default();
        if order.is_empty() {
            return aliases;
        }
        let mut counts = [0_u32; 256];
        let mut of_node = vec![NONE; self.nodes.len()];
        for (node, found) in order {
            let Some(count) = counts.get_mut(usize::from(found.kind)) else { continue };
            let place = u32::try_from(aliases.list.len()).unwrap_or(NONE);
            if let Some(alias) = of_node.get_mut(to_index(node)) {
                *alias = place;
            }
            let alias = Alias { kind: found.kind, number: *count, is_type: found.is_type };
            *count += 1;
            if let Some(text) = self.texts.remove(&node) {
                aliases.texts.insert(place, text);
            }
            aliases.list.push(Entry {
                alias,
                item: found.item,
                behind: found.deferrable,
                inside: found.inside,
            });
        }
        let alias = |node: &u32| of_node.get(to_index(*node)).copied().unwrap_or(NONE);
        aliases.attrs = std::mem::take(&mut self.attrs);
        aliases.attrs.iter_mut().for_each(|node| *node = alias(node));
        aliases.types = std::mem::take(&mut self.types);
        aliases.types.iter_mut().for_each(|node| *node = alias(node));
        let by_text = self.by_text.into_iter().map(|(text, node)| (text, alias(&node)));
        aliases.by_text = by_text.filter(|(_, alias)| *alias != NONE).collect();
        aliases
    }
}
