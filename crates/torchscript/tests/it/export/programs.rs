//! Programs of `torch.export`.

use outlast_opset::history::{OperatorSet, Release, torch};
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::defs::{SchemaVersion, Type, definitions};
use outlast_torchscript::export::{
    Constant, FindingKind, PAYLOADS, PROGRAM, Package, Program, Target, Tensors, check, json_text, listed,
    payloads, read, render, uses,
};
use outlast_torchscript::json::Document;

use crate::archive::files::short;

fn release(text: &str) -> Release {
    Release::parse(text).unwrap()
}

/// A release's text of a program, changed.
fn text_of(file: &str) -> String {
    let data = std::fs::read(corpus::root().join(file)).unwrap();
    let archive = TorchArchive::open(&data).unwrap();
    let package = Package::of(&archive).unwrap();
    String::from_utf8(json_text(&archive, &package.models[0].program).unwrap().into_owned()).unwrap()
}

fn findings(text: &str, release: Option<&str>) -> Vec<String> {
    let document = Document::parse(text.as_bytes()).unwrap();
    let release = release.map(|release| Release::parse(release).unwrap());
    let found = check(definitions(), PROGRAM, release, document.root(), 5);
    found.list.iter().map(|one| format!("{} in {}", one.kind, one.place.path)).collect()
}

#[test]
fn the_newest_layout() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/exported.pt2")).unwrap();
    let archive = TorchArchive::open(&data).unwrap();
    let package = Package::of(&archive).unwrap();
    assert_eq!(
        (package.folder, package.version.as_deref(), package.schema_version()),
        (true, Some("0"), None)
    );
    let [model] = &package.models[..] else { panic!("{package:?}") };
    assert_eq!(
        (model.name.as_str(), model.inputs.as_deref()),
        ("model", Some("data/sample_inputs/model.pt"))
    );
    let Some(Tensors::Listed { config, folder }) = &model.weights else { panic!("{model:?}") };
    let text = json_text(&archive, config).unwrap();
    let document = read(&archive, config, &text).unwrap();
    assert!(check(definitions(), PAYLOADS, Some(release("2.15.0")), document.root(), 5).list.is_empty());
    let found = payloads(document.root());
    assert_eq!(found.len(), 3);
    assert_eq!(
        (found[0].name.as_ref(), found[0].is_param, found[0].use_pickle),
        ("first.weight", Some(true), Some(false))
    );
    assert_eq!(found[0].tensor.unwrap().sizes().collect::<Vec<_>>(), ["4", "3"]);
    assert!(listed(document.root()).all(|record| archive.has(&format!("{folder}{record}"))));
    assert_eq!(
        ["tensor_0", "custom_obj_1", "opaque_obj_2", "x"].map(Constant::from_record_name),
        [Constant::Tensor, Constant::Object, Constant::Opaque, Constant::Other]
    );

    let text = json_text(&archive, &model.program).unwrap();
    let document = read(&archive, &model.program, &text).unwrap();
    let program = Program::new(document.root());
    assert_eq!(program.schema_version(), SchemaVersion::parse("8.20"));
    assert_eq!(program.torch_version().unwrap(), "2.15.0+cu132");
    assert_eq!(program.opset_version(), [("aten".into(), 10)]);
    assert_eq!((program.verifiers(), program.guards()), (vec!["TRAINING".into()], 0));
    assert_eq!(program.modules().collect::<Vec<_>>(), ["", "first", "second"]);
    let inputs: Vec<String> = program
        .inputs()
        .iter()
        .map(|spec| {
            format!(
                "{} {} {}",
                spec.kind,
                spec.name.as_deref().unwrap(),
                spec.target.as_deref().unwrap_or("-")
            )
        })
        .collect();
    assert_eq!(
        inputs,
        [
            "parameter p_first_weight first.weight",
            "parameter p_first_bias first.bias",
            "parameter p_second_weight second.weight",
            "user_input x -"
        ]
    );
    assert_eq!(program.containers().into_iter().collect::<Vec<_>>(), ["builtins.dict", "builtins.tuple"]);
    assert_eq!(program.outputs()[0].name.as_deref(), Some("linear_1"));
    let uses = uses(program.graph().unwrap());
    let shapes: Vec<_> =
        uses.iter().map(|(shape, uses)| (shape.target.as_str(), shape.arguments.len(), uses.count)).collect();
    let linear = "torch.ops.aten.linear.default";
    assert_eq!(shapes, [(linear, 2, 1), (linear, 3, 1), ("torch.ops.aten.relu.default", 1, 1)]);
}

#[test]
fn targets() {
    let target = |text: &str| Target::parse(text);
    let add = Target::Operator { name: "aten::add".into(), overload: "Tensor".into() };
    assert_eq!(target("torch.ops.aten.add.Tensor"), add);
    assert_eq!(
        target("torch.ops.aten.relu.default"),
        Target::Operator { name: "aten::relu".into(), overload: String::new() }
    );
    assert_eq!(target("torch.ops.higher_order.cond"), Target::HigherOrder("cond".into()));
    assert_eq!(target("_operator.floordiv"), Target::Function("_operator.floordiv".into()));
    assert_eq!(target("torch.sym_max"), Target::Function("torch.sym_max".into()));
    assert_eq!(target("#x:y"), Target::Extension("#x:y".into()));
    assert_eq!(target("torch.ops.aten.add"), Target::Other("torch.ops.aten.add".into()));
    assert_eq!(target(""), Target::Other(String::new()));
}

#[test]
fn definitions_by_release() {
    let table = definitions();
    assert_eq!(table.releases().len(), 15);
    assert_eq!(table.nearest(release("2.8.1")), Some(release("2.8.0")));
    assert_eq!(table.nearest(release("2.0.1")), None);
    assert_eq!(
        table.writers(SchemaVersion { major: 8, minor: Some(15) }).collect::<Vec<_>>(),
        [release("2.10.0")]
    );
    assert_eq!(table.value("ScalarType", 28, Some(release("2.5.1"))), None);
    assert_eq!(table.value("ScalarType", 28, Some(release("2.6.0"))), Some("UINT16"));
    // Every type is of the table, in every release that has a field of it.
    let mut fields = 0;
    for (release, _) in table.releases() {
        for class in table.classes() {
            for field in table.fields(class, Some(*release)) {
                let mut ty = &field.ty;
                while let Type::List(of) | Type::Dict(of) | Type::Optional(of) = ty {
                    ty = of;
                }
                if let Type::Class(name) = ty {
                    assert!(
                        table.class(name, Some(*release)).is_some(),
                        "{release}: {class}.{}: {name}",
                        field.name
                    );
                }
                fields += 1;
            }
        }
    }
    corpus::figures(fields, 2224);
}

#[test]
fn what_a_release_does_not_know() {
    let text = text_of("torch/2.15.0/exported.pt2");
    assert!(findings(&text, None).is_empty() && findings(&text, Some("2.15.0")).is_empty());
    assert_eq!(
        findings(&text, Some("2.10.0")),
        [0, 1, 2]
            .map(|at| format!("`Node` has no field `name` in graph_module / graph / nodes[{at}] / name"))
    );
    let changed = |from: &str, to: &str| findings(&text.replacen(from, to, 1), Some("2.15.0"));
    assert_eq!(
        changed("\"as_tensor\"", "\"as_nothing\""),
        ["`Argument` has no `as_nothing` in graph_module / graph / inputs[0] / as_nothing"]
    );
    assert_eq!(
        changed("\"target\"", "\"calls\""),
        [
            "`Node` needs `target` in graph_module / graph / nodes[0]",
            "`Node` has no field `calls` in graph_module / graph / nodes[0] / calls"
        ]
    );
    assert_eq!(
        changed("\"dtype\": 7", "\"dtype\": 99"),
        ["`ScalarType` has no value 99 in graph_module / graph / tensor_values / p_first_weight / dtype"]
    );
    assert_eq!(
        changed("\"range_constraints\": {}", "\"range_constraints\": []"),
        ["`dict[str, RangeConstraint]` expected, array found in range_constraints"]
    );
    assert_eq!(
        changed("\"range_constraints\": {}", "\"verifiers\": []"),
        ["`ExportedProgram` needs `range_constraints` in ", "`verifiers` occurs more than once in verifiers"]
    );
    assert_eq!(
        changed("{\"as_int\": 4}", "{}"),
        [
            "`SymInt` has one member, 0 found in graph_module / graph / tensor_values / p_first_weight / sizes[0]"
        ]
    );
    // More than can be listed are counted.
    let document = Document::parse(text.as_bytes()).unwrap();
    let found = check(definitions(), PROGRAM, Some(release("2.1.2")), document.root(), 5);
    assert_eq!((found.list.len(), found.count), (5, 88));
    assert!(found.list.iter().any(|one| matches!(one.kind, FindingKind::UnknownField { .. })));
}

/// A program of the corpus, with what is asked of it before a reader looks at its operators.
struct Sample {
    package: Package,
    text: Vec<u8>,
}

impl Sample {
    fn open(name: &str) -> Sample {
        let data = std::fs::read(corpus::root().join("torch-export").join(name)).unwrap();
        let archive = TorchArchive::open(&data).unwrap();
        let package = Package::of(&archive).unwrap();
        let text = json_text(&archive, &package.models[0].program).unwrap().into_owned();
        Sample { package, text }
    }

    /// What a reader does with it: `loads`, or the exception with which it refuses it.
    fn predicted(&self, reader: Release) -> &'static str {
        let since = |minor: u16| reader >= Release { major: 2, minor, patch: 0 };
        let ours = definitions().releases().iter().find(|(one, _)| *one == reader).unwrap().1;
        let model = &self.package.models[0];
        let no_version = if since(9) { "RuntimeError" } else { "KeyError" };
        if self.package.folder {
            let whole = |tensors: &Option<Tensors>| matches!(tensors, Some(Tensors::Whole(_)));
            let readable = since(9) || (since(8) && whole(&model.weights) && whole(&model.constants));
            if !readable {
                return no_version;
            }
        } else {
            let version = self.package.schema_version().unwrap();
            match (since(3), version.minor) {
                (false, Some(_)) => return "ValueError",
                (true, None) => return "AssertionError",
                _ if version.major != ours.major => return "RuntimeError",
                _ if since(4) && model.inputs.is_none() => return "AssertionError",
                _ => {}
            }
        }
        let document = Document::parse(&self.text).unwrap();
        let strict = !since(9);
        let found = check(definitions(), PROGRAM, Some(reader), document.root(), 1000);
        for finding in found.list {
            match finding.kind {
                FindingKind::UnknownTag { .. } => return if since(3) { "KeyError" } else { "TypeError" },
                FindingKind::MissingField { .. } => return "TypeError",
                FindingKind::UnknownField { .. } if strict => return "TypeError",
                // Found when a node is read, and then what became of it is in the log only.
                FindingKind::UnknownValue { .. } if self.package.folder => return no_version,
                FindingKind::UnknownValue { .. } => return "SerializeError",
                // 2.1 and 2.2 write all members of a union, of which one is not null.
                _ => {}
            }
        }
        // Containers that are registered since: before the reader's own.
        let containers = Program::new(document.root()).containers();
        match containers.iter().any(|name| name.starts_with("torch.return_types.")) && !since(11) {
            true if self.package.folder => no_version,
            true => "NotImplementedError",
            false => "loads",
        }
    }
}

/// What ten releases did with programs of seven: everything that is decided before operators are looked up follows from the definitions.
#[test]
fn releases_refuse_what_their_definitions_do_not_have() {
    let text = std::fs::read_to_string(corpus::root().join("torch/runs/exported.tsv")).unwrap();
    let (mut rows, mut loads, mut later) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [reader, file, outcome, ..] = cells[..] else { panic!("{line}") };
        let predicted = Sample::open(file).predicted(release(reader));
        // Operators come after, and results of operators with graphs that 2.6 writes in a form that 2.8 does not read.
        let is_later =
            predicted == "loads" && (outcome == "SerializeError" || line.contains("SerializeError"));
        assert!(predicted == outcome || is_later, "{line}: {predicted}");
        rows += 1;
        loads += usize::from(outcome == "loads");
        later += usize::from(is_later);
    }
    corpus::figures((rows, loads, later), (178, 48, 4));
}

/// Programs of all layouts: their own release knows everything in them, and has their operators.
#[test]
fn programs_of_all_layouts() {
    let (mut files, mut operators, mut graphs, mut listing) = (0, 0, 0, String::new());
    for path in corpus::files("torch-export", &["pt2"]) {
        let name = short(&path);
        let data = std::fs::read(&path).unwrap();
        let archive = TorchArchive::open(&data).unwrap();
        let package = Package::of(&archive).unwrap();
        let producer = release(name.split('/').next().unwrap());
        let [model] = &package.models[..] else { panic!("{name}") };
        let text = json_text(&archive, &model.program).unwrap();
        let document = read(&archive, &model.program, &text).unwrap();
        for reader in [None, Some(producer)] {
            let found = check(definitions(), PROGRAM, reader, document.root(), 3);
            assert!(found.list.is_empty(), "{name}: {:?}", found.list);
        }
        let program = Program::new(document.root());
        let version = definitions().releases().iter().find(|(one, _)| *one == producer).unwrap().1;
        assert_eq!(program.schema_version(), Some(version), "{name}");
        assert_eq!(package.folder, producer >= release("2.8.0"), "{name}");
        assert!(package.folder || package.schema_version() == Some(version), "{name}");
        let graph = program.graph().unwrap();
        graphs += graph.all().len();
        let nearest = if torch().has(producer) { producer } else { torch().neighbours(producer).0.unwrap() };
        let set = OperatorSet::new(torch(), nearest).unwrap();
        for (shape, _) in uses(graph) {
            if let Target::Operator { name: operator, overload } = Target::parse(&shape.target) {
                assert!(set.has_overload(&operator, &overload), "{name}: {}", shape.target);
                operators += 1;
            }
        }
        // Every name that is used is defined before it.
        listing += &format!("== {name}\n");
        render(program, 1 << 16, &mut listing).unwrap();
        files += 1;
    }
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exported.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&golden, &listing).unwrap();
    }
    assert_eq!(listing, std::fs::read_to_string(&golden).unwrap());
    corpus::figures((files, operators, graphs), (19, 70, 33));
}
