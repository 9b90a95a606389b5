//! The two relations: every cell of a table that PyTorch 2.15 answered, and the changes of schemas between releases.

use std::collections::BTreeMap;

use outlast_opset::compat::{Answer, Mode, Part, any_overload, backward, codes, forward};
use outlast_opset::history::{self, Release};
use outlast_opset::schema::Schema;
use outlast_opset::schema::Spelling;
use outlast_testkit::corpus::figures;

/// A change, the old and the new schema, then backward and forward: what `is_backward_compatible_with` and `check_forward_compatible_with` of
/// PyTorch 2.15.0 answered (an IndexError is a no), and what the strict mode answers.
const CELLS: &str = "\
trailing default | a::f(Tensor x) -> Tensor | a::f(Tensor x, int y=1) -> Tensor | yy | yy\n\
kw-only default | a::f(Tensor x) -> Tensor | a::f(Tensor x, *, int y=1) -> Tensor | yy | yy\n\
list default | a::f(Tensor x) -> Tensor | a::f(Tensor x, int[] y=[1]) -> Tensor | yn | yn\n\
no default | a::f(Tensor x) -> Tensor | a::f(Tensor x, int y) -> Tensor | nn | nn\n\
insert in middle, as the RFC | a::f(Tensor x, int z=2) -> Tensor | a::f(Tensor x, int y=1, int z=2) -> Tensor | nn | nn\n\
default before out | a::f(Tensor x, *, Tensor(a!) out) -> Tensor(a!) | a::f(Tensor x, int y=1, *, Tensor(a!) out) -> Tensor(a!) | yy | yy\n\
remove trailing default | a::f(Tensor x, int y=1) -> Tensor | a::f(Tensor x) -> Tensor | ny | ny\n\
rename | a::f(Tensor x, int y) -> Tensor | a::f(Tensor x, int z) -> Tensor | nn | nn\n\
change default | a::f(Tensor x, int y=1) -> Tensor | a::f(Tensor x, int y=2) -> Tensor | nn | nn\n\
default of another type | a::f(Tensor x, Scalar y=1) -> Tensor | a::f(Tensor x, Scalar y=1.) -> Tensor | nn | nn\n\
drop default | a::f(Tensor x, int y=1) -> Tensor | a::f(Tensor x, int y) -> Tensor | nn | nn\n\
add default | a::f(Tensor x, int y) -> Tensor | a::f(Tensor x, int y=1) -> Tensor | yn | yn\n\
positional to kw-only | a::f(Tensor x, int y) -> Tensor | a::f(Tensor x, *, int y) -> Tensor | nn | nn\n\
kw-only to positional | a::f(Tensor x, *, int y) -> Tensor | a::f(Tensor x, int y) -> Tensor | yy | yn\n\
int to int? | a::f(int x) -> Tensor | a::f(int? x) -> Tensor | yn | yn\n\
Tensor to Tensor? | a::f(Tensor x) -> Tensor | a::f(Tensor? x) -> Tensor | yn | yn\n\
int to Scalar | a::f(int x) -> Tensor | a::f(Scalar x) -> Tensor | yn | yn\n\
int? to int | a::f(int? x=None) -> Tensor | a::f(int x) -> Tensor | nn | nn\n\
int to SymInt | a::f(int x) -> Tensor | a::f(SymInt x) -> Tensor | yy | yy\n\
int to ScalarType | a::f(int x) -> Tensor | a::f(ScalarType x) -> Tensor | yy | yy\n\
int[] to int[2] | a::f(int[] x) -> Tensor | a::f(int[2] x) -> Tensor | nn | nn\n\
int[1] to int[2] | a::f(int[1] x) -> Tensor | a::f(int[2] x) -> Tensor | nn | nn\n\
return T to T? | a::f(Tensor x) -> Tensor | a::f(Tensor x) -> Tensor? | ny | ny\n\
return T? to T | a::f(Tensor x) -> Tensor? | a::f(Tensor x) -> Tensor | yy | yn\n\
add return | a::f(Tensor x) -> Tensor | a::f(Tensor x) -> (Tensor, Tensor) | nn | nn\n\
rename overload | a::f.a(Tensor x) -> Tensor | a::f.b(Tensor x) -> Tensor | nn | nn\n\
vararg | a::f(Tensor x) -> Tensor | a::f(Tensor x, ...) -> Tensor | nn | nn\n\
varret | a::f(Tensor x) -> Tensor | a::f(Tensor x) -> (Tensor, ...) | nn | nn\n\
name a return | a::f(Tensor x) -> Tensor | a::f(Tensor x) -> Tensor y | ny | ny\n\
add alias | a::f(Tensor x) -> Tensor | a::f(Tensor(a) x) -> Tensor(a) | nn | nn\n\
add write | a::f(Tensor(a) x) -> Tensor(a) | a::f(Tensor(a!) x) -> Tensor(a!) | nn | nn\n\
rename alias set | a::f(Tensor(a!) x, Tensor(b) y) -> Tensor(a!) | a::f(Tensor(b!) x, Tensor(c) y) -> Tensor(b!) | nn | yy\n\
swap alias sets | a::f(Tensor(a) x, Tensor(b) y) -> Tensor(a) | a::f(Tensor(a) x, Tensor(b) y) -> Tensor(b) | ny | ny\n\
join alias sets | a::f(Tensor(a) x, Tensor(b) y) -> Tensor(a) | a::f(Tensor(a) x, Tensor(a) y) -> Tensor(a) | nn | nn\n\
alias of elements only | a::f(Tensor(a) x) -> Tensor[] | a::f(Tensor(a) x) -> Tensor(a)[] | ny | ny\n\
add out | a::f(Tensor x, *, Tensor(a!) out) -> Tensor(a!) | a::f(Tensor x, *, Tensor(a!) out, Tensor(b!) out2) -> Tensor(a!) | yn | nn\n\
first out | a::f(Tensor x) -> Tensor | a::f(Tensor x, *, Tensor(a!) out) -> Tensor | yn | nn\n\
remove out, default added | a::f(Tensor x, *, Tensor(a!) out, Tensor(b!) out2) -> Tensor(a!) | a::f(Tensor x, int y=1, *, Tensor(a!) out) -> Tensor(a!) | nn | nn\n\
rename out, argument removed | a::f(Tensor x, int y=1, *, Tensor(a!) out) -> Tensor(a!) | a::f(Tensor x, *, Tensor(a!) o) -> Tensor(a!) | nn | nn\n\
list is invariant | a::f(int[] x) -> Tensor | a::f(int?[] x) -> Tensor | nn | nn\n\
list of Scalar | a::f(int[] x) -> Tensor | a::f(Scalar[] x) -> Tensor | nn | nn\n\
bool is not a number | a::f(bool x) -> Tensor | a::f(Scalar x) -> Tensor | nn | nn\n\
tuples are covariant | a::f((int, Tensor) x) -> Tensor | a::f((Scalar, Tensor?) x) -> Tensor | yn | yn\n\
futures are covariant | a::f(Future(int) x) -> Tensor | a::f(Future(Scalar) x) -> Tensor | yn | yn\n\
references are invariant | a::f(RRef(int) x) -> Tensor | a::f(RRef(Scalar) x) -> Tensor | nn | nn\n\
dictionaries are invariant | a::f(Dict(str, int) x) -> Tensor | a::f(Dict(str, Scalar) x) -> Tensor | nn | nn\n\
union | a::f(int x) -> Tensor | a::f(Union(int, str) x) -> Tensor | yn | yn\n\
union grows | a::f(Union(int, str) x) -> Tensor | a::f(Union(int, str, Tensor) x) -> Tensor | yn | yn\n\
union and optional | a::f(int? x) -> Tensor | a::f(Union(int, str, None) x) -> Tensor | yn | yn\n\
union of numbers | a::f(Scalar x) -> Tensor | a::f(Union(int, float, complex) x) -> Tensor | yy | yy\n\
Any | a::f(Dict(str, t) x) -> Tensor | a::f(Any x) -> Tensor | yn | yn\n\
None | a::f(None x) -> Tensor | a::f(int? x) -> Tensor | yn | yn\n\
broadcast | a::f(int[2] x=1) -> Tensor | a::f(int[2] x=[1, 1]) -> Tensor | yy | yy";

fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

fn answer_text(answers: [&Answer; 2]) -> String {
    answers.map(|answer| if answer.is_compatible() { 'y' } else { 'n' }).iter().collect()
}

#[test]
fn cells_are_those_of_pytorch_and_four_are_corrected() {
    let (mut cells, mut corrected) = (0, Vec::new());
    for line in CELLS.lines() {
        let [name, old, new, pytorch, strict] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        let (old, new) = (parse(old), parse(new));
        for (mode, expected) in [(Mode::Pytorch, pytorch), (Mode::Strict, strict)] {
            let answers = [backward(&new, &old, mode), forward(&new, &old, mode)];
            assert_eq!(answer_text(answers.each_ref()), expected, "{name}, {mode:?}: {answers:?}");
            for reason in answers.iter().flat_map(|answer| &answer.reasons) {
                assert!(reason.info().is_some() && !reason.message.is_empty(), "{name}: {reason}");
            }
        }
        cells += 1;
        if pytorch != strict {
            corrected.push(name);
        }
    }
    assert_eq!(
        corrected,
        ["kw-only to positional", "return T? to T", "rename alias set", "add out", "first out"]
    );
    figures(cells, 53);
}

#[test]
fn reasons_say_which_change_it_is_and_where() {
    let old_text = "a::f(Tensor x, int y=1, *, int z, Tensor(a!) out) -> Tensor?";
    let new_text = "a::f(Tensor x, int[] w=[1], int y=1, *, int z, Tensor(a!) out) -> Tensor";
    let ((old, old_places), (new, new_places)) =
        (Schema::parse_with_places(old_text).unwrap(), Schema::parse_with_places(new_text).unwrap());
    let answer = backward(&new, &old, Mode::Strict);
    let shown: Vec<String> = answer.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "OL3505: argument 1: `int[] w=[1]` is at the position of `int y=1`",
            "OL3509: argument 1: `int` is not a subtype of `int[]`",
            "OL3510: argument 1: the default is `[1]`, and was `1`",
            "OL3505: argument 2: `int y=1` is at the position of `int z`",
            "OL3512: argument 3: `int z` is new and has no default",
        ]
    );
    let first = answer.reasons.first().unwrap().part;
    assert_eq!(first, Part::Argument { old: Some(1), new: Some(1) });
    assert_eq!(new_text.get(first.in_new(&new_places).unwrap()), Some("int[] w=[1]"));
    assert_eq!(old_text.get(first.in_old(&old_places).unwrap()), Some("int y=1"));
    let answer = forward(&new, &old, Mode::Strict);
    let last = answer.reasons.first().unwrap();
    assert_eq!((last.code, last.part), (codes::RETURN_TYPE, Part::Return(0)));
    assert_eq!(new_text.get(last.part.in_new(&new_places).unwrap()), Some("Tensor"));
}

#[test]
fn where_pytorch_raises_the_answer_is_no() {
    // linalg_svd.U of 1.8.1 and 1.9.1: PyTorch's message takes the name of an argument by the index in the other schema.
    let old = parse(
        "aten::linalg_svd.U(Tensor self, bool full_matrices=True, bool compute_uv=True, *, Tensor(a!) U, Tensor(b!) S, Tensor(c!) V) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) V)",
    );
    let new = parse(
        "aten::linalg_svd.U(Tensor self, bool full_matrices=True, *, Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh)",
    );
    let codes_of = |answer: Answer| answer.reasons.iter().map(|reason| reason.code).collect::<Vec<_>>();
    assert_eq!(codes_of(forward(&new, &old, Mode::Pytorch)), [codes::RENAMED, codes::RAISES]);
    assert_eq!(codes_of(forward(&new, &old, Mode::Strict)), [codes::RENAMED]);
    let old = parse("a::f(Tensor x, *, Tensor(a!) out, Tensor(b!) out2) -> Tensor(a!)");
    let new = parse("a::f(Tensor x, int y=1, *, Tensor(a!) out) -> Tensor(a!)");
    assert_eq!(codes_of(backward(&new, &old, Mode::Pytorch)), [codes::RAISES, codes::REMOVED]);
    assert_eq!(codes_of(backward(&new, &old, Mode::Strict)), [codes::REMOVED]);
}

/// Releases, old schemas that PyTorch 2.15 reads, and how many of them no overload of the new release is compatible with, backward and forward:
/// as PyTorch 2.15.0 counts them.
const RELEASES: [(&str, &str, usize, usize, usize); 21] = [
    ("1.3.1", "1.4.0", 1825, 44, 45),
    ("1.4.0", "1.5.1", 1882, 376, 425),
    ("1.5.1", "1.6.0", 1907, 220, 211),
    ("1.6.0", "1.7.1", 2107, 77, 81),
    ("1.7.1", "1.8.1", 2461, 57, 54),
    ("1.8.1", "1.9.1", 2735, 40, 49),
    ("1.9.1", "1.10.2", 3010, 33, 32),
    ("1.10.2", "1.11.0", 3162, 139, 137),
    ("1.11.0", "1.12.1", 3198, 26, 26),
    ("1.12.1", "1.13.1", 3630, 292, 285),
    ("1.13.1", "2.0.1", 4173, 75, 89),
    ("2.0.1", "2.1.2", 4234, 98, 112),
    ("2.1.2", "2.3.1", 4252, 33, 34),
    ("2.3.1", "2.5.1", 4314, 15, 14),
    ("2.5.1", "2.6.0", 4369, 7, 7),
    ("2.6.0", "2.8.0", 4393, 18, 16),
    ("2.8.0", "2.10.0", 4431, 4, 6),
    ("2.10.0", "2.14.1", 4463, 132, 149),
    ("2.14.1", "2.15.0", 4399, 0, 4),
    ("1.10.2", "2.15.0", 3162, 426, 441),
    ("2.0.1", "2.15.0", 4234, 268, 277),
];

/// The schemas of a release, in the spelling of that release, without those of classes that PyTorch 2.15 does not have.
fn schemas(release: &str) -> BTreeMap<String, Vec<Schema>> {
    let release = Release::parse(release).unwrap();
    let mut found: BTreeMap<String, Vec<Schema>> = BTreeMap::new();
    for entry in history::torch().entries().filter(|entry| entry.releases.contains(release)) {
        let text = entry.schema().unwrap().spelled(Spelling::of(release)).to_string();
        if !text.contains("torch.classes.xnnpack.") && !text.contains("_PickleTester") {
            found.entry(entry.name.to_string()).or_default().push(parse(&text));
        }
    }
    found
}

#[test]
fn changes_between_releases_are_counted_as_pytorch_counts_them() {
    for (old, new, read, backward_breaks, forward_breaks) in RELEASES {
        let (before, after) = (schemas(old), schemas(new));
        let (mut count, mut breaks) = (0, [0, 0]);
        for (name, schemas) in &before {
            let new = after.get(name).map(Vec::as_slice).unwrap_or_default();
            for old in schemas {
                count += 1;
                breaks[0] += usize::from(!any_overload(new, old, backward, Mode::Pytorch));
                breaks[1] += usize::from(!any_overload(new, old, forward, Mode::Pytorch));
            }
        }
        assert_eq!((count, breaks), (read, [backward_breaks, forward_breaks]), "{old} to {new}");
    }
}

#[test]
fn a_schema_is_compatible_with_itself() {
    let mut count = 0;
    for entry in history::torch().entries() {
        let schema = entry.schema().unwrap();
        for mode in [Mode::Pytorch, Mode::Strict] {
            let answers = [backward(&schema, &schema, mode), forward(&schema, &schema, mode)];
            assert_eq!(answer_text(answers.each_ref()), "yy", "{schema}: {answers:?}");
        }
        count += 1;
    }
    figures(count, 6925);
}
