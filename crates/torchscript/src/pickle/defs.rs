//! Every opcode of the pickle protocols 0 to 5, with its argument: the table of CPython's `pickletools`.

use std::fmt;

/// How the argument of an opcode is written. Binary numbers are little-endian, except in [`Form::Double`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// There is none.
    None,
    /// One unsigned byte.
    U8,
    /// Two bytes, unsigned.
    U16,
    /// Four bytes, unsigned.
    U32,
    /// Four bytes, signed.
    I32,
    /// Eight bytes, unsigned.
    U64,
    /// Eight bytes, big-endian, IEEE 754.
    Double,
    /// Text up to a line feed, which is not part of it.
    Line,
    /// Two such texts.
    TwoLines,
    /// A length of one byte, and so many bytes.
    Counted8,
    /// A length of four bytes, unsigned, and so many bytes.
    Counted32,
    /// A length of four bytes, signed and not negative, and so many bytes.
    CountedSigned,
    /// A length of eight bytes, unsigned, and so many bytes.
    Counted64,
}

macro_rules! opcodes {
    ($($name:ident = $byte:literal, $protocol:literal, $form:ident, $doc:literal;)*) => {
        /// An opcode. Names are those of `pickletools`.
        #[allow(non_camel_case_types)] // They are printed as they are.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Opcode {
            $(#[doc = $doc] $name,)*
        }

        impl Opcode {
            /// All of them, in the order of `pickletools`.
            pub const ALL: &[Opcode] = &[$(Opcode::$name),*];

            /// The opcode with this byte.
            pub fn from_byte(byte: u8) -> Option<Opcode> {
                Some(match byte {
                    $($byte => Opcode::$name,)*
                    _ => return None,
                })
            }

            /// Its byte.
            pub fn byte(self) -> u8 {
                match self {
                    $(Opcode::$name => $byte,)*
                }
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Opcode::$name => stringify!($name),)*
                }
            }

            /// The first protocol that has it.
            pub fn protocol(self) -> u8 {
                match self {
                    $(Opcode::$name => $protocol,)*
                }
            }

            /// How its argument is written.
            pub fn form(self) -> Form {
                match self {
                    $(Opcode::$name => Form::$form,)*
                }
            }
        }
    };
}

opcodes! {
    INT = b'I', 0, Line, "Pushes an integer, or a boolean (`00`, `01`), in decimal.";
    BININT = b'J', 1, I32, "Pushes an integer.";
    BININT1 = b'K', 1, U8, "Pushes an integer.";
    BININT2 = b'M', 1, U16, "Pushes an integer.";
    LONG = b'L', 0, Line, "Pushes an integer in decimal, with an `L` at the end.";
    LONG1 = 0x8a, 2, Counted8, "Pushes an integer of any size, in two's complement.";
    LONG4 = 0x8b, 2, CountedSigned, "Pushes an integer of any size, in two's complement.";
    STRING = b'S', 0, Line, "Pushes a byte string of Python 2, quoted.";
    BINSTRING = b'T', 1, CountedSigned, "Pushes a byte string of Python 2.";
    SHORT_BINSTRING = b'U', 1, Counted8, "Pushes a byte string of Python 2.";
    BINBYTES = b'B', 3, Counted32, "Pushes bytes.";
    SHORT_BINBYTES = b'C', 3, Counted8, "Pushes bytes.";
    BINBYTES8 = 0x8e, 4, Counted64, "Pushes bytes.";
    BYTEARRAY8 = 0x96, 5, Counted64, "Pushes a mutable array of bytes.";
    NEXT_BUFFER = 0x97, 5, None, "Pushes a buffer that is not in the pickle.";
    READONLY_BUFFER = 0x98, 5, None, "Makes the buffer on top one that cannot be written.";
    NONE = b'N', 0, None, "Pushes `None`.";
    NEWTRUE = 0x88, 2, None, "Pushes `True`.";
    NEWFALSE = 0x89, 2, None, "Pushes `False`.";
    UNICODE = b'V', 0, Line, "Pushes text with escapes (raw-unicode-escape).";
    SHORT_BINUNICODE = 0x8c, 4, Counted8, "Pushes text.";
    BINUNICODE = b'X', 1, Counted32, "Pushes text.";
    BINUNICODE8 = 0x8d, 4, Counted64, "Pushes text.";
    FLOAT = b'F', 0, Line, "Pushes a floating-point number in decimal.";
    BINFLOAT = b'G', 1, Double, "Pushes a floating-point number.";
    EMPTY_LIST = b']', 1, None, "Pushes an empty list.";
    APPEND = b'a', 0, None, "Appends the top to the list below it.";
    APPENDS = b'e', 1, None, "Appends what is above the mark to the list below it.";
    LIST = b'l', 0, None, "Makes a list of what is above the mark.";
    EMPTY_TUPLE = b')', 1, None, "Pushes an empty tuple.";
    TUPLE = b't', 0, None, "Makes a tuple of what is above the mark.";
    TUPLE1 = 0x85, 2, None, "Makes a tuple of the top.";
    TUPLE2 = 0x86, 2, None, "Makes a tuple of the two on top.";
    TUPLE3 = 0x87, 2, None, "Makes a tuple of the three on top.";
    EMPTY_DICT = b'}', 1, None, "Pushes an empty dictionary.";
    DICT = b'd', 0, None, "Makes a dictionary of what is above the mark.";
    SETITEM = b's', 0, None, "Puts the key and value on top into the dictionary below them.";
    SETITEMS = b'u', 1, None, "Puts the keys and values above the mark into the dictionary below it.";
    EMPTY_SET = 0x8f, 4, None, "Pushes an empty set.";
    ADDITEMS = 0x90, 4, None, "Puts what is above the mark into the set below it.";
    FROZENSET = 0x91, 4, None, "Makes a frozen set of what is above the mark.";
    POP = b'0', 0, None, "Drops the top, or the mark on top.";
    DUP = b'2', 0, None, "Pushes the top once more.";
    MARK = b'(', 0, None, "Sets a mark.";
    POP_MARK = b'1', 1, None, "Drops the mark and what is above it.";
    GET = b'g', 0, Line, "Pushes what the memo has, by its number in decimal.";
    BINGET = b'h', 1, U8, "Pushes what the memo has.";
    LONG_BINGET = b'j', 1, U32, "Pushes what the memo has.";
    PUT = b'p', 0, Line, "Puts the top into the memo, by a number in decimal.";
    BINPUT = b'q', 1, U8, "Puts the top into the memo.";
    LONG_BINPUT = b'r', 1, U32, "Puts the top into the memo.";
    MEMOIZE = 0x94, 4, None, "Puts the top into the memo, under the next number.";
    EXT1 = 0x82, 2, U8, "Pushes a global of the reader's registry of extensions.";
    EXT2 = 0x83, 2, U16, "Pushes a global of the reader's registry of extensions.";
    EXT4 = 0x84, 2, I32, "Pushes a global of the reader's registry of extensions.";
    GLOBAL = b'c', 0, TwoLines, "Pushes a global, by module and name.";
    STACK_GLOBAL = 0x93, 4, None, "Pushes a global, by the module and name on top.";
    REDUCE = b'R', 0, None, "Calls what is below the top with the arguments on top.";
    BUILD = b'b', 0, None, "Gives the object below the top the state on top.";
    INST = b'i', 0, TwoLines, "Calls a global, by module and name, with what is above the mark.";
    OBJ = b'o', 1, None, "Calls what is right above the mark with what is above that.";
    NEWOBJ = 0x81, 2, None, "Makes an object of the class below the top with the arguments on top.";
    NEWOBJ_EX = 0x92, 4, None, "Makes an object of a class, with arguments and named arguments.";
    PROTO = 0x80, 2, U8, "Says which protocol this is.";
    STOP = b'.', 0, None, "Ends the pickle: the top is its value.";
    FRAME = 0x95, 4, U64, "Says how many bytes belong together.";
    PERSID = b'P', 0, Line, "Pushes an object that is not in the pickle, by its id in text.";
    BINPERSID = b'Q', 1, None, "Pushes an object that is not in the pickle, by the id on top.";
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
    use super::Opcode;

    #[test]
    fn every_opcode_has_a_byte_of_its_own() {
        assert_eq!(Opcode::ALL.len(), 68);
        for opcode in Opcode::ALL {
            assert_eq!(Opcode::from_byte(opcode.byte()), Some(*opcode));
        }
        let bytes = (0..=u8::MAX).filter(|byte| Opcode::from_byte(*byte).is_some());
        assert_eq!(bytes.count(), 68);
    }
}
