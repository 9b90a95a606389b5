//! What embedders can call is listed in `docs/api`, so that a change of it is seen in review: `BLESS=1` (or `cargo xtask bless`) writes the
//! lists again.
//!
//! They are made from the sources, so that they do not depend on the compiler. Everything that is `pub` counts, for the lint
//! `unreachable_pub` refuses what cannot be reached; it stands under the nearest module that is public.

use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Fields, FieldsNamed, ImplItem, Item, ItemImpl, TraitItem, UseTree, Visibility};

/// The crates whose items the library shows.
const CRATES: &[&str] = &["core", "model", "outlast"];

#[test]
fn the_public_interface_is_as_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in CRATES {
        let package = if *folder == "outlast" { "outlast".into() } else { format!("outlast-{folder}") };
        let mut list = List::default();
        let source = root.join("crates").join(folder).join("src");
        let items = parse(&source.join("lib.rs"));
        list.module(&items, &Module { path: package.replace('-', "_"), folder: source, is_shown: true });
        list.lines.sort();
        list.lines.dedup();
        let (listed, path) = (list.lines.join("\n") + "\n", root.join(format!("docs/api/{package}.txt")));
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, listed).unwrap();
            continue;
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        let new =
            listed.lines().filter(|line| !known.lines().any(|old| old == *line)).map(|line| ("+", line));
        let gone =
            known.lines().filter(|line| !listed.lines().any(|now| now == *line)).map(|line| ("-", line));
        let changes: Vec<String> = gone.chain(new).map(|(sign, line)| format!("{sign} {line}")).collect();
        assert!(
            changes.is_empty(),
            "the public interface of {package} has changed. If it should, say so in CHANGELOG.md and run `cargo xtask bless`:\n{}",
            changes.join("\n")
        );
    }
}

/// A module: where its items are listed, where the files of its modules are, whether it is public.
struct Module {
    path: String,
    folder: PathBuf,
    is_shown: bool,
}

#[derive(Default)]
struct List {
    lines: Vec<String>,
}

impl List {
    fn add(&mut self, path: &str, attributes: &[Attribute], what: &str) {
        let mut line = format!("{path}: {}", tidy(what));
        for attribute in attributes {
            let shown = ["cfg", "non_exhaustive", "derive", "must_use"];
            if shown.iter().any(|name| attribute.path().is_ident(name)) {
                line += &format!(" #[{}]", tidy(&attribute.meta.to_token_stream().to_string()));
            }
        }
        self.lines.push(line);
    }

    fn module(&mut self, items: &[Item], module: &Module) {
        let path = &module.path;
        let own: Vec<String> = items
            .iter()
            .filter_map(|item| match item {
                Item::Mod(inner) => Some(inner.ident.to_string()),
                _ => None,
            })
            .collect();
        for item in items {
            match item {
                Item::Mod(inner) => self.inner(inner, module),
                Item::Use(one) if is_pub(&one.vis) => {
                    let mut leaves = Vec::new();
                    leaves_of(&one.tree, "", &mut leaves);
                    // What a module of this crate shows is listed with it.
                    leaves.retain(|leaf| !own.iter().any(|name| leaf.starts_with(&format!("{name}::"))));
                    leaves.iter().for_each(|leaf| self.add(path, &one.attrs, &format!("pub use {leaf}")));
                }
                Item::Fn(one) if is_pub(&one.vis) => {
                    let name = format!("{path}::{}", one.sig.ident);
                    self.add(&name, &one.attrs, &format!("pub {}", one.sig.to_token_stream()));
                }
                Item::Const(one) if is_pub(&one.vis) => {
                    let what = format!("pub const {}", one.ty.to_token_stream());
                    self.add(&format!("{path}::{}", one.ident), &one.attrs, &what);
                }
                Item::Static(one) if is_pub(&one.vis) => {
                    let what = format!("pub static {}", one.ty.to_token_stream());
                    self.add(&format!("{path}::{}", one.ident), &one.attrs, &what);
                }
                Item::Type(one) if is_pub(&one.vis) => {
                    let what = format!("pub type {}", one.ty.to_token_stream());
                    self.add(&format!("{path}::{}{}", one.ident, generics(&one.generics)), &one.attrs, &what);
                }
                Item::Struct(one) if is_pub(&one.vis) => {
                    let name = format!("{path}::{}", one.ident);
                    let what = format!("pub struct{}", generics(&one.generics));
                    self.add(&name, &one.attrs, &what);
                    self.fields(&name, &one.fields, false);
                }
                Item::Enum(one) if is_pub(&one.vis) => {
                    let name = format!("{path}::{}", one.ident);
                    self.add(&name, &one.attrs, &format!("pub enum{}", generics(&one.generics)));
                    for variant in &one.variants {
                        let name = format!("{name}::{}", variant.ident);
                        self.add(&name, &variant.attrs, "variant");
                        self.fields(&name, &variant.fields, true);
                    }
                }
                Item::Trait(one) if is_pub(&one.vis) => {
                    let name = format!("{path}::{}", one.ident);
                    let bounds = one.supertraits.to_token_stream();
                    let colon = if one.supertraits.is_empty() { "" } else { ": " };
                    let what = format!("pub trait{}{colon}{bounds}", generics(&one.generics));
                    self.add(&name, &one.attrs, &what);
                    for item in &one.items {
                        if let TraitItem::Fn(method) = item {
                            let name = format!("{name}::{}", method.sig.ident);
                            let given = if method.default.is_some() { " (provided)" } else { "" };
                            let what = format!("{}{given}", method.sig.to_token_stream());
                            self.add(&name, &method.attrs, &what);
                        }
                    }
                }
                Item::Impl(one) => self.implementation(one, path),
                Item::Macro(one) => {
                    let exported =
                        one.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
                    if let (Some(name), true) = (&one.ident, exported) {
                        self.add(&format!("{path}::{name}"), &one.attrs, "macro");
                    }
                }
                _ => {}
            }
        }
    }

    /// A module in a module.
    fn inner(&mut self, inner: &syn::ItemMod, outer: &Module) {
        if inner.attrs.iter().any(|one| tidy(&one.meta.to_token_stream().to_string()) == "cfg(test)") {
            return;
        }
        let name = inner.ident.to_string();
        let is_shown = outer.is_shown && is_pub(&inner.vis);
        let path = if is_shown { format!("{}::{name}", outer.path) } else { outer.path.clone() };
        if is_shown {
            self.add(&path, &inner.attrs, "pub mod");
        }
        let folder = outer.folder.join(&name);
        if let Some((_, items)) = &inner.content {
            return self.module(items, &Module { path, folder, is_shown });
        }
        let file =
            [folder.with_extension("rs"), folder.join("mod.rs")].into_iter().find(|file| file.exists());
        let items = parse(&file.unwrap_or_else(|| panic!("{} has no file", folder.display())));
        self.module(&items, &Module { path, folder, is_shown });
    }

    fn fields(&mut self, of: &str, fields: &Fields, all: bool) {
        for (at, field) in fields.iter().enumerate().filter(|(_, field)| all || is_pub(&field.vis)) {
            let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
            self.add(&format!("{of}::{name}"), &field.attrs, &field.ty.to_token_stream().to_string());
        }
    }

    fn implementation(&mut self, one: &ItemImpl, path: &str) {
        let of = tidy(&one.self_ty.to_token_stream().to_string());
        if let Some((of_trait, _)) = &one.trait_ {
            let name = format!("{path}::{}", of.split('<').next().unwrap_or_default());
            let what = format!("impl{} {} for {of}", generics(&one.generics), of_trait.to_token_stream());
            return self.add(&name, &one.attrs, &what);
        }
        let name = format!("{path}::{}", of.split('<').next().unwrap_or_default());
        for item in &one.items {
            match item {
                ImplItem::Fn(method) if is_pub(&method.vis) => {
                    let name = format!("{name}::{}", method.sig.ident);
                    self.add(&name, &method.attrs, &format!("pub {}", method.sig.to_token_stream()));
                }
                ImplItem::Const(one) if is_pub(&one.vis) => {
                    let what = format!("pub const {}", one.ty.to_token_stream());
                    self.add(&format!("{name}::{}", one.ident), &one.attrs, &what);
                }
                // Methods that set one field each.
                ImplItem::Macro(one) if one.mac.path.is_ident("setters") => {
                    let fields: FieldsNamed = syn::parse_str(&format!("{{{}}}", one.mac.tokens)).unwrap();
                    for field in &fields.named {
                        let (field, ty) = (field.ident.to_token_stream(), field.ty.to_token_stream());
                        let what = format!("pub fn {field}(mut self, {field}: {ty}) -> Self #[must_use]");
                        self.add(&format!("{name}::{field}"), &[], &what);
                    }
                }
                _ => {}
            }
        }
    }
}

fn parse(file: &Path) -> Vec<Item> {
    syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap().items
}

fn is_pub(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn generics(generics: &syn::Generics) -> String {
    tidy(&generics.to_token_stream().to_string())
}

/// The items of a `use`, each with its path.
fn leaves_of(tree: &UseTree, before: &str, out: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => leaves_of(&path.tree, &format!("{before}{}::", path.ident), out),
        UseTree::Name(name) => out.push(format!("{before}{}", name.ident)),
        UseTree::Rename(name) => out.push(format!("{before}{} as {}", name.ident, name.rename)),
        UseTree::Glob(_) => out.push(format!("{before}*")),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves_of(tree, before, out)),
    }
}

/// Tokens as a person writes them, near enough.
fn tidy(tokens: &str) -> String {
    let mut text = tokens.split_whitespace().collect::<Vec<_>>().join(" ");
    let closer = [
        (" :: ", "::"),
        (" ::", "::"),
        (":: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" <", "<"),
        (" >", ">"),
        (" ,", ","),
        (", )", ")"),
        (",)", ")"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("& ", "&"),
        (" :", ":"),
        ("[ ", "["),
        (" ]", "]"),
        (" ;", ";"),
        (" !", "!"),
        ("- >", "->"),
        (">->", "> ->"),
        (")->", ") ->"),
        (",>", ">"),
    ];
    for (from, to) in closer {
        text = text.replace(from, to);
    }
    text
}
