//! Which code is loaded together: the libraries of one machine in one place, and what a Python package loads.

use std::collections::{BTreeMap, BTreeSet};

use super::Image;

/// The part of a path that names the folder of Python's runtime in its package.
const PYTHON: &str = "extension/pybindings/";

/// Images that are loaded together, with the name of each such group.
pub(super) fn together(images: &[Image]) -> Vec<(String, Vec<&Image>)> {
    let packages: BTreeSet<&str> = images.iter().filter_map(|image| package(&image.path)).collect();
    let mut groups: BTreeMap<(String, &str), Vec<&Image>> = BTreeMap::new();
    for image in images {
        let holds = |package: &&&str| package.is_empty() || image.path.starts_with(&format!("{package}/"));
        let place = match packages.iter().find(holds) {
            Some(package) => (*package).to_string(),
            None => folder(&image.path),
        };
        groups.entry((place, &image.machine)).or_default().push(image);
    }
    // Where one place has code for several machines, the machine tells them apart.
    let machines = |place: &str| groups.keys().filter(|(other, _)| other == place).count();
    let named = groups.iter().map(|((place, machine), images)| {
        let name = match (place.as_str(), machines(place)) {
            ("", _) => (*machine).to_string(),
            (place, 1) => place.to_string(),
            (place, _) => format!("{place}!{machine}"),
        };
        let python = images.iter().any(|image| package(&image.path).is_some());
        (name, if python { loaded(images) } else { images.clone() })
    });
    named.collect()
}

/// The folder of the Python package whose runtime this is: `lib/python3.11/site-packages/executorch`.
fn package(path: &str) -> Option<&str> {
    let (folder, file) = path.rsplit_once(PYTHON)?;
    let runtime = file.starts_with("_portable_lib.") || file.starts_with("_C.");
    runtime.then(|| folder.trim_end_matches('/'))
}

/// The folder whose libraries an application loads.
fn folder(path: &str) -> String {
    // All frameworks of one application, and one platform of an XCFramework.
    let parts: Vec<&str> = path.split('/').collect();
    let app = parts.iter().position(|part| part.ends_with(".app")).map(|at| at + 1);
    let platform = parts.iter().position(|part| part.ends_with(".xcframework")).map(|at| at + 2);
    let framework = parts.iter().position(|part| part.ends_with(".framework")).map(|at| at + 1);
    let most = parts.len().saturating_sub(1);
    let count = app.or(platform).or(framework).unwrap_or(most);
    parts.get(..count.min(most)).unwrap_or_default().join("/")
}

/// Of a Python package: what its runtime loads, by the names of files.
fn loaded<'a>(images: &[&'a Image]) -> Vec<&'a Image> {
    let file = |image: &Image| image.path.rsplit('/').next().unwrap_or_default().to_string();
    let mut left: Vec<&Image> = images.to_vec();
    let mut loaded: Vec<&Image> = Vec::new();
    let (first, others) = left.into_iter().partition(|image| package(&image.path).is_some());
    let mut next: Vec<&Image> = first;
    left = others;
    while let Some(image) = next.pop() {
        let (needed, others) = left.into_iter().partition(|other| image.needs.contains(&file(other)));
        left = others;
        next.extend::<Vec<&Image>>(needed);
        loaded.push(image);
    }
    loaded
}

#[cfg(test)]
mod tests {
    use super::super::strings::Found;
    use super::{Image, together};

    fn image(path: &str, machine: &str, needs: &[&str]) -> Image {
        let needs = needs.iter().map(ToString::to_string).collect();
        Image {
            path: path.into(),
            what: String::new(),
            machine: machine.into(),
            needs,
            found: Found::default(),
        }
    }

    fn names(images: &[Image]) -> Vec<(String, usize)> {
        together(images).into_iter().map(|(name, images)| (name, images.len())).collect()
    }

    #[test]
    fn machines_and_places_are_apart() {
        let apk = ["lib/arm64-v8a/liba.so", "lib/arm64-v8a/libb.so", "lib/x86_64/liba.so"];
        let machines = ["aarch64", "aarch64", "x86_64"];
        let images: Vec<Image> = apk.iter().zip(machines).map(|(path, of)| image(path, of, &[])).collect();
        assert_eq!(names(&images), [("lib/arm64-v8a".into(), 2), ("lib/x86_64".into(), 1)]);
        let images = [image("", "aarch64", &[]), image("", "x86_64", &[])];
        assert_eq!(names(&images), [("aarch64".into(), 1), ("x86_64".into(), 1)]);
        let images = [
            image("Payload/A.app/A", "aarch64", &[]),
            image("Payload/A.app/Frameworks/E.framework/E", "aarch64", &[]),
            image("E.xcframework/ios-arm64/E.framework/E", "aarch64", &[]),
            image("E.xcframework/ios-simulator/E.framework/E", "aarch64", &[]),
            image("E.xcframework/ios-simulator/E.framework/E", "x86_64", &[]),
        ];
        let names: Vec<String> = names(&images).into_iter().map(|(name, _)| name).collect();
        assert_eq!(
            names,
            [
                "E.xcframework/ios-arm64",
                "E.xcframework/ios-simulator!aarch64",
                "E.xcframework/ios-simulator!x86_64",
                "Payload/A.app"
            ]
        );
    }

    #[test]
    fn a_python_package_loads_what_its_runtime_needs() {
        let images = [
            image("executorch/extension/pybindings/_C.so", "x86_64", &["libexecutorch.so", "libc.so.6"]),
            image("executorch/lib/libexecutorch.so", "x86_64", &["libthreadpool.so"]),
            image("executorch/lib/libthreadpool.so", "x86_64", &[]),
            image("executorch/lib/libkernels_quantized.so", "x86_64", &["libexecutorch.so"]),
            image("torch/lib/libtorch.so", "x86_64", &[]),
        ];
        assert_eq!(names(&images), [("executorch".into(), 3), ("torch/lib".into(), 1)]);
        let images =
            [image("extension/pybindings/_C.so", "x86_64", &["a.so"]), image("lib/a.so", "x86_64", &[])];
        assert_eq!(names(&images), [("x86_64".into(), 2)]);
    }
}
