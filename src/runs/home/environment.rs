//! A copy of environment variables, so that the rest of the program reads none of the process itself.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};

/// The environment variables of the player's terminal: those of this process, or those that came with a server's session.
/// All code that depends on the environment is given this value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// The variables of this process.
    pub fn of_process() -> Environment {
        Environment { variables: env::vars_os().collect() }
    }

    /// The value of a variable, if it is set and is Unicode.
    pub fn get(&self, name: &str) -> Option<String> {
        self.get_os(name)?.to_str().map(str::to_owned)
    }

    /// The value of a variable, if it is set: the path of a folder may be any bytes.
    pub fn get_os(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str)
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Environment {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into()));
        Environment { variables: variables.collect() }
    }
}
