//! Texts that are parsed, and what is wrong with others.

use outlast_core::ErrorKind;
use outlast_mlir::parse::{ParseOptions, parse, schemas};
use outlast_mlir::print::{PrintOptions, Source, print};
use outlast_mlir::schema::release;
use outlast_mlir::{Module, OpId};

fn options(version: u64) -> ParseOptions {
    ParseOptions { version, producer: "MLIR22.1.8".to_owned(), release: release("mlir-22") }
}

/// The text of a text, through bytecode.
fn again(text: &str, options: &ParseOptions, debug_info: bool) -> String {
    printed(text, options, PrintOptions { debug_info, ..PrintOptions::default() })
}

fn printed(text: &str, options: &ParseOptions, print_options: PrintOptions) -> String {
    let module = parse(text, options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let bytes = module.canonical(&schemas(&module.tables, options)).unwrap().concat();
    let plain = module.encode().concat();
    assert_eq!(Module::read(&plain).unwrap().ir.len(), module.ir.len());
    let module = Module::read(&bytes).unwrap();
    let source = Source {
        version: options.version,
        producer: options.producer.as_bytes(),
        tables: &module.tables,
        ir: &module.ir,
        schemas: &schemas(&module.tables, options),
    };
    let mut out = Vec::new();
    print(&source, &print_options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn same(text: &str) {
    for version in [0, 4, 6] {
        let found = again(text, &ParseOptions { release: None, ..options(version) }, text.contains("loc("));
        assert_eq!(found, format!("{text}\n\n"), "version {version}");
    }
}

/// The same in local scope: without aliases.
#[track_caller]
fn same_locally(text: &str) {
    for version in [0, 4, 6] {
        let style = PrintOptions { local_scope: true, ..PrintOptions::default() };
        let found = printed(text, &ParseOptions { release: None, ..options(version) }, style);
        assert_eq!(found, format!("{text}\n"), "version {version}");
    }
}

/// An attribute comes back as it is.
#[track_caller]
fn attr(text: &str) {
    same_locally(&format!("\"d.op\"() {{a = {text}}} : () -> ()"));
}

/// A type comes back as it is.
#[track_caller]
fn ty(text: &str) {
    attr(text);
    same_locally(&format!("\"d.op\"() ({{\n^bb0(%arg0: {text}):\n}}) : () -> ()"));
}

/// What is said of a text that cannot be parsed.
fn error(text: &str) -> String {
    parse(text, &ParseOptions::default()).unwrap_err().to_string()
}

#[test]
fn operations() {
    same("\"builtin.module\"() ({\n^bb0:\n}) : () -> ()");
    same(
        "\"builtin.module\"() ({\n  %0:2 = \"d.a\"(%1) : (i32) -> (i32, f32)\n  %1 = \"d.b\"(%0#1, %0#0) ({\n  ^bb0(%arg0: i32):\n    \"d.c\"(%arg0, %1)[^bb1, ^bb2] : (i32, i32) -> ()\n  ^bb1:  // pred: ^bb0\n    \"d.e\"() : () -> ()\n  ^bb2:  // pred: ^bb0\n    \"d.e\"() : () -> ()\n  }, {\n  }) {x} : (f32, i32) -> i32\n}) : () -> ()",
    );
    same("\"d.op\"() : () -> ()");
    same("\"op\"() {\"a b\" = 1 : i64, c} : () -> ()");
}

#[test]
fn attributes() {
    for text in [
        "[]",
        "[1, -2, 3 : i8, 1.000000e+00, 1.000000e+00 : f32]",
        "{b = [{}], c}",
        "true",
        "false",
        "340282366920938463463374607431768211455 : i256",
        "-170141183460469231731687303715884105728 : i128",
        "0 : i128",
        "-1 : si8",
        "255 : ui8",
        "0 : i0",
        "7 : index",
        "0x7FC00000 : f32",
        "-0.000000e+00 : f64",
        "\"a\\0A\\22\\\\\"",
        "\"s\" : i32",
        "@a",
        "@a::@\"b c\"::@d",
        "i32",
        "(i32, f32) -> ()",
        "() -> ((i32) -> i32)",
        "affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 floordiv 3 - 1, -d0)>",
        "affine_map<() -> ()>",
        "affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>",
        "strided<[1, ?], offset: 3>",
        "strided<[]>",
        "array<i32>",
        "array<i32: 1, -2>",
        "array<i1: true, false>",
        "array<f32: 1.000000e+00>",
        "dense<1> : tensor<2xi32>",
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
        "dense<> : tensor<0xf32>",
        "dense<true> : tensor<4xi1>",
        "dense<[true, false, true]> : vector<3xi1>",
        "dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-1.000000e+00)]> : tensor<2xcomplex<f32>>",
        "dense<[\"a\", \"b\"]> : tensor<2x!d.string>",
        "dense<\"a\"> : tensor<2x!d.string>",
        "dense<[-8, 7]> : tensor<2xi4>",
        "dense<0x7F800000> : tensor<f32>",
        "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
        "sparse<> : tensor<3x4xi32>",
        "#d.a",
        "#d.a<b -> c, \"<\", [1] >= 2>",
        "#d<\"text\">",
        "#d.a<1> : i32",
        "[\"x\", unit, none]",
        "f8E4M3FN",
        "1.500000e+00 : f8E5M2",
    ] {
        attr(text);
    }
}

#[test]
fn types() {
    for text in [
        "i1",
        "si4",
        "ui64",
        "index",
        "none",
        "bf16",
        "f16",
        "f80",
        "f128",
        "tf32",
        "f4E2M1FN",
        "complex<f32>",
        "tuple<>",
        "tuple<i32, tuple<f32>>",
        "vector<f32>",
        "vector<2x[4]xf32>",
        "tensor<f32>",
        "tensor<?x0x3xf32>",
        "tensor<*xf32>",
        "tensor<2xf32, #d.e<x>>",
        "tensor<2xf32, \"e\">",
        "memref<f32>",
        "memref<?x3xf32>",
        "memref<*xf32>",
        "memref<*xf32, 1>",
        "memref<2xf32, 1>",
        "memref<2xf32, strided<[?], offset: ?>, 3>",
        "memref<2x3xf32, strided<[1, 2]>, #d.space<a>>",
        "!d.t",
        "!d.t<[i32, \"]\"]>",
        "!d<\"x\">",
    ] {
        ty(text);
    }
    same("#map = affine_map<(d0) -> (d0 * 2)>\n\"d.op\"() {a = memref<2xf32, #map>} : () -> ()");
}

#[test]
fn locations() {
    for text in [
        "unknown",
        "\"f\":1:2",
        "\"f\":1:2 to :5",
        "\"f\":1:2 to 3:4",
        "\"n\"",
        "callsite(\"n\" at \"f\":1:2)",
        "fused[\"a\", \"b\"]",
        "fused<#d.m>[\"a\"]",
        "\"n\"(\"f\":1:2)",
    ] {
        let found = again(&format!("\"d.op\"() : () -> () loc({text})"), &options(4), true);
        let local = parse(&found, &options(4)).unwrap();
        assert!(local.ir.location(OpId(0)).index() < local.tables.attrs.len());
        assert!(found.contains(&format!("loc({text})")) || found.contains("#loc"), "{found}");
    }
    same(
        "#loc1 = loc(\"f\":1:2)\n\"d.op\"() ({\n^bb0(%arg0: i32 loc(\"f\":1:2)):\n  \"d.x\"() : () -> () loc(#loc1)\n}) : () -> () loc(#loc)\n#loc = loc(\"g\":1:2)",
    );
}

#[test]
fn equal_is_one_and_distinct_is_not() {
    let module = |text: &str| parse(text, &options(4)).unwrap();
    let equal =
        module("\"d.op\"() {a = [1 : i32], b = [1 : i32], c = dense<[2, 2]> : tensor<2xi8>} : () -> ()");
    let twice = module("\"d.op\"() {a = [1 : i32], c = dense<2> : tensor<2xi8>} : () -> ()");
    // One more name.
    assert_eq!(equal.tables.attrs.len(), twice.tables.attrs.len() + 1);
    attr("[distinct[0]<\"x\">, distinct[1]<\"x\">, distinct[2]<>]");
    let text = "\"d.op\"() {a = [#d.a<distinct[0]<>>, #d.a<distinct[1]<>>, #d.a<distinct[0]<>>]} : () -> ()";
    let found = module(text);
    let texts: Vec<_> =
        found.tables.attrs.iter().filter_map(|entry| entry.text().map(<[u8]>::to_vec)).collect();
    assert_eq!(texts, [b"#d.a<distinct[0]<>>"; 2]);
}

#[test]
fn aliases_in_texts() {
    let text = "#a = #llvm.di_file<\"x\" in \"y\">\n#m = affine_map<(i) -> (i)>\n!t = tuple<i8>\n#l = loc(\"f\":1:2)\n\
                \"d.op\"() {a = #llvm.x<file = #a, scope = #a, #m, !t, \"#a\", loc(callsite(#l at #l))>} : () -> ()";
    let module = parse(text, &options(4)).unwrap();
    let expected = "#llvm.x<file = <\"x\" in \"y\">, scope = #llvm.di_file<\"x\" in \"y\">, affine_map<(i) -> (i)>, tuple<i8>, \"#a\", \
                    loc(callsite(\"f\":1:2 at \"f\":1:2))>";
    assert!(module.tables.attrs.iter().any(|entry| entry.text() == Some(expected.as_bytes())));
}

#[test]
fn resources() {
    same(
        "\"d.op\"() {a = dense_resource<k> : tensor<1xi32>} : () -> ()\n\n{-#\n  dialect_resources: {\n    builtin: {\n      k: \"0x0400000001000000\"\n    }\n  },\n  external_resources: {\n    owner: {\n      a: true,\n      b: \"text\"\n    }\n  }\n#-}",
    );
}

#[test]
fn properties() {
    let text =
        "\"arith.addi\"(%0, %0) <{overflowFlags = #arith.overflow<nsw>}> {x = 1 : i8} : (i32, i32) -> i32";
    let text =
        format!("\"builtin.module\"() ({{\n  %0 = \"d.op\"() : () -> i32\n  %1 = {text}\n}}) : () -> ()");
    for version in [5, 6] {
        assert_eq!(again(&text, &options(version), false), format!("{text}\n\n"));
    }
    // Without a release, and before version 5, they are attributes.
    let plain =
        text.replace("<{overflowFlags = #arith.overflow<nsw>}> {", "{overflowFlags = #arith.overflow<nsw>, ");
    assert_eq!(again(&text, &ParseOptions { release: None, ..options(6) }, false), format!("{plain}\n\n"));
    // Attributes of the dictionary become properties.
    assert_eq!(again(&plain, &options(6), false), format!("{text}\n\n"));
    let missing = parse("\"func.call\"() : () -> ()", &options(6)).unwrap_err();
    assert!(missing.to_string().contains("property `callee`: it is missing"), "{missing}");
}

#[test]
fn isolated_is_what_uses_nothing_from_outside() {
    let text = "\"builtin.module\"() ({\n  %0 = \"d.a\"() : () -> i32\n  \"d.b\"() ({\n    \"d.c\"() ({\n      \"d.use\"(%0) : (i32) -> ()\n    }) : () -> ()\n    \"d.c\"() ({\n      %1 = \"d.a\"() : () -> i32\n      \"d.use\"(%1) : (i32) -> ()\n    }) : () -> ()\n  }) : () -> ()\n}) : () -> ()";
    let module = parse(text, &options(4)).unwrap();
    let isolated: Vec<bool> = module.ir.ops().map(|op| module.ir.is_isolated(op)).collect();
    assert_eq!(isolated, [true, false, false, false, false, true, false, false]);
    same(text);
}

#[test]
fn orders_of_uses() {
    // What is used before it is defined is in another order than a reader would find.
    let text = "\"builtin.module\"() ({\n  \"d.use\"(%0) : (i32) -> ()\n  \"d.use\"(%0) : (i32) -> ()\n  %0 = \"d.a\"() : () -> i32\n}) : () -> ()";
    let module = parse(text, &options(4)).unwrap();
    let orders = module.ir.use_lists(OpId(3));
    assert_eq!((orders.len(), &orders[0].indices[..]), (1, &[1, 0][..]));
    assert!(parse(text, &options(2)).unwrap().ir.use_lists(OpId(3)).is_empty());
}

#[test]
fn several_operations_stand_in_a_module() {
    let module = parse("%0 = \"d.a\"() : () -> i32\n\"d.b\"(%0) : (i32) -> ()", &options(4)).unwrap();
    assert_eq!(module.tables.op_name(module.ir.name(OpId(0))), b"builtin.module");
    assert_eq!(module.ir.len(), 3);
}

#[test]
fn errors_say_where_and_what() {
    for (text, said) in [
        ("\"d.op\"(", "1:8: expected `%`, found the end of the text"),
        ("module {}", "1:1: expected the name of an operation in quotes, found `module`"),
        ("\"d.op\"() : () -> (i32", "1:22: expected `,` or `)`, found the end of the text"),
        ("\n  \"d.op\"(%a) : (i32) -> ()", "2:10: `%a` is used, but never defined"),
        ("\"d.op\"() {a = 256 : i8} : () -> ()", "1:15: `256` does not fit an integer of 8 bits"),
        ("\"d.op\"() {a = 1, a = 2} : () -> ()", "1:18: the attribute `a` occurs twice"),
        ("\"d.op\"() {a = #b} : () -> ()", "1:15: the alias `#b` is not defined"),
        (
            "\"d.op\"() {a = dense<[1, 2]> : tensor<3xi8>} : () -> ()",
            "1:21: expected elements of the shape [3]",
        ),
        (
            "\"d.op\"() {a = dense<[[1], 2]> : tensor<2xi8>} : () -> ()",
            "1:27: expected a list, found an element",
        ),
        ("\"d.op\"() {a = #d.x<(>} : () -> ()", "expected the bracket that closes"),
        ("\"d.op\"() ({\n\"d.t\"()[^bb1] : () -> ()\n}) : () -> ()", "the block `^bb1` is not defined"),
        ("\"d.op\"() {a = 1 : f32} : () -> ()", "expected a number with a point, found an integer"),
        ("\"d.op\"() {a = #outlast.opaque<\"d\", \"0x0305\">} : () -> ()", "these bytes may refer to tables"),
        (
            "\"d.op\"() <#outlast.opaque<\"properties\", \"0x03\">> : () -> ()",
            "these bytes may refer to tables",
        ),
        (
            "\"d.a\"() ({\n  %0 = \"d.b\"() : () -> i1\n}, {\n  \"d.c\"(%0) : (i1) -> ()\n}) : () -> ()",
            "`%0` is used, but",
        ),
        ("\"d.a\"() ({...}) : () -> ()", "regions that were left out"),
    ] {
        let found = error(text);
        assert!(found.contains(said), "{text}\n  {found}\n  {said}");
    }
    // A code without fields refers to nothing.
    let kept = parse("\"d.op\"() {a = #outlast.opaque<\"d\", \"0x03\">} : () -> ()", &options(4)).unwrap();
    assert!(kept.tables.attrs.iter().any(|entry| entry.custom && entry.bytes == [3]));
}

#[test]
fn depth_is_bounded() {
    let deep = |open: &str, close: &str, count: usize| {
        format!("\"d.op\"() {{a = {}1{}}} : () -> ()", open.repeat(count), close.repeat(count))
    };
    assert!(parse(&deep("[", "]", 200), &options(4)).is_ok());
    for (open, close) in [("[", "]"), ("{a = ", "}"), ("tuple<", ">"), ("(", ")"), ("dense<[", "]")] {
        assert!(parse(&deep(open, close, 300), &options(4)).is_err());
    }
    let nested = parse(&deep("[", "]", 300), &options(4)).unwrap_err();
    assert!(matches!(nested.kind(), ErrorKind::Limit { .. }), "{nested}");
    let expr = format!("affine_map<(d0) -> ({}d0)>", "(".repeat(300));
    assert!(parse(&format!("\"d.op\"() {{a = {expr}}} : () -> ()"), &options(4)).is_err());
    let long = format!("affine_map<(d0) -> (d0{})>", " + d0".repeat(50_000));
    assert!(parse(&format!("\"d.op\"() {{a = {long}}} : () -> ()"), &options(4)).is_ok());
    // Regions may be deeper than that.
    let regions = format!("{}{}", "\"d.a\"() ({".repeat(400), "}) : () -> ()".repeat(400));
    assert_eq!(parse(&regions, &options(4)).unwrap().ir.len(), 400);
    // Aliases that stand for more and more.
    let mut text = "#a0 = #d.a<\"some text that is not short\">\n".to_owned();
    for at in 1..60 {
        text += &format!("#a{at} = #d.a<#a{0}, #a{0}>\n", at - 1);
    }
    assert!(matches!(parse(&text, &options(4)).unwrap_err().kind(), ErrorKind::Limit { .. }));
}

/// Texts with something missing or exchanged: errors, no panics.
#[test]
fn damaged_texts() {
    let text = "#map = affine_map<(d0)[s0] -> (d0 + s0)>\n!t = tuple<i8>\n\"d.op\"() <{p = 1 : i8}> ({\n^bb0(%arg0: memref<2x?xf32, #map, 3>):\n  %0:2 = \"d.x\"(%arg0, %1#1)[^bb1] {a = dense<[[1, 2]]> : tensor<1x2xi4>, b = #d.y<\"x\", [#map]>, c = @a::@b, d = sparse<[[0]], [1.5]> : tensor<3xf16>} : (memref<2x?xf32, #map, 3>, !t) -> (i1, vector<[2]x3xi8>) loc(fused<#map>[\"a\", callsite(\"f\":1:2 at unknown)])\n  %1:2 = \"d.z\"() : () -> (i1, !t)\n^bb1:\n}) : () -> ()\n{-# dialect_resources: { builtin: { k: \"0x0400000001000000\" } } #-}";
    parse(text, &options(4)).unwrap();
    let options = options(6);
    for at in 0..text.len() {
        drop(parse(&text[..at], &options));
        drop(parse(&format!("{}{}", &text[..at], &text[at + 1..]), &options));
        for other in ["<", ">", "\"", "9", "%", "#", "0x", "-", "é", "\0"] {
            drop(parse(&format!("{}{other}{}", &text[..at], &text[at + 1..]), &options));
        }
    }
}
