//! The table of settings: where each stands in the file, what it can be, and what it sets.

use std::path::PathBuf;
use std::time::Duration;

use super::{LogFormat, ServerConfig};
use screens::config::table::{Setting, SettingKind};

const BYTES_PER_MEGABYTE: u64 = 1_024 * 1_024;

/// A number in a field of any integer type that holds its `max`.
macro_rules! number {
    ($table:literal, $key:literal, $min:literal..=$max:literal, |$config:ident, $number:ident| $set:expr) => {
        Setting {
            table: $table,
            key: $key,
            kind: SettingKind::Number { min: $min, max: $max, set: |$config, $number| $set },
        }
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
    number!("connections", "total", 1..=1_000_000, |config, number| {
        config.connections.total = number as usize;
    }),
    number!("connections", "per_address", 1..=1_000_000, |config, number| {
        config.connections.per_address = number as usize;
    }),
    number!("connections", "per_minute", 1..=1_000_000, |config, number| {
        config.connections.rate.count = number as u32;
    }),
    number!("connections", "burst", 1..=1_000_000, |config, number| {
        config.connections.rate.burst = number as u32;
    }),
    number!("connections", "bytes_per_second", 1_024..=1_000_000_000, |config, number| {
        config.connections.bytes.count = number as u32;
    }),
    number!("connections", "byte_burst", 65_536..=1_000_000_000, |config, number| {
        config.connections.bytes.burst = number as u32;
    }),
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
    number!("login", "seconds", 1..=3_600, |config, number| {
        config.session.login = Duration::from_secs(number);
    }),
    number!("login", "tries", 1..=100, |config, number| {
        config.session.login_tries = number as usize;
    }),
    Setting {
        table: "login",
        key: "guests",
        kind: SettingKind::Switch { set: |config, is_on| config.session.guests = is_on },
    },
    number!("session", "max_columns", 80..=500, |config, number| {
        config.session.max_size.width = number as u16;
    }),
    number!("session", "max_rows", 24..=200, |config, number| {
        config.session.max_size.height = number as u16;
    }),
    number!("session", "idle_seconds", 1..=604_800, |config, number| {
        config.session.idle = Duration::from_secs(number);
    }),
    number!("session", "output_seconds", 1..=3_600, |config, number| {
        config.session.output = Duration::from_secs(number);
    }),
    number!("session", "outage_seconds", 1..=3_600, |config, number| {
        config.session.outage = Duration::from_secs(number);
    }),
    number!("input", "keys_per_second", 1..=1_000_000, |config, number| {
        config.input.keys.count = number as u32;
    }),
    number!("input", "key_burst", 1..=1_000_000, |config, number| {
        config.input.keys.burst = number as u32;
    }),
    number!("input", "packets_per_second", 1..=1_000_000, |config, number| {
        config.input.packets.count = number as u32;
    }),
    number!("input", "packet_burst", 1..=1_000_000, |config, number| {
        config.input.packets.burst = number as u32;
    }),
    number!("input", "bytes_per_second", 1..=1_000_000_000, |config, number| {
        config.input.bytes.count = number as u32;
    }),
    number!("input", "byte_burst", 1..=1_000_000_000, |config, number| {
        config.input.bytes.burst = number as u32;
    }),
    number!("accounts", "max_runs", 1..=1_000_000_000, |config, number| {
        config.accounts.max_runs = number;
    }),
    number!("accounts", "max_megabytes", 1..=1_000_000, |config, number| {
        config.accounts.max_bytes = number * BYTES_PER_MEGABYTE;
    }),
    number!("accounts", "max_submission_megabytes", 1..=64, |config, number| {
        config.session.submission_bytes = (number * BYTES_PER_MEGABYTE) as usize;
    }),
    number!("accounts", "submission_seconds", 1..=3_600, |config, number| {
        config.session.submission_time = Duration::from_secs(number);
    }),
    number!("accounts", "new_per_hour", 1..=1_000_000, |config, number| {
        config.accounts.new.count = number as u32;
    }),
    number!("accounts", "new_burst", 1..=1_000_000, |config, number| {
        config.accounts.new.burst = number as u32;
    }),
    number!("accounts", "submissions_per_hour", 1..=1_000_000, |config, number| {
        config.accounts.submissions.count = number as u32;
    }),
    number!("accounts", "submission_burst", 1..=1_000_000, |config, number| {
        config.accounts.submissions.burst = number as u32;
    }),
];
