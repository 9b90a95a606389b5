//! Programs of `torch.export` for other releases.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outlast_opset::history::Release;
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::export::convert::{Layout, Refusal, Wanted, convert};
use outlast_torchscript::export::defs::definitions;
use outlast_torchscript::export::{
    PAYLOADS, PROGRAM, Package, Program, Tensors, check, json_text, payloads, read,
};
use outlast_torchscript::json::Document;

fn wanted(release: &str) -> Wanted {
    Wanted::of_release(Release::parse(release).unwrap()).unwrap()
}

fn converted(data: &[u8], release: &str) -> Result<Vec<u8>, Refusal> {
    let archive = TorchArchive::open(data).unwrap();
    Ok(convert(&archive, &wanted(release))?.output().unwrap().to_vec())
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join(name)).unwrap()
}

/// All programs of the corpus.
fn programs() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => walk(&path, found),
                false if path.extension().is_some_and(|end| end == "pt2") => found.push(path),
                false => {}
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["torch", "torch-export", "torch-verdicts", "unseen/torch"] {
        walk(&corpus::root().join(folder), &mut found);
    }
    found.sort();
    found
}

/// The text of the program of an archive.
fn text(data: &[u8]) -> String {
    let archive = TorchArchive::open(data).unwrap();
    let package = Package::of(&archive).unwrap();
    String::from_utf8(json_text(&archive, &package.models[0].program).unwrap().into_owned()).unwrap()
}

#[test]
fn what_is_written_has_the_form_of_the_wanted_release() {
    let (mut written, mut refused) = (0, BTreeMap::new());
    for path in programs() {
        let data = std::fs::read(&path).unwrap();
        for (release, schema) in definitions().releases() {
            let wanted = Wanted::of_release(*release).unwrap();
            let archive = TorchArchive::open(&data).unwrap();
            let rewritten = match convert(&archive, &wanted) {
                Ok(rewritten) => rewritten,
                Err(refusal) => {
                    assert!(!refusal.reasons.is_empty());
                    *refused.entry(refusal.reasons[0].what.clone()).or_insert(0) += 1;
                    continue;
                }
            };
            assert_eq!(rewritten.is_unchanged(), rewritten.changes.is_empty(), "{path:?} for {release}");
            let output = rewritten.output().unwrap().to_vec();
            let archive = TorchArchive::open(&output).unwrap();
            let package = Package::of(&archive).unwrap();
            let model = &package.models[0];
            let json = json_text(&archive, &model.program).unwrap();
            let document = read(&archive, &model.program, &json).unwrap();
            let found = check(definitions(), PROGRAM, Some(*release), document.root(), 5);
            assert!(found.list.is_empty(), "{path:?} for {release}: {:?}", found.list);
            assert_eq!(Program::new(document.root()).schema_version(), Some(*schema));
            if let Some(Tensors::Listed { config, .. }) = &model.weights {
                let json = json_text(&archive, config).unwrap();
                let document = read(&archive, config, &json).unwrap();
                let found = check(definitions(), PAYLOADS, Some(*release), document.root(), 5);
                assert!(found.list.is_empty(), "{path:?} for {release}: {:?}", found.list);
            }
            // What has the wanted form is not changed, and the same comes of the same.
            let again = convert(&archive, &wanted).unwrap();
            assert!(again.is_unchanged(), "{path:?} for {release}");
            assert!(again.output().unwrap().is(&output));
            assert_eq!(converted(&data, &release.to_string()).unwrap(), output);
            written += 1;
        }
    }
    assert!(written > 300, "{written} written; refused: {refused:#?}");
}

#[test]
fn the_first_schema_and_the_newest_say_the_same() {
    let old = file("torch-export/2.1.2/linear.pt2");
    let new = converted(&old, "2.15.0").unwrap();
    let document = text(&new);
    let document = Document::parse(document.as_bytes()).unwrap();
    let program = Program::new(document.root());
    let kinds: Vec<_> = program.inputs().iter().map(|spec| spec.kind.to_string()).collect();
    assert_eq!(kinds.last().map(String::as_str), Some("user_input"));
    assert!(kinds.iter().any(|kind| kind == "parameter"));
    assert_eq!(program.verifiers(), ["ATEN"]);
    let modules: Vec<_> = program.modules().collect();
    assert_eq!(modules, [""]);
    // Weights are records of their own, with the bytes that they had.
    let archive = TorchArchive::open(&new).unwrap();
    let config = json_text(&archive, "data/weights/model_weights_config.json").unwrap();
    let config = Document::parse(&config).unwrap();
    let mut found = 0;
    for payload in payloads(config.root()) {
        // Of its four tensors, two are buffers.
        assert_eq!(payload.is_param, Some(payload.name.contains("first")));
        assert_eq!(payload.use_pickle, Some(false));
        let record = format!("data/weights/{}", payload.record.unwrap());
        let data = archive.content(&record).unwrap().unwrap();
        assert!(old.windows(data.len()).any(|window| window == &*data), "{record}");
        found += 1;
    }
    assert!(found > 0);
    // And back: the same specs in the objects of 2.1.
    let back = converted(&new, "2.1.2").unwrap();
    let (before, after) = (text(&old), text(&back));
    let (before, after) =
        (Document::parse(before.as_bytes()).unwrap(), Document::parse(after.as_bytes()).unwrap());
    for field in ["signature", "call_spec"] {
        let of = |root: outlast_torchscript::json::Value<'_>| {
            root.get("graph_module").unwrap().get(field).unwrap().raw().to_string()
        };
        assert_eq!(of(before.root()), of(after.root()));
    }
    let graph = |root| {
        let graph = Program::new(root).graph().unwrap();
        let name =
            |argument: outlast_torchscript::export::Argument<'_>| argument.name().unwrap().into_owned();
        let nodes: Vec<_> = graph.nodes().map(|node| node.target().unwrap().into_owned()).collect();
        (graph.inputs().map(name).collect::<Vec<_>>(), graph.outputs().map(name).collect::<Vec<_>>(), nodes)
    };
    assert_eq!(graph(before.root()), graph(after.root()));
}

#[test]
fn what_a_release_cannot_express_is_refused_with_its_place() {
    let refused = |name: &str, release: &str| converted(&file(name), release).unwrap_err();
    let float8 = refused("torch-export/2.10.0/float8.pt2", "2.1.2");
    let reason = &float8.reasons[0];
    assert!(reason.what.contains("FLOAT8"), "{float8}");
    assert!(reason.place.path.to_string().starts_with("graph_module / graph"), "{float8}");
    assert!(reason.place.span.start_byte() > 0 && !reason.help.is_empty(), "{float8}");
    let uint32 = refused("torch-export/2.15.0/uint32.pt2", "2.8.0");
    assert!(uint32.reasons.iter().all(|reason| reason.what.contains("UINT32")), "{uint32}");
    // Of one kind of reason, every place is said.
    assert!(uint32.reasons.len() > 1, "{uint32}");
}

#[test]
fn releases_have_their_layouts() {
    let of = |release| wanted(release).layout;
    assert_eq!(
        ["2.1.2", "2.2.0", "2.3.0", "2.5.1", "2.8.0", "2.9.0", "2.16.0"].map(of),
        [
            Layout::State,
            Layout::Constants,
            Layout::Archives,
            Layout::Inputs,
            Layout::Folder,
            Layout::Listed,
            Layout::Listed
        ]
    );
    assert_eq!(Wanted::of_release(Release::parse("2.0.1").unwrap()), None);
}

#[test]
fn damaged_programs_are_refused_or_rewritten() {
    for name in ["torch-export/2.1.2/index.pt2", "torch-export/2.15.0/sym.pt2", "torch-export/2.6.0/cond.pt2"]
    {
        let data = file(name);
        for step in 0..400usize {
            let mut changed = data.clone();
            // The same places in each run.
            let at = (step * 7919 + 13) % changed.len();
            match step % 3 {
                0 => changed[at] ^= 0x20,
                1 => changed[at] = b'0' + u8::try_from(step % 10).unwrap(),
                _ => {
                    let end = (at + 40).min(changed.len());
                    changed[at..end].fill(b'[');
                }
            }
            let Ok(archive) = TorchArchive::open(&changed) else { continue };
            for release in ["2.1.2", "2.6.0", "2.15.0"] {
                if let Ok(rewritten) = convert(&archive, &wanted(release)) {
                    rewritten.output().unwrap();
                }
            }
        }
    }
}
