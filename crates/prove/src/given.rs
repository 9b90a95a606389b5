//! [`Given`]: one case of a program.

use outlast::arrays::Arrays;

/// One case.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Its name.
    pub name: String,
    /// The method; none for the one that is asked for.
    pub method: Option<String>,
    /// Arrays `input_0`, …
    pub inputs: Arrays<'static>,
    /// Arrays `output_0`, … that have to come out, where that is known.
    pub expected: Option<Arrays<'static>>,
    /// Why the program does not take the inputs.
    pub beyond: Option<String>,
}
