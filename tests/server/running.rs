//! A server in a folder of its own, and OpenSSH's client to come to it with.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use server::store::{Store, StoreOptions};
use tempfile::TempDir;

use crate::sessions::{begin_shift, offered_turn, take_up, wait_a_turn};
use crate::support::pty::{Pty, Start};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

/// The file of the settings, in the folder of a server that has some.
const SETTINGS: &str = "server.toml";

/// How long a test waits for something, and from one look at it to the next.
const DEADLINE: Duration = Duration::from_mins(3);
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Waits for something that another process does.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..DEADLINE.as_millis() / LOOK_INTERVAL.as_millis() {
        if is_so() {
            return;
        }
        thread::park_timeout(LOOK_INTERVAL);
    }
    panic!("waited in vain for {what}");
}

/// The exit code of a program and what it has written to its output and beside that.
#[derive(Debug)]
pub(crate) struct Told(pub(crate) Option<i32>, pub(crate) String, pub(crate) String);

pub(crate) fn told(output: &Output) -> Told {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Told(output.status.code(), text(&output.stdout), text(&output.stderr))
}

impl Told {
    /// The output of a program that has done what it was asked for, without a word beside it.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!((self.0, self.2.as_str()), (Some(0), ""), "{}", self.1);
        self.1
    }

    /// The words of a program that has refused, with an exit code and no output.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        assert_eq!((self.0, self.1.as_str()), (Some(code), ""), "{}", self.2);
        self.2
    }
}

/// A server on a free port of this machine. It is killed when this is dropped.
pub(crate) struct Running {
    folder: TempDir,
    process: Child,
    ports: Ports,
    log: Arc<Mutex<String>>,
}

/// Where a server listens.
struct Ports {
    ssh: u16,
    metrics: u16,
}

/// Whether an argument names a database, or the settings that do.
fn is_of_store(argument: &str) -> bool {
    ["--store", "--config"].contains(&argument)
}

impl Running {
    /// Starts one with a new database.
    pub(crate) fn start() -> Running {
        Running::start_in(TempDir::new().expect("a folder"))
    }

    /// Starts one with the database and the keys that lie in a folder.
    pub(crate) fn start_in(folder: TempDir) -> Running {
        let log = Arc::default();
        let (process, ports) = start(&folder, &log);
        Running { folder, process, ports, log }
    }

    /// Starts one with settings, as `server.toml` has them.
    pub(crate) fn start_with(settings: &str) -> Running {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join(SETTINGS), settings).expect("a file");
        Running::start_in(folder)
    }

    /// Runs `upkeeper admin` on its database, by its settings if it has some.
    pub(crate) fn admin(&self, arguments: &[&str]) -> Told {
        let mut admin = Command::new(PROGRAM);
        admin.arg("admin").args(arguments).env("UPKEEPER_HOME", self.folder.path());
        if self.path(SETTINGS).exists() && !arguments.iter().any(|argument| is_of_store(argument)) {
            admin.arg("--config").arg(self.path(SETTINGS));
        }
        told(&admin.stdin(Stdio::null()).output().expect("runs"))
    }

    /// Opens its own database beside it.
    pub(crate) fn store(&self) -> Store {
        let url = format!("sqlite:{}", self.path("server.sqlite").display());
        Store::open(&url, StoreOptions::default()).expect("a store")
    }

    /// Kills it, as a loss of power would.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("kills");
        self.process.wait().expect("ends");
    }

    /// Starts it again after its end.
    pub(crate) fn start_again(&mut self) {
        (self.process, self.ports) = start(&self.folder, &self.log);
    }

    /// Kills it and starts it again.
    pub(crate) fn kill_and_start(&mut self) {
        self.kill();
        self.start_again();
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let process = self.process.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &process]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Has it read other settings.
    pub(crate) fn reload(&self, settings: &str) {
        fs::write(self.path(SETTINGS), settings).expect("a file");
        self.signal("HUP");
    }

    /// Sends it a signal, and waits for its end.
    pub(crate) fn stop(&mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.process.wait().expect("ends").code()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn port(&self) -> u16 {
        self.ports.ssh
    }

    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }

    /// What it has written into its log since players could come.
    pub(crate) fn log(&self) -> String {
        self.log.lock().expect("no panic").clone()
    }

    /// The answer to a request over HTTP: its first line, and what it says.
    pub(crate) fn get(&self, path: &str) -> (String, String) {
        let mut socket = TcpStream::connect(("127.0.0.1", self.ports.metrics)).expect("connects");
        write!(socket, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("writes");
        let mut text = String::new();
        socket.read_to_string(&mut text).expect("reads");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        (head.lines().next().expect("a line").to_owned(), body.to_owned())
    }

    /// A number of its metrics.
    pub(crate) fn metric(&self, name: &str) -> u32 {
        let text = self.get("/metrics").1;
        let number = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok();
        text.lines().find_map(number).expect(name)
    }

    /// The fingerprint of the server's key.
    pub(crate) fn fingerprint(&self) -> String {
        let key = self.path("host_key");
        let told = Command::new("ssh-keygen").arg("-lf").arg(key).output().expect("runs");
        let told = String::from_utf8(told.stdout).expect("UTF-8");
        told.split_whitespace().nth(1).expect("a fingerprint").to_owned()
    }

    /// The path of a client's key, which is made where there is none.
    pub(crate) fn key(&self, name: &str) -> String {
        self.key_of(name, "ed25519")
    }

    /// The same for a kind of keys, as `ssh-keygen -t` has it.
    pub(crate) fn key_of(&self, name: &str, kind: &str) -> String {
        let path = self.path(name);
        if !path.exists() {
            let make = ["-q", "-t", kind, "-N", "", "-f"];
            let made = Command::new("ssh-keygen").args(make).arg(&path).status();
            assert!(made.is_ok_and(|status| status.success()), "openssh-client is installed");
        }
        path.to_str().expect("a plain name").to_owned()
    }

    /// The options of OpenSSH's programs by which they come here, without a key.
    pub(crate) fn options(&self) -> Vec<String> {
        let port = format!("Port={}", self.ports.ssh);
        let options =
            [&port, "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"];
        let options = options.into_iter().flat_map(|option| ["-o", option]);
        ["-F", "/dev/null"].into_iter().chain(options).map(str::to_owned).collect()
    }

    /// The arguments of OpenSSH's client with a key.
    fn arguments(&self, user: &str, key: &str) -> Vec<String> {
        let mut arguments = self.options();
        let (key, user) = (self.key(key), format!("{user}@127.0.0.1"));
        arguments.extend(["-o", "IdentitiesOnly=yes", "-i", &key, &user].map(str::to_owned));
        arguments
    }

    /// OpenSSH's client with a key and options of its own, without a terminal.
    pub(crate) fn ssh(&self, key: &str, options: &[&str]) -> Command {
        let mut ssh = Command::new("ssh");
        ssh.args(options).args(self.arguments("anybody", key)).stdin(Stdio::null());
        ssh
    }

    /// OpenSSH's client with a key on an 80×24 terminal, and with options of its own.
    fn client(&self, user: &str, key: &str, options: &[&str]) -> Start {
        let arguments = self.arguments(user, key);
        let start = Start::new("ssh").arguments(options.iter().copied());
        start.arguments(arguments.iter().map(String::as_str))
    }

    pub(crate) fn log_in(&self, key: &str) -> Pty {
        self.log_in_by(key, &[])
    }

    /// Logs in from a terminal whose environment has a variable.
    pub(crate) fn log_in_with(&self, key: &str, name: &str, value: &str) -> Pty {
        self.client("anybody", key, &[]).variable(name, value).run()
    }

    pub(crate) fn log_in_by(&self, key: &str, options: &[&str]) -> Pty {
        self.client("anybody", key, options).run()
    }

    /// Logs in and goes on with a run that has come to a turn.
    #[track_caller]
    pub(crate) fn go_on(&self, key: &str, turn: u32) -> Pty {
        let mut pty = self.log_in(key);
        assert_eq!(offered_turn(&pty), turn);
        take_up(&mut pty);
        pty
    }

    /// Gives a key to another folder.
    pub(crate) fn copy_key(&self, name: &str, folder: &Path) {
        for file in [name.to_owned(), format!("{name}.pub")] {
            fs::copy(self.path(&file), folder.join(file)).expect("copies");
        }
    }

    /// Who a key says somebody is.
    pub(crate) fn who(&self, key: &str) -> String {
        self.ask(key, &["whoami"]).1
    }

    /// Logs in as a guest, with a key that nobody knows.
    pub(crate) fn log_in_as_guest(&self) -> Pty {
        self.client("guest", "guest", &[]).run()
    }

    /// Has the server carry out a request without a terminal.
    pub(crate) fn request(&self, key: &str, request: &[&str]) -> Output {
        self.ssh(key, &[]).args(request).output().expect("openssh-client is installed")
    }

    /// The exit code and the words of a request.
    pub(crate) fn ask(&self, key: &str, request: &[&str]) -> Told {
        told(&self.request(key, request))
    }

    /// Has the server carry out a request with a file as its input.
    pub(crate) fn request_with(
        &self,
        user: &str,
        key: &str,
        request: &[&str],
        file: &[u8],
    ) -> Output {
        let mut ssh = Command::new("ssh");
        ssh.args(self.arguments(user, key)).args(request).stdin(Stdio::piped());
        ssh.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = ssh.spawn().expect("openssh-client is installed");
        let mut input = child.stdin.take().expect("a pipe");
        thread::scope(|scope| {
            // The server may have enough of it before its end.
            scope.spawn(move || drop(input.write_all(file)));
            child.wait_with_output().expect("ends")
        })
    }

    /// Logs in on a terminal whose keys come through a pipe.
    pub(crate) fn log_in_by_pipe(&self, key: &str) -> Child {
        let mut ssh = self.ssh(key, &["-tt"]);
        ssh.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        ssh.spawn().expect("openssh-client is installed")
    }

    /// Logs in with a new key, and chooses a name for it.
    pub(crate) fn join(&self, name: &str) -> Pty {
        let mut pty = self.log_in(name);
        pty.wait_for("What shall we call you?");
        pty.press(&format!("{name}\r"), "Your recovery code");
        pty.press("\r", "New shift");
        pty
    }

    /// The server with an account whose player has left.
    pub(crate) fn with_account(self, name: &str) -> Running {
        drop(self.join(name));
        self
    }

    /// A new player who has begun a shift and waited so many turns.
    pub(crate) fn with_player(&self, name: &str, turns: u32) -> Pty {
        let mut pty = self.join(name);
        begin_shift(&mut pty);
        for _ in 0..turns {
            wait_a_turn(&mut pty);
        }
        pty
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a server, which goes on writing into the log.
fn start(folder: &TempDir, log: &Arc<Mutex<String>>) -> (Child, Ports) {
    let settings = folder.path().join(SETTINGS);
    let has_settings = settings.exists();
    let names_address =
        has_settings && fs::read_to_string(&settings).is_ok_and(|text| text.starts_with("ssh = "));
    let mut serve = Command::new(PROGRAM);
    serve.args(["serve", "--metrics", "127.0.0.1:0", "--log", "json"]);
    if has_settings {
        serve.arg("--config").arg(settings);
    }
    if !names_address {
        serve.args(["--ssh", "127.0.0.1:0"]);
    }
    let fault = folder.path().join("fault.so");
    if fault.exists() {
        serve.env("LD_PRELOAD", fault);
    }
    serve.env("UPKEEPER_HOME", folder.path()).stderr(Stdio::piped());
    let mut process = serve.spawn().expect("runs");
    let mut lines = BufReader::new(process.stderr.take().expect("a pipe")).lines();
    let mut port_of = |field: &str| loop {
        let line = lines.next().expect("the server has ended").expect("a line");
        let entry: serde_json::Value = serde_json::from_str(&line).expect("an object");
        if let Some(address) = entry["fields"][field].as_str() {
            let port = address.rsplit(':').next().and_then(|port| port.parse().ok());
            return port.expect("a port");
        }
    };
    let metrics = port_of("metrics");
    let ports = Ports { metrics, ssh: port_of("address") };
    let log = log.clone();
    // What nobody reads would hold it up.
    thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            let mut log = log.lock().expect("no panic");
            log.push_str(&line);
            log.push('\n');
        }
    });
    (process, ports)
}
