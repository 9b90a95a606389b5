//! Classes, named tuples, enums and interfaces of a program (`torch/csrc/jit/serialization/import_source.cpp`).

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use outlast_core::{Budget, QuickMap};
use outlast_opset::resolve::Rules;
use outlast_opset::schema::{Argument, OperatorName, Schema};
use outlast_opset::types::Type;

use super::annotation::Annotations;
use super::declared::{constant_fault, default_value, kind, packed, strings};
use super::legacy::OldType;
use super::load::Program;
use super::report::{CodePlace, Problem, ProblemKind};
use crate::source::{Bytes32, ExprKind, Function, StmtKind, Tree};

/// Where custom classes are, which programs do not define.
pub(super) const CUSTOM: &str = "__torch__.torch.classes.";
/// How deep types of a program may refer to each other before nothing is said of them.
const MAX_DEPTH: usize = 64;

/// An attribute of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub place: CodePlace,
    /// Whether it is a parameter of a module.
    pub parameter: bool,
    /// Whether it is a buffer of a module.
    pub buffer: bool,
    /// Whether it is a constant: `Final[…]` with a value.
    pub constant: bool,
}

/// What a class is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassKind {
    /// Without a base.
    Class,
    /// A module.
    Module,
    /// A tuple with names.
    NamedTuple,
    /// An interface.
    Interface,
    /// An interface of modules.
    ModuleInterface,
    /// An enumeration.
    Enum,
    /// With another base: refused.
    Other,
}

/// A class of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassModel {
    /// Its qualified name.
    pub name: String,
    /// What it is.
    pub kind: ClassKind,
    /// Attributes, constants, fields, members.
    pub attributes: Vec<Attribute>,
    /// Its methods and hooks, as indices of [`Program::functions`].
    pub methods: Vec<usize>,
    /// Names of hooks, in the order of calls.
    pub hooks: Vec<String>,
    /// What is wrong with its declarations.
    pub problems: Vec<Problem>,
}

/// How many parts a type has; named tuples in it, which have names, count as sixteen.
fn weight(of: &Type) -> usize {
    const NAMED: usize = 15;
    let (mut open, mut weight) = (vec![of], 0_usize);
    while let Some(one) = open.pop() {
        weight += 1 + if matches!(one, Type::NamedTuple(..)) { NAMED } else { 0 };
        if weight > 10_000 {
            break;
        }
        open.extend(one.parts());
    }
    weight
}

/// What a function takes and returns.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Signature {
    /// With `self`; without result where the code does not say it.
    pub(super) schema: Schema,
    pub(super) returns: Option<Type>,
    pub(super) problems: Vec<Problem>,
}

/// The declarations of a program, read when they are asked for.
pub(super) struct Model<'p> {
    pub(super) program: &'p Program,
    named: RefCell<QuickMap<String, Option<Type>>>,
    classes: RefCell<QuickMap<String, Option<Rc<ClassModel>>>>,
    signatures: RefCell<QuickMap<usize, Option<Rc<Signature>>>>,
    depth: RefCell<usize>,
    /// Parts of types of named tuples that are still made or copied: each may hold others twice.
    parts: Cell<Budget>,
    /// Functions by what stands before the last dot of their names.
    methods: OnceCell<QuickMap<&'p str, Vec<usize>>>,
    /// Whether packed weights of quantised layers are objects of classes of C++.
    packs: bool,
}

impl<'p> Model<'p> {
    pub(super) fn new(program: &'p Program) -> Model<'p> {
        Model {
            program,
            named: RefCell::default(),
            classes: RefCell::default(),
            signatures: RefCell::default(),
            depth: RefCell::new(0),
            methods: OnceCell::new(),
            parts: Cell::new(Budget::for_bytes(program.expressions(), 16, 200_000)),
            packs: true,
        }
    }

    /// As releases declare them whose rules are these.
    pub(super) fn with_rules(program: &'p Program, rules: Rules) -> Model<'p> {
        Model { packs: rules.packs_into_classes, ..Model::new(program) }
    }

    /// The type of a qualified name.
    pub(super) fn named(&self, name: &str) -> Option<Type> {
        if name.starts_with(CUSTOM) {
            return Some(Type::Class(name.to_string()));
        }
        if let Some(known) = self.named.borrow().get(name) {
            return match known {
                Some(of @ Type::NamedTuple(..)) if !self.may_copy(of) => Some(Type::Unknown),
                known => known.clone(),
            };
        }
        if self.program.old_modules.contains_key(name) {
            return Some(Type::Class(name.to_string()));
        }
        let (_, tree, class) = self.program.class(name)?;
        let of = match kind(tree, class) {
            ClassKind::Class | ClassKind::Module => Type::Class(name.to_string()),
            ClassKind::Interface | ClassKind::ModuleInterface => Type::Interface(name.to_string()),
            ClassKind::Enum => Type::Enum(name.to_string()),
            ClassKind::Other => return None,
            ClassKind::NamedTuple => {
                if *self.depth.borrow() >= MAX_DEPTH {
                    return Some(Type::Unknown);
                }
                *self.depth.borrow_mut() += 1;
                let fields = self.class(name).map(|class| {
                    class.attributes.iter().map(|field| (field.name.clone(), field.ty.clone())).collect()
                });
                *self.depth.borrow_mut() -= 1;
                let fields: Vec<(String, Type)> = fields?;
                // Tuples in tuples can grow without bound.
                let of = Type::NamedTuple(name.to_string(), fields);
                if weight(&of) > 1000 || !self.may_copy(&of) { Type::Unknown } else { of }
            }
        };
        self.named.borrow_mut().insert(name.to_string(), Some(of.clone()));
        Some(of)
    }

    /// Whether a type may be made or copied once more.
    fn may_copy(&self, of: &Type) -> bool {
        let mut parts = self.parts.get();
        let may = parts.spend(weight(of));
        self.parts.set(parts);
        may
    }

    /// A class of the program.
    pub(super) fn class(&self, name: &str) -> Option<Rc<ClassModel>> {
        if let Some(known) = self.classes.borrow().get(name) {
            return known.clone();
        }
        let made = self.old(name).or_else(|| self.made(name)).map(Rc::new);
        self.classes.borrow_mut().insert(name.to_string(), made.clone());
        made
    }

    /// A module of 1.0 to 1.2.
    fn old(&self, name: &str) -> Option<ClassModel> {
        let attributes = self.program.old_modules.get(name)?;
        let place = CodePlace { file: 0, span: Bytes32::default() };
        let attributes = attributes.iter().map(|(name, of)| {
            let ty = match of {
                OldType::Tensor { .. } => Type::Tensor,
                OldType::Spelled(parsed) => {
                    let tree = &parsed.0;
                    Annotations { model: self, tree, file: 0, problems: Vec::new() }.ty(parsed.1)
                }
                OldType::Unknown => Type::Unknown,
                OldType::Module(class) => Type::Class(class.clone()),
            };
            Attribute {
                name: name.clone(),
                ty,
                place,
                parameter: matches!(of, OldType::Tensor { parameter: true }),
                buffer: matches!(of, OldType::Tensor { parameter: false }),
                constant: false,
            }
        });
        let methods = self.methods.get_or_init(|| {
            let mut methods: QuickMap<&str, Vec<usize>> = QuickMap::default();
            for (at, function) in self.program.functions.iter().enumerate() {
                if let Some((class, _)) = function.name.rsplit_once('.') {
                    methods.entry(class).or_default().push(at);
                }
            }
            methods
        });
        Some(ClassModel {
            name: name.to_string(),
            kind: ClassKind::Module,
            attributes: attributes.collect(),
            methods: methods.get(name).cloned().unwrap_or_default(),
            hooks: Vec::new(),
            problems: Vec::new(),
        })
    }

    fn made(&self, name: &str) -> Option<ClassModel> {
        let (file, tree, class) = self.program.class(name)?;
        let mut model = ClassModel {
            name: name.to_string(),
            kind: kind(tree, class),
            attributes: Vec::new(),
            methods: Vec::new(),
            hooks: Vec::new(),
            problems: Vec::new(),
        };
        let mut annotations = Annotations { model: self, tree, file, problems: Vec::new() };
        let (mut parameters, mut buffers) = (Vec::new(), Vec::new());
        for stmt in &class.body {
            let stmt = tree.stmt(*stmt);
            let place = CodePlace { file, span: stmt.span };
            match &stmt.kind {
                StmtKind::Assign { targets, annotation, value } => {
                    let [target] = targets.as_slice() else { continue };
                    let strings = || value.map(|value| strings(tree, value)).unwrap_or_default();
                    let (name, index) = match &tree.expr(*target).kind {
                        ExprKind::Subscript { items, .. } => {
                            let text = items.first().and_then(|item| tree.string(*item)).unwrap_or_default();
                            (String::from_utf8_lossy(&text).into_owned(), true)
                        }
                        _ => (tree.as_name(*target).unwrap_or_default().to_string(), false),
                    };
                    let mut refuse =
                        |kind, message: String| annotations.problems.push(Problem { place, kind, message });
                    if let ExprKind::Subscript { value: of, .. } = &tree.expr(*target).kind
                        && tree.as_name(*of) != Some("__annotations__")
                    {
                        refuse(
                            ProblemKind::Construct,
                            "`__annotations__` expected before square brackets".into(),
                        );
                    }
                    let listed = matches!(
                        &*name,
                        "__parameters__" | "__buffers__" | "__forward_hooks__" | "__forward_pre_hooks__"
                    );
                    if listed && !index && value.is_none() {
                        refuse(ProblemKind::Construct, format!("a list expected behind `{name} =`"));
                    }
                    match &*name {
                        "__parameters__" if !index => parameters = strings(),
                        "__buffers__" if !index => buffers = strings(),
                        "__forward_hooks__" | "__forward_pre_hooks__" if !index => {
                            model.hooks.extend(strings());
                        }
                        "__annotations__" if !index => {}
                        _ => {
                            let constant = model.kind != ClassKind::NamedTuple
                                && !index
                                && annotation.is_some()
                                && value.is_some();
                            let ty = match (model.kind, annotation, value) {
                                (ClassKind::Enum, _, _) => Type::Enum(model.name.clone()),
                                (_, Some(annotation), _) => annotations.ty(*annotation),
                                (_, None, Some(value)) => annotations.ty(*value),
                                _ => Type::Unknown,
                            };
                            let ty = if self.packs { packed(&model.name, &name, ty) } else { ty };
                            let tensor = matches!(
                                ty.unwrapped(),
                                Type::Tensor | Type::None | Type::Unknown | Type::Union(_)
                            );
                            if (parameters.contains(&name) || buffers.contains(&name)) && !tensor {
                                let message = format!("`{name}` is a parameter or buffer, of type `{ty}`");
                                annotations.problems.push(Problem {
                                    place,
                                    kind: ProblemKind::Type,
                                    message,
                                });
                            }
                            if constant
                                && let Some(message) =
                                    value.and_then(|value| constant_fault(tree, value, &ty))
                            {
                                annotations.problems.push(Problem {
                                    place,
                                    kind: ProblemKind::Mismatch,
                                    message,
                                });
                            }
                            let attribute = Attribute {
                                parameter: parameters.contains(&name),
                                buffer: buffers.contains(&name),
                                name,
                                ty,
                                place,
                                constant,
                            };
                            model.attributes.push(attribute);
                        }
                    }
                }
                StmtKind::Def(function) => {
                    let name = format!("{name}.{}", tree.name(function.name));
                    model.methods.extend(self.program.function(&name));
                }
                StmtKind::Pass => {}
                _ => annotations.problems.push(Problem {
                    place,
                    kind: ProblemKind::Construct,
                    message: "an attribute or a method expected in the body of a class".into(),
                }),
            }
        }
        if model.kind == ClassKind::Other {
            annotations.problems.push(Problem {
                place: CodePlace { file, span: class.span },
                kind: ProblemKind::Construct,
                message: "TorchScript does not support class inheritance".into(),
            });
        }
        model.problems = annotations.problems;
        Some(model)
    }

    /// What a function takes and returns.
    pub(super) fn signature(&self, function: usize) -> Option<Rc<Signature>> {
        if let Some(known) = self.signatures.borrow().get(&function) {
            return known.clone();
        }
        let made = self.program.code(function).map(|(definition, tree, code)| {
            let receiver = definition.class.as_deref().map(|class| match self.named(class) {
                Some(of) => of,
                // A module of 1.0 to 1.2: its attributes are in another record.
                None => Type::Unknown,
            });
            Rc::new(self.declared(definition.file, tree, code, receiver))
        });
        self.signatures.borrow_mut().insert(function, made.clone());
        made
    }

    /// What the head of a function says. A method's first parameter is its object.
    pub(super) fn declared(
        &self,
        file: usize,
        tree: &'p Tree,
        code: &Function,
        receiver: Option<Type>,
    ) -> Signature {
        let mut annotations = Annotations { model: self, tree, file, problems: Vec::new() };
        let mut receiver = receiver;
        let mut comment = code.type_comment.as_ref().map(|comment| comment.parameters.iter().copied());
        let mut arguments = Vec::new();
        for parameter in &code.parameters {
            let mut size = None;
            let annotation = match receiver {
                Some(_) => None,
                None => comment.as_mut().map_or(parameter.annotation, Iterator::next),
            };
            let ty = match (receiver.take(), annotation) {
                (Some(receiver), _) => receiver,
                (None, Some(annotation)) => {
                    let (ty, of) = annotations.parameter(annotation);
                    size = of;
                    ty
                }
                // Without a type, it is a tensor.
                (None, None) => Type::Tensor,
            };
            arguments.push(Argument {
                name: tree.name(parameter.name).to_string(),
                ty,
                size,
                default: parameter.default.map(|default| default_value(tree, default)),
                kwarg_only: parameter.keyword_only,
                alias: None,
            });
        }
        let returns = match &code.type_comment {
            Some(comment) => comment.returns,
            None => code.returns,
        };
        let returns = returns.map(|returns| annotations.ty(returns));
        let name = OperatorName { name: tree.name(code.name).to_string(), overload: String::new() };
        let schema = Schema { name, arguments, returns: Vec::new(), vararg: false, varret: false };
        Signature { schema, returns, problems: annotations.problems }
    }

    /// A method or hook of a class, by name.
    pub(super) fn method(&self, class: &str, name: &str) -> Option<usize> {
        self.program.function(&format!("{class}.{name}"))
    }

    /// Whether a class of the program has all methods of an interface. `None` if that cannot be told.
    pub(super) fn implements(&self, class: &str, interface: &str) -> Option<bool> {
        if class.starts_with(CUSTOM) {
            return None;
        }
        let methods = &self.class(interface)?.methods;
        let named = methods.iter().filter_map(|method| self.program.code(*method));
        let all = named.map(|(_, tree, code)| self.method(class, tree.name(code.name)).is_some());
        Some(all.into_iter().all(|has| has))
    }

    /// A place in a file.
    pub(super) fn place(file: usize, span: Bytes32) -> CodePlace {
        CodePlace { file, span }
    }
}
