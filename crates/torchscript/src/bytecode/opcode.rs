//! Every opcode of PyTorch's interpreters (`torch/csrc/jit/runtime/instruction.h`), with its operands and its effect on the stack.
//!
//! The table was read from the headers of 1.5.1, 1.7.1, 1.8.1, 1.9.1, 1.10.2, 1.11.0, 1.12.1, 1.13.1, 2.0.1 and 2.15.0, and from what 1.6.0 and 2.1.2 load. Bytecode in a
//! pickle names opcodes; FlatBuffers number them, in the order of the header. Files with FlatBuffers come from 1.11 and later, and in
//! those releases the order is one: `AWAITABLE` was added at the end.

use std::fmt;

/// What an operand of an instruction stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// Nothing: writers leave 0.
    Unused,
    /// An index of the operator table.
    Operator,
    /// A register, from 1.
    Register,
    /// An index of the constants.
    Constant,
    /// An index of the types.
    Type,
    /// A jump, relative to the instruction itself.
    Jump,
    /// An index of the functions that a function has: upgraders, in the lite interpreter.
    Function,
    /// A slot of an object.
    Slot,
    /// A number of values, or another plain number.
    Count,
}

/// How the stack changes: values taken, and values left in their place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// So many are taken and so many are left.
    Fixed(u8, u8),
    /// As many as the operand `x` says are taken, and one is left.
    TakesX,
    /// As many as the operand `n` says are taken, and one is left.
    TakesN,
    /// One is taken and as many as `x` says are left.
    LeavesX,
    /// As many as `n` says are taken.
    StoresN,
    /// The operator's: it depends on its schema and on the number of arguments in the operator table.
    Operator,
    /// The loop's: nothing if it goes on; behind it, three values less.
    Loop,
    /// It depends on something that the file does not say.
    Unknown,
}

/// Where the interpreter goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// With the next instruction.
    Next,
    /// With the next instruction, or by the jump.
    Branch,
    /// By the jump.
    Jump,
    /// Nowhere: the function ends.
    End,
}

macro_rules! opcodes {
    ($($name:ident = $number:literal, $since:literal, $lite:expr, $x:ident, $n:ident, $effect:expr, $flow:ident, $doc:literal;)*) => {
        /// An opcode. Names are those of PyTorch.
        #[allow(non_camel_case_types)] // They are printed as they are.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Opcode {
            $(#[doc = $doc] $name,)*
        }

        impl Opcode {
            /// All of them, in the order of PyTorch.
            pub const ALL: &[Opcode] = &[$(Opcode::$name),*];

            /// The opcode with this name, as bytecode in a pickle has it.
            pub fn named(name: &str) -> Option<Opcode> {
                Some(match name {
                    $(stringify!($name) => Opcode::$name,)*
                    _ => return None,
                })
            }

            /// The opcode with this number, as bytecode in FlatBuffers has it.
            pub fn numbered(number: u8) -> Option<Opcode> {
                Some(match number {
                    $($number => Opcode::$name,)*
                    _ => return None,
                })
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Opcode::$name => stringify!($name),)*
                }
            }

            /// Its number in FlatBuffers.
            pub fn number(self) -> u8 {
                match self {
                    $(Opcode::$name => $number,)*
                }
            }

            /// The first of the releases above that has it; 1.5.1 is the oldest that was looked at.
            pub fn since(self) -> &'static str {
                match self {
                    $(Opcode::$name => $since,)*
                }
            }

            /// The first release whose lite interpreter loads it, of 1.6.0, 1.10.2, 1.13.1, 2.1.2 and 2.15.0, which were asked
            /// (`evidence/peers/torch/lite.py --opcodes`); `None` if none does.
            pub fn lite_since(self) -> Option<&'static str> {
                match self {
                    $(Opcode::$name => $lite,)*
                }
            }

            /// What its operands `x` and `n` stand for.
            pub fn operands(self) -> [Operand; 2] {
                match self {
                    $(Opcode::$name => [Operand::$x, Operand::$n],)*
                }
            }

            /// What it does to the stack.
            pub fn effect(self) -> Effect {
                match self {
                    $(Opcode::$name => $effect,)*
                }
            }

            /// Where the interpreter goes on behind it.
            pub fn flow(self) -> Flow {
                match self {
                    $(Opcode::$name => Flow::$flow,)*
                }
            }

            /// What it does.
            pub fn doc(self) -> &'static str {
                match self {
                    $(Opcode::$name => $doc,)*
                }
            }
        }
    };
}

use Effect::{Fixed, LeavesX, Loop, StoresN, TakesN, TakesX};

opcodes! {
    OP = 0, "1.5.1", Some("1.6.0"), Operator, Unused, Effect::Operator, Next, "Calls an operator.";
    OPN = 1, "1.5.1", Some("1.6.0"), Operator, Count, Effect::Operator, Next, "Calls an operator that takes any number of arguments.";
    LOAD = 2, "1.5.1", Some("1.6.0"), Register, Unused, Fixed(0, 1), Next, "Pushes a register.";
    MOVE = 3, "1.5.1", Some("1.6.0"), Register, Unused, Fixed(0, 1), Next, "Pushes a register, and clears it.";
    STOREN = 4, "1.5.1", Some("1.6.0"), Register, Count, StoresN, Next, "Pops values into registers that follow each other.";
    STORE = 5, "1.5.1", Some("1.6.0"), Register, Unused, Fixed(1, 0), Next, "Pops a value into a register.";
    DROP = 6, "1.5.1", Some("1.6.0"), Unused, Unused, Fixed(1, 0), Next, "Pops a value.";
    DROPR = 7, "1.5.1", Some("1.6.0"), Register, Unused, Fixed(0, 0), Next, "Clears a register.";
    LOADC = 8, "1.5.1", Some("1.6.0"), Constant, Unused, Fixed(0, 1), Next, "Pushes a constant.";
    JF = 9, "1.5.1", Some("1.6.0"), Jump, Unused, Fixed(1, 0), Branch, "Pops a boolean, and jumps if it is false.";
    JMP = 10, "1.5.1", Some("1.6.0"), Jump, Unused, Fixed(0, 0), Jump, "Jumps.";
    LOOP = 11, "1.5.1", Some("1.6.0"), Jump, Count, Loop, Branch, "Begins the next round of a loop, or jumps past it.";
    RET = 12, "1.5.1", Some("1.6.0"), Unused, Unused, Fixed(0, 0), End, "Ends the function; what is on the stack is returned.";
    WAIT = 13, "1.5.1", None, Unused, Unused, Fixed(1, 1), Next, "Waits for a future.";
    CALL = 14, "1.5.1", Some("1.13.1"), Function, Unused, Effect::Unknown, Next, "Calls a function.";
    GUARD = 15, "1.5.1", None, Type, Unused, Effect::Unknown, Next, "Compares the type of a value with one that was seen before.";
    TYPECHECK = 16, "1.7.1", None, Type, Count, Effect::Unknown, Next, "Compares the types of values with those that were seen before.";
    FAIL_GUARD = 17, "1.5.1", None, Type, Unused, Effect::Unknown, Next, "Says that a guard failed.";
    PROFILE_OP = 18, "1.6.0", None, Function, Unused, Effect::Unknown, Next, "Calls back the profiler.";
    TAIL_CALL = 19, "1.5.1", None, Function, Unused, Effect::Unknown, End, "Goes on in another function.";
    INTERFACE_CALL = 20, "1.5.1", Some("1.6.0"), Constant, Count, TakesN, Next, "Calls a method of the first argument, by its name.";
    GET_ATTR = 21, "1.5.1", Some("1.6.0"), Slot, Unused, Fixed(1, 1), Next, "Takes an attribute from an object.";
    SET_ATTR = 22, "1.5.1", Some("1.6.0"), Slot, Unused, Fixed(2, 0), Next, "Puts an attribute into an object.";
    LIST_UNPACK = 23, "1.5.1", Some("1.6.0"), Count, Unused, LeavesX, Next, "Replaces a list by its elements.";
    TUPLE_CONSTRUCT = 24, "1.5.1", Some("1.6.0"), Count, Unused, TakesX, Next, "Makes a tuple.";
    NAMED_TUPLE_CONSTRUCT = 25, "1.5.1", Some("1.6.0"), Type, Count, TakesN, Next, "Makes a NamedTuple.";
    LIST_CONSTRUCT = 26, "1.5.1", Some("1.6.0"), Type, Count, TakesN, Next, "Makes a list.";
    DICT_CONSTRUCT = 27, "1.5.1", Some("1.6.0"), Type, Count, TakesN, Next, "Makes a dictionary of keys and values in turn.";
    CREATE_OBJECT = 28, "1.5.1", Some("1.10.2"), Type, Unused, Fixed(0, 1), Next, "Makes an object.";
    ISINSTANCE = 29, "1.5.1", Some("1.10.2"), Type, Count, Fixed(1, 1), Next, "Whether a value is of one of several types that follow each other.";
    TUPLE_SLICE = 30, "1.5.1", Some("1.6.0"), Count, Count, Fixed(1, 1), Next, "Takes elements of a tuple from one index on.";
    TUPLE_INDEX = 31, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(2, 1), Next, "Takes an element of a tuple.";
    RAISE_EXCEPTION = 32, "1.11.0", Some("1.13.1"), Unused, Unused, Effect::Unknown, End, "Raises an exception.";
    DICT_INDEX = 33, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(2, 1), Next, "Takes a value of a dictionary by its key.";
    UNCHECKED_CAST = 34, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "Changes the type that a value is taken for. The lite interpreter loads it and cannot run it.";
    __IS__ = 35, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(2, 1), Next, "Whether two values are the same object.";
    UN_INITIALIZED = 36, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(0, 1), Next, "Pushes a value that is not set.";
    __ISNOT__ = 37, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(2, 1), Next, "Whether two values are different objects.";
    FORMAT = 38, "1.11.0", Some("1.13.1"), Count, Unused, TakesX, Next, "Fills values into a text.";
    DEVICE = 39, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "The device of a tensor.";
    DTYPE = 40, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "The element type of a tensor.";
    DIM = 41, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "The number of dimensions of a tensor.";
    __NOT__ = 42, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "The opposite of a boolean.";
    TO_LIST = 43, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(3, 1), Next, "Makes nested lists of a tensor.";
    NUM_TO_TENSOR = 44, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "Makes a tensor of a number.";
    IS_CUDA = 45, "1.11.0", Some("1.13.1"), Unused, Unused, Fixed(1, 1), Next, "Whether a tensor is on a CUDA device.";
    FORK = 46, "1.5.1", None, Constant, Count, TakesN, Next, "Runs code in another thread.";
    WARN = 47, "1.5.1", Some("1.6.0"), Count, Unused, Fixed(2, 0), Next, "Gives a warning. Up to 1.7 it has no operand.";
    ENTER = 48, "1.6.0", None, Unused, Unused, Effect::Unknown, Next, "Enters a context manager.";
    EXIT = 49, "1.6.0", None, Unused, Unused, Effect::Unknown, Next, "Leaves the context manager entered last.";
    AWAITABLE = 50, "2.0.1", None, Constant, Count, TakesN, Next, "Makes a call that is made when its value is asked for.";
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::{Flow, Opcode, Operand};

    #[test]
    fn numbers_are_the_order() {
        for (number, opcode) in (0u8..).zip(Opcode::ALL) {
            assert_eq!(opcode.number(), number, "{opcode}");
            assert_eq!(Opcode::numbered(number), Some(*opcode));
            assert_eq!(Opcode::named(opcode.name()), Some(*opcode));
            let jumps = opcode.operands()[0] == Operand::Jump;
            assert_eq!(jumps, matches!(opcode.flow(), Flow::Branch | Flow::Jump), "{opcode}");
        }
        assert_eq!((Opcode::ALL.len(), Opcode::numbered(51), Opcode::named("OP ")), (51, None, None));
    }
}
