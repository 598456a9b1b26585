//! `upkeeper serve`: the game over SSH, for everybody who comes.

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use clap::ValueHint;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::admin::{StoreArgs, default_url};
use super::{Answer, Failure, Invocation};
use server::config::{ConfigOverrides, LogFormat};
use server::{Order, ServeError};

/// Serves the game over SSH
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArgs,
    /// Where to listen [default: 127.0.0.1:2222]
    #[arg(long, value_name = "ADDRESS")]
    ssh: Option<SocketAddr>,
    /// The server's key; made where there is none [default: host_key in the folder of the game's
    /// data]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    host_key: Option<PathBuf>,
    /// Where /metrics, /healthz and /readyz are answered [default: nowhere]
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Whether people without a key may play [default: on]
    #[arg(long, value_parser = PossibleValuesParser::new(["on", "off"]).map(|word| word == "on"))]
    guests: Option<bool>,
    /// The form of the log, on the standard error [default: text]
    #[arg(long, value_parser = log_formats())]
    log: Option<LogFormat>,
}

fn log_formats() -> impl TypedValueParser<Value = LogFormat> {
    let words = PossibleValuesParser::new(["text", "json"]);
    words.map(|word| if word == "json" { LogFormat::Json } else { LogFormat::Text })
}

impl Args {
    fn overrides(&self) -> ConfigOverrides {
        ConfigOverrides {
            ssh: self.ssh,
            store: None,
            host_key: self.host_key.clone(),
            metrics: self.metrics,
            log: self.log,
            guests: self.guests,
        }
    }
}

pub(super) fn run(args: &Args, invocation: &Invocation) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    if content.modded {
        return Err(Failure::usage(&"a server serves the built-in content: leave --data out"));
    }
    let read_config = || {
        let mut config = args.store.config()?;
        config.set(args.overrides());
        Ok::<_, Failure>(config)
    };
    let config = read_config()?;
    let folders = invocation.folders()?;
    let store = default_url(invocation)?;
    begin_log(config.log, invocation)?;
    let orders = orders(args.store.has_config())?;
    let tell = |address: SocketAddr| {
        let host = match address.ip() {
            ip if ip.is_unspecified() => "HOST".to_owned(),
            ip => ip.to_string(),
        };
        tracing::info!("players come by: ssh -p {} {host}", address.port());
    };
    let read_config = || read_config().map_err(|failure| failure.message);
    let places = (&*store, &*folders.host_key());
    let served = server::serve(config, places, content.catalog, &orders, read_config, tell);
    served.map(|()| Answer::Yes).map_err(failure)
}

/// What signals tell the server. The second that asks it to end ends the process at once; a hangup
/// has it read its settings again where they are in a file, and else is one that asks to end.
fn orders(has_config: bool) -> Result<Receiver<Order>, Failure> {
    let (sender, orders) = channel();
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let hear = move || {
        let mut is_stopping = false;
        for signal in signals.forever() {
            let order = match signal {
                SIGHUP if has_config => Order::Reload,
                signal => Order::Stop(signal),
            };
            let is_stop = order != Order::Reload;
            if is_stopping && is_stop || sender.send(order).is_err() {
                std::process::exit(128 + signal);
            }
            is_stopping |= is_stop;
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(hear)?;
    Ok(orders)
}

/// Writes the log to the standard error. `RUST_LOG` says what is in it; `-v` adds what is for
/// debugging, with addresses.
fn begin_log(format: LogFormat, invocation: &Invocation) -> Result<(), Failure> {
    let usual = if invocation.globals.verbose {
        "warn,upkeeper=debug,server=debug"
    } else {
        "warn,upkeeper=info,server=info"
    };
    let filter = invocation.environment.get("RUST_LOG").unwrap_or_else(|| usual.to_owned());
    let targets: Targets = filter
        .parse()
        .map_err(|error| Failure::usage(&format!("RUST_LOG=\"{filter}\": {error}")))?;
    let log = tracing_subscriber::fmt()
        .with_max_level(Level::TRACE)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false);
    match format {
        LogFormat::Text => log.finish().with(targets).init(),
        LogFormat::Json => log.json().finish().with(targets).init(),
    }
    Ok(())
}

fn failure(error: ServeError) -> Failure {
    let code = match error {
        ServeError::Store(error) => return error.into(),
        ServeError::Listen { .. } | ServeError::Runtime(_) => 74,
        ServeError::HostKey(_) => 78,
    };
    Failure { code, message: error.to_string() }
}
