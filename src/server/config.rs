//! The settings of the server: `server.toml`, and what the command line puts in its place.
//!
//! A server with a fault in its settings does not start: a limit that is not there because of a
//! slip of the pen would be found out by the wrong people. All faults are reported at once.
//! `docs/server.toml` has every setting with its default.
//!
//! A new setting is a field and an entry of [`SETTINGS`].

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use crate::limits::{AccountLimits, ConnectionLimits, InputLimits, SessionLimits};
use base::path_text;
use screens::config::Problem;
use screens::config::table::{Setting, SettingKind, read_settings};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

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
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ConfigError::Unreadable { path: path.to_owned(), error })?;
        Self::read(&path_text(path), &text)
    }

    /// Reads the text of a file; `file` is its name in messages.
    /// Errors: all faults of the text, by line.
    pub fn read(file: &str, text: &str) -> Result<Self, ConfigError> {
        let (config, faults) = read(file, text);
        if faults.is_empty() { Ok(config) } else { Err(ConfigError::Faults(faults)) }
    }

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

    /// Keeps what only a start can change as it is in force. Returns the names of what was set
    /// otherwise.
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

/// The settings of a text, and its faults by their places. With faults the settings are not to be
/// used.
fn read(file: &str, text: &str) -> (ServerConfig, Vec<Problem>) {
    let mut config = ServerConfig::default();
    let problems = read_settings(file, text, SETTINGS, &mut config);
    (config, problems)
}

const BYTES_PER_MEGABYTE: u64 = 1_024 * 1_024;

/// A number in a field of any integer type that holds its `max`, or what a function makes of it.
macro_rules! number {
    ($table:literal, $key:literal, $min:literal..=$max:literal, |$config:ident,
        $number:ident| $set:expr) => {
        Setting {
            table: $table,
            key: $key,
            kind: SettingKind::Number { min: $min, max: $max, set: |$config, $number| $set },
        }
    };
    ($table:literal, $key:literal, $min:literal..=$max:literal, $($field:ident).+) => {
        number!($table, $key, $min..=$max, |config, number| config.$($field).+ = number as _)
    };
    ($table:literal, $key:literal, $min:literal..=$max:literal, $($field:ident).+, $value:path) => {
        number!($table, $key, $min..=$max, |config, number| config.$($field).+ = $value(number))
    };
}

/// A text that stands in no table.
macro_rules! text {
    ($key:literal, $remedy:expr, $set:expr) => {
        Setting { table: "", key: $key, kind: SettingKind::Text { remedy: $remedy, set: $set } }
    };
}

const ADDRESS: &str = "write an address and a port, such as \"0.0.0.0:2222\" or \"[::]:2222\"";

/// How the URLs of stores begin.
const SCHEMES: [&str; 3] = ["sqlite:", "postgres://", "postgresql://"];

/// Every setting, in the order of `docs/server.toml`.
const SETTINGS: &[Setting<ServerConfig>] = &[
    text!("ssh", ADDRESS, |config, text| text.parse().map(|address| config.ssh = address).is_ok()),
    text!("store", "write \"sqlite:PATH\" or \"postgres://USER@HOST/NAME\"", |config, text| {
        config.store = Some(text.to_owned());
        SCHEMES.iter().any(|scheme| text.starts_with(scheme) && text.len() > scheme.len())
    }),
    text!("host_key", "write the path of a file", |config, text| {
        config.host_key = Some(PathBuf::from(text));
        !text.is_empty()
    }),
    text!("metrics", ADDRESS, |config, text| {
        text.parse().map(|address| config.metrics = Some(address)).is_ok()
    }),
    Setting {
        table: "",
        key: "log",
        kind: SettingKind::Choice {
            words: || vec!["text", "json"],
            set: |config, word| {
                config.log = if word == "json" { LogFormat::Json } else { LogFormat::Text };
                matches!(word, "text" | "json")
            },
        },
    },
    number!("connections", "total", 1..=1_000_000, connections.total),
    number!("connections", "per_address", 1..=1_000_000, connections.per_address),
    number!("connections", "per_minute", 1..=1_000_000, connections.rate.count),
    number!("connections", "burst", 1..=1_000_000, connections.rate.burst),
    number!("connections", "bytes_per_second", 1_024..=1_000_000_000, connections.bytes.count),
    number!("connections", "byte_burst", 65_536..=1_000_000_000, connections.bytes.burst),
    Setting {
        table: "connections",
        key: "exempt",
        kind: SettingKind::Texts {
            remedy: "write addresses or blocks of them, such as [\"192.0.2.1\", \"10.0.0.0/8\"]",
            set: |config, text| {
                text.parse().map(|block| config.connections.exempt.push(block)).is_ok()
            },
        },
    },
    number!("login", "seconds", 1..=3_600, session.login, Duration::from_secs),
    number!("login", "tries", 1..=100, session.login_tries),
    Setting {
        table: "login",
        key: "guests",
        kind: SettingKind::Switch { set: |config, is_on| config.session.guests = is_on },
    },
    number!("session", "max_columns", 80..=500, session.max_size.width),
    number!("session", "max_rows", 24..=200, session.max_size.height),
    number!("session", "idle_seconds", 1..=604_800, session.idle, Duration::from_secs),
    number!("session", "output_seconds", 1..=3_600, session.output, Duration::from_secs),
    number!("session", "outage_seconds", 1..=3_600, session.outage, Duration::from_secs),
    number!("input", "keys_per_second", 1..=1_000_000, input.keys.count),
    number!("input", "key_burst", 1..=1_000_000, input.keys.burst),
    number!("input", "packets_per_second", 1..=1_000_000, input.packets.count),
    number!("input", "packet_burst", 1..=1_000_000, input.packets.burst),
    number!("input", "bytes_per_second", 1..=1_000_000_000, input.bytes.count),
    number!("input", "byte_burst", 1..=1_000_000_000, input.bytes.burst),
    number!("accounts", "max_runs", 1..=1_000_000_000, accounts.max_runs),
    number!("accounts", "max_megabytes", 1..=1_000_000, |config, number| {
        config.accounts.max_bytes = number * BYTES_PER_MEGABYTE;
    }),
    number!("accounts", "max_submission_megabytes", 1..=64, |config, number| {
        config.session.submission_bytes = (number * BYTES_PER_MEGABYTE) as usize;
    }),
    number!(
        "accounts",
        "submission_seconds",
        1..=3_600,
        session.submission_time,
        Duration::from_secs
    ),
    number!("accounts", "new_per_hour", 1..=1_000_000, accounts.new.count),
    number!("accounts", "new_burst", 1..=1_000_000, accounts.new.burst),
    number!("accounts", "submissions_per_hour", 1..=1_000_000, accounts.submissions.count),
    number!("accounts", "submission_burst", 1..=1_000_000, accounts.submissions.burst),
];

#[cfg(test)]
mod tests {
    use super::*;
    const SAMPLE: &str = include_str!("../../docs/server.toml");

    fn faults(text: &str) -> Vec<String> {
        read("server.toml", text).1.iter().map(ToString::to_string).collect()
    }

    /// The sample with what is commented out in it: a `#` without a blank behind it.
    fn sample_in_use() -> String {
        let lines = SAMPLE.lines().map(|line| match line.strip_prefix('#') {
            Some(rest) if !rest.is_empty() && !rest.starts_with(' ') => rest,
            _ => line,
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_sample_has_every_setting_with_its_default() {
        assert_eq!(read("server.toml", SAMPLE), (ServerConfig::default(), vec![]));
        let text = sample_in_use();
        let (mut config, faults) = read("server.toml", &text);
        assert_eq!(faults, []);
        // These have no default of their own.
        assert!(config.store.take().is_some_and(|store| store.starts_with("sqlite:")));
        assert!(config.host_key.take().is_some() && config.metrics.take().is_some());
        assert_eq!(config, ServerConfig::default());
        let document: toml_edit::DocumentMut = text.parse().unwrap();
        for Setting { table, key, .. } in SETTINGS {
            let item = if table.is_empty() {
                document.get(key)
            } else {
                document.get(table).and_then(|table| table.get(key))
            };
            assert!(item.is_some(), "{table}.{key} is not in docs/server.toml");
        }
    }

    #[test]
    fn every_setting_sets_something() {
        for setting in SETTINGS {
            let Setting { table, key, kind } = setting;
            let values: Vec<String> = match kind {
                SettingKind::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
                SettingKind::Choice { .. } => vec!["'json'".to_owned()],
                SettingKind::Switch { .. } => vec!["false".to_owned()],
                SettingKind::Text { .. } if *key == "store" => vec!["'postgres://h/n'".to_owned()],
                SettingKind::Text { .. } => vec!["'[::]:1'".to_owned()],
                SettingKind::Texts { .. } => vec!["['::1', '10.0.0.0/8']".to_owned()],
                SettingKind::Line { .. } | SettingKind::Old { .. } | SettingKind::Table { .. } => {
                    panic!("the server has none")
                }
            };
            for value in values {
                let header = if table.is_empty() { String::new() } else { format!("[{table}]\n") };
                let (config, faults) = read("server.toml", &format!("{header}{key} = {value}"));
                assert_eq!(faults, [], "{table}.{key} = {value}");
                assert_ne!(config, ServerConfig::default(), "{table}.{key} = {value}");
            }
        }
    }

    #[test]
    fn values_arrive_in_their_units() {
        let text = "log = 'json'\n[session]\nidle_seconds = 90\nmax_columns = 132\n\
                    [accounts]\nmax_megabytes = 3\n[connections]\nper_minute = 7\nexempt = ['::1']";
        let (config, faults) = read("server.toml", text);
        assert_eq!(faults, []);
        assert_eq!(config.log, LogFormat::Json);
        assert_eq!(config.session.idle, Duration::from_secs(90));
        assert_eq!(config.session.max_size.width, 132);
        assert_eq!(config.accounts.max_bytes, 3 << 20);
        assert_eq!(config.connections.rate.count, 7);
        assert_eq!(config.connections.rate.period, Duration::from_mins(1));
        assert_eq!(config.connections.exempt, ["::1".parse().unwrap()]);
    }

    #[test]
    fn faults_are_told_with_place_key_and_remedy() {
        let text = "ssh = \"0.0.0.0\"\nport = 22\n[connections]\ntotal = 0\nper_address = 'many'\n\
                    exempt = ['10.0.0.0/8', 'ä', 'home']\nburts = 3\n[login]\nguests = 'no'\ntries \
                    = 2.5\n\
                    [limits]\n";
        let found = faults(text);
        let wanted = [
            "server.toml:1:7: ssh: this text will not do; write an address and a port, such as",
            "server.toml:2:1: port: there is no such setting; there are ssh, store, host_key, \
             metrics, log, [connections], [login], [session], [input], [accounts]",
            "server.toml:4:9: connections.total: 0 will not do; write a whole number from 1 to \
             1000000",
            "server.toml:5:15: connections.per_address: `many` will not do; write a whole number",
            "server.toml:6:25: connections.exempt: `ä` will not do; write addresses or blocks",
            "server.toml:6:30: connections.exempt: `home` will not do; write addresses or blocks",
            "server.toml:7:1: connections.burts: there is no such setting in this table; there are \
             total, per_address,",
            "server.toml:9:10: login.guests: `no` will not do; write true or false",
            "server.toml:10:9: login.tries: float will not do; write a whole number from 1 to 100",
            "server.toml:11:2: limits: there is no such setting; there are ssh,",
        ];
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.starts_with(wanted), "{found}\n{wanted}");
        }
        assert_eq!(found.len(), wanted.len(), "{found:#?}");
    }

    #[test]
    fn what_is_not_toml_is_told_with_its_place() {
        let found = faults("log = 'text'\n[login]\ntries = = 3\n");
        assert!(found[0].starts_with("server.toml:3:"), "{found:?}");
        assert_eq!(found.len(), 1);
        assert!(
            faults("ssh = '127.0.0.1:1'\nssh = '127.0.0.1:2'")[0].starts_with("server.toml:2:1:")
        );
        assert!(
            faults("login = 3")[0].starts_with("server.toml:1:9: login: it is no table; begin")
        );
        assert!(faults("[[login]]")[0].contains("login: it is no table"));
    }

    #[test]
    fn a_fault_shows_nothing_that_a_terminal_obeys() {
        let found = faults("log = \"\\u001b]0;x\\u0007\"\n\"\\u001b[2J\" = 1");
        assert!(found.iter().all(|text| !text.contains(char::is_control)), "{found:?}");
        assert_eq!(found.len(), 2);
    }

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

    proptest::proptest! {
        #[test]
        fn no_text_is_a_panic(text in "([a-z_]{1,11}|connections|login|[\\[\\]='\"#.,{}0-9\n \
            ä-]){0,60}") {
            for fault in read("server.toml", &text).1 {
                let line = text.split('\n').nth(fault.line - 1).expect("a line of the text");
                proptest::prop_assert!(fault.column <= line.chars().count() + 1);
            }
        }
    }
}
