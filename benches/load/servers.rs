//! Servers as processes of their own, and what the system says of them: the game's, and the echo
//! that every figure stands beside, a server of the same library that sends each key back.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{HashAlg, PrivateKey};
use russh::server::{
    Auth, ChannelOpenHandle, Config, Handler, Msg, Session, VerifiedPublicKey, run_stream,
};
use russh::{Channel, ChannelId};
use tempfile::TempDir;

use crate::client::key_of;
use server::store::{NewAccount, Store, StoreOptions};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

/// The ticks of the system's clock in a second, in which it tells the time of a process: the same
/// on every Linux.
const TICKS: f64 = 100.0;
const MIB: f64 = 1_048_576.0;

/// The kinds of level on which people play, by turns.
pub(crate) const KINDS: [&str; 5] = ["cavern", "vault", "keep", "house", "crypt"];

/// A running server; killed when this is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
    /// Where it answers for its metrics; the echo does not.
    metrics: Option<SocketAddr>,
    folder: TempDir,
}

impl Server {
    /// The echo.
    pub(crate) fn echo() -> Server {
        let this = std::env::current_exe().expect("the path of this program");
        let mut process = Command::new(this)
            .arg(ECHO_ARGUMENT)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the echo runs");
        let mut line = String::new();
        let output = process.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut line).expect("an address");
        let address = line.trim().parse().expect("an address");
        Server { process, address, metrics: None, folder: TempDir::new().expect("a folder") }
    }

    /// The server of the game with an account for each of so many keys. Only this machine's first
    /// address may have as many connections as it likes.
    pub(crate) fn upkeeper(accounts: u32) -> Server {
        let folder = TempDir::new().expect("a folder");
        make_accounts(&folder, accounts);
        let metrics = free_address();
        let settings = format!(
            "metrics = '{metrics}'\nstore = '{}'\n\
             [connections]\ntotal = 5000\nexempt = ['127.0.0.1']\n\
             [accounts]\nsubmissions_per_hour = 100000\nsubmission_burst = 10000\n",
            store_url(&folder)
        );
        fs::write(folder.path().join("server.toml"), settings).expect("a file");
        let mut process = Command::new(PROGRAM)
            .args(["serve", "--ssh", "127.0.0.1:0", "--log", "json", "--config"])
            .arg(folder.path().join("server.toml"))
            .env("UPKEEPER_HOME", folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server runs");
        let mut log = BufReader::new(process.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.contains("\"address\"") {
            line.clear();
            assert!(log.read_line(&mut line).expect("a log") > 0, "the server has ended");
        }
        let entry: serde_json::Value = serde_json::from_str(&line).expect("an object");
        let address = entry["fields"]["address"].as_str().expect("an address");
        let address = address.parse().expect("an address");
        // What nobody reads would hold it up.
        thread::spawn(move || io::copy(&mut log, &mut io::sink()));
        Server { process, address, metrics: Some(metrics), folder }
    }

    /// The value of a metric, by its name and labels.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let mut socket = TcpStream::connect(self.metrics.expect("metrics")).expect("answers");
        socket.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").expect("writes");
        let mut text = String::new();
        socket.read_to_string(&mut text).expect("reads");
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or(0)
    }

    /// Runs `upkeeper` on its database, and waits for its end.
    pub(crate) fn command(&self, arguments: &[&str]) {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).env("UPKEEPER_HOME", self.folder.path()).stdin(Stdio::null());
        let output = command.output().expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// What `upkeeper admin` needs to find its database.
    pub(crate) fn store(&self) -> String {
        store_url(&self.folder)
    }

    pub(crate) fn folder(&self) -> &TempDir {
        &self.folder
    }

    /// The time of the processors that it has used, in seconds.
    pub(crate) fn cpu(&self) -> f64 {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).expect("Linux");
        let fields: Vec<&str> = text.rsplit(')').next().expect("fields").split(' ').collect();
        let ticks: u64 = fields[12..14].iter().filter_map(|field| field.parse::<u64>().ok()).sum();
        ticks as f64 / TICKS
    }

    /// The memory that it holds, in MiB.
    pub(crate) fn memory(&self) -> f64 {
        let path = format!("/proc/{}/smaps_rollup", self.process.id());
        let text = fs::read_to_string(path).expect("Linux");
        let line = text.lines().find_map(|line| line.strip_prefix("Rss:")).expect("a figure");
        let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kibibytes * 1024.0 / MIB
    }

    /// Waits until all sessions have ended.
    pub(crate) fn wait_for_nobody(&self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while self.metric("upkeeper_connections") > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn make_accounts(folder: &TempDir, accounts: u32) {
    let store = Store::open(&store_url(folder), StoreOptions::default());
    let store = store.expect("a database");
    for number in 0..accounts {
        let name = format!("p{number}");
        let account = store.create_account(NewAccount {
            name: name.clone(),
            skeleton: name.clone(),
            fingerprint: key_of(number).public_key().fingerprint(HashAlg::Sha256).to_string(),
            key_label: String::new(),
            recovery_hash: name,
        });
        let kind = KINDS[number as usize % KINDS.len()];
        let settings = format!("motion = 'off'\nhints = 'off'\nshift = '{kind} 2'\n");
        store.keep_settings(account.expect("an account").id, &settings).expect("kept");
    }
}

fn store_url(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("server.sqlite").display())
}

/// An address that nobody listens at.
fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
    listener.local_addr().expect("an address")
}

/// The argument by which this program is the echo.
pub(crate) const ECHO_ARGUMENT: &str = "--echo";

/// The threads of the server that is measured.
const THREADS: usize = 2;

struct Echo;

impl Handler for Echo {
    type Error = russh::Error;

    async fn auth_publickey(
        &mut self,
        _: &str,
        _: VerifiedPublicKey<'_>,
    ) -> Result<Auth, russh::Error> {
        Ok(Auth::Accept)
    }

    async fn channel_open_session(
        &mut self,
        _: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), russh::Error> {
        reply.accept().await;
        Ok(())
    }

    async fn data(
        &mut self,
        channel: ChannelId,
        bytes: &[u8],
        session: &mut Session,
    ) -> Result<(), russh::Error> {
        session.data(channel, bytes.to_vec())
    }
}

/// Serves until the process is killed; the port is the first line of the output.
pub(crate) fn serve_echo() -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        io::stdout().flush()?;
        let config = Arc::new(Config {
            keys: vec![PrivateKey::from(Ed25519Keypair::from_seed(&[1; 32]))],
            nodelay: true,
            ..Config::default()
        });
        loop {
            let (socket, _) = listener.accept().await?;
            socket.set_nodelay(true)?;
            let config = config.clone();
            tokio::spawn(async move {
                if let Ok(session) = run_stream(config, socket, Echo).await {
                    // However it ends.
                    let _ = session.await;
                }
            });
        }
    })
}
