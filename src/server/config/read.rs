//! Reads the settings of the server from the text of a file.

use std::fs;
use std::ops::Range;
use std::path::Path;

use toml_edit::{Document, Item, TableLike, Value};

use super::setting::{SETTINGS, Setting, SettingValue};
use super::{ConfigError, ConfigFault, ServerConfig};
use base::{path_text, sanitize};

impl ServerConfig {
    /// Reads a file of settings.
    ///
    /// # Errors
    /// When it cannot be read, or has faults.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ConfigError::Unreadable { path: path.to_owned(), error })?;
        Self::read(&path_text(path), &text)
    }

    /// Reads the text of a file; `file` is its name in messages.
    ///
    /// # Errors
    /// All faults of the text, by line.
    pub fn read(file: &str, text: &str) -> Result<Self, ConfigError> {
        let (config, faults) = read(file, text);
        if faults.is_empty() { Ok(config) } else { Err(ConfigError::Faults(faults)) }
    }
}

/// The settings of a text, and its faults by their places. With faults the settings are not to be used.
fn read(file: &str, text: &str) -> (ServerConfig, Vec<ConfigFault>) {
    let mut reader = Reader { file, text, config: ServerConfig::default(), faults: Vec::new() };
    match Document::parse(text) {
        Ok(document) => reader.table("", document.as_table()),
        Err(error) => {
            let place = error.span().map_or(0, |span| span.start);
            reader.fault(place, "", error.message(), "mend this line or delete it");
        }
    }
    reader.faults.sort_by_key(|fault| (fault.line, fault.column));
    (reader.config, reader.faults)
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    config: ServerConfig,
    faults: Vec<ConfigFault>,
}

impl Reader<'_> {
    /// Reads the settings of a table; the one without a name holds the others.
    fn table(&mut self, name: &str, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            let full = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
            let known = SETTINGS.iter().find(|known| known.table == name && known.key == key);
            if let Some(setting) = known {
                self.setting(&full, setting, item);
            } else if name.is_empty() && tables().any(|known| known == key) {
                match item.as_table_like() {
                    Some(inner) => self.table(key, inner),
                    None => self.fault_of(
                        item,
                        &full,
                        "it is no table",
                        &format!("begin it with [{key}]"),
                    ),
                }
            } else {
                let place = start(table.key(key).and_then(toml_edit::Key::span));
                let what = if name.is_empty() { "setting" } else { "setting in this table" };
                let remedy = format!("there are {}", keys_of(name));
                self.fault(place, &full, &format!("there is no such {what}"), &remedy);
            }
        }
    }

    fn setting(&mut self, full: &str, setting: &Setting, item: &Item) {
        match &setting.value {
            SettingValue::Number { min, max, set } => {
                let number = item.as_integer().and_then(|number| u64::try_from(number).ok());
                if let Some(number) = number.filter(|number| (min..=max).contains(&number)) {
                    set(&mut self.config, number);
                } else {
                    let remedy = format!("write a whole number from {min} to {max}");
                    self.fault_of(item, full, &unusable(item), &remedy);
                }
            }
            SettingValue::Switch { set } => match item.as_bool() {
                Some(is_on) => set(&mut self.config, is_on),
                None => self.fault_of(item, full, &unusable(item), "write true or false"),
            },
            SettingValue::Text { remedy, set } => {
                let is_taken = item.as_str().is_some_and(|text| set(&mut self.config, text));
                if !is_taken {
                    // The text itself is not shown: the URL of a database holds its password.
                    let fault = if item.is_str() {
                        "this text will not do".to_owned()
                    } else {
                        unusable(item)
                    };
                    self.fault_of(item, full, &fault, remedy);
                }
            }
            SettingValue::Texts { remedy, set } => {
                let Some(texts) = item.as_array() else {
                    return self.fault_of(item, full, &unusable(item), remedy);
                };
                for value in texts {
                    let is_taken = value.as_str().is_some_and(|text| set(&mut self.config, text));
                    if !is_taken {
                        self.fault(start(value.span()), full, &unusable_value(value), remedy);
                    }
                }
            }
        }
    }

    fn fault_of(&mut self, item: &Item, key: &str, fault: &str, remedy: &str) {
        self.fault(start(item.span()), key, fault, remedy);
    }

    /// Notes a fault at a byte of the text.
    fn fault(&mut self, place: usize, key: &str, fault: &str, remedy: &str) {
        let before = self.text.get(..place).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let key = if key.is_empty() { String::new() } else { format!("{key}: ") };
        self.faults.push(ConfigFault {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            key: sanitize(&key),
            fault: sanitize(fault),
            remedy: sanitize(remedy),
        });
    }
}

fn start(span: Option<Range<usize>>) -> usize {
    span.map_or(0, |span| span.start)
}

/// Says of a value that it will not do.
fn unusable(item: &Item) -> String {
    match item.as_value() {
        Some(value) => unusable_value(value),
        None => format!("{} will not do", item.type_name()),
    }
}

fn unusable_value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}` will not do", text.value()),
        Value::Integer(number) => format!("{} will not do", number.value()),
        Value::Boolean(is_on) => format!("{} will not do", is_on.value()),
        other => format!("{} will not do", other.type_name()),
    }
}

/// The names of the tables, each as often as it has settings.
fn tables() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|setting| setting.table).filter(|table| !table.is_empty())
}

/// What can stand in a table, for the message about what cannot.
fn keys_of(table: &str) -> String {
    let keys = SETTINGS.iter().filter(|setting| setting.table == table);
    let mut words: Vec<String> = keys.map(|setting| setting.key.to_owned()).collect();
    if table.is_empty() {
        words.extend(tables().map(|table| format!("[{table}]")));
        words.dedup();
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::LogFormat;
    use std::time::Duration;

    const SAMPLE: &str = include_str!("../../../docs/server.toml");

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
        let document = Document::parse(text).unwrap();
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
            let Setting { table, key, value } = setting;
            let values: Vec<String> = match value {
                SettingValue::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
                SettingValue::Switch { .. } => vec!["false".to_owned()],
                SettingValue::Text { .. } if *key == "log" => vec!["'json'".to_owned()],
                SettingValue::Text { .. } if *key == "store" => vec!["'postgres://h/n'".to_owned()],
                SettingValue::Text { .. } => vec!["'[::]:1'".to_owned()],
                SettingValue::Texts { .. } => vec!["['::1', '10.0.0.0/8']".to_owned()],
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
                    exempt = ['10.0.0.0/8', 'ä', 'home']\nburts = 3\n[login]\nguests = 'no'\ntries = 2.5\n\
                    [limits]\n";
        let found = faults(text);
        let wanted = [
            "server.toml:1:7: ssh: this text will not do; write an address and a port, such as",
            "server.toml:2:1: port: there is no such setting; there are ssh, store, host_key, metrics, log, [connections], \
             [login], [session], [input], [accounts]",
            "server.toml:4:9: connections.total: 0 will not do; write a whole number from 1 to 1000000",
            "server.toml:5:15: connections.per_address: `many` will not do; write a whole number",
            "server.toml:6:25: connections.exempt: `ä` will not do; write addresses or blocks",
            "server.toml:6:30: connections.exempt: `home` will not do; write addresses or blocks",
            "server.toml:7:1: connections.burts: there is no such setting in this table; there are total, per_address,",
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

    proptest::proptest! {
        #[test]
        fn no_text_is_a_panic(text in "([a-z_]{1,11}|connections|login|[\\[\\]='\"#.,{}0-9\n ä-]){0,60}") {
            for fault in read("server.toml", &text).1 {
                let line = text.split('\n').nth(fault.line - 1).expect("a line of the text");
                proptest::prop_assert!(fault.column <= line.chars().count() + 1);
            }
        }
    }
}
