//! Parameters behind the question mark.

use crate::error::{BAD_REQUEST, Problem, Result};
use crate::names::shown;

/// Parameters by name, each once.
#[derive(Debug, Default)]
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads those of an address; only these names are allowed.
    pub(super) fn parse(text: Option<&str>, allowed: &[&str]) -> Result<Query> {
        let mut found: Vec<(String, String)> = Vec::new();
        let wrong = |what: &str, found: &str| {
            let names = if allowed.is_empty() { "no parameters".into() } else { allowed.join(", ") };
            Problem::new(&BAD_REQUEST, what.to_string()).at("query").found(shown(found)).expected(names)
        };
        for pair in text.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decoded = decode(name).zip(decode(value));
            let (name, value) = decoded.ok_or_else(|| wrong("a parameter cannot be decoded", pair))?;
            if !allowed.contains(&name.as_str()) {
                return Err(wrong("there is no such parameter", &name));
            }
            if found.iter().any(|(other, _)| *other == name) {
                return Err(wrong("a parameter is given twice", &name));
            }
            found.push((name, value));
        }
        Ok(Query(found))
    }

    /// The value of a parameter.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter that must be there.
    pub(super) fn need(&self, name: &str) -> Result<&str> {
        let missing = || {
            Problem::new(&BAD_REQUEST, format!("the parameter `{name}` is missing"))
                .at("query")
                .expected(format!("{name}=…"))
        };
        self.get(name).filter(|value| !value.is_empty()).ok_or_else(missing)
    }
}

/// Text with bytes as `%2F`. A plus sign is one: it is part of names of profiles.
fn decode(text: &str) -> Option<String> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => bytes.push(digit(rest.next()?)? << 4 | digit(rest.next()?)?),
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded_and_known() {
        let query = Query::parse(Some("profile=torch%2D1.10.2+x&have="), &["profile", "have"]).unwrap();
        assert_eq!(query.need("profile").unwrap(), "torch-1.10.2+x");
        assert!(query.need("have").is_err());
        for wrong in ["x=1", "profile=a&profile=b", "profile=%f", "profile=%zz", "profile=%ff"] {
            assert!(Query::parse(Some(wrong), &["profile"]).is_err(), "{wrong}");
        }
    }
}
