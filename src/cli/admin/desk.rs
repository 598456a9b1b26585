//! The shared part of the commands of `upkeeper admin`: the database, the form of reports, and
//! texts for names, numbers and moments. `upkeeper serve` finds its database by the same options.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::cli::output::Facts;
use crate::cli::{Answer, Call, Failure, Format, Invocation, Output, Report};
use base::{Day, path_text, sanitize};
use server::config::ServerConfig;
use server::names::AccountName;
use server::store::{Account, Store, StoreOptions};

/// The arguments of a command and what all of them take: the database, and how to print.
#[derive(Clone, Debug, Args)]
pub(crate) struct Admin<A: Args> {
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    store: StoreArgs,
    /// How to print: for people, or one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct NoArgs {}

/// The context of a command of `upkeeper admin`.
pub(super) struct Desk<'a> {
    store: &'a StoreArgs,
    format: Format,
    pub invocation: &'a Invocation,
    pub out: &'a mut Output,
}

impl Desk<'_> {
    pub(super) fn url(&self) -> Result<String, Failure> {
        self.store.config()?.store.map_or_else(|| default_url(self.invocation), Ok)
    }

    /// Opens the database, which has to be there.
    pub(super) fn open(&self) -> Result<Store, Failure> {
        open_existing(&self.url()?, self.invocation)
    }

    pub(super) fn report(&mut self, report: &impl Report) -> Result<Answer, Failure> {
        self.out.report(self.format, report)
    }

    /// As [`Output::facts`].
    pub(super) fn facts(
        &mut self,
        schema: &'static str,
        facts: Facts<'_>,
        text: &str,
    ) -> Result<Answer, Failure> {
        self.out.facts(self.format, schema, facts, text)
    }
}

impl<A: Args> Admin<A> {
    pub(super) fn run(
        &self,
        call: &mut Call<'_>,
        command: fn(&A, &mut Desk<'_>) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        let Call { invocation, out } = call;
        command(&self.args, &mut Desk { store: &self.store, format: self.format, invocation, out })
    }
}

const SQLITE: &str = "sqlite:";

/// The options that name the database.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct StoreArgs {
    /// The server's settings; docs/server.toml has them all with their defaults
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
    /// The database: sqlite:PATH or postgres://… [default: an SQLite file in the folder of the
    /// game's data]
    #[arg(long, value_name = "URL")]
    store: Option<String>,
}

impl StoreArgs {
    /// The settings of the file that is named, with the store of the command line in the place of
    /// its own.
    pub(in crate::cli) fn config(&self) -> Result<ServerConfig, Failure> {
        let mut config = match &self.config {
            Some(path) => ServerConfig::load(path)
                .map_err(|error| Failure { code: 78, message: error.to_string() })?,
            None => ServerConfig::default(),
        };
        config.store = self.store.clone().or(config.store);
        Ok(config)
    }

    /// Whether there is a file of settings.
    pub(in crate::cli) fn has_config(&self) -> bool {
        self.config.is_some()
    }
}

/// The URL of the store where none is named.
pub(in crate::cli) fn default_url(invocation: &Invocation) -> Result<String, Failure> {
    Ok(format!("{SQLITE}{}", invocation.folders()?.server_store().display()))
}

/// Opens a store. One in a file has to be there: a slip of the pen makes no new one.
pub(super) fn open_existing(url: &str, invocation: &Invocation) -> Result<Store, Failure> {
    if let Some(path) = sqlite_path(url).filter(|path| !path.exists()) {
        let message = format!("{}: there is no such database", path_text(path));
        return Err(Failure { code: 66, message });
    }
    open(url, invocation)
}

/// Opens a store, or makes it.
pub(super) fn open(url: &str, invocation: &Invocation) -> Result<Store, Failure> {
    let store = Store::open(url, StoreOptions::default())?;
    invocation.log_verbose(&format_args!("store: {}", store.description()));
    Ok(store)
}

/// The file of a database that is in one.
pub(super) fn sqlite_path(url: &str) -> Option<&Path> {
    url.strip_prefix(SQLITE).filter(|path| !path.is_empty()).map(Path::new)
}

/// The account of a name, whatever its capitals.
/// Errors: there is none; one whose name only looks like it is told.
pub(super) fn find_account(store: &Store, name: &str) -> Result<Account, Failure> {
    // A guest's name has a dot, and is its own skeleton.
    let skeleton = name.parse::<AccountName>().map(|name| name.skeleton());
    let found = store.account_of_name(skeleton.as_deref().unwrap_or(name))?;
    let shown = sanitize(name);
    match found {
        Some(account) if account.name.eq_ignore_ascii_case(name) => Ok(account),
        Some(account) => {
            let other = sanitize(&account.name);
            Err(no(format!("there is no account {shown}; there is {other}, which looks like it")))
        }
        None => Err(no(format!("there is no account {shown}"))),
    }
}

/// The answer is no, and why.
pub(super) fn no(message: String) -> Failure {
    Failure { code: 1, message }
}

/// Milliseconds since 1970 as "2026-11-22T20:26:17Z".
pub(super) fn moment(milliseconds: i64) -> String {
    let seconds = u64::try_from(milliseconds).unwrap_or_default() / 1_000;
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", Day::of_seconds(seconds))
}

/// A number of things: "1 key", "2 keys".
pub(super) fn count(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn moments_are_written_as_others_write_them() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(1_795_379_177_999), "2026-11-22T20:26:17Z");
        assert_eq!(moment(-1), "1970-01-01T00:00:00Z");
    }
}
