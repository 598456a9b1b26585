//! A copy of environment variables, so that the rest of the program reads none of the process itself.

use std::collections::BTreeMap;
use std::env;

/// The environment variables of the player's terminal: those of this process, or those that came with a server's session.
/// All code that depends on the environment is given this value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    variables: BTreeMap<String, String>,
}

impl Environment {
    /// The variables of this process, except those whose name or value is not Unicode.
    pub fn of_process() -> Environment {
        let variables = env::vars_os();
        variables
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect()
    }

    /// The value of a variable, if it is set.
    pub fn get(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Environment {
        Environment { variables: variables.into_iter().collect() }
    }
}
