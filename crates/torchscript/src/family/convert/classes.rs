//! Classes as older releases read them: `torch-classes`.
//!
//! Since 1.5 the constants of a module are in its class (`scale : Final[int] = 2`), since 1.6 the names of its buffers are there, and since 1.8 those
//! of its hooks. Older releases have attributes in place of constants, and take every tensor that is no parameter for a buffer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::pickle::{Call, Graph, Limits, Name, Opcode, Pickle, Pickler, Update, Value, ValueId, canonical};
use crate::program::forms;
use crate::source::{Bytes32, Class, ExprId, ExprKind, Item, Number, Stmt, StmtKind, Tree};
use outlast_core::Bytes;
use outlast_opset::history::Release;

use super::Context;
use super::draft::{self, Change};
use super::operators::blocked;
use outlast_model::conversion::Blocker;

/// Lists of names in classes, and the releases since which they are known as `program::forms` has them.
const LISTS: [&str; 3] = ["__buffers__", "__forward_hooks__", "__forward_pre_hooks__"];

/// A constant of a class: its name, its value, and the type as it is written.
struct Constant<'t> {
    tree: &'t Tree,
    name: &'t str,
    value: ExprId,
    ty: &'t [u8],
}

/// Constants by the qualified names of classes.
type Constants<'t> = BTreeMap<String, Vec<Constant<'t>>>;

/// Takes lists that the reader does not know out of classes, and makes attributes of constants.
pub(super) fn older(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else {
        return Ok(Change::default());
    };
    let older = Older { release: context.profile.release };
    let (mut change, mut constants) = (Change::default(), Constants::new());
    for file in &code.files {
        let Ok(tree) = &file.tree else { continue };
        let mut edits: Vec<(u32, u32, Vec<u8>)> = Vec::new();
        for item in &tree.items {
            let Item::Class(class) = item else { continue };
            let found =
                older.class(tree, class, &mut edits).map_err(|(subject, why)| blocked(subject, why))?;
            if !found.is_empty() {
                constants.insert(format!("{}.{}", file.qualifier, tree.name(class.name)), found);
            }
        }
        if !edits.is_empty() {
            change.said.push(format!(
                "classes in `{}` have attributes for constants, and no lists of buffers: {} lines",
                file.record,
                edits.len()
            ));
            draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
        }
    }
    if !constants.is_empty()
        && let Some(content) = with_attributes(context, &constants).map_err(|why| blocked("Final", why))?
    {
        change.records.push(("data.pkl".into(), Some(content)));
    }
    Ok(change)
}

struct Older {
    release: Release,
}

impl Older {
    fn knows(&self, form: &str) -> bool {
        forms::loads(form, self.release) == Some(true)
    }

    /// The constants of a class, and what is to be edited. The error is a form and why it cannot go.
    fn class<'t>(
        &self,
        tree: &'t Tree,
        class: &Class,
        edits: &mut Vec<(u32, u32, Vec<u8>)>,
    ) -> Result<Vec<Constant<'t>>, (&'static str, String)> {
        let module = class.base.and_then(|base| tree.as_name(base)) == Some("Module");
        let mut constants = Vec::new();
        for stmt in class.body.iter().map(|stmt| tree.stmt(*stmt)) {
            let StmtKind::Assign { targets, annotation, value: Some(value) } = &stmt.kind else { continue };
            let Some(name) = targets.first().and_then(|target| tree.as_name(*target)) else { continue };
            if let Some(form) = LISTS.into_iter().find(|list| *list == name && !self.knows(list)) {
                let empty = matches!(&tree.expr(tree.bare(*value)).kind, ExprKind::List { items, .. } if items.is_empty());
                if form != "__buffers__" && !empty {
                    let why = format!("the module has hooks, which releases before 1.8 do not call: {name}");
                    return Err((form, why));
                }
                edits.push(line(tree, stmt));
                continue;
            }
            let ty = annotation.and_then(|annotation| of_final(tree, annotation));
            if let Some(ty) = ty.filter(|_| !self.knows("Final")) {
                if !module {
                    return Err((
                        "Final",
                        format!(
                            "the class `{}` is not a module, and has a constant `{name}`",
                            tree.name(class.name)
                        ),
                    ));
                }
                let ty = tree.bytes(tree.expr(ty).span);
                let text = [name.as_bytes(), b" : ", ty].concat();
                edits.push((stmt.span.start, stmt.span.end, text));
                constants.push(Constant { tree, name, value: *value, ty });
            }
        }
        Ok(constants)
    }
}

/// `T` of `Final[T]`.
fn of_final(tree: &Tree, annotation: ExprId) -> Option<ExprId> {
    match &tree.expr(tree.bare(annotation)).kind {
        ExprKind::Subscript { value, items, .. } if tree.as_name(*value) == Some("Final") => {
            items.first().copied()
        }
        _ => None,
    }
}

/// The whole line of a statement, to be left out.
fn line(tree: &Tree, stmt: &Stmt) -> (u32, u32, Vec<u8>) {
    let before = tree.bytes(Bytes32 { start: 0, end: stmt.span.start });
    let indented = before.iter().rev().take_while(|byte| **byte == b' ').count();
    let rest = tree.text().get(usize::try_from(stmt.span.end).unwrap_or(usize::MAX)..).unwrap_or_default();
    let behind = rest.iter().take_while(|byte| [b' ', b'\r'].contains(byte)).count();
    let behind = behind + usize::from(rest.get(behind) == Some(&b'\n'));
    let [indented, behind] = [indented, behind].map(|count| u32::try_from(count).unwrap_or(0));
    (stmt.span.start.saturating_sub(indented), stmt.span.end.saturating_add(behind), Vec::new())
}

/// `data.pkl` with attributes of constants in the objects of their classes; `None` if there are none of these.
fn with_attributes(context: &Context<'_, '_>, constants: &Constants<'_>) -> Result<Option<Vec<u8>>, String> {
    let Some(content) = context.archive.content("data.pkl").map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let mut pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    let root = pickle.root.ok_or("`data.pkl` cannot be read")?;
    let graph = &mut pickle.graph;
    let of_class = |id: ValueId| -> Option<(String, Option<ValueId>)> {
        let call = graph.call(id)?;
        let class = graph.global(call.callee)?.to_string();
        let state = match graph.updates(id) {
            [Update::State { state, .. }] => Some(*state),
            _ => None,
        };
        constants.contains_key(&class).then_some((class, state))
    };
    let objects: Vec<(String, Option<ValueId>)> = graph.ids().filter_map(of_class).collect();
    for (class, state) in &objects {
        let state = state.filter(|state| matches!(graph.value(*state), Value::Dict(_)));
        let state = state.ok_or_else(|| {
            format!("objects of `{class}` have a state of their own, in which constants have no place")
        })?;
        for constant in constants.get(class).into_iter().flatten() {
            let why =
                || format!("the constant `{}` of `{class}` has a value that no attribute has", constant.name);
            let key =
                graph.add(Value::Text(Cow::Owned(constant.name.as_bytes().to_vec())), 0).ok_or_else(why)?;
            let value = value(graph, constant, constant.value, constant.ty).ok_or_else(why)?;
            if let Value::Dict(items) = graph.value_mut(state) {
                items.push((key, value));
            }
        }
    }
    if objects.is_empty() {
        return Ok(None);
    }
    canonical(graph, root, Pickler::Since1_5).map(Some).map_err(|error| error.to_string())
}

/// The value of a constant as a pickle has it. Lists of numbers and truth values have forms of their own.
fn value(graph: &mut Graph<'_>, constant: &Constant<'_>, id: ExprId, ty: &[u8]) -> Option<ValueId> {
    let tree = constant.tree;
    let id = tree.bare(id);
    let made = match &tree.expr(id).kind {
        ExprKind::None => Value::None,
        ExprKind::True => Value::Bool(true),
        ExprKind::False => Value::Bool(false),
        ExprKind::Text(_) => Value::Text(Cow::Owned(tree.string(id)?)),
        ExprKind::Tuple { items, .. } => {
            let items: Option<Vec<ValueId>> =
                items.iter().map(|item| value(graph, constant, *item, b"")).collect();
            Value::Tuple(items?.into_boxed_slice())
        }
        ExprKind::List { items, .. } => {
            let build = match ty {
                b"List[int]" => "build_intlist",
                b"List[float]" => "build_doublelist",
                b"List[bool]" => "build_boollist",
                b"List[str]" => "",
                _ => return None,
            };
            let items: Option<Vec<ValueId>> =
                items.iter().map(|item| value(graph, constant, *item, b"")).collect();
            let list = Value::List(items?);
            if build.is_empty() {
                list
            } else {
                let list = graph.add(list, 0)?;
                let args = graph.add(Value::Tuple(vec![list].into_boxed_slice()), 0)?;
                let name = Name { module: Cow::Borrowed("torch.jit._pickle"), name: Cow::Borrowed(build) };
                let callee = graph.add(Value::Global(Box::new(name)), 0)?;
                Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args, named: None }))
            }
        }
        ExprKind::Name => match tree.as_name(id)? {
            "inf" => Value::Float(f64::INFINITY),
            "nan" => Value::Float(f64::NAN),
            _ => return None,
        },
        _ => match tree.number(id)? {
            Number::Int(number) => Value::Int(number),
            Number::Float(number) => Value::Float(number),
            Number::Imaginary(_) => return None,
        },
    };
    graph.add(made, 0)
}
