//! Calls, `invoke` and `callbr`: what is called with which arguments, and operand bundles.

use super::functions::Made;
use super::module::Module;
use super::operands::{Operand, Ops};
use super::shape::{BundleUse, Kind, Value, Word};
use super::types::Type;
use super::uses::{Spot, Uses};
use super::values::Source;
use super::{malformed, verifier};

/// `[attributes, convention and bits, (fast-math flags), (function type), callee, argument …]` for a call; for `invoke` and
/// `callbr` places to go on at stand before the type.
pub(super) fn record(module: &mut Module, code: u32, ops: &mut Ops<'_>) -> Result<Made, Word> {
    let spot = ops.spot;
    let attributes = ops.next()?;
    if let Some(spot) = module.attributes.apart_in_list(attributes) {
        malformed::fault(module, Word::AttributePlace, spot);
    }
    let convention = ops.next()?;
    let mut flags = None;
    let typed = if code == 34 {
        module.uses.add(Kind::CallConvention, &[(convention >> 1) & 0x3ff], spot);
        flags = if convention & (1 << 17) == 0 { None } else { Some(ops.next()?) };
        if flags.is_some_and(|flags| flags & 0xff == 0) {
            return Err(Word::Operation);
        }
        convention & (1 << 15) != 0
    } else {
        let bits = if code == 13 { convention } else { convention >> 1 };
        module.uses.add(Kind::CallingConvention, &[bits & 0x3ff], spot);
        ops.next()?;
        let more = if code == 13 { 1 } else { ops.next()? };
        ops.ops = usize::try_from(more).ok().and_then(|more| ops.ops.get(more..)).ok_or(Word::Short)?;
        convention & (1 << if code == 13 { 13 } else { 15 }) != 0
    };
    let said = if typed { Some(ops.kind(module)?) } else { None };
    let at = std::mem::take(&mut module.values.at);
    let callee = ops.value(module)?;
    module.values.at = at;
    module.values.uses_callee(callee.number);
    let kind = match said {
        Some(kind) => Some(kind),
        None => called(module, callee)?,
    };
    let function = match kind.map(|kind| module.types.at(kind)) {
        None => None,
        Some(Some(Type::Function(result, params, variadic))) => Some((*result, params.clone(), *variadic)),
        Some(_) => return Err(Word::NotFunction),
    };
    let result = function.as_ref().map(|(result, ..)| *result);
    if flags.is_some_and(|flags| flags != 0) {
        let number = result.and_then(|result| u64::try_from(result).ok());
        let plain = number.is_some_and(|result| module.types.is_float(result));
        let never = result.and_then(|result| module.types.at(result));
        if matches!(never, Some(Type::Void | Type::Integer(_) | Type::Pointer(..))) {
            return Err(Word::Operation);
        }
        let word = match never {
            _ if !plain => Word::FastMathStruct,
            Some(Type::Array(..)) => Word::FastMathArray,
            _ => Word::FastMathFloat,
        };
        module.uses.put(Kind::Call, Value::Word(word), spot);
    }
    if convention & MUST_TAIL != 0 && code == 34 {
        module.values.graph.tail(module.types.differ(module.values.own, kind));
    }
    if let (Some(callee), Some(kind)) = (callee.number, kind) {
        verifier::call(module, callee, kind, spot);
        if let Ok(kind) = u64::try_from(kind) {
            verifier::attributes(module, attributes, kind, spot);
        }
    }
    callee_of(module, code, callee.number, attributes, spot);
    module.expect(callee.kind, |kind| matches!(kind, Type::Pointer(..)))?;
    if let Some((_, params, variadic)) = function {
        let mut count = params.len();
        let error = module.attributes.error_of_list(attributes);
        for (at, kind) in params.into_iter().enumerate() {
            match module.types.at(kind) {
                // Numbers of basic blocks and of metadata.
                Some(Type::Other(5)) => ops.next().map(|_| ())?,
                Some(Type::Other(16)) => {
                    let number = ops.next()?;
                    let number = if ops.relative {
                        module.values.number(number)
                    } else {
                        usize::try_from(number).ok()
                    };
                    if !super::nodes::is_there(module, number) {
                        malformed::fault(module, Word::NoSuchNode, spot);
                    }
                }
                _ => {
                    let operand = ops.typed(module, Some(kind))?;
                    if error == Some(at) && !is_error(module, operand) {
                        malformed::fault(module, Word::AttributePair, spot);
                    }
                }
            }
        }
        while variadic && !ops.ops.is_empty() {
            ops.value(module)?;
            count += 1;
        }
        ops.end()?;
        if super::attributes::too_many(module, attributes, count) {
            malformed::fault(module, Word::LateAttribute, spot);
        }
    }
    let nothing = result.is_some_and(|result| matches!(module.types.at(result), Some(Type::Void)));
    Ok(if nothing { None } else { Some(result) })
}

/// The type of the function that is called, where a call does not say it: readers know it of functions and of typed pointers.
fn called(module: &Module, callee: Operand) -> Result<Option<usize>, Word> {
    let global = module.values.get(callee.number).is_some_and(|value| value.source == Source::Global);
    match callee.kind.and_then(|kind| module.types.at(kind)) {
        Some(Type::Pointer(Some(to), _)) => Ok(Some(*to)),
        Some(Type::Pointer(None, _)) if !global => Err(Word::NotFunction),
        _ => Ok(callee.number.and_then(|callee| verifier::function_type(module, callee))),
    }
}

/// Whether a value can be handed over as `swifterror`: a place on the stack that is made for it, or an argument.
fn is_error(module: &Module, operand: Operand) -> bool {
    // Readers drop it from what is no pointer.
    if module.expect(operand.kind, |kind| matches!(kind, Type::Pointer(..))).is_err() {
        return true;
    }
    match (module.values.get(operand.number), operand.number) {
        (Some(value), Some(number)) if value.source == Source::Instruction => {
            module.values.errors.contains(&number)
        }
        (Some(value), _) => value.source == Source::Argument,
        // What stands further on.
        _ => true,
    }
}

/// The bit of a call that the function must end with.
const MUST_TAIL: u64 = 1 << 14;

/// Tags of operand bundles that a release of LLVM defines: `OB_…` of `LLVMContext.h`.
const TAGS: [&str; 12] = [
    "deopt",
    "funclet",
    "gc-transition",
    "cfguardtarget",
    "preallocated",
    "gc-live",
    "clang.arc.attachedcall",
    "ptrauth",
    "kcfi",
    "convergencectrl",
    "align",
    "deactivation-symbol",
];

/// Notes an operand bundle.
pub(super) fn bundle(uses: &mut Uses, tag: String, at: BundleUse, constant: bool, spot: Spot) {
    uses.put(Kind::Bundle, Value::Bundle { tag: tag.clone(), at }, spot);
    if constant && at != BundleUse::Own {
        uses.put(Kind::Bundle, Value::Bundle { tag, at: BundleUse::Constant }, spot);
    }
}

/// Notes what is called, and bundles of the call.
fn callee_of(module: &mut Module, code: u32, callee: Option<usize>, attributes: u64, spot: Spot) {
    let direct = module.values.get(callee).is_some_and(|value| value.source == Source::Global);
    if let Some(callee) = callee.filter(|_| direct) {
        module.calls(callee, attributes);
        if code == 57 {
            module.values.branched.insert(callee);
        }
    }
    for (tag, constant) in std::mem::take(&mut module.values.bundles) {
        let tag = usize::try_from(tag).ok().and_then(|tag| module.values.tags.get(tag));
        let Some(tag) = tag.map(|tag| String::from_utf8_lossy(tag).into_owned()) else { continue };
        let own = !TAGS.contains(&tag.as_str());
        match callee.filter(|_| direct && own) {
            // Its name is known at the end.
            Some(callee) => module.own_bundles.push((callee, tag, constant, spot)),
            None => {
                let at = if direct { BundleUse::Direct } else { BundleUse::Indirect };
                bundle(&mut module.uses, tag, at, constant, spot);
            }
        }
    }
}
