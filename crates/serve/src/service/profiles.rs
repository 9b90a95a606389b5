//! Profiles: built-in releases by name, profile files, what devices report.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Service;
use crate::database::statements::{self, Registered};
use crate::error::{Problem, Result, UNKNOWN_PROFILE, UNPROCESSABLE};
use crate::judge::{Form, Profile};
use crate::names::{self, now, shown};

/// A profile that is registered.
#[derive(Clone, Debug, Deserialize)]
pub struct NewProfile {
    /// What it is made of.
    #[serde(flatten)]
    pub source: Source,
    /// Its name, where what it is made of does not say it.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether variants are converted for it where none is good.
    #[serde(default)]
    pub backports: bool,
    /// A name that stands for it from now on.
    #[serde(default)]
    pub alias: Option<String>,
}

/// What a profile is made of.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A release by its name: `executorch-1.0.1`.
    Release(String),
    /// The text of a profile file, as `outlast targets import` writes it.
    File(String),
    /// What a device says of its runtime.
    Report(Device),
}

/// What a device says of its runtime.
#[derive(Clone, Debug, Deserialize)]
pub struct Device {
    /// The release that its runtime was built from.
    pub base: String,
    /// What the family of the release takes of it: ranges of versions, operators, types, backends, custom calls.
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}

impl Source {
    /// What the profile is made of, in a word.
    fn name(&self) -> &'static str {
        match self {
            Source::Release(_) => "release",
            Source::File(_) => "file",
            Source::Report(_) => "report",
        }
    }

    /// The profile, with its name and the family of its reader. The same source gives the same profile.
    ///
    /// # Errors
    ///
    /// Why it describes no reader.
    pub fn profile(&self, name: Option<&str>) -> Result<(Profile, String, String)> {
        let profile = match self {
            Source::Release(release) => Profile::new(Form::Release, release.clone()),
            Source::File(text) => {
                Profile::new(Form::File, format!("{}\n", text.replace("\r\n", "\n").trim_end()))
            }
            Source::Report(device) => Profile::new(Form::File, device.to_profile_text(name)?),
        };
        let target = profile.target().map_err(|error| {
            Problem::new(&UNPROCESSABLE, format!("this describes no reader: {error}"))
                .at(self.name())
                .found(shown(&profile.text))
                .expected("a release that `outlast targets` lists, or a profile file")
        })?;
        let own = target.profile().map_or(target.name(), |profile| profile.name.as_str());
        names::profile(own)?;
        // `executorch-1.0` and `executorch-1.0.1` may be one.
        let profile = match self {
            Source::Release(_) => Profile::new(Form::Release, target.name().to_string()),
            _ => profile,
        };
        let own = if profile.form == Form::Release { target.name().to_string() } else { own.to_string() };
        Ok((profile, own, target.definition().name.to_string()))
    }
}

impl Device {
    /// The text of the profile file that says the same.
    fn to_profile_text(&self, name: Option<&str>) -> Result<String> {
        let wrong = |what: String| Problem::new(&UNPROCESSABLE, what).at("report");
        let base = outlast::target(&self.base).map_err(|error| wrong(error.to_string()))?;
        let Some(profile) = base.profile() else {
            return Err(wrong(format!(
                "`{}` has no profile: name a release that has one",
                shown(&self.base)
            )));
        };
        let name = name.map_or_else(|| format!("{}-reported", profile.name), str::to_string);
        names::profile(&name)?;
        let Some(report) = profile.definition().report else {
            let family = profile.family;
            return Err(wrong(format!("readers of {family} are releases: register one by its name")));
        };
        let text = serde_json::to_string(&self.rest)?;
        report(&text, &name, profile).map_err(|error| wrong(error.to_string()))
    }
}

impl Service {
    /// Registers a profile, judges every variant by it, and makes backports if it asks for them. Whether it is new.
    ///
    /// # Errors
    ///
    /// Why it describes no reader, or cannot be stored.
    pub fn register(&self, new: &NewProfile) -> Result<(Registered, bool)> {
        let (profile, name, family) = new.source.profile(new.name.as_deref())?;
        if let Some(alias) = &new.alias {
            names::profile(alias)?;
        }
        let source = new.source.name().to_string();
        let registered = Registered { profile, name, family, source, backports: new.backports };
        let digest = registered.profile.digest;
        let added = self.database.write(|to| {
            let added = statements::add_profile(to, &registered, now())?;
            if let Some(alias) = &new.alias {
                statements::set_alias(to, alias, digest)?;
            }
            Ok(added)
        })?;
        self.changed();
        self.catch_up()?;
        Ok((self.profile(&digest.to_string())?, added))
    }

    /// A profile that is named by its digest, an alias or its own name, in this order.
    ///
    /// # Errors
    ///
    /// [`UNKNOWN_PROFILE`].
    pub fn profile(&self, named: &str) -> Result<Registered> {
        let none = || {
            Problem::new(&UNKNOWN_PROFILE, "no such profile is registered").at("profile").found(shown(named))
        };
        self.database.read(|from| statements::profile(from, named))?.ok_or_else(none)
    }

    /// All profiles, each as a document.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn profiles(&self) -> Result<Vec<Value>> {
        let (profiles, aliases) =
            self.database.read(|from| Ok((statements::profiles(from)?, statements::aliases(from)?)))?;
        let devices = self.devices()?;
        let document = |registered: &Registered| {
            let digest = registered.profile.digest;
            let own = aliases.iter().filter(|(_, of)| *of == digest).map(|(name, _)| name.as_str());
            let own: Vec<&str> = own.collect();
            let devices = devices.get(&digest).copied().unwrap_or(0);
            profile_document(registered, &own, devices)
        };
        Ok(profiles.iter().map(document).collect())
    }

    /// One profile as a document.
    ///
    /// # Errors
    ///
    /// [`UNKNOWN_PROFILE`].
    pub fn profile_document(&self, named: &str) -> Result<Value> {
        let digest = json!(self.profile(named)?.profile.digest);
        let found = self.profiles()?.into_iter().find(|document| document.get("digest") == Some(&digest));
        found.ok_or_else(|| {
            Problem::new(&UNKNOWN_PROFILE, "no such profile is registered").found(shown(named))
        })
    }

    /// Lets a name stand for a profile.
    ///
    /// # Errors
    ///
    /// [`UNKNOWN_PROFILE`].
    pub fn set_alias(&self, name: &str, profile: &str) -> Result<()> {
        names::profile(name)?;
        let digest = self.profile(profile)?.profile.digest;
        self.database.write(|to| statements::set_alias(to, name, digest))?;
        self.changed();
        Ok(())
    }
}

fn profile_document(registered: &Registered, aliases: &[&str], devices: u64) -> Value {
    let Registered { profile, name, family, source, backports } = registered;
    json!({
        "digest": profile.digest, "name": name, "family": family, "source": source, "form": profile.form.name(),
        "text": profile.text, "backports": backports, "aliases": aliases, "devices": devices,
    })
}
