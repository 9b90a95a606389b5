"""Generated checks of an operation as conditions that can be asked of a file (`crates/mlir/src/facts/verifier_rules/generated.rs`).

A check of a reader that does not follow from its producer's (`implied.py`) is a condition of rows `accepts`:

    sizes:LAYOUT              groups of operands have so many values
    operand:LAYOUT:N:EXPR     of every value of group N of operands
    result:LAYOUT:N:EXPR      of every value of group N of results
    holds:LAYOUT:LAYOUT:EXPR  of the operation; layouts of operands and of results
    region:N:LEAST:MOST       region N has so many blocks
    trait:NAME                what a trait verifies
    parent:OP,…               the operation around it
    sm:N                      NVIDIA's GPUs that the module around it is for are of compute capability N at least

A LAYOUT has one sign a group: `1`, `?` for one that may be missing, `*` for any number; `=` in front if an attribute has the sizes. EXPR is in prefix form:
`&(…)`, `|(…)`, `!(…)`, `is(CLASS,VALUE)`, `int(KIND,WIDTH,VALUE)`, `fn(NAME,VALUE)`, `lt(…)`, `le(…)`, `eq(…)`, `ne(…)` of numbers (`rank(VALUE)`,
`count(VALUE)`, `space(VALUE)`, digits), `same(VALUE,VALUE)`, `buffer(VALUE,VALUE)`, `T`, and `U` for what nobody can say; a VALUE is `%`, `el(VALUE)`, `o0`, `r0`.
"""

import re

import cpp
import implied

# Types that people wrote in C++, by what their text begins with.
TEXTS = {
    "spirv::PointerType": "!spirv.ptr<", "spirv::ArrayType": "!spirv.array<", "spirv::RuntimeArrayType": "!spirv.rtarray<",
    "spirv::StructType": "!spirv.struct<", "spirv::ImageType": "!spirv.image<", "spirv::SampledImageType": "!spirv.sampled_image<",
    "spirv::MatrixType": "!spirv.matrix<", "spirv::CooperativeMatrixType": "!spirv.coopmatrix<",
    "spirv::JointMatrixINTELType": "!spirv.jointmatrix<", "spirv::TensorArmType": "!spirv.arm.tensor<", "quant::QuantizedType": "!quant.",
    "LLVM::LLVMStructType": "!llvm.struct<", "LLVM::LLVMPointerType": "!llvm.ptr", "LLVM::LLVMArrayType": "!llvm.array<",
    "gpu::MMAMatrixType": "!gpu.mma_matrix<", "gpu::AsyncTokenType": "!gpu.async.token", "transform::OperationType": "!transform.op<",
    "transform::AnyOpType": "!transform.any_op", "transform::AnyValueType": "!transform.any_value", "transform::ParamType": "!transform.param<",
    "amx::TileType": "!amx.tile<", "emitc::OpaqueType": "!emitc.opaque<", "emitc::PointerType": "!emitc.ptr<", "emitc::ArrayType": "!emitc.array<",
    "emitc::LValueType": "!emitc.lvalue<",
}
BUILTIN = {
    "VectorType": "vector", "fixed VectorType": "fixed-vector", "scalable VectorType": "scalable-vector", "RankedTensorType": "ranked-tensor",
    "UnrankedTensorType": "unranked-tensor", "TensorType": "tensor", "MemRefType": "memref", "UnrankedMemRefType": "unranked-memref",
    "BaseMemRefType": "any-memref", "ShapedType": "shaped", "IntegerType": "integer", "IndexType": "index", "FloatType": "float",
    "NoneType": "none", "ComplexType": "complex", "TupleType": "tuple", "FunctionType": "function", "trait ValueSemantics": "vector-or-tensor",
    "FloatTF32Type": "tf32", "BFloat16Type": "bf16",
}
# Interfaces of types, and functions of types, of which it is known of some that they hold.
FUNCTIONS = {
    "acc::PointerLikeType": "pointer-like", "omp::PointerLikeType": "pointer-like", "acc::MappableType": "mappable",
    "bufferization::BufferLikeType": "any-memref", "bufferization::TensorLikeType": "tensor",
    "transform::TransformHandleTypeInterface": "transform-handle", "transform::TransformParamTypeInterface": "transform-param",
    "transform::TransformValueHandleTypeInterface": "transform-value",
    "LLVM::isCompatibleOuterType": "llvm", "LLVM::isCompatibleType": "llvm", "LLVM::isCompatibleVectorType": "llvm-vector",
    "LLVM::isCompatibleFloatingPointType": "llvm-float",
    "sparse_tensor::getSparseTensorEncoding": "sparse",
    "emitc::isSupportedEmitCType": "emitc", "emitc::isSupportedFloatType": "emitc-float", "emitc::isIntegerIndexOrOpaqueType": "emitc-integer",
    "emitc::isSupportedIntegerType": "emitc-int",
}
# `[](int64_t dim) { return dim != 0; }`
NOT_ZERO = ("lambda", ("auto",), ("block", ("return", ("op", "!=", ("name", "%1"), ("num", "0")))))
# Traits that verify nothing, beside those of `traits.py`.
IDLE = {"tosa::TosaElementwiseOperator", "emitc::CExpression", "RegionBranchTerminatorOpInterface"}
# Traits that conditions know.
KNOWN = {
    "SameOperandsAndResultType", "SameOperandsAndResultShape", "SameOperandsAndResultElementType", "SameOperandsAndResultRank", "SameTypeOperands",
    "SameOperandsShape", "SameOperandsElementType", "ResultsBroadcastableShape", "tosa::TosaResolvableShapeOperands", "ResultsAreFloatLike",
    "IsIsolatedFromAbove", "NoRegionArguments", "NVVMRequiresSMa", "SingleBlock",
}


# Operations that may be composite: loop wrappers, and regions of threads.
LOOP_WRAPPERS = {"omp.distribute", "omp.loop", "omp.parallel", "omp.simd", "omp.taskloop", "omp.taskloop.wrapper", "omp.wsloop"}


class Unsaid(Exception):
    """What no condition can say."""


class Words:
    """What a release's checks are as words."""

    def __init__(self, mnemonics, layouts, names, inferred):
        """Texts that types begin with by their class; of an operation the layouts of operands and results; names of operations by class, near an operation;
        what the types of an operation's results are inferred to be."""
        self.mnemonics, self.layouts, self.names, self.inferred = mnemonics, layouts, names, inferred
        # What refuses only types that the producer does not have (`implied.Reader.is_newer`).
        self.is_newer = lambda condition: False

    def group(self, op, group, condition):
        """The word of what has to hold of every value of a group; none if nobody can say it."""
        kind = {"getODSOperands": "operand", "getODSResults": "result"}.get(group[0])
        if kind is None:
            return region(group, condition)
        layout = self.layouts.get(op, (None, None))[kind == "result"]
        text = self.expression(implied.plain(condition))
        return None if layout is None or text == "U" else "" if text == "T" else f"{kind}:{layout}:{group[1][0][1]}:{text}"

    def sizes(self, op):
        """The word of how many values groups of operands have."""
        layout = self.layouts.get(op, (None, None))[0]
        return f"sizes:{layout}" if layout else None

    def holds(self, op, condition):
        """The word of what has to hold of the operation."""
        operands, results = self.layouts.get(op, (None, None))
        text = self.expression(implied.plain(condition))
        return None if operands is None or results is None or text == "U" else f"holds:{operands}:{results}:{text}"

    def trait(self, op, trait):
        if trait in IDLE:
            return ""
        name = trait.split("<")[0]
        if name == "HasParent":
            classes = re.findall(r"[\w:]+", trait.split("<", 1)[1])
            found = [self.names(op, one) for one in classes]
            return None if None in found else "parent:" + ",".join(sorted(found))
        if (asked := implied.chips(trait)) is not None:
            least = min(asked) // 10
            # Of an architecture or a family: that is asked of modules that are for a chip.
            return f"sm:{least}" if asked == {least * 10} else "trait:NVVMRequiresSMa"
        if name == "ComposableOpInterface":
            # Other operations are not composite; what is combined has operations inside that are looked at.
            return "without:omp.combined" + ("" if op in LOOP_WRAPPERS else " without:omp.composite")
        if name == "InferTypeOpInterface":
            operands, results = self.layouts.get(op, (None, None))
            text = self.inferred.get(op)
            return f"holds:{operands}:{results}:{text}" if operands and results and text else None
        return "trait:" + name.split("::")[-1] if name in KNOWN else None

    def expression(self, tree):
        try:
            return self.condition(tree)
        except Unsaid:
            return "U"

    def condition(self, tree):
        if tree == cpp.TRUE or self.is_newer(tree):
            return "T"
        if tree[0] in ("&&", "||"):
            parts = [self.expression(part) for part in tree[1:]]
            if tree[0] == "&&":
                if "U" in parts:
                    raise Unsaid
                parts = [part for part in parts if part != "T"]
                return "T" if not parts else parts[0] if len(parts) == 1 else f"&({','.join(parts)})"
            if "T" in parts:
                return "T"
            # What is not known is no reason to take a type.
            parts = [part for part in parts if part != "U"]
            if not parts:
                raise Unsaid
            return parts[0] if len(parts) == 1 else f"|({','.join(parts)})"
        if tree[0] == "unary" and tree[1] == "!":
            # What is unknown inside of `|` was left out: its opposite is not known then.
            exact = self.exact(tree[2])
            return f"!({exact})"
        if tree[0] == "isa":
            return self.isa(tree[1], self.value(tree[2]))
        if tree[0] == "op" and tree[1] in ("<", "<=", "==", "!="):
            name = {"<": "lt", "<=": "le", "==": "eq", "!=": "ne"}[tree[1]]
            try:
                return f"{name}({self.number(tree[2])},{self.number(tree[3])})"
            except Unsaid:
                if tree[1] == "==":
                    return f"same({self.value(tree[2])},{self.value(tree[3])})"
                raise
        receiver, name, args = implied.method(tree)
        if receiver is not None and name in implied.INTEGERS:
            kind = {"isSignlessInteger": "i", "isSignedInteger": "si", "isUnsignedInteger": "ui", "isInteger": "any"}[name]
            if args and args[0][0] != "num":
                raise Unsaid
            return f"int({kind},{args[0][1] if args else '*'},{self.value(receiver)})"
        if receiver is not None and name == "hasRank":
            return f"fn(ranked,{self.value(receiver)})"
        if receiver is not None and name == "hasStaticShape" and not args:
            return f"fn(static,{self.value(receiver)})"
        if tree[:2] == ("call", ("name", "all_of")) and len(tree) == 4 and tree[3] == NOT_ZERO:
            subject, name, _ = implied.method(tree[2])
            if name == "getShape":
                return f"fn(no-zero-sizes,{self.value(subject)})"
        if tree[0] == "call" and tree[1][0] == "name" and tree[1][1] in FUNCTIONS and len(tree) == 3:
            return f"fn({FUNCTIONS[tree[1][1]]},{self.value(tree[2])})"
        if tree[0] == "call" and tree[1] == ("name", "bufferization::detail::typesMatchAfterBufferization") and len(tree) == 5:
            return f"buffer({self.value(tree[4])},{self.value(tree[3])})"
        if tree[0] == "call" and tree[1] == ("call", ("template", ("name", "std::equal_to"))) and len(tree) == 4:
            if tree[2][0] == "call" and tree[2][1] == ("name", "memref::getTensorTypeFromMemRefType") and len(tree[2]) == 3:
                return f"buffer({self.value(tree[2][2])},{self.value(tree[3])})"
            return f"same({self.value(tree[2])},{self.value(tree[3])})"
        raise Unsaid

    def exact(self, tree):
        """As `condition`, of what may be left out nowhere."""
        if tree[0] in ("&&", "||"):
            for part in tree[1:]:
                self.exact(part)
        return self.condition(tree)

    def isa(self, name, value):
        if name in BUILTIN:
            return f"is({BUILTIN[name]},{value})"
        if found := re.fullmatch(r"Float(\w+?)Type", name):
            return f"is(f{found[1]},{value})"
        if name in FUNCTIONS:
            known = FUNCTIONS[name]
            return f"is({known},{value})" if known in BUILTIN.values() else f"fn({known},{value})"
        text = TEXTS.get(name) or self.mnemonics.get(name)
        if not text:
            raise Unsaid
        return f"is({text},{value})"

    def value(self, tree):
        if tree == ("name", "%"):
            return "%"
        receiver, name, args = implied.method(tree)
        if name == "getType" and not args:
            return self.value(receiver)
        if name == "getElementType" and not args and receiver[0] == "call" and receiver[1][0] == "template":
            return f"el({self.value(receiver[2])})"
        if tree[0] == "call" and tree[1] == ("name", "getElementTypeOrSelf") and len(tree) == 3:
            return f"el({self.value(tree[2])})"
        if tree[0] == "call" and tree[1][0] == "template" and tree[1][1] == ("name", "cast") and len(tree) == 3:
            return self.value(tree[2])
        # `*getODSOperands(0).begin()`
        if tree[0] == "unary" and tree[1] == "*":
            group, name, args = implied.method(tree[2])
            if name == "begin" and not args:
                _, which, number = implied.method(group)
                if which in ("getODSOperands", "getODSResults") and number[0][0] == "num":
                    return ("o" if which == "getODSOperands" else "r") + number[0][1]
        raise Unsaid

    def number(self, tree):
        if tree[0] == "num" and tree[1].isdigit():
            return tree[1]
        receiver, name, args = implied.method(tree)
        if name == "getRank" and not args:
            return f"rank({self.value(receiver)})"
        if name == "getNumElements" and not args:
            return f"count({self.value(receiver)})"
        if name == "getAddressSpace" and not args and "LLVMPointerType" in repr(receiver):
            return f"space({self.value(receiver)})"
        raise Unsaid


def region(group, wanted):
    """The word of a region, where what is checked is how many blocks it has."""
    number = re.search(r"'getRegion'\), \('num', '(\d+)'\)", repr(group))
    found = re.fullmatch(r"\('call', \('name', '(hasNItems|hasNItemsOrMore)'\), \('name', '%'\), \('num', '(\d+)'\)\)", repr(wanted))
    if number is None or wanted != cpp.TRUE and found is None:
        return None
    if wanted == cpp.TRUE:
        return ""
    return f"region:{number[1]}:{found[2]}:{'*' if found[1].endswith('More') else found[2]}"


# Types that builders make.
MADE = {"getIndexType()": "is(index,{})", "getI1Type()": "int(i,1,{})", "getF32Type()": "is(f32,{})", "getI32Type()": "int(i,32,{})", "getI64Type()": "int(i,64,{})"}


def inferred(body, layout):
    """What the types of results are, by generated code that infers them: an expression; none if it is not of a known form."""
    words = []
    # Which operand has a number is told by layouts of few kinds.
    counted = re.fullmatch(r"1+[?*]?|-", layout or "") is not None
    if layout is None or not counted and "operands[" in body:
        return None
    for number, made in re.findall(r"odsInferredType(\d+) = (.*?);", body):
        operand = re.fullmatch(r"operands\[(\d+)\]\.getType\(\)", made)
        buffer = re.fullmatch(r"memref::getTensorTypeFromMemRefType\(operands\[(\d+)\]\.getType\(\)\)", made)
        integer = re.fullmatch(r"odsBuilder\.getIntegerType\((\d+)\)", made)
        known = made.removeprefix("odsBuilder.")
        if operand and int(operand[1]) < layout.count("1"):
            words.append(f"same(o{operand[1]},r{number})")
        elif buffer and int(buffer[1]) < layout.count("1"):
            words.append(f"buffer(o{buffer[1]},r{number})")
        elif integer:
            words.append(f"int(i,{integer[1]},r{number})")
        elif known in MADE:
            words.append(MADE[known].format("r" + number))
        else:
            return None
    return None if not words else words[0] if len(words) == 1 else f"&({','.join(words)})"
