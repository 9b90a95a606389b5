// Operations with each kind of property, for the test of `dialect::read_ods`. toy.json is what TableGen prints of it: evidence/peers/mlir/ods_fixture.py.

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/Properties.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let usePropertiesForAttributes = 1;
}

def Toy_Mode : I32EnumAttr<"Mode", "a mode", [I32EnumAttrCase<"Up", 0, "up">, I32EnumAttrCase<"Down", 1, "down">]> {
  let genSpecializedAttr = 0;
}
def Toy_ModeAttr : EnumAttr<Toy_Dialect, Toy_Mode, "mode">;

class Toy_Op<string name, list<Trait> traits = []> : Op<Toy_Dialect, name, traits>;

def Toy_Plain : Toy_Op<"plain", [Pure, Commutative]> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs);
  let results = (outs AnyType:$sum);
}

def Toy_Attrs : Toy_Op<"attrs"> {
  let arguments = (ins StrAttr:$name, OptionalAttr<I32Attr>:$zero, DefaultValuedAttr<I64Attr, "7">:$count, UnitAttr:$flag, Toy_ModeAttr:$mode);
  let regions = (region AnyRegion:$body, VariadicRegion<AnyRegion>:$more);
}

def Toy_Segments : Toy_Op<"segments", [AttrSizedOperandSegments, AttrSizedResultSegments]> {
  let arguments = (ins Variadic<AnyType>:$ins, Optional<AnyType>:$mask, Variadic<AnyType>:$outs, OptionalAttr<DenseI64ArrayAttr>:$axes);
  let results = (outs Variadic<AnyType>:$first, Variadic<AnyType>:$second);
}

def Toy_Native : Toy_Op<"native"> {
  let arguments = (ins I64Prop:$number, BoolProp:$truth, StringProp:$text, OptionalProp<I32Prop>:$maybe, ArrayProp<I32Prop>:$many,
                       DefaultValuedProp<I32Prop, "0">:$zero, StrAttr:$attr);
}

def Toy_Custom : Toy_Op<"custom"> {
  let arguments = (ins StrAttr:$attr);
  let useCustomPropertiesEncoding = 1;
}

def Toy_Derived : Toy_Op<"derived"> {
  let arguments = (ins AnyType:$in);
  let results = (outs AnyType:$out);
  DerivedAttr width = DerivedAttr<"unsigned", "return 1;">;
}
