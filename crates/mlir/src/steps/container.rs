//! The version of the container: what a version cannot say is left out where nothing is lost but order, or written out.

use super::{StepError, properties_in_form};
use crate::defs::{op_mask, section, version};
use crate::module::{Builder, Module};
use crate::schema::{FileSchemas, ReleaseSchemas};

/// Makes a module one of another version of the container.
///
/// * To 5 and 6 from below: no operation claims properties; what are inherent attributes stays in dictionaries, which readers take apart.
/// * From 5 and 6 to below: properties become attributes ([`properties_in_form`]).
/// * Below 4, unknown locations of block arguments are written out; below 3, orders of use-lists are left out; below 1, versions of
///   dialects.
///
/// # Errors
///
/// [`StepError::Version`]; and what [`properties_in_form`] cannot do, also between 5 and 6, which encode sizes of segments
/// in different ways.
pub fn set_version(module: &mut Module<'_>, target: u64, schemas: &FileSchemas) -> Result<(), StepError> {
    set_version_for(module, target, schemas, None)
}

/// As [`set_version`]; what properties become is what a release takes for them: see [`properties_in_form`].
///
/// # Errors
///
/// As there.
pub fn set_version_for(
    module: &mut Module<'_>,
    target: u64,
    schemas: &FileSchemas,
    release: Option<ReleaseSchemas>,
) -> Result<(), StepError> {
    if target > version::MAX {
        return Err(StepError::Version(target));
    }
    let from = module.layout.version;
    if from == target {
        return Ok(());
    }
    let properties = version::NATIVE_PROPERTIES_ENCODING;
    if from >= properties {
        // Also between 5 and 6: any reader of these takes inherent attributes from the dictionary, and needs no sizes of segments then.
        properties_in_form(module, schemas, release)?;
    }
    let registered = (target >= properties).then_some(false);
    for name in &mut module.tables.op_names {
        name.registered = registered;
    }
    module.set_section(section::PROPERTIES, target >= properties);
    if target < version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
        write_out_locations(module);
    }
    if target < version::USE_LIST_ORDERING {
        drop_use_lists(module);
    }
    if target < version::DIALECT_VERSIONING {
        for dialect in &mut module.tables.dialects {
            dialect.version = None;
        }
    }
    module.layout.version = target;
    Ok(())
}

fn write_out_locations(module: &mut Module<'_>) {
    let mut unknown = None;
    let mut builder = Builder::default();
    for arg in &mut module.ir.args {
        if arg.location.is_none() {
            arg.location = Some(*unknown.get_or_insert_with(|| builder.unknown_location(&mut module.tables)));
        }
    }
}

fn drop_use_lists(module: &mut Module<'_>) {
    let ir = &mut module.ir;
    for (op, _) in ir.op_use_lists.drain(..) {
        if let Some(record) = ir.ops.get_mut(op.index()) {
            record.mask &= !op_mask::USE_LIST_ORDERS;
        }
    }
    for (block, _) in ir.block_use_lists.drain(..) {
        if let Some(record) = ir.blocks.get_mut(block.index()) {
            record.mask = 0;
        }
    }
}
