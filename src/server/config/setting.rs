//! The table of settings: where each stands in the file, what it can be, and what it sets.

use std::path::PathBuf;
use std::time::Duration;

use super::{LogFormat, ServerConfig};
use screens::config::table::{Setting, SettingKind};

const BYTES_PER_MEGABYTE: u64 = 1_024 * 1_024;

/// A number in a field of any integer type that holds its `max`, or what a function makes of it.
macro_rules! number {
    ($table:literal, $key:literal, $min:literal..=$max:literal, |$config:ident, $number:ident| $set:expr) => {
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

const ADDRESS: &str = "write an address and a port, such as \"0.0.0.0:2222\" or \"[::]:2222\"";

/// Every setting, in the order of `docs/server.toml`.
pub(super) const SETTINGS: &[Setting<ServerConfig>] = &[
    Setting {
        table: "",
        key: "ssh",
        kind: SettingKind::Text {
            remedy: ADDRESS,
            set: |config, text| text.parse().map(|address| config.ssh = address).is_ok(),
        },
    },
    Setting {
        table: "",
        key: "store",
        kind: SettingKind::Text {
            remedy: "write \"sqlite:PATH\" or \"postgres://USER@HOST/NAME\"",
            set: |config, text| {
                let schemes = ["sqlite:", "postgres://", "postgresql://"];
                let is_url = schemes
                    .iter()
                    .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
                config.store = Some(text.to_owned());
                is_url
            },
        },
    },
    Setting {
        table: "",
        key: "host_key",
        kind: SettingKind::Text {
            remedy: "write the path of a file",
            set: |config, text| {
                config.host_key = Some(PathBuf::from(text));
                !text.is_empty()
            },
        },
    },
    Setting {
        table: "",
        key: "metrics",
        kind: SettingKind::Text {
            remedy: ADDRESS,
            set: |config, text| text.parse().map(|address| config.metrics = Some(address)).is_ok(),
        },
    },
    Setting {
        table: "",
        key: "log",
        kind: SettingKind::Choice {
            words: || vec!["text", "json"],
            set: |config, word| {
                config.log = match word {
                    "text" => LogFormat::Text,
                    "json" => LogFormat::Json,
                    _ => return false,
                };
                true
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
