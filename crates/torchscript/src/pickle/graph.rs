//! [`Graph`]: the values of a pickle, which may be shared and may contain themselves.

use std::borrow::Cow;

use super::defs::Opcode;
use outlast_core::QuickMap;

/// A value of a [`Graph`], by its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub(crate) u32);

impl ValueId {
    /// Its index in [`Graph::ids`].
    pub fn index(self) -> usize {
        outlast_core::to_index(self.0)
    }
}

/// What an object is made from. Nothing is called: this is what the pickle asks its reader to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// `REDUCE`, `NEWOBJ`, `NEWOBJ_EX`, `INST` or `OBJ`.
    pub opcode: Opcode,
    /// What is called: mostly a [`Value::Global`].
    pub callee: ValueId,
    /// The arguments: a tuple, except for some that PyTorch writes (enums).
    pub args: ValueId,
    /// Named arguments, of `NEWOBJ_EX`.
    pub named: Option<ValueId>,
}

/// The name of something outside the pickle: what would be imported.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name<'a> {
    /// The module, as the pickle spells it.
    pub module: Cow<'a, str>,
    /// The name in that module; with dots, it is looked up step by step.
    pub name: Cow<'a, str>,
}

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.module, self.name)
    }
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// A longer one, in two's complement, the lowest byte first.
    Long(&'a [u8]),
    /// A longer one, in decimal.
    Decimal(&'a str),
    /// A floating-point number.
    Float(f64),
    /// Text, in UTF-8 as Python writes it: lone surrogates are three bytes, too.
    Text(Cow<'a, [u8]>),
    /// A byte string of Python 2, which was both bytes and text.
    OldText(Cow<'a, [u8]>),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A mutable array of bytes.
    ByteArray(&'a [u8]),
    /// A tuple.
    Tuple(Box<[ValueId]>),
    /// A list.
    List(Vec<ValueId>),
    /// A dictionary; of equal keys, the last counts.
    Dict(Vec<(ValueId, ValueId)>),
    /// A set.
    Set(Vec<ValueId>),
    /// A set that does not change.
    FrozenSet(Box<[ValueId]>),
    /// Something outside, by name.
    Global(Box<Name<'a>>),
    /// Something outside, by its code in the reader's registry of extensions.
    Extension(i64),
    /// An object that a call makes.
    Object(Box<Call>),
    /// An object that is not in the pickle, by an id that the reader's owner knows. Storages of tensors are such.
    Persistent(ValueId),
    /// A buffer that is not in the pickle.
    Buffer,
}

/// What happens to an object behind its call, in this order.
#[derive(Clone, PartialEq, Debug)]
pub enum Update {
    /// `BUILD`: it gets this state, by `__setstate__` if it has that.
    State {
        /// The state.
        state: ValueId,
        /// Where the opcode is.
        at: u64,
    },
    /// `APPEND`, `APPENDS`, `ADDITEMS`: it gets more elements.
    Elements(Vec<ValueId>),
    /// `SETITEM`, `SETITEMS`: it gets more keys with values.
    Items(Vec<(ValueId, ValueId)>),
}

/// A value with where it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<'a> {
    /// The value.
    pub value: Value<'a>,
    /// The opcode that made it, in bytes from the start of the source.
    pub at: u64,
    /// Whether the pickle put it into its memo.
    pub memoised: bool,
}

/// The values of a pickle. They are in one flat array and refer to each other by [`ValueId`], so that neither depth nor cycles cost
/// anything, dropping included; who walks through them must count on both.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph<'a> {
    nodes: Vec<Node<'a>>,
    updates: QuickMap<ValueId, Vec<Update>>,
}

impl<'a> Graph<'a> {
    /// Bytes of what [`Graph::text`] takes for short.
    pub const SHORT: usize = 1024;

    /// Adds a value; `None` if there are 2³² already.
    pub fn add(&mut self, value: Value<'a>, at: u64) -> Option<ValueId> {
        let id = ValueId(u32::try_from(self.nodes.len()).ok()?);
        self.nodes.push(Node { value, at, memoised: false });
        Some(id)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All values, in the order in which they were made.
    pub fn ids(&self) -> impl Iterator<Item = ValueId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(ValueId)
    }

    /// A value with where it was made.
    ///
    /// # Panics
    ///
    /// If the id is of another, larger graph.
    #[expect(clippy::indexing_slicing, reason = "`add` gives out ids, and no value is removed")]
    pub fn node(&self, id: ValueId) -> &Node<'a> {
        &self.nodes[id.index()]
    }

    /// A value.
    pub fn value(&self, id: ValueId) -> &Value<'a> {
        &self.node(id).value
    }

    /// A value with where it was made, to be changed.
    #[expect(clippy::indexing_slicing, reason = "`add` gives out ids, and no value is removed")]
    fn node_mut(&mut self, id: ValueId) -> &mut Node<'a> {
        &mut self.nodes[id.index()]
    }

    /// A value, to be changed.
    pub fn value_mut(&mut self, id: ValueId) -> &mut Value<'a> {
        &mut self.node_mut(id).value
    }

    /// Puts another value in the place of one, to which nothing happens.
    pub fn replace(&mut self, id: ValueId, value: Value<'a>) {
        *self.value_mut(id) = value;
        self.updates.remove(&id);
    }

    /// What happens to a value behind the opcode that made it.
    pub fn updates(&self, id: ValueId) -> &[Update] {
        self.updates.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Adds something that happens to a value.
    pub fn update(&mut self, id: ValueId, update: Update) {
        self.updates.entry(id).or_default().push(update);
    }

    /// Marks a value as one that the memo has.
    pub fn memoise(&mut self, id: ValueId) {
        self.node_mut(id).memoised = true;
    }

    /// Short text, as names and keys are: of at most [`Graph::SHORT`] bytes, and valid UTF-8; also of Python 2. Many values may share one
    /// long text, and who asks for each must not pay for that; [`Graph::value`] has texts of any length.
    pub fn text(&self, id: ValueId) -> Option<&str> {
        match self.value(id) {
            Value::Text(text) | Value::OldText(text) if text.len() <= Self::SHORT => {
                std::str::from_utf8(text).ok()
            }
            _ => None,
        }
    }

    /// An integer, if it has 64 bits.
    pub fn int(&self, id: ValueId) -> Option<i64> {
        match self.value(id) {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The elements of a tuple.
    pub fn tuple(&self, id: ValueId) -> Option<&[ValueId]> {
        match self.value(id) {
            Value::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The name of a global.
    pub fn global(&self, id: ValueId) -> Option<&Name<'a>> {
        match self.value(id) {
            Value::Global(name) => Some(name),
            _ => None,
        }
    }

    /// The call that makes an object.
    pub fn call(&self, id: ValueId) -> Option<&Call> {
        match self.value(id) {
            Value::Object(call) => Some(call),
            _ => None,
        }
    }

    /// How many values [`Graph::parts`] shows; costs nothing.
    pub fn count_parts(&self, id: ValueId) -> usize {
        let own = match self.value(id) {
            Value::Tuple(elements) | Value::FrozenSet(elements) => elements.len(),
            Value::List(elements) | Value::Set(elements) => elements.len(),
            Value::Dict(items) => 2 * items.len(),
            Value::Object(call) => 2 + usize::from(call.named.is_some()),
            Value::Persistent(_) => 1,
            _ => 0,
        };
        let updates = self.updates(id).iter().map(|update| match update {
            Update::State { .. } => 1,
            Update::Elements(elements) => elements.len(),
            Update::Items(items) => 2 * items.len(),
        });
        own + updates.sum::<usize>()
    }

    /// Shows every value that a value contains directly, with what happens to it afterwards, in the order of the pickle.
    pub fn parts(&self, id: ValueId, mut show: impl FnMut(ValueId)) {
        match self.value(id) {
            Value::Tuple(elements) | Value::FrozenSet(elements) => {
                elements.iter().copied().for_each(&mut show);
            }
            Value::List(elements) | Value::Set(elements) => elements.iter().copied().for_each(&mut show),
            Value::Dict(items) => items.iter().for_each(|(key, value)| {
                show(*key);
                show(*value);
            }),
            Value::Object(call) => {
                show(call.callee);
                show(call.args);
                call.named.into_iter().for_each(&mut show);
            }
            Value::Persistent(inner) => show(*inner),
            _ => {}
        }
        for update in self.updates(id) {
            match update {
                Update::State { state, .. } => show(*state),
                Update::Elements(elements) => elements.iter().copied().for_each(&mut show),
                Update::Items(items) => items.iter().for_each(|(key, value)| {
                    show(*key);
                    show(*value);
                }),
            }
        }
    }
}
