//! In which release a call is resolved how.

use outlast_core::Release;

/// What releases do differently when they resolve a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Since 1.7: a value is converted to `T` where `T?` is asked for.
    pub converts_to_optional: bool,
    /// Since 1.12: `[]` without an annotation can be given for a list of any type; before, it is a list of tensors.
    pub empty_list_literals: bool,
    /// Since 2.3: a `bool` is converted to `int`, `float` or `Scalar`.
    pub converts_bools: bool,
    /// Until 1.6: a text is converted to a device wherever a device can be given: also for `Device?` and `Any`.
    pub converts_text_widely: bool,
    /// Since 1.4: a list of a type variable takes no values one by one.
    pub lists_of_variables_are_given_whole: bool,
    /// Since 1.12: `self` of an operator of `aten` can be given as `input`.
    pub input_is_self: bool,
    /// Since 1.12: a call on a value is refused by a schema without an argument `self`.
    pub receiver_is_needed: bool,
    /// Since 1.8: `aten::view.dtype` is passed over. It takes an `int`, as `aten::view` does.
    pub skips_view_dtype: bool,
    /// Since 2.0: `aten::max.unary_out` and `aten::min.unary_out` are passed over. They take two tensors, as `aten::max.other` does.
    pub skips_unary_out: bool,
    /// Since 1.6: attributes `_packed_params` of quantised layers, which older code declares as tensors, are objects of classes of C++
    /// (`attributeAssignmentSpecialHandlingHack`).
    pub packs_into_classes: bool,
    /// Since 1.5: tensors have the method `tolist`, whose result has the type that an annotation says.
    pub has_tolist: bool,
}

impl Rules {
    /// The rules of a release.
    pub fn of(release: Release) -> Rules {
        let since = |major: u16, minor: u16| (release.major, release.minor) >= (major, minor);
        Rules {
            converts_to_optional: since(1, 7),
            empty_list_literals: since(1, 12),
            converts_bools: since(2, 3),
            converts_text_widely: !since(1, 7),
            lists_of_variables_are_given_whole: since(1, 4),
            input_is_self: since(1, 12),
            receiver_is_needed: since(1, 12),
            skips_view_dtype: since(1, 8),
            skips_unary_out: since(2, 0),
            packs_into_classes: since(1, 6),
            has_tolist: since(1, 5),
        }
    }

    /// Whether an overload is never taken.
    pub(super) fn skips(&self, name: &str, overload: &str) -> bool {
        match (name, overload) {
            ("aten::view", "dtype") => self.skips_view_dtype,
            ("aten::max" | "aten::min", "unary_out") => self.skips_unary_out,
            _ => false,
        }
    }
}
