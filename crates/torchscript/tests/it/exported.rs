//! Programs of `torch.export`.

use outlast_opset::history::Release;
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::defs::{SchemaVersion, Type, definitions};
use outlast_torchscript::export::json::Document;
use outlast_torchscript::export::{
    Constant, FindingKind, PAYLOADS, PROGRAM, Package, Program, Target, Tensors, check, json_text, listed,
    payloads, read, uses,
};

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
        ["tensor_0", "custom_obj_1", "opaque_obj_2", "x"].map(Constant::of),
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
        [
            "`ExportedProgram` needs `range_constraints` in ",
            "`verifiers` is there more than once in verifiers"
        ]
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
