//! The language of schemas: what is read, how it is written, and what is refused where.

use outlast_opset::history;
use outlast_opset::schema::{Alias, Declaration, MAX_DEPTH, MAX_PARTS, Schema, Spelling, Value};
use outlast_opset::types::Type;
use outlast_testkit::corpus::figures;

fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_model_has_what_the_text_says() {
    let schema = parse("aten::f.out(Tensor(a! -> b|*) x, int[2]? s=1, *, str m=\"a\\n\", Tensor(c)[](d!) out, ...) -> (Tensor y, ...)".replace("=1", "").replace("=\"a\\n\"", "").as_str());
    assert_eq!((schema.name.name.as_str(), schema.name.overload.as_str()), ("aten::f", "out"));
    assert_eq!((schema.name.namespace(), schema.name.is_reserved()), (Some("aten"), false));
    assert_eq!((schema.vararg, schema.varret, schema.first_out()), (true, true, 3));
    let [x, s, m, out] = &schema.arguments[..] else { panic!("{schema}") };
    let sets = |sets: &[&str]| sets.iter().map(ToString::to_string).collect::<Vec<_>>();
    let alias = Alias { write: true, before: sets(&["a"]), after: sets(&["*", "b"]), contained: None };
    assert_eq!(x.alias, Some(alias));
    assert_eq!((&s.ty, s.size, s.kwarg_only), (&Type::optional(Type::list(Type::Int)), Some(2), false));
    assert_eq!((&m.ty, m.kwarg_only, m.is_out()), (&Type::Str, true, false));
    let alias = out.alias.clone().unwrap();
    assert_eq!(
        (alias.write, alias.before, alias.contained.unwrap().before, out.is_out()),
        (true, sets(&["d"]), sets(&["c"]), true)
    );
    assert_eq!(schema.returns[0].name, "y");
}

/// What PyTorch 2.15.0 prints for these (`torch._C.parse_schema`), in both columns where it is the same.
const PRINTED: [(&str, &str); 23] = [
    ("a::f(Tensor(a)[] x) -> Tensor(a)[]", "a::f(Tensor(a)[] x) -> Tensor(a)[]"),
    ("a::f(Tensor(a)[](b) x) -> (Tensor(a)[](b))", "a::f(Tensor(a)[](b) x) -> Tensor(a)[](b)"),
    ("a::f(Tensor(a!)? x) -> ((Tensor, int)[])", "a::f(Tensor(a!)? x) -> ((Tensor, int)[])"),
    ("a::f(Tensor x) -> ((Tensor, int) y, int z)", "a::f(Tensor x) -> ((Tensor, int) y, int z)"),
    ("a::f(int[2]? x=1) -> ()", "a::f(int[2]? x=1) -> ()"),
    ("a::f(Union(int, float, complex) x) -> ()", "a::f(Union(Scalar) x) -> ()"),
    ("a::f(Union(int, str, Tensor, float, complex) x) -> ()", "a::f(Union(Tensor, str, Scalar) x) -> ()"),
    ("a::f(Scalar? x, Union(int, None) y, int?? z) -> ()", "a::f(Scalar? x, int? y, int? z) -> ()"),
    (
        "a::f(Dict(str, ScalarType) x, Future(SymInt[]) y, Await(t) z, RRef(Any) w) -> ...",
        "a::f(Dict(str, int) x, Future(int[]) y, Await(t) z, RRef(Any) w) -> ...",
    ),
    ("a::f(...) -> (int, ...)", "a::f(...) -> (int, ...)"),
    ("a::f(int a, *, int b, ...) -> (... )", "a::f(int a, *, int b, ...) -> ..."),
    ("a::f(int a, *, *, int b) -> ()", "a::f(int a, *, int b) -> ()"),
    ("a::f(*) -> ()", "a::f() -> ()"),
    (
        "a::f(ScalarType a=bfloat16, ScalarType? b=float, Layout c=strided, int e=Mean) -> ()",
        "a::f(ScalarType a=15, ScalarType? b=6, Layout c=0, int e=1) -> ()",
    ),
    (
        "a::f(int[2] x=3, SymInt[2] y=3, int[2] z=[3,4], int[1] w=5) -> ()",
        "a::f(int[2] x=3, SymInt[2] y=[3, 3], int[2] z=[3, 4], int[1] w=[5]) -> ()",
    ),
    (
        "a::f(bool[3] b=True, float[2] f=1) -> ()",
        "a::f(bool[3] b=[True, True, True], float[2] f=[1., 1.]) -> ()",
    ),
    ("a::f(None a, NoneType b) -> None", "a::f(NoneType a, NoneType b) -> NoneType"),
    (
        "a::f(int x=1.5, Scalar y=1e-5, float z=3, float w=-1e3) -> ()",
        "a::f(int x=1.5, Scalar y=1.0000000000000001e-05, float z=3., float w=-1000.) -> ()",
    ),
    ("a::f (int x)->int # comment", "a::f(int x) -> int"),
    ("a :: f . g(int from) -> int extra", "a::f.g(int from) -> int extra"),
    ("a::f(Tensor[2](a!) x, Tensor(b)[2](a!)? y) -> ()", "a::f(Tensor[2](a!) x, Tensor(b)[2](a!)? y) -> ()"),
    (
        "a::f(a.b x, Tensor? y=1, Union(int, str)? z=None) -> ()",
        "a::f(a.b x, Tensor? y=1, Union(int, str)? z=None) -> ()",
    ),
    ("a::f((int, Tensor(a))? x, t? y, int(a) z) -> t(*)", "a::f((int, Tensor)? x, t? y, int(a) z) -> t(*)"),
];

#[test]
fn printed_as_pytorch_prints() {
    for (text, printed) in PRINTED {
        assert_eq!(parse(text).to_string(), printed);
        assert_eq!(parse(printed), parse(text), "{text}");
    }
}

/// What PyTorch prints in a form that it does not read again, or refuses though the meaning is plain.
#[test]
fn read_here_and_not_by_pytorch() {
    for (text, printed) in [
        ("a::f(Tensor(a)?[] x) -> ()", "a::f(Tensor(a)?[] x) -> ()"),
        ("a::f(Tensor(a)[][] x) -> ()", "a::f(Tensor(a)[][] x) -> ()"),
        ("a::f(Tensor! x, Tensor! y) -> ()", "a::f(Tensor! x, Tensor! y) -> ()"),
        (
            "a::f(complex x=0.+1.j, complex[] y=[1.5j], complex z=2) -> ()",
            "a::f(complex x=1.j, complex[] y=[1.5j], complex z=2.+0.j) -> ()",
        ),
        (
            "a::f(Device x=cuda:1, Device? y=\"cpu\") -> ()",
            "a::f(Device x=\"cuda:1\", Device? y=\"cpu\") -> ()",
        ),
        ("a::f(int[]? x=[1,2], Tensor[] y=None) -> ()", "a::f(int[]? x=[1, 2], Tensor[] y=None) -> ()"),
        ("a::f(float x=inf, float y=-inf) -> ()", "a::f(float x=inf, float y=-inf) -> ()"),
        (
            "a::f(str x='\\r\\040\\377', str y=\"\"\"a\"b\"\"\") -> ()",
            "a::f(str x=\"\\r \\377\", str y=\"a\\\"b\") -> ()",
        ),
        ("a::f(Any x=None) -> SymBool", "a::f(Any x=None) -> SymBool"),
        ("a::f.default(int a) -> ()", "a::f.default(int a) -> ()"),
    ] {
        assert_eq!(parse(text).to_string(), printed);
        assert_eq!(parse(printed), parse(text), "{text}");
    }
    assert!(parse("a::f.__x(int a) -> ()").name.is_reserved());
}

#[test]
fn faults_are_what_pytorch_refuses_to_register() {
    assert_eq!(parse("a::f.default(int a) -> ()").faults(), ["`default` is not a name for an overload"]);
    let after = parse("a::f(int a=1, int b, int[] c, *, int d) -> Dict(t, Dict(None, int))").faults();
    let expected = [
        "`int b` has no default, and `a` before it has one",
        "`t` is not a type for the keys of a dictionary",
        "`NoneType` is not a type for the keys of a dictionary",
    ];
    assert_eq!(after, expected);
    let mut count = 0;
    for entry in history::torch().entries() {
        assert_eq!(entry.schema().unwrap().faults(), [""; 0], "{}", entry.text());
        count += 1;
    }
    figures(count, 6925);
}

#[test]
fn numbers_are_printed_as_c_prints_them() {
    let shown = |text: &str| {
        parse(&format!("a::f(float x={text}) -> ()")).arguments[0].default.clone().unwrap().to_string()
    };
    for (text, printed) in [
        ("0", "0."),
        ("-0.", "-0."),
        ("9999999999", "9999999999."),
        ("1e10", "10000000000"),
        ("1e17", "1e+17"),
        ("1.5e300", "1.5000000000000001e+300"),
        ("123456789012.5", "123456789012.5"),
        ("0.1", "0.10000000000000001"),
        ("0.0001", "0.0001"),
        ("0.00001", "1.0000000000000001e-05"),
        ("1e-8", "1e-08"),
        ("0.33333333333333331", "0.33333333333333331"),
    ] {
        assert_eq!(shown(text), printed);
    }
}

#[test]
fn spellings_of_every_age_are_the_same_schema() {
    let newest = "a::f(str m=\" \", ScalarType? d=None, int[2] s=1, SymInt n=0) -> NoneType";
    let schema = parse(newest);
    let int = parse(&newest.replace("ScalarType?", "int?"));
    for (spelling, text) in [
        (Spelling::V1_3, "a::f(str m='\\040', int? d=None, int[2] s=[1, 1], SymInt n=0) -> (None)"),
        (Spelling::V1_4, "a::f(str m=\" \", int? d=None, int[2] s=[1, 1], SymInt n=0) -> (None)"),
        (Spelling::V1_9, "a::f(str m=\" \", int? d=None, int[2] s=[1, 1], SymInt n=0) -> (NoneType)"),
    ] {
        assert_eq!(schema.spelled(spelling).to_string(), text);
        assert_eq!(parse(text), int);
        assert_ne!(parse(text), schema);
    }
    assert_eq!(schema.spelled(Spelling::Newest).to_string(), newest);
    let of = [(1, 3), (1, 4), (1, 8), (1, 9), (1, 12), (1, 13), (2, 15)]
        .map(|(major, minor)| Spelling::of(history::Release::new(major, minor, 0)));
    use Spelling::{Newest, V1_3, V1_4, V1_9};
    assert_eq!(of, [V1_3, V1_4, V1_4, V1_9, V1_9, Newest, Newest]);
}

#[test]
fn a_declaration_may_be_a_name() {
    let Declaration::Name(name) = Declaration::parse("aten::add.Tensor").unwrap() else { panic!("a schema") };
    assert_eq!((name.name.as_str(), name.overload.as_str()), ("aten::add", "Tensor"));
    assert!(matches!(Declaration::parse("f() -> ()"), Ok(Declaration::Schema(_))));
    let error = Schema::parse("aten::add.Tensor").unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:17: `(` expected behind `aten::add.Tensor`, the end found: this is a name without a schema"
    );
}

#[test]
fn errors_say_what_and_where() {
    let errors = [
        ("", "1:1: the name of an operator expected, the end found"),
        ("a:b() -> ()", "1:3: `::` expected, `b` found"),
        ("a::f(int a,) -> ()", "1:12: a type expected, `)` found"),
        ("a::f(int) -> ()", "1:9: the name of an argument expected, `)` found"),
        ("a::f(int a int b) -> ()", "1:12: `,` or `)` expected, `int` found"),
        ("a::f(int a)", "1:12: `->` expected, the end found"),
        ("a::f(int a) -> int,", "1:19: the end of the schema expected, `,` found"),
        ("a::f(..., int a) -> ()", "1:11: `)` behind `...` expected, `int` found"),
        (
            "a::f(int a=1, ...) -> ()",
            "1:6: an argument with a default: there are none in a schema with `...`",
        ),
        ("a::f(\n  Foo x) -> ()", "2:3: `Foo` is not a type"),
        ("a::f(int[x] a) -> ()", "1:10: `]` or the length of the list expected, `x` found"),
        ("a::f(int[3][] a) -> ()", "1:12: the name of an argument expected, `[` found"),
        ("a::f(int[99999999999] a) -> ()", "1:10: `99999999999` is not a length of a list"),
        ("a::f(Dict(str) a) -> ()", "1:10: `Dict` has a key and a value type, 1 found"),
        ("a::f(NoneType? a) -> ()", "1:6: `NoneType?`: there is no optional `NoneType`"),
        ("a::f(__torch__ a) -> ()", "1:16: `.` and the name of a class expected, `a` found"),
        ("a::f(Tensor(a a) -> ()", "1:15: `)` behind alias sets expected, `a` found"),
        ("a::f(Tensor a=1) -> ()", "1:15: `None` expected, `1` found"),
        ("a::f(int a=9223372036854775808) -> ()", "1:12: `9223372036854775808` is not a number of 64 bits"),
        ("a::f(float a=1e400) -> ()", "1:14: `1e400` is not a number of 64 bits"),
        ("a::f(int a=foo) -> ()", "1:12: `foo` is not a default of an argument of type `int`"),
        ("a::f(int[] a=[1.5]) -> ()", "1:15: `1.5` is not a default for an element of type `int`"),
        ("a::f(int[] a=1) -> ()", "1:14: `[` or `None` expected, `1` found"),
        ("a::f(str a=\"b) -> ()", "1:12: the text that begins here has no closing `\"`"),
        (
            "a::f(str a=\"b\\x41\") -> ()",
            "1:14: `\\x` is not an escape: `\\n`, `\\\\` and the like, or three octal digits expected",
        ),
        ("a::f(int ä) -> ()", "1:10: `\\u{e4}` is not part of a schema"),
        ("a::f(int None) -> ()", "1:10: the name of an argument expected, `None` found"),
        ("a::if(int x) -> ()", "1:4: the name of an operator expected, `if` found"),
        ("a::f(Device x=bool) -> ()", "1:15: `bool` is not a default of an argument of type `Device`"),
        ("a::f(t x=1) -> ()", "1:10: `None` as the default of `t` expected, `1` found"),
    ];
    for (text, message) in errors {
        let error = Schema::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.code().to_string(), "OL0109");
        assert!(error.place().span.end_byte() <= text.len() as u64, "{text}");
    }
    assert!(Schema::parse("a::f(Foo x) -> ()").unwrap_err().help().unwrap().contains("__torch__"));
    figures(errors.len(), 30);
}

#[test]
fn places_are_those_of_the_text() {
    let text = " a::f.x ( int[2]  a = 1 ,*, Tensor(a!) b ) -> ( Tensor(a!) c , int )";
    let (_, places) = Schema::parse_with_places(text).unwrap();
    let of =
        |places: &[std::ops::Range<usize>]| places.iter().map(|at| &text[at.clone()]).collect::<Vec<_>>();
    assert_eq!(&text[places.name.clone()], "a::f.x");
    assert_eq!(of(&places.arguments), ["int[2]  a = 1", "Tensor(a!) b"]);
    assert_eq!(of(&places.returns), ["Tensor(a!) c", "int"]);
}

#[test]
fn limits() {
    let nested = |count: usize| format!("a::f({}int{} x) -> ()", "(".repeat(count), ")".repeat(count));
    assert!(Schema::parse(&nested(MAX_DEPTH - 1)).is_ok());
    for text in [
        nested(MAX_DEPTH),
        nested(100_000),
        format!("a::f(int{} x) -> ()", "[]".repeat(MAX_DEPTH)),
        format!("a::f({} x) -> ()", "Dict(int, ".repeat(100_000)),
    ] {
        assert_eq!(Schema::parse(&text).unwrap_err().code(), outlast_core::LIMIT);
    }
    assert!(Schema::parse(&format!("a::f(int{} x) -> ()", "?".repeat(100_000))).is_ok());
    let union = |count: usize| {
        let classes: Vec<String> = (0..count).map(|at| format!("__torch__.torch.classes.a.C{at}")).collect();
        format!("a::f(Union({}) x) -> ()", classes.join(", "))
    };
    assert!(Schema::parse(&union(MAX_PARTS - 1)).is_ok());
    assert_eq!(Schema::parse(&union(MAX_PARTS)).unwrap_err().code(), outlast_core::LIMIT);
    // A default that stands for a list costs what its text justifies.
    assert_eq!(Schema::parse("a::f(int[2000000000] x=1) -> ()").unwrap_err().code(), outlast_core::LIMIT);
    assert!(Schema::parse("a::f(int[2000000000] x) -> ()").is_ok());
    assert_eq!(
        parse("a::f(int[64] x=1) -> ()").arguments[0].default,
        Some(Value::List(vec![Value::Int(1); 64]))
    );
}
