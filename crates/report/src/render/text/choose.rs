//! Which variant to deliver.

use outlast::choose::Delivery;

use super::style::Styles;
use crate::escape;

/// The chosen file and how it is delivered, in one line.
pub fn choice(_: &Styles, target: &str, chosen: Option<(&str, &Delivery)>) -> String {
    let target = escape(target);
    match chosen {
        Some((file, Delivery::AsIs)) => format!("deliver {} to {target} as it is\n", escape(file)),
        Some((file, Delivery::Converted(steps))) => {
            format!("deliver {} to {target} after `outlast convert` ({})\n", escape(file), steps.join(", "))
        }
        None => format!("no variant can be delivered to {target}\n"),
    }
}
