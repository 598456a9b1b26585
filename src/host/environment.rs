//! The environment variables at the player's end.

use std::collections::BTreeMap;
use std::env;

/// The environment variables at the player's end: those of this process, or those that came with a server's
/// session. Whatever depends on the environment takes them from such a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    variables: BTreeMap<String, String>,
}

impl Environment {
    /// The variables of this process, without those that are no Unicode.
    pub(crate) fn of_process() -> Environment {
        let variables = env::vars_os();
        variables
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect()
    }

    /// The value of a variable, if it is set.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Environment {
        Environment { variables: variables.into_iter().collect() }
    }
}
