//! Every feature of the language, and what the model says of it.

use outlast_flatbuffers::schema::{Default, Element, EnumId, Object, ObjectId, Scalar, Schema, Type};

/// Schemas that flatc takes; other tests print them and compare them with its binaries.
pub(crate) const GOOD: &[&str] = &[
    "\u{feff}table T {}",
    "/// doc of T\n/// second\ntable T {\n  /// doc of a\n  a: int; // not a doc\n  /* nor this */ b: int;\n}",
    "table T { a: bool; b: byte; c: ubyte; d: short; e: ushort; f: int; g: uint; h: long; i: ulong; j: float; k: double; l: string; }",
    "table T { a: int8; b: uint8; c: int16; d: uint16; e: int32; f: uint32; g: int64; h: uint64; i: float32; j: float64; }",
    "table T { table: int; struct: int; enum: int; union: int; namespace: int; root_type: int; include: int; bool: bool; string: string; float: float; }",
    "table T { a: int = -5; b: uint = 0x1F; c: long = -0x8000000000000000; d: byte = -128; e: short = +7; f: ubyte = \"12\"; g: int = 007; h: int = \" 5 \"; }",
    "table T { a: float = 2.72; b: double = 1e-3; c: float = .5; d: double = 5.; e: float = 0x1.8p1; f: double = -0xAp-2; g: float = 3; h: double = \"2.5 \"; }",
    "table T { a: float = inf; b: double = -inf; c: float = nan; d: double = +inf; e: float = infinity; f: double = -nan; g: double = \"nan\"; }",
    "table T { a: float = rad(60.5); b: double = deg(3.141592653589793); c: double = sin(0.5); d: double = cos(deg(1)); e: double = tan(1); f: double = asin(1); g: double = acos(0.5); h: double = atan(-1.5); }",
    "table T { a: bool = true; b: bool = false; c: bool = \"true\"; d: bool = 1; e: bool = null; f: int = null; g: float = null; h: long = \"null\"; }",
    "table T { a: string = \"\"; b: string = \"text\"; c: string = \"q\\\"\\x41\\u00e9\\uD83D\\uDE00\\n\\/\"; d: string = 'single \"'; e: [int] = []; f: [string] = [ ]; g: string = \"ünï\"; }",
    "enum E : byte { A, B = 5, C, } table T { a: E; b: E = B; c: E = \"C\"; d: E = 5; e: E = null; f: [E]; g: int = \"E.B\"; }",
    "enum E : ubyte (bit_flags) { A, B, C = 7 } table T { a: E; b: E = \"A C\"; c: E = 99; d: E = B; e: uint = \"E.A E.B\"; }",
    "enum E : ulong (bit_flags) { A, B = 63 } enum F : ulong { X = 18446744073709551615, Y = 0 } table T { a: E = A; f: F = Y; }",
    "enum E : long { A = -9223372036854775808, B = 0, C = 0x10 } enum D : short { Z = 3, Y = 1, X = 0 } table T { a: E; b: D; }",
    "enum E : int {} enum F : E { A } table T { a: E; b: F = A; }",
    "attribute \"note\"; enum E : int { A (note), B (note: 3) } table T { a: E; }",
    "table A {} table B {} union U { A, B } table T { u: U; v: [U]; w: U; }",
    "struct S { x: int; } table A {} union U { a: A, s: S, t: string, b: A } table T { u: U; }",
    "table A {} union U : int { A = 500, second: A = -3 } table T { u: U; }",
    "namespace n; table A {} namespace m; union U { n.A, other: n.A, n.B } table T { u: U; } namespace n; table B {}",
    "struct S { a: byte; b: int; c: short; d: double; e: bool; } struct P { s: S; x: ubyte; } table T { p: P; v: [P]; }",
    "struct S { a: [float:3]; b: [ubyte:5]; c: [short:1]; } enum E : short { Z } struct R { e: [E:2]; s: [S:4]; f: E; } table T { r: R; }",
    "struct S (force_align: 16) { a: int; } struct R { x: byte; s: S; } struct Q (force_align: 1) { x: byte; } table T { r: R; }",
    "struct S { a: int = 0; b: float = 0; c: bool = false; }",
    "table T { a: [ubyte] (force_align: 32); b: [ubyte] (nested_flatbuffer: \"T\"); c: [ubyte] (flexbuffer); d: [int] (required); e: T (required); f: [T]; g: [string]; h: string (shared); }",
    "table T { a: [int] (vector64); b: string (offset64); c: [long] (offset64); } struct S { x: int; } table R { s: [S] (vector64, offset64); }",
    "table T { k: string (key); } table R { k: ushort (key, deprecated); } struct S { k: uint (key); v: int; } table Q { s: S (key); }",
    "table T { a: int (id: 2); b: string (id: 0); c: short (id: 1); }",
    "table A {} union U { A } table T { x: int (id: 2); u: U (id: 1); v: [U] (id: 4); }",
    "table T { a: int (deprecated); b: uint (hash: \"fnv1_32\"); c: ulong (hash: \"fnv1a_64\"); d: ushort (hash: \"fnv1a_16\"); e: [ulong] (hash: \"fnv1_64\"); }",
    "attribute \"quoted\"; attribute bare; attribute \"with space\"; table T (quoted, bare: \"x\", \"with space\": -3, original_order, csharp_partial, private) { a: int (quoted: \"a\\\"b\"); }",
    "table T { a: [ubyte] (cpp_ptr_type: \"x\", native_default: \"y\"); s: string (cpp_str_type: \"z\", cpp_str_flex_ctor); } struct S (native_type: \"N\", native_type_pack_name: \"P\") { x: int; } table R (native_custom_alloc: \"A\") { s: S (native_inline); v: [S] (native_inline); }",
    "namespace a.b.c; table T { x: int; } namespace a.b; table U { t: c.T; u: a.b.c.T; } namespace; table V { t: a.b.c.T; u: a.b.U; } namespace a.b.c.d; table W { t: T; u: U; v: V; }",
    "namespace a; table T { later: U; self: T; all: [b.V]; } table U {} namespace b; table V {}",
    "namespace a; table T { f: Odd; } namespace b; table Odd {}",
    "table T {} root_type T; file_identifier \"ABCD\"; file_extension \"bin\";",
    "namespace a.b; table T {} root_type T; table U {} root_type a.b.U;",
    "table A {} table B {} rpc_service S { call(A): B; stream(B): A (streaming: \"server\", idempotent); }",
    "native_include \"x.h\"; table T {} namespace n ; table T { } ",
    "table T { a /* x */ : /* y */ int // z\n = 5 ; }",
];

fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

fn object<'s>(schema: &'s Schema, name: &str) -> &'s Object {
    schema.object(schema.find_object(name).unwrap())
}

fn scalar(s: Scalar) -> Type {
    Type::Single(Element::Scalar(s))
}

/// The defaults of all fields of table T.
fn defaults(text: &str) -> Vec<Default> {
    object(&parse(text), "T").fields.iter().map(|f| f.default).collect()
}

#[test]
fn all_good_schemas_parse() {
    for text in GOOD {
        parse(text);
    }
}

#[test]
fn scalar_types_and_their_aliases() {
    let types = |at: usize| object(&parse(GOOD[at]), "T").fields.iter().map(|f| f.ty).collect::<Vec<_>>();
    use Scalar::{Bool, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    let mut old: Vec<Type> = [Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64].map(scalar).to_vec();
    old.push(Type::Single(Element::String));
    assert_eq!(types(2), old);
    assert_eq!(types(3), [I8, U8, I16, U16, I32, U32, I64, U64, F32, F64].map(scalar).to_vec());
}

#[test]
fn keywords_name_fields() {
    let names: Vec<String> = object(&parse(GOOD[4]), "T").fields.iter().map(|f| f.name.clone()).collect();
    assert_eq!(names[..6], ["table", "struct", "enum", "union", "namespace", "root_type"]);
}

#[test]
fn docs_stand_above() {
    let schema = parse(GOOD[1]);
    let table = object(&schema, "T");
    assert_eq!(table.docs, [" doc of T", " second"]);
    assert_eq!(table.fields[0].docs, [" doc of a"]);
    assert!(table.fields[1].docs.is_empty());
}

#[test]
fn integer_defaults() {
    let want = [-5, 31, i128::from(i64::MIN), -128, 7, 12, 7, 5].map(Default::Integer);
    assert_eq!(defaults(GOOD[5]), want);
}

#[test]
fn real_defaults() {
    assert_eq!(defaults(GOOD[6]), [2.72, 1e-3, 0.5, 5.0, 3.0, -2.5, 3.0, 2.5].map(Default::Real));
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    assert_eq!(defaults(GOOD[7]), [inf, -inf, nan, inf, inf, nan, nan].map(Default::Real));
    let functions = defaults(GOOD[8]);
    // Twelve decimals of each.
    assert_eq!(functions[..3], [1.055924197457, 180.0, 0.479425538604].map(Default::Real));
}

#[test]
fn booleans_and_null() {
    use Default::{Integer, Null};
    let want = [Integer(1), Integer(0), Integer(1), Integer(1), Null, Null, Null, Null];
    assert_eq!(defaults(GOOD[9]), want);
}

#[test]
fn strings_and_vectors_with_defaults() {
    let schema = parse(GOOD[10]);
    let fields = &object(&schema, "T").fields;
    let kinds: Vec<Default> = fields.iter().map(|f| f.default).collect();
    use Default::{Empty, Text};
    assert_eq!(kinds, [Empty, Text, Text, Text, Empty, Empty, Text]);
    assert_eq!(fields[2].default_text.as_deref(), Some("q\"Aé😀\n/"));
    assert_eq!(fields[3].default_text.as_deref(), Some("single \""));
}

#[test]
fn enums_and_defaults_by_name() {
    let schema = parse(GOOD[11]);
    let e = schema.enumeration(schema.find_enum("E").unwrap());
    let values: Vec<(&str, i128)> = e.values.iter().map(|v| (v.name.as_str(), v.number)).collect();
    assert_eq!((e.scalar, values), (Scalar::I8, vec![("A", 0), ("B", 5), ("C", 6)]));
    use Default::{Integer, Null, Reference};
    assert_eq!(
        defaults(GOOD[11]),
        [Integer(0), Integer(5), Integer(6), Integer(5), Null, Reference, Integer(5)]
    );
    assert_eq!(object(&schema, "T").fields[5].ty, Type::Vector(Element::Enum(Scalar::I8, EnumId(0))));
}

#[test]
fn flags_combine() {
    let schema = parse(GOOD[12]);
    assert!(schema.enums[0].bit_flags);
    assert_eq!(schema.enums[0].values.iter().map(|v| v.number).collect::<Vec<_>>(), [1, 2, 128]);
    assert_eq!(defaults(GOOD[12]), [0, 129, 99, 2, 3].map(Default::Integer));
    assert_eq!(parse(GOOD[13]).enums[0].values[1].number, 1 << 63);
}

#[test]
fn enums_are_sorted_and_an_empty_one_has_none() {
    let names = |schema: &Schema, at: usize| {
        schema.enums[at].values.iter().map(|v| v.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&parse(GOOD[14]), 1), ["X", "Y", "Z"]);
    let schema = parse(GOOD[15]);
    assert_eq!(names(&schema, 0), ["NONE"]);
    assert_eq!(schema.enums[1].scalar, Scalar::I32);
}

#[test]
fn unions_bring_hidden_tags() {
    let schema = parse(GOOD[17]);
    let table = object(&schema, "T");
    let names: Vec<&str> = table.fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["u_type", "u", "v_type", "v", "w_type", "w"]);
    let tag = Element::UnionTag(Scalar::U8, EnumId(0));
    assert_eq!((table.fields[0].ty, table.fields[0].union_tag_of), (Type::Single(tag), Some(1)));
    assert_eq!((table.fields[2].ty, table.fields[2].union_tag_of), (Type::Vector(tag), Some(3)));
    assert_eq!(table.fields[3].ty, Type::Vector(Element::Union(EnumId(0))));
}

#[test]
fn union_members_are_tables_structs_and_strings() {
    let schema = parse(GOOD[18]);
    let members: Vec<_> =
        schema.enums[0].values.iter().map(|v| (v.name.as_str(), v.number, v.member)).collect();
    let (table, strukt) = (schema.find_object("A").unwrap(), schema.find_object("S").unwrap());
    let want = [
        ("NONE", 0, None),
        ("a", 1, Some(Element::Table(table))),
        ("s", 2, Some(Element::Struct(strukt))),
        ("t", 3, Some(Element::String)),
        ("b", 4, Some(Element::Table(table))),
    ];
    assert_eq!(members, want);
    let wide = parse(GOOD[19]);
    assert_eq!(wide.enums[0].scalar, Scalar::I32);
    assert_eq!(wide.enums[0].values.iter().map(|v| v.number).collect::<Vec<_>>(), [-3, 0, 500]);
    let names: Vec<String> = parse(GOOD[20]).enums[0].values.iter().map(|v| v.name.clone()).collect();
    assert_eq!(names, ["NONE", "n_A", "other", "n_B"]);
}

#[test]
fn structs_are_laid_out() {
    let schema = parse(GOOD[21]);
    let s = object(&schema, "S");
    assert_eq!(s.fields.iter().map(|f| f.offset).collect::<Vec<_>>(), [0, 4, 8, 16, 24]);
    assert_eq!((s.min_align, s.byte_size), (8, 32));
    assert_eq!((object(&schema, "P").byte_size, object(&schema, "P").fields[1].offset), (40, 32));
    let arrays = parse(GOOD[22]);
    assert_eq!(object(&arrays, "S").byte_size, 20);
    assert_eq!(object(&arrays, "S").fields[1].ty, Type::Array(Element::Scalar(Scalar::U8), 5));
    assert_eq!(object(&arrays, "R").byte_size, 4 + 80 + 4);
    let forced = parse(GOOD[23]);
    assert_eq!((object(&forced, "S").min_align, object(&forced, "S").byte_size), (16, 16));
    assert_eq!((object(&forced, "R").min_align, object(&forced, "R").byte_size), (16, 32));
}

#[test]
fn attributes_with_meaning() {
    let schema = parse(GOOD[25]);
    let fields = &object(&schema, "T").fields;
    assert_eq!((fields[0].force_align, fields[1].nested), (Some(32), Some(ObjectId(0))));
    assert!(fields[3].required && fields[4].required && !fields[5].required);
    let wide = parse(GOOD[26]);
    let fields = &object(&wide, "T").fields;
    assert_eq!(fields[0].ty, Type::Vector64(Element::Scalar(Scalar::I32)));
    assert!(fields.iter().all(|f| f.offset64));
    assert_eq!(fields[2].ty, Type::Vector(Element::Scalar(Scalar::I64)));
    let keys = parse(GOOD[27]);
    assert!(object(&keys, "T").fields[0].key && object(&keys, "T").fields[0].required);
    assert!(object(&keys, "R").fields[0].deprecated && !object(&keys, "R").fields[0].required);
}

#[test]
fn ids_order_slots() {
    let schema = parse(GOOD[28]);
    let slots: Vec<(&str, u16)> =
        object(&schema, "T").fields.iter().map(|f| (f.name.as_str(), f.id)).collect();
    assert_eq!(slots, [("b", 0), ("c", 1), ("a", 2)]);
    let schema = parse(GOOD[29]);
    let names: Vec<&str> = object(&schema, "T").fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["u_type", "u", "x", "v_type", "v"]);
    assert_eq!(object(&schema, "T").fields[3].union_tag_of, Some(4));
}

#[test]
fn user_attributes_keep_their_values() {
    let schema = parse(GOOD[31]);
    assert_eq!(schema.attributes, ["quoted", "bare", "with space"]);
    let table = object(&schema, "T");
    assert_eq!(table.attributes[2], ("with space".into(), "-3".into()));
    assert_eq!(table.fields[0].attribute("quoted"), Some("a\"b"));
}

#[test]
fn names_are_looked_up_from_the_inside_out() {
    let schema = parse(GOOD[33]);
    let deep = schema.find_object("a.b.c.T").unwrap();
    for (table, fields) in [("a.b.U", 2), ("V", 1), ("a.b.c.d.W", 1)] {
        for field in &object(&schema, table).fields[..fields] {
            assert_eq!(field.ty, Type::Single(Element::Table(deep)), "{table}.{}", field.name);
        }
    }
    let names: Vec<&str> = schema.objects.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["a.b.c.T", "a.b.U", "V", "a.b.c.d.W"]);
    // A name that nothing has yet is the next declaration of that name, in whichever namespace.
    let odd = parse(GOOD[35]);
    assert_eq!(
        object(&odd, "a.T").fields[0].ty,
        Type::Single(Element::Table(odd.find_object("b.Odd").unwrap()))
    );
}

#[test]
fn root_identifier_extension_services() {
    let schema = parse(GOOD[36]);
    assert_eq!(schema.root_object().unwrap().name, "T");
    assert_eq!(schema.file_identifier.as_deref(), Some("ABCD"));
    assert_eq!(schema.file_extension.as_deref(), Some("bin"));
    assert_eq!(parse(GOOD[37]).root_object().unwrap().name, "a.b.U");
    assert_eq!(parse(GOOD[38]).services, ["S"]);
}

#[test]
fn includes_come_through_the_resolver_once() {
    let mut asked = Vec::new();
    let mut resolver = |path: &str| {
        asked.push(path.to_string());
        Some(
            match path {
                "dir/a.fbs" => "include \"sub/b.fbs\"; include \"main.fbs\"; namespace x; table A { b: B; m: y.M; }",
                "dir/sub/b.fbs" => "include \"../a.fbs\"; attribute note; namespace x; table B {} root_type B; file_identifier \"BBBB\";",
                "common.fbs" => "enum Shared : int { S }",
                _ => return None,
            }
            .to_string(),
        )
    };
    let text = "include \"a.fbs\"; include \"common.fbs\"; include \"./a.fbs\"; namespace y; table M { a: x.A (note); s: Shared; }";
    let schema = Schema::parse_with("dir/main.fbs", text, &mut resolver).unwrap();
    let names: Vec<&str> = schema.objects.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["x.B", "x.A", "y.M"]);
    assert_eq!((schema.root, &schema.file_identifier), (None, &None));
    assert_eq!(asked, ["dir/a.fbs", "dir/sub/b.fbs", "dir/common.fbs", "common.fbs"]);

    let missing = Schema::parse("  include \"gone.fbs\";\ntable T {}").unwrap_err();
    assert_eq!(missing.to_string(), "1:11: the included file `gone.fbs` is not there");
    let mut broken = |path: &str| (path == "x.fbs").then(|| "table T { a: 5; }".to_string());
    let inner = Schema::parse_with("m.fbs", "include \"x.fbs\"; table U {}", &mut broken).unwrap_err();
    assert_eq!(inner.to_string(), "1:14: a type was expected, found `5` in file x.fbs");
}

#[test]
fn includes_without_end_are_refused() {
    let mut count = 0;
    let mut resolver = |_: &str| {
        count += 1;
        Some(format!("include \"f{count}.fbs\";"))
    };
    let error = Schema::parse_with("m.fbs", "include \"f.fbs\";", &mut resolver).unwrap_err();
    assert!(error.to_string().contains("more than 1000 files"), "{error}");
}

#[test]
fn declarations_have_places_which_do_not_count_in_comparisons() {
    let text =
        "table  Tu { a: int;\n /* x\n ü*/ b : string (required);\n}\nenum E : byte { A, B }\nroot_type Tu;";
    let schema = Schema::parse_with("s.fbs", text, &mut |_| None).unwrap();
    let at = |declared: outlast_flatbuffers::schema::Declared| {
        let (start, end) = (declared.start as usize, declared.end as usize);
        (declared.line, declared.column, text.get(start..end).unwrap().to_string())
    };
    let table = &schema.objects[0];
    assert_eq!(at(table.declared), (1, 8, "Tu".to_string()));
    assert_eq!(at(table.fields[0].declared), (1, 13, "a: int;".to_string()));
    assert_eq!(at(table.fields[1].declared), (3, 6, "b : string (required);".to_string()));
    assert_eq!(at(schema.enums[0].values[1].declared), (5, 20, "B".to_string()));
    assert_eq!(at(schema.origin.root), (6, 11, "Tu".to_string()));
    assert_eq!(schema.origin.files, ["s.fbs"]);
    assert_eq!(schema, Schema::parse(&text.replace('\n', "\n\n")).unwrap());
}
