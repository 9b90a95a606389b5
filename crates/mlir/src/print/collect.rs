//! Which attributes and types the text of a file has, in the order in which upstream looks for aliases.

use std::ops::Range;

use outlast_core::{QuickSet, SortShort, to_index};

use super::text::{Item, Texts};
use super::visit::Collector;
use super::{PrintOptions, Source, properties};
use crate::defs::version;
use crate::ids::{BlockId, OpId};
use crate::schema::{self, PropertyValue};

/// Finds aliases.
pub(super) fn aliases(texts: &mut Texts<'_>, source: &Source<'_>, options: &PrintOptions) {
    let mut walk = Walk {
        collector: Collector::new(texts),
        texts,
        source,
        debug_info: options.debug_info,
        seen: QuickSet::default(),
    };
    walk.run();
    let found = walk.collector.finish();
    texts.aliases = found;
    // Texts that were made without aliases.
    texts.forget();
}

struct Walk<'w, 't, 's> {
    collector: Collector,
    texts: &'w mut Texts<'t>,
    source: &'w Source<'s>,
    debug_info: bool,
    /// Operation names with their properties and attributes.
    seen: QuickSet<(u32, u32, u32)>,
}

impl Walk<'_, '_, '_> {
    /// Operations in the order of the file; types and attributes of one come after its regions.
    fn run(&mut self) {
        let Some(top) = self.source.ir.ops().next() else { return };
        let mut stack = vec![self.before(top)];
        while let Some(frame) = stack.last_mut() {
            let ir = self.source.ir;
            if frame.ops_left > 0 {
                let op = frame.next_op;
                frame.ops_left -= 1;
                frame.next_op = ir.after(op);
                if ir.regions(op).len() == 0 {
                    self.before(op);
                    self.after(op);
                } else {
                    stack.push(self.before(op));
                }
            } else if let Some(block) = frame.blocks.next().map(BlockId) {
                frame.ops_left = ir.op_count(block);
                frame.next_op = ir.block_ops(block).next().unwrap_or(frame.next_op);
                self.block(block);
            } else if let Some(record) =
                frame.regions.next().and_then(|region| ir.regions.get(to_index(region)))
            {
                frame.blocks = record.blocks..record.blocks + record.block_count;
            } else {
                let op = frame.op;
                stack.pop();
                self.after(op);
            }
        }
    }

    /// Visits what comes before an operation's regions.
    fn before(&mut self, op: OpId) -> Frame {
        let ir = self.source.ir;
        if self.debug_info {
            self.visit(Item::Attr(ir.location(op).0), true);
        }
        let regions = ir.regions(op);
        let count = u32::try_from(regions.len()).unwrap_or(u32::MAX);
        let first = regions.map(|region| region.0).next().unwrap_or(0);
        Frame { op, regions: first..first + count, blocks: 0..0, next_op: op, ops_left: 0 }
    }

    fn block(&mut self, block: BlockId) {
        let ir = self.source.ir;
        for arg in ir.args(block) {
            self.visit(Item::Type(arg.ty.0), false);
            match arg.location {
                _ if !self.debug_info => {}
                Some(location) => self.visit(Item::Attr(location.0), false),
                None => {
                    self.collector.visit_unknown(Item::Attr(u32::MAX), false);
                }
            }
        }
    }

    fn visit(&mut self, item: Item, defer: bool) {
        self.collector.visit(self.texts, item, defer);
    }

    fn after(&mut self, op: OpId) {
        let ir = self.source.ir;
        for ty in ir.results(op) {
            self.visit(Item::Type(ty.0), false);
        }
        let (name, attrs) = (ir.name(op), ir.attrs(op));
        let properties = ir.properties(op);
        let number = |id: Option<u32>| id.unwrap_or(u32::MAX);
        let key = (name.0, number(properties.map(|id| id.0)), number(attrs.map(|id| id.0)));
        if attrs.is_none() && properties.is_none() || !self.seen.insert(key) {
            return;
        }
        let mut all: Vec<(Vec<u8>, u32)> = Vec::new();
        if let Some(members) = attrs.and_then(|attrs| properties::members(self.texts, attrs)) {
            all.extend(members.into_iter().map(|(name, attr)| (name.to_vec(), attr)));
        }
        let schema = self.source.schemas.get(name).filter(|schema| !schema.is_unregistered());
        let blob = properties.and_then(|id| self.source.tables.properties.get(id.index()));
        if let (Some(schema), Some(blob)) = (schema, blob)
            && self.source.version >= version::NATIVE_PROPERTIES_ENCODING
            && let Ok(fields) = schema::decode(schema, self.source.version, blob)
        {
            all.extend(fields.into_iter().filter_map(|(field, value)| match value {
                PropertyValue::Attr(attr) => Some((field.name.as_bytes().to_vec(), attr.0)),
                _ => None,
            }));
        }
        all.sort_short();
        for (_, attr) in all {
            self.visit(Item::Attr(attr), false);
        }
    }
}

/// An operation whose regions are being visited.
struct Frame {
    op: OpId,
    regions: Range<u32>,
    blocks: Range<u32>,
    next_op: OpId,
    ops_left: usize,
}
