//! Modules of archives of 1.0 to 1.2: their attributes are in `model.json`, their methods in a file of code each
//! (`torch/csrc/jit/serialization/import_legacy.cpp`).

use crate::json::{Document, Value};
use crate::source::{ExprId, Tree, parse_expression};
use outlast_core::QuickMap;

/// The type of an attribute.
#[derive(Clone, Debug)]
pub(super) enum OldType {
    /// A parameter or buffer.
    Tensor { parameter: bool },
    /// As the record spells it.
    Spelled(Box<(Tree, ExprId)>),
    /// Spelled in a way that does not parse.
    Unknown,
    /// A module in this one, by its name among the modules.
    Module(String),
}

/// Attributes of modules, by the qualifier of their code.
pub(super) type OldModules = QuickMap<String, Vec<(String, OldType)>>;

/// The name of a module: that of its code, or of its number where it has none.
fn name(module: Value<'_>, number: usize) -> String {
    let key = module.get("torchscriptArena").and_then(|arena| arena.get("key")?.as_str());
    match key.as_deref().and_then(|key| key.strip_prefix("code/")?.strip_suffix(".py")) {
        Some(path) => path.replace('/', "."),
        // No name of code has this sign.
        None => format!("module#{number}"),
    }
}

/// Reads `model.json`: the modules, and the name of the outermost.
pub(super) fn modules(text: &[u8]) -> Option<(OldModules, String)> {
    let document = Document::parse(text).ok()?;
    let main = document.root().get("mainModule")?;
    let mut found = OldModules::default();
    let root = name(main, 0);
    let (mut open, mut count) = (vec![(main, root.clone())], 0);
    while let Some((module, own)) = open.pop() {
        let of = |list: &str| module.get(list).into_iter().flat_map(Value::items).collect::<Vec<_>>();
        let text = |value: Value<'_>, of: &str| Some(value.get(of)?.as_str()?.into_owned());
        let mut attributes = Vec::new();
        for parameter in of("parameters") {
            let buffer = parameter.get("isBuffer").and_then(Value::as_bool) == Some(true);
            if let Some(name) = text(parameter, "name") {
                attributes.push((name, OldType::Tensor { parameter: !buffer }));
            }
        }
        for attribute in of("attributes") {
            let spelled = text(attribute, "type").unwrap_or_default();
            let ty = match parse_expression(spelled.as_bytes()) {
                Ok(parsed) => OldType::Spelled(Box::new(parsed)),
                Err(_) => OldType::Unknown,
            };
            attributes.extend(text(attribute, "name").map(|name| (name, ty)));
        }
        for inner in of("submodules") {
            count += 1;
            let class = name(inner, count);
            if let Some(name) = text(inner, "name") {
                attributes.push((name, OldType::Module(class.clone())));
            }
            open.push((inner, class));
        }
        found.insert(own, attributes);
    }
    Some((found, root))
}
