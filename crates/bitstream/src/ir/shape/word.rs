//! Properties that parts of a module have or have not.

named! {
    /// A property that a thing has or has not.
    Word {
        /// An address space with a letter or a name in the data layout.
        LetteredAddressSpace = "address-space/lettered",
        /// The natural stack alignment zero in the data layout.
        NoStackAlignment = "stack-alignment/0",
        /// Bytes that are aligned to more than bytes in the data layout.
        WideByteAlignment = "i8-alignment/wider",
        /// A number of 64 bits with the highest set, in the record for small integers, of a type with more bits.
        HighestBit = "wider-than-64/highest-bit",
        /// Fast-math flags on a call that returns floats.
        FastMathFloat = "fast-math/float",
        /// Fast-math flags on a call that returns a structure.
        FastMathStruct = "fast-math/struct",
        /// On a call that returns an array of floating-point numbers.
        FastMathArray = "fast-math/array",
        /// What a variable says to sanitizers.
        Sanitizer = "sanitizer",
        /// The code model of a variable.
        CodeModel = "code-model",
        /// An integer wider than 8,388,608 bits.
        WideInteger = "integer/wider-than-8388608",
        /// The number of an address that is made of a number of as many bits.
        RoundTrip = "address/of-number",
        /// The number of an address that is made of a number of more or fewer bits.
        OtherWidth = "address/of-other-number",
        /// The number of the address null.
        NullAddress = "address/null",
        /// The number of the address of a global.
        GlobalAddress = "address/of-global",
        /// No number at all: `undef` or `poison`.
        NoNumber = "expression/undefined",
        /// A number that is made in another way.
        OtherExpression = "expression/other",
        /// A load.
        Load = "load",
        /// A store.
        Store = "store",
        /// An intrinsic.
        Intrinsic = "intrinsic",
        /// One of two flags that must stand together.
        PauthAbiAlone = "aarch64-elf-pauthabi/one",
        /// A generic subrange without count and upper bound.
        UnboundedSubrange = "generic-subrange/unbounded",
        /// Annotations as the last field of a derived type.
        AnnotationsLast = "derived-type/annotations-last",
        /// An array without base type.
        ArrayWithoutBase = "array/no-base-type",
        /// A property of Objective-C with the getter first.
        GetterFirst = "objc-property/getter-first",
        /// A property of Objective-C with the setter first.
        SetterFirst = "objc-property/setter-first",
        /// `!noundef` on what is no load.
        NoundefOther = "noundef/not-load",
        /// `!invariant.load` on a call.
        InvariantCall = "invariant-load/call",
        /// `!invariant.load` on what is no load and no call.
        InvariantOther = "invariant-load/other",
        /// A subprogram that keeps an entity which is imported.
        RetainedImport = "subprogram/retains-import",
        /// Metadata attached to an ifunc.
        IfuncAttachment = "attachment/ifunc",
        /// A language with a version.
        Versioned = "versioned",
        /// A part of the data layout that cannot be read.
        Layout = "data-layout",
        /// A type of a number that the table does not have.
        NoSuchType = "type/missing",
        /// A basic block of a number that the function does not have.
        NoSuchBlock = "block/missing",
        /// A function body without basic blocks.
        NoBlocks = "block/none",
        /// An operand bundle of a tag that the module does not have.
        NoSuchTag = "bundle/missing",
        /// A symbol table entry of a value or place that is not there.
        NoSuchSymbol = "symbol/missing",
        /// An address computed in a type without a size.
        Unsized = "address/unsized",
        /// An address computed over whole ones of a type without a size.
        UnsizedWhole = "address/unsized-whole",
        /// A comparison that values of the type do not have.
        WrongPredicate = "predicate/wrong",
        /// An `invoke` that goes on at a basic block of a number that the function does not have.
        InvokeBlock = "block/invoke",
        /// A record of an instruction that ends before its operands do.
        Short = "record/short",
        /// A record of an instruction with more operands than it takes.
        Long = "record/long",
        /// An operand of a type that its instruction does not take.
        OperandType = "operand/type",
        /// A value that was used with another type before it was defined.
        LateType = "operand/late-type",
        /// An operation that values of the type do not have.
        Operation = "operation/missing",
        /// A cast between types that it does not take.
        CastTypes = "cast/types",
        /// A call with a type that is not that of a function.
        NotFunction = "call/not-function",
        /// A value that is used and never defined.
        NoSuchValue = "value/missing",
        /// An alignment beyond the largest.
        Alignment = "alignment/too-large",
        /// An operand bundle that no call follows.
        BundleAlone = "bundle/alone",
        /// An instruction after the last basic block.
        AfterEnd = "instruction/after-end",
        /// A function body that ends before its basic blocks do.
        OpenBlock = "block/open",
        /// Another number of types, or of function bodies, than announced.
        Count = "count/wrong",
        /// A function whose type its calling convention does not allow: it returns a value, or takes any number of arguments.
        ConventionType = "convention/type",
        /// A type made of what is no type, or of what it cannot be made of.
        TypeRecord = "type/record",
        /// A constant of a type that its record does not go with.
        ConstantType = "constant/type",
        /// A section, comdat or collector of a number that the module does not have, or a function of a type that is none.
        NoSuchId = "id/missing",
        /// Attributes of a parameter of a number that no function has.
        NoSuchParameter = "attribute/parameter",
        /// A variable whose first value is of another type.
        InitializerType = "initializer/type",
        /// An address of a part of what has no parts.
        Depth = "address/depth",
        /// A node with an operand that is not there.
        NoSuchNode = "metadata/missing",
        /// A table of strings that does not hold as many as it says.
        Strings = "metadata/strings",
        /// A node attached that is none, or as a kind that has no name.
        Attachment = "attachment/not-node",
        /// A node attached to an instruction that is not there.
        NoSuchInstruction = "attachment/instruction",
        /// A place in the source whose scope is no node.
        NoSuchScope = "scope/missing",
        /// A symbol table that gives a function the body of another.
        OtherBody = "symbol/other-body",
        /// A summary with a record that refers to nothing known, or has no form that readers go by.
        NoSuchEntry = "summary/missing",
        /// A group of attributes that ends inside one, or has one that is written in no known way.
        ShortAttribute = "attribute/short",
        /// Attributes of more parameters than the function has.
        LateAttribute = "attribute/after-last",
        /// A record of the module that ends before it says what it must.
        ShortGlobal = "global/short",
        /// A kind of metadata that is given two names.
        KindTwice = "metadata-kind/twice",
        /// An attribute where it does not apply: to a function, a result or a parameter.
        AttributePlace = "attribute/place",
        /// A function without body that has a personality.
        DeclaredPersonality = "function/declared-personality",
        /// What is imported and local at once.
        ImportedLocal = "global/imported-local",
        /// A constant aggregate with an element of another type.
        AggregateType = "aggregate/type",
        /// A constant aggregate with another number of elements than its type, or a vector with an element of another type.
        AggregateParts = "aggregate/parts",
        /// A constant expression of values that its operation does not take.
        ConstantOperand = "constant/operand",
        /// A name that no named node follows.
        NameAlone = "metadata/name-alone",
        /// A field for a string that is none.
        NotString = "metadata/not-string",
        /// A function that is no intrinsic and takes metadata.
        MetadataParameter = "parameter/metadata",
        /// A branch to the first basic block.
        EntryBranch = "block/entry",
        /// A summary that does not begin with its version.
        NoVersion = "summary/no-version",
        /// A flag of the module with the name of another, or in another form than its behaviour demands.
        FlagForm = "module-flag/form",
        /// A named node of something that is no node.
        NotNode = "metadata/not-node",
        /// A part of the data layout that readers before LLVM 20 take and later ones do not.
        LateLayout = "data-layout/late",
        /// A code model of a number that no release has.
        NoSuchModel = "global/code-model",
        /// A type that is an element of itself.
        RecursiveType = "type/recursive",
        /// A use-list order of a value or block that is not there.
        UseList = "use-list/missing",
        /// An entry of a summary of a module that it does not name, or with more references of a kind than there are.
        SummaryCounts = "summary/counts",
        /// A value that is used where it is not there on all ways.
        Dominance = "value/not-dominated",
        /// A `phi` without one value for each way into its block, or behind another instruction.
        PhiBlocks = "phi/blocks",
        /// A `landingpad` in a block that not only calls unwind to, or behind another instruction.
        LandingPad = "landingpad/place",
        /// A return of another type than that of the function.
        ReturnType = "return/type",
        /// A `switch` with a value twice.
        SwitchTwice = "switch/twice",
        /// A linkage that a declaration, a function or an alias cannot have, or an alias of what is only declared.
        GlobalLinkage = "global/linkage",
        /// A declaration in a comdat.
        DeclaredComdat = "global/declared-comdat",
        /// Attributes whose parameters for sizes are no integers.
        AllocSize = "attribute/alloc-size",
        /// An intrinsic that is used otherwise than to call it with its type, or another function as only intrinsics are.
        IntrinsicUse = "intrinsic/use",
        /// A node attached to an instruction that it does not go with.
        AttachmentPlace = "attachment/place",
        /// `!memprof` on what is no call.
        MemprofPlace = "attachment/memprof",
        /// `!callsite` on what is no call.
        CallsitePlace = "attachment/callsite",
        /// An element of a vector chosen by what is no integer.
        LaneIndex = "vector/index",
        /// Attributes that exclude each other, or of a type without a size.
        AttributePair = "attribute/pair",
        /// A named node that has not the form that goes with its name.
        NamedForm = "metadata/named-form",
        /// A call that the function must end with, before something else or of another type.
        TailCall = "call/must-tail",
        /// A type of a number behind the table, where readers have types of their own.
        BehindTable = "type/behind-table",
        /// A flag of the module that is a list or a demand, with a value that is no node.
        FlagList = "module-flag/list",
        /// A constant that is made of itself.
        ConstantCycle = "constant/cycle",
        /// A byte of a type that is none.
        ByteType = "constant/byte",
        /// A field of a node of debug information that is metadata of another kind.
        NodeKind = "metadata/kind",
        /// A node with a version or a number that no reader takes.
        OddNode = "metadata/odd",
        /// A length word that disagrees with where its block ends, of a block that some tools skip by it and others walk through.
        OtherLength = "block/other-length",
        /// A name that ends past the string table.
        NoSuchName = "name/past-end",
        /// A length word that disagrees with where the block ends, of a block that readers skip by it.
        Length = "block/length",
        /// A position past the end.
        Position = "position/past-end",
    }
}
