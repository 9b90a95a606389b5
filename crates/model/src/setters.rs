//! Methods that set one field each, of answers and requests that other crates make and that will grow.

/// `field: Type,` becomes a method of that name, which gives the value back.
macro_rules! setters {
    ($($(#[$about:meta])* $field:ident: $type:ty,)*) => {
        $(
            $(#[$about])*
            #[must_use]
            pub fn $field(mut self, $field: $type) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}

pub(crate) use setters;
