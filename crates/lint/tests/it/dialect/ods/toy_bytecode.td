// Encodings of attributes and types, for the test of `dialect::read_ods`: see toy.td.

include "mlir/IR/BytecodeBase.td"

def Named : CompositeBytecode {
  dag members = (attr
    WithParser<"succeeded($_reader.readString($_var))">:$name,
    WithParser<"succeeded($_reader.readAttribute($_var))">:$value);
}

def PairAttr : DialectAttribute<(attr VarInt:$first, Array<SignedVarIntList>:$rest, Array<Attribute>:$more)>;
def BoxType : DialectType<(type Type:$of)>;
def ToyDialectAttributes : DialectAttributes<"Toy"> { let elems = [ReservedOrDead, PairAttr]; }
def ToyDialectTypes : DialectTypes<"Toy"> { let elems = [BoxType]; }
