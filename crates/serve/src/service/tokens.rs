//! Bearer tokens: stored as digests, with what they allow.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use super::Service;
use crate::blobs::random;
use crate::database::statements::{self, Token};
use crate::digest::Digest;
use crate::error::{NOT_FOUND, Problem, Result, UNPROCESSABLE};
use crate::names::{now, shown};

/// What a token allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// To ask what a profile gets, and to get it.
    Read,
    /// To register profiles, and to report what became of files.
    Report,
    /// To upload files and to publish versions.
    Publish,
    /// Everything: to withdraw versions, to set policies and aliases.
    Admin,
}

impl Scope {
    const ALL: [Scope; 4] = [Scope::Read, Scope::Report, Scope::Publish, Scope::Admin];

    /// The name in documents and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Report => "report",
            Scope::Publish => "publish",
            Scope::Admin => "admin",
        }
    }
}

/// Several of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Whether they allow what needs this one.
    pub fn allow(&self, scope: Scope) -> bool {
        self.0.contains(&scope) || self.0.contains(&Scope::Admin)
    }
}

impl FromStr for Scopes {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Scopes> {
        let scope = |name: &str| {
            let found = Scope::ALL.into_iter().find(|scope| scope.name() == name.trim());
            found.ok_or_else(|| {
                Problem::new(&UNPROCESSABLE, "this is not a scope")
                    .found(shown(name))
                    .expected("read, report, publish or admin; several with commas")
            })
        };
        text.split(',').map(scope).collect::<Result<_>>().map(Scopes)
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|scope| scope.name()).collect();
        f.write_str(&names.join(","))
    }
}

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The id of the token.
    pub id: String,
    /// What it allows.
    pub scopes: Scopes,
}

/// The tokens as of an epoch.
#[derive(Debug, Default)]
pub(super) struct Known(RwLock<(u64, HashMap<Digest, Arc<Access>>)>);

impl Service {
    /// Makes a token: its id, and the token itself, which is told this once.
    ///
    /// # Errors
    ///
    /// Why it cannot be stored.
    pub fn add_token(&self, name: &str, scopes: &Scopes) -> Result<(String, String)> {
        let id = random()?.chars().take(12).collect::<String>();
        let secret = format!("ol_{}{}", random()?, random()?);
        let token = Token {
            id: id.clone(),
            hash: Digest::of(secret.as_bytes()),
            name: shown(name),
            scopes: scopes.to_string(),
            created: now(),
            revoked: None,
        };
        self.database.write(|to| statements::add_token(to, &token))?;
        self.changed();
        Ok((id, secret))
    }

    /// All tokens, without what they are.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn tokens(&self) -> Result<Vec<Token>> {
        self.database.read(statements::tokens)
    }

    /// Revokes a token by its id.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`].
    pub fn revoke_token(&self, id: &str) -> Result<()> {
        let revoked = self.database.write(|to| statements::revoke_token(to, id, now()))?;
        self.changed();
        match revoked {
            true => Ok(()),
            false => Err(Problem::new(&NOT_FOUND, "there is no such token that is valid").found(shown(id))),
        }
    }

    /// Who has this token; nobody if it is not valid.
    ///
    /// # Errors
    ///
    /// Why that cannot be told.
    pub fn access(&self, secret: &str) -> Result<Option<Arc<Access>>> {
        let hash = Digest::of(secret.as_bytes());
        let epoch = self.epoch();
        {
            let known = self.access.0.read().unwrap_or_else(PoisonError::into_inner);
            if known.0 == epoch {
                return Ok(known.1.get(&hash).cloned());
            }
        }
        let mut by_hash = HashMap::new();
        for token in self.tokens()?.into_iter().filter(|token| token.revoked.is_none()) {
            let scopes = token.scopes.parse()?;
            by_hash.insert(token.hash, Arc::new(Access { id: token.id, scopes }));
        }
        let found = by_hash.get(&hash).cloned();
        *self.access.0.write().unwrap_or_else(PoisonError::into_inner) = (epoch, by_hash);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admin_is_everything() {
        let scopes: Scopes = "read, publish".parse().unwrap();
        assert!(scopes.allow(Scope::Read) && !scopes.allow(Scope::Report) && !scopes.allow(Scope::Admin));
        assert!("admin".parse::<Scopes>().unwrap().allow(Scope::Report));
        assert!("root".parse::<Scopes>().is_err());
    }
}
