//! What Swift, Clang, diagnostics and remarks carry, read from the files of the corpus.

use std::path::PathBuf;

use outlast_bitstream::clang::{ClangFacts, ClangTables};
use outlast_bitstream::diagnostics::{Diagnostics, Level};
use outlast_bitstream::remarks::{Container, RemarkType, Remarks};
use outlast_bitstream::swift::{
    ControlRecord, Found, NameKey, ScanCache, SwiftDeps, SwiftFacts, SwiftInput, SwiftTables, TableId,
};
use outlast_bitstream::{Stream, StreamKind, unwrap};

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/llvm"))
}

fn bytes(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file of the corpus that is a stream of these kinds.
fn streams(wanted: impl Fn(StreamKind) -> bool) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for release in std::fs::read_dir(folder()).unwrap() {
        let release = release.unwrap().path();
        for file in std::fs::read_dir(&release).into_iter().flatten() {
            let path = file.unwrap().path();
            let Ok(bytes) = std::fs::read(&path) else { continue };
            if wanted(Stream::new(&bytes, 0).kind()) {
                let release = release.file_name().unwrap().to_string_lossy().into_owned();
                found.push((format!("{release}/{}", path.file_name().unwrap().to_string_lossy()), bytes));
            }
        }
    }
    found.sort();
    found
}

fn is_swift_table(kind: StreamKind) -> bool {
    matches!(kind, StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo)
}

#[test]
fn swift_modules_say_what_they_are() {
    let file = bytes("swift-6.0.3/Shapes-options.swiftmodule");
    let facts = SwiftFacts::read(Stream::new(&file, 0));
    assert!(facts.fault.is_none() && facts.complete);
    assert_eq!(facts.format, Some((0, 871)));
    assert_eq!(facts.short_version.as_deref(), Some("6.0.3"));
    assert_eq!(facts.compatibility_version.as_deref(), Some("5.10"));
    assert_eq!(facts.compiler.as_deref(), Some("Swift version 6.0.3 (swift-6.0.3-RELEASE)"));
    assert_eq!(facts.user_version, Some([1, 2, 3, 4]));
    assert_eq!(facts.module_name.as_deref(), Some("Shapes"));
    assert_eq!(facts.target.as_deref(), Some("x86_64-pc-linux-gnu"));
    assert_eq!(facts.package.as_deref(), Some("ours"));
    assert!(facts.static_library && facts.cxx_interoperability && !facts.testable && !facts.embedded);
    let option = |name: &str| {
        facts.options.iter().filter(|o| o.name == name).map(ControlRecord::text).collect::<Vec<_>>()
    };
    assert_eq!(option("MODULE_ABI_NAME"), ["Other"]);
    assert_eq!(option("XCC"), ["-working-directory", "/", "-DOURS=1"]);
    let imports: Vec<&str> = facts
        .inputs
        .iter()
        .filter_map(|input| match input {
            SwiftInput::Module(import) => Some(import.name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(imports[..3], ["Cxx", "CxxShim", "Swift"]);
    let embedded = bytes("swift-6.0.3/Embedded.swiftmodule");
    let facts = SwiftFacts::read(Stream::new(&embedded, 0));
    assert!(facts.embedded);
    assert_eq!(facts.ossa, Some(true));
    let sib = bytes("swift-6.0.3/Small.sib");
    assert_eq!(SwiftFacts::read(Stream::new(&sib, 0)).is_sib, Some(true));
    for (name, format) in [("Shapes.swiftdoc", (1, 1)), ("Shapes.swiftsourceinfo", (3, 0))] {
        let file = bytes(&format!("swift-6.0.3/{name}"));
        let facts = SwiftFacts::read(Stream::new(&file, 0));
        assert_eq!((facts.format, facts.module_name.as_deref()), (Some(format), Some("Shapes")));
        assert_eq!(facts.compiler.as_deref(), Some("Swift version 6.0.3 (swift-6.0.3-RELEASE)"));
    }
}

#[test]
fn swift_dependencies() {
    let file = bytes("swift-6.0.3/Small.swiftdeps");
    let deps = SwiftDeps::read(Stream::new(&file, 0));
    assert!(deps.fault.is_none());
    assert_eq!((deps.format, deps.identifiers, deps.nodes.len()), (Some((1, 0)), 11, 26));
    assert_eq!(deps.nodes[0].kind, outlast_bitstream::swift::DepKind::SourceFile);
    assert!(deps.nodes[0].name.ends_with("Small.swiftdeps"));
    let file = bytes("swift-6.0.3/Users.moddepcache");
    let cache = ScanCache::read(Stream::new(&file, 0));
    assert!(cache.fault.is_none());
    assert_eq!(cache.format, Some((7, 1)));
}

#[test]
fn all_tables_of_swift_are_sound() {
    let files = streams(is_swift_table);
    outlast_testkit::corpus::figures(files.len(), 9);
    for (name, file) in &files {
        let mut tables = SwiftTables::open(Stream::new(file, 0)).unwrap_or_else(|e| panic!("{name}: {e}"));
        tables.verify().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(tables.misplaced(), None, "{name}");
        let lists: Vec<(String, usize)> =
            tables.lists().iter().map(|l| (l.name.clone(), l.bits.len())).collect();
        for (list, len) in lists {
            if list.ends_with("_OFFSETS") && list != "IDENTIFIER_OFFSETS" {
                for number in 1..=len as u64 {
                    tables.resolve(&list, number).unwrap_or_else(|e| panic!("{name}: {list} {number}: {e}"));
                }
                assert!(tables.resolve(&list, len as u64 + 1).is_err());
            }
        }
    }
}

#[test]
fn swift_names_are_found_by_key() {
    let file = bytes("swift-6.0.3/Shapes-options.swiftmodule");
    let mut tables = SwiftTables::open(Stream::new(&file, 0)).unwrap();
    let Some(Found::Decls(point)) = tables.find(TableId::TopLevelDecls, NameKey::Name("Point")).unwrap()
    else {
        panic!("Point is not found");
    };
    let [(_, point)] = point[..] else { panic!("{point:?}") };
    let record = tables.resolve("DECL_OFFSETS", u64::from(point)).unwrap().unwrap();
    assert_eq!(record.name, "STRUCT_DECL");
    // The first operand of a type is the number of its name.
    let name = u32::try_from(record.ops[0]).unwrap();
    assert_eq!(tables.identifier(name), Some(&b"Point"[..]));
    for member in [NameKey::Name("distance"), NameKey::Name("x"), NameKey::Constructor] {
        assert!(!tables.members(point, member).unwrap().is_empty(), "{member:?}");
    }
    assert!(tables.members(point, NameKey::Name("radius")).unwrap().is_empty());
    for absent in ["point", "Poin", "Points", ""] {
        assert_eq!(tables.find(TableId::TopLevelDecls, NameKey::Name(absent)).unwrap(), None, "{absent}");
    }
    assert!(tables.find(TableId::Operators, NameKey::Name("<+>")).unwrap().is_some());
    assert!(tables.find(TableId::PrecedenceGroups, NameKey::Name("Loose")).unwrap().is_some());

    let doc = bytes("swift-6.0.3/Shapes.swiftdoc");
    let tables = SwiftTables::open(Stream::new(&doc, 0)).unwrap();
    let Some(Found::Comment(comment)) =
        tables.find(TableId::DeclComments, NameKey::Name("s:6Shapes5PointV")).unwrap()
    else {
        panic!("the comment is not found");
    };
    assert_eq!(comment.brief, "A place in the plane.");
    assert!(comment.raw[0].1.starts_with("/// A place in the plane."));
}

#[test]
fn clang_modules_of_each_release_say_what_they_are() {
    for (name, format, clang, module) in [
        ("14.0.6/Units.pcm", (15, 0), (14, 0), Some("Units")),
        ("16.0.6/Units-cxx.pcm", (25, 0), (16, 0), Some("Units")),
        ("19.1.7/Units.pcm", (31, 1), (19, 1), Some("Units")),
        ("22.1.8/Units-cxx.pcm", (35, 0), (22, 1), Some("Units")),
        ("14.0.6/chained.pch", (15, 0), (14, 0), None),
        ("19.1.7/chained.pch", (31, 1), (19, 1), None),
    ] {
        let file = bytes(name);
        let facts = ClangFacts::read(Stream::new(&file, 0));
        assert!(facts.fault.is_none(), "{name}: {:?}", facts.fault);
        assert_eq!((facts.format, facts.clang), (Some(format), Some(clang)), "{name}");
        assert_eq!(facts.module_name.as_deref(), module, "{name}");
        let target = facts.target.as_ref().unwrap();
        assert!(target.triple.starts_with("x86_64-"), "{name}");
        assert!(target.features.iter().any(|feature| feature == "+sse2"), "{name}");
        assert!(facts.header_search.resource_dir.contains("clang"), "{name}");
        assert!(!facts.errors && !facts.inputs.is_empty(), "{name}");
        let (user, system) = facts.input_counts();
        assert_eq!(user + system, facts.inputs.len());
        if module.is_some() {
            assert_eq!(facts.module_map.as_deref(), Some("module.modulemap"), "{name}");
            assert!(
                facts.inputs.iter().any(|input| input.module_map && input.path == "module.modulemap"),
                "{name}"
            );
            assert!(facts.inputs.iter().any(|input| input.path.ends_with("units.h")), "{name}");
        } else {
            let [import] = &facts.imports[..] else { panic!("{name}: {:?}", facts.imports) };
            assert!(
                import.file.as_deref().is_some_and(|file| file.ends_with("prefix.pch")),
                "{name}: {import:?}"
            );
            assert_eq!(import.kind, outlast_bitstream::clang::ImportKind::Pch);
        }
    }
}

#[test]
fn all_tables_of_clang_are_sound_and_answer() {
    let files = streams(|kind| kind == StreamKind::ClangAst);
    let mut checked = 0;
    for (name, file) in &files {
        // A module in an object file starts otherwise; one with a reduced interface has no tables of identifiers.
        let mut tables = ClangTables::open(Stream::new(file, 0)).unwrap_or_else(|e| panic!("{name}: {e}"));
        tables.verify().unwrap_or_else(|e| panic!("{name}: {e}"));
        for list in tables.lists().to_vec() {
            for at in 0..list.count {
                tables.resolve(list.name, at).unwrap_or_else(|e| panic!("{name}: {} {at}: {e}", list.name));
            }
            assert!(tables.resolve(list.name, list.count).is_err());
        }
        for identifier in tables.identifiers() {
            let identifier = String::from_utf8(identifier.unwrap().to_vec()).unwrap();
            let found = tables.identifier(&identifier).unwrap();
            assert!(found.is_some(), "{name}: {identifier}");
            assert_eq!(tables.identifier(&format!("{identifier}~")).unwrap(), None);
            checked += 1;
        }
        if name.contains("/Units") {
            assert!(tables.identifier("UNITS_H").unwrap().unwrap().is_macro, "{name}");
            assert!(!tables.identifier("inch").unwrap().unwrap().is_macro, "{name}");
            assert_eq!(tables.identifier("yard").unwrap(), None);
            assert!(tables.headers().iter().any(|header| header.name.ends_with("units.h")), "{name}");
        }
    }
    outlast_testkit::corpus::figures([files.len(), checked], [9, 132]);
}

#[test]
fn diagnostics_read_as_compilers_print_them() {
    let file = bytes("22.1.8/faults.c.dia");
    let all = Diagnostics::read(Stream::new(&file, 0));
    assert!(all.fault.is_none());
    assert_eq!((all.version, all.unknown), (Some(2), 0));
    let counts = all.counts();
    assert_eq!((counts[&Level::Note], counts[&Level::Warning], counts[&Level::Error]), (13, 16, 8));
    let shown: Vec<String> = all.diagnostics.iter().map(ToString::to_string).collect();
    let said = "faults.c:7:16: warning: implicit conversion changes signedness: 'int' to 'unsigned int' [-Wsign-conversion]";
    assert!(shown.iter().any(|line| line == said), "{shown:#?}");
    let missing = all.diagnostics.iter().find(|d| d.message.starts_with("expected ';'")).unwrap();
    assert_eq!((missing.fixits.len(), missing.fixits[0].text.as_str()), (1, ";"));
    assert_eq!(missing.category.as_deref(), Some("Parse Issue"));
    assert!(all.diagnostics.iter().any(|d| d.depth == 1 && d.level == Level::Note));
    let swift = bytes("swift-6.0.3/Faults.dia");
    let all = Diagnostics::read(Stream::new(&swift, 0));
    let first = all.diagnostics[0].to_string();
    assert_eq!(first, "/src/Faults.swift:9:8: error: type 'S' does not conform to protocol 'P'");
}

#[test]
fn remarks_of_both_containers() {
    let file = bytes("22.1.8/loops.opt.bitstream");
    let remarks = Remarks::read(Stream::new(&file, 0));
    assert!(remarks.fault.is_none());
    assert_eq!((remarks.container_version, remarks.container), (Some(1), Some(Container::Standalone)));
    assert!(remarks.counts[&RemarkType::Passed] > 0);
    let mut messages = Vec::new();
    Remarks::each(Stream::new(&file, 0), |remark| messages.push(remarks.message(remark).unwrap())).unwrap();
    assert_eq!(messages.len(), remarks.total());
    assert!(messages.iter().any(|message| message.contains("loop not vectorized")), "{messages:#?}");
    let old = bytes("14.0.6/loops.opt.bitstream");
    let remarks = Remarks::read(Stream::new(&old, 0));
    assert_eq!((remarks.container_version, remarks.container), (Some(0), Some(Container::Separate)));
    assert!(remarks.strings.is_none() && remarks.total() == 20);
}

/// Reads a stream in every way.
fn read_all(file: &[u8]) {
    let Ok((_, stream)) = unwrap(file, 0) else { return };
    match stream.kind() {
        StreamKind::ClangAst => {
            let _ = ClangFacts::read(stream);
            if let Ok(tables) = ClangTables::open(stream) {
                let _ = tables.verify();
                let _ = tables.identifier("inch");
                let _ = tables.headers();
            }
        }
        StreamKind::Diagnostics => _ = Diagnostics::read(stream),
        StreamKind::Remarks => _ = Remarks::read(stream),
        StreamKind::SwiftDeps => _ = SwiftDeps::read(stream),
        StreamKind::SwiftScanCache => _ = ScanCache::read(stream),
        _ => {
            let _ = SwiftFacts::read(stream);
            if let Ok(mut tables) = SwiftTables::open(stream) {
                let _ = tables.verify();
                let _ = tables.misplaced();
                let _ = tables.members(1, NameKey::Name("x"));
                let _ = tables.resolve("DECL_OFFSETS", 1);
            }
        }
    }
}

#[test]
fn damaged_files_give_errors_not_panics() {
    let files = streams(|kind| !matches!(kind, StreamKind::Ir | StreamKind::Unknown(_)));
    for (_, file) in files.iter().filter(|(_, file)| file.len() < 30_000) {
        for part in 0..12 {
            read_all(&file[..file.len() * part / 12 / 4 * 4]);
        }
        let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ file.len() as u64;
        for _ in 0..24 {
            let mut damaged = file.clone();
            for _ in 0..3 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let at = usize::try_from(state >> 33).unwrap() % damaged.len();
                damaged[at] ^= 1 << (state & 7);
            }
            read_all(&damaged);
        }
    }
}
