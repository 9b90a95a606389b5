//! What the lite interpreter does not do, whatever the operators: hooks, enumerations, classes of the program in signatures, methods that are called by
//! name and are not in the bytecode.

use crate::bytecode::types::CUSTOM_CLASS;
use outlast_core::Place;
use outlast_opset::history::Release;
use outlast_opset::types::Type;

use super::super::context::NO_TABLE;
use super::super::context::{About, JudgeContext};
use super::super::{codes, common, operators};
use super::facts::{Lite, LiteOperator};
use outlast_model::verdict::{Outcome, Stage};

/// Since this release functions of bytecode are methods of the classes that they are named for, where calls on interfaces look for them.
const CLASS_METHODS_SINCE: Release = Release { major: 1, minor: 11, patch: 0 };

/// Judges what is around the operators of a program.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, lite: &Lite) {
    let reader = case.reader();
    let about = |subject: &str, needs: &str, has: &str, sentence: String| About {
        subject: subject.into(),
        needs: needs.into(),
        has: has.into(),
        sentence,
    };
    if case.facts.hooks {
        let sentence = format!("{reader} does not call the hooks of the module");
        let about = about("hooks", "a reader that calls them", "does not", sentence);
        case.add(codes::CHANGED, (Outcome::Misreads, Some(Stage::Run)), about, None, &Place::default());
    }
    classes_of_the_program(case, lite);
    if case.stumbles_over_debug() {
        let sentence =
            format!("{reader} reads debug information when it loads a program, and not in this form");
        let says = Some(NO_TABLE.to_string());
        case.refused(
            codes::LAYOUT,
            about("debug information", "a reader of tables of texts", "does not", sentence),
            says,
            &Place::default(),
        );
    }
    common::enumerations(case, case.says("enum", &[]));
    common::writes_in_place(case);
    if let Some(place) =
        case.facts.projection.clone().filter(|_| lite.operators.iter().any(|of| of.name == "aten::lstm"))
    {
        case.feature("code/lstm-projection", codes::CALL, "projection of a recurrent layer", &place);
    }
    if let Some(place) = &lite.length {
        case.feature(
            "lite-call/length-of-device",
            codes::CALL,
            "length of a text, which was written as that of a list of devices,",
            place,
        );
    }
    let made = lite.operators.iter().any(|operator| makes_objects_of_cpp(case.profile.release, operator));
    for (method, place) in lite.interfaces.iter().filter(|_| !made) {
        // Some class of the module that has the interface must have the method.
        let own = case.facts.class.clone().unwrap_or_default();
        let has = case.profile.release >= CLASS_METHODS_SINCE
            && lite
                .functions
                .iter()
                .filter(|name| name.ends_with(&format!(".{method}")))
                .any(|name| !name.starts_with(&format!("{own}.")));
        // Classes of C++ have methods of their own.
        if !has && lite.custom.is_empty() && !case.facts.objects_of_cpp {
            let sentence = format!(
                "the bytecode has no method `{method}` but the module's own, and calls it on an interface"
            );
            let says = case.says("no-method", &[("method", method)]);
            let about = about("an interface", "the method of its class", "is not in the file", sentence);
            case.add(codes::CALL, (Outcome::Fails, Some(Stage::Run)), about, says, place);
        }
    }
}

/// Arguments and results of the module's methods that are NamedTuples, whose fields a schema in bytecode does not say.
fn classes_of_the_program(case: &mut JudgeContext<'_>, lite: &Lite) {
    let own = case.facts.class.clone().unwrap_or_default();
    let method = |function: &str| {
        function.strip_prefix(&own).and_then(|rest| rest.strip_prefix('.')).map(str::to_string)
    };
    let methods = lite.functions.iter().filter(|function| method(function).is_some()).count();
    for (function, argument, class, place) in &lite.of_classes {
        let Some(name) = method(function) else { continue };
        let what = format!(
            "argument `{argument}` of `{function}`, whose type `{class}` the bytecode does not describe"
        );
        if methods == 1 || name == "forward" {
            case.feature("lite-argument/class", codes::CALL, &what, place);
        } else {
            // Other methods can be called; this one may be there for these.
            case.feature("lite-argument/class-of-other", codes::CALL, &what, place);
        }
    }
    for (function, class, place) in lite.results.iter().filter(|(function, ..)| method(function).is_some()) {
        case.feature(
            "lite-result/class",
            codes::CALL,
            &format!("result of `{function}`, which is a `{class}`"),
            place,
        );
    }
}

/// Whether an operator makes an object of a class of C++, as those that pack the weights of quantised layers do.
fn makes_objects_of_cpp(release: Release, operator: &LiteOperator) -> bool {
    let schema = operators::schema(release, &operator.name, &operator.overload);
    let of_cpp = |ty: &Type| matches!(ty, Type::Class(name) if name.starts_with(CUSTOM_CLASS));
    schema.is_some_and(|schema| schema.returns.iter().any(|result| of_cpp(&result.ty)))
}

/// Classes that C++ code registers.
pub(in super::super) fn custom_classes(case: &mut JudgeContext<'_>, classes: &[(String, Place)]) {
    for (class, place) in classes {
        let short = class.trim_start_matches("__torch__.torch.classes.");
        case.feature(
            &format!("custom-class/{short}"),
            codes::CLASS,
            &format!("class `{class}` of C++"),
            place,
        );
    }
}
