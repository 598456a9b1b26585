//! The settings of the server: `server.toml`, and what the command line puts in its place.
//!
//! A server with a fault in its settings does not start: a limit that is not there because of a slip of the pen would be found
//! out by the wrong people. All faults are reported at once. `docs/server.toml` has every setting with its default.
//!
//! A new setting is a field and an entry of [`SETTINGS`](setting::SETTINGS).

mod read;
mod setting;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use crate::limits::{AccountLimits, ConnectionLimits, InputLimits};
use crate::session_limits::SessionLimits;
use base::path_text;
use screens::config::Problem;

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// All settings of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// Where SSH is listened for.
    pub ssh: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`; `None` for the caller's choice.
    pub store: Option<String>,
    /// `None` for the caller's choice.
    pub host_key: Option<PathBuf>,
    /// Where metrics and health are answered over HTTP; `None` for nowhere.
    pub metrics: Option<SocketAddr>,
    pub log: LogFormat,
    pub connections: ConnectionLimits,
    pub session: SessionLimits,
    pub input: InputLimits,
    pub accounts: AccountLimits,
}

impl Default for ServerConfig {
    /// Serves this machine alone.
    fn default() -> Self {
        Self {
            ssh: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 2222),
            store: None,
            host_key: None,
            metrics: None,
            log: LogFormat::default(),
            connections: ConnectionLimits::default(),
            session: SessionLimits::default(),
            input: InputLimits::default(),
            accounts: AccountLimits::default(),
        }
    }
}

/// What the command line says; `None` for what it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigOverrides {
    pub ssh: Option<SocketAddr>,
    pub store: Option<String>,
    pub host_key: Option<PathBuf>,
    pub metrics: Option<SocketAddr>,
    pub log: Option<LogFormat>,
    pub guests: Option<bool>,
}

/// Why there are no settings.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: the settings cannot be read: {error}", path_text(.path))]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{}", lines(.0))]
    Faults(Vec<Problem>),
}

fn lines(faults: &[Problem]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

impl ServerConfig {
    /// Puts what the command line says in the place of what was there.
    pub fn set(&mut self, overrides: ConfigOverrides) {
        let ConfigOverrides { ssh, store, host_key, metrics, log, guests } = overrides;
        self.ssh = ssh.unwrap_or(self.ssh);
        self.store = store.or(self.store.take());
        self.host_key = host_key.or(self.host_key.take());
        self.metrics = metrics.or(self.metrics);
        self.log = log.unwrap_or(self.log);
        self.session.guests = guests.unwrap_or(self.session.guests);
    }
}

impl ServerConfig {
    /// Keeps what only a start can change as it is in force. Returns the names of what was set otherwise.
    pub(crate) fn keep_fixed(&mut self, in_force: &ServerConfig) -> Vec<&'static str> {
        fn keep<T: Clone + PartialEq>(new: &mut T, old: &T) -> bool {
            let differs = new != old;
            new.clone_from(old);
            differs
        }
        let differs = [
            ("ssh", keep(&mut self.ssh, &in_force.ssh)),
            ("store", keep(&mut self.store, &in_force.store)),
            ("host_key", keep(&mut self.host_key, &in_force.host_key)),
            ("metrics", keep(&mut self.metrics, &in_force.metrics)),
            ("log", keep(&mut self.log, &in_force.log)),
            ("outage_seconds", keep(&mut self.session.outage, &in_force.session.outage)),
        ];
        differs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_command_line_goes_before_the_file() {
        let text = "ssh = '0.0.0.0:22'\nstore = 'sqlite:a'\nlog = 'json'\n[login]\nguests = false";
        let mut config = ServerConfig::read("server.toml", text).unwrap();
        let before = config.clone();
        config.set(ConfigOverrides::default());
        assert_eq!(config, before);
        config.set(ConfigOverrides {
            store: Some("postgres://b".to_owned()),
            metrics: "127.0.0.1:1".parse().ok(),
            guests: Some(true),
            ..ConfigOverrides::default()
        });
        assert_eq!(config.ssh, before.ssh);
        assert_eq!(config.store.as_deref(), Some("postgres://b"));
        assert_eq!(config.metrics, "127.0.0.1:1".parse().ok());
        assert_eq!((config.log, config.session.guests), (LogFormat::Json, true));
    }

    #[test]
    fn a_file_that_is_not_there_is_said() {
        let error = ServerConfig::load(Path::new("/nowhere/server.toml")).unwrap_err();
        assert!(error.to_string().starts_with("/nowhere/server.toml: the settings cannot be read"));
    }
}
