//! What the tables and operations say of the bytes of other sections.

use crate::file::File;
use crate::ids::{OpNameId, PropertiesId};
use crate::ir::{Ir, Nested};
use crate::schema::{FileSchemas, OpSchema};
use crate::tables::Tables;

/// Tables, and whose properties are whose.
pub(super) struct Content<'t> {
    pub(super) tables: &'t Tables<'t>,
    schemas: FileSchemas,
    /// By entry of the properties section, an operation name that it is used with.
    users: Vec<Option<OpNameId>>,
}

impl<'t> Content<'t> {
    pub(super) fn of(file: &File<'_>, tables: &'t Tables<'t>) -> Content<'t> {
        let mut users = vec![None; tables.properties.len()];
        let mut schemas = FileSchemas::default();
        if !users.is_empty()
            && let Ok(ir) = Ir::read(file, tables, Nested::Read)
        {
            for op in ir.ops() {
                if let Some(user) = ir.properties(op).and_then(|id| users.get_mut(id.index())) {
                    user.get_or_insert(ir.name(op));
                }
            }
            schemas = FileSchemas::choose(file, tables, &ir).schemas;
        }
        Content { tables, schemas, users }
    }

    /// The operation name that properties are used with, and how they are encoded.
    pub(super) fn properties(&self, id: PropertiesId) -> Option<(OpNameId, Option<&OpSchema>)> {
        let name = (*self.users.get(id.index())?)?;
        Some((name, self.schemas.get(name)))
    }
}
