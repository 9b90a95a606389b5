//! Runtimes that applications ship, as `outlast targets import` read them off their packages.
//!
//! `cargo xtask learn executorch shipped` makes the files; nobody ran these runtimes. The names are those of the npm package
//! `react-native-executorch` (`rn`), its release, and the system.

/// What follows the family in the target's name, and the profile file.
pub(super) const SHIPPED: &[(&str, &str)] = &[
    ("rn-0.3.4-ios", include_str!("../../shipped/rn-0.3.4-ios.toml")),
    ("rn-0.5.15-android", include_str!("../../shipped/rn-0.5.15-android.toml")),
    ("rn-0.5.15-ios", include_str!("../../shipped/rn-0.5.15-ios.toml")),
    ("rn-0.7.3-android", include_str!("../../shipped/rn-0.7.3-android.toml")),
    ("rn-0.7.3-ios", include_str!("../../shipped/rn-0.7.3-ios.toml")),
    ("rn-0.8.5-android", include_str!("../../shipped/rn-0.8.5-android.toml")),
    ("rn-0.8.5-ios", include_str!("../../shipped/rn-0.8.5-ios.toml")),
];
