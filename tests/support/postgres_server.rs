//! A PostgreSQL server of the tests' own, from Debian's package, in a folder of its own on a socket
//! there.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock};

/// A server, which ends when this is dropped or the process has gone.
pub(crate) struct PostgresServer {
    binaries: PathBuf,
    folder: PathBuf,
    shell: Mutex<Shell>,
}

/// What starts and ends it: a command a line, a word when it is done.
struct Shell {
    commands: ChildStdin,
    words: BufReader<ChildStdout>,
    /// It ends when its commands do.
    _process: Child,
}

impl PostgresServer {
    /// The one server of all tests of the process; `None`, after a word, where PostgreSQL is not
    /// installed. With `CI=true` that is a failure.
    pub(crate) fn get() -> Option<&'static PostgresServer> {
        static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SERVER.get_or_init(PostgresServer::of_its_own).as_ref()
    }

    /// A server for a test that ends it.
    pub(crate) fn of_its_own() -> Option<PostgresServer> {
        let server = find_binaries().map(|binaries| start(&binaries));
        if server.is_none() {
            let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!is_ci, "PostgreSQL is not installed (Debian: postgresql)");
            eprintln!("PostgreSQL is not installed: its half of this test is left out");
        }
        server
    }

    /// Stops it: what it does is ended, what it holds is written.
    pub(crate) fn stop(&self) {
        self.command("stop", "stopped");
    }

    /// Ends it in the middle of everything.
    pub(crate) fn crash(&self) {
        self.command("crash", "stopped");
    }

    /// Starts it after its end.
    pub(crate) fn start(&self) {
        self.command("start", "ready");
    }

    fn command(&self, command: &str, done: &str) {
        let mut shell = self.shell.lock().expect("no panic");
        writeln!(shell.commands, "{command}").expect("the shell reads");
        shell.expect(done);
    }

    /// The URL of one of its databases.
    pub(crate) fn url(&self, database: &str) -> String {
        let socket = self.folder.to_str().expect("a path of letters").replace('/', "%2F");
        format!("postgres://upkeeper@{socket}/{database}")
    }

    /// Makes an empty database.
    pub(crate) fn create(&self, database: &str) {
        self.run("createdb", &["-U", "upkeeper", database]);
    }

    /// Runs SQL past the store.
    pub(crate) fn sql(&self, database: &str, sql: &str) {
        self.run(
            "psql",
            &["-q", "-U", "upkeeper", "-d", database, "-v", "ON_ERROR_STOP=1", "-c", sql],
        );
    }

    /// Asks for a number past the store.
    pub(crate) fn number(&self, database: &str, sql: &str) -> i64 {
        let answer = self.run("psql", &["-qtA", "-U", "upkeeper", "-d", database, "-c", sql]);
        answer.trim().parse().expect("a number")
    }

    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(self.binaries.join(program));
        let output = command.arg("-h").arg(&self.folder).args(arguments).output().expect(program);
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {words}");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Shell {
    fn expect(&mut self, word: &str) {
        let mut words = String::new();
        self.words.read_line(&mut words).expect("words");
        assert_eq!(words.trim(), word, "{words}");
    }
}

/// The newest that is installed.
fn find_binaries() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = debian
        .filter_map(|entry| {
            Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin")))
        })
        .collect();
    versions.sort();
    let paths = std::env::var_os("PATH")?;
    let found =
        versions.into_iter().rev().map(|(_, path)| path).chain(std::env::split_paths(&paths));
    found
        .into_iter()
        .find(|path| ["initdb", "postgres", "psql"].iter().all(|name| path.join(name).exists()))
}

/// Ends the server and removes its folder when the tests' process has gone, whatever ended it: then
/// reading ends.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
bin=$1 folder=$2
shift 2
cd "$folder" || exit 1
"$@" "$bin/initdb" -D data -U upkeeper -A trust -E UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US >log 2>&1 ||
    { cat log; exit 1; }
begin() {
    "$@" "$bin/postgres" -D data -k "$folder" -c listen_addresses= -c max_connections=300 >>log 2>&1 </dev/null &
    server=$!
    for try in $(seq 400); do
        "$bin/pg_isready" -q -h "$folder" && echo ready && return
        kill -0 $server 2>/dev/null || return
        sleep 0.05
    done
}
end() {
    kill -"$1" $server
    wait $server
}
begin "$@"
while read -r command; do
    case $command in
    stop) end INT && echo stopped ;;
    crash) end QUIT; echo stopped ;;
    start) begin "$@" ;;
    esac
done
end INT 2>/dev/null
cd / && rm -rf "$folder"
"#;

fn start(binaries: &Path) -> PostgresServer {
    let folder =
        tempfile::Builder::new().prefix("upkeeper-postgres-").tempdir().expect("a folder").keep();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("its mode");
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "sh"]).arg(binaries).arg(&folder);
    // It refuses to run as root.
    if is_root() {
        let (user, group) = system_user();
        chown(&folder, Some(user), Some(group)).expect("a folder that the server can write to");
        let as_user =
            [format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".to_owned()];
        command.arg("setpriv").args(as_user).arg("--");
    } else {
        command.arg("env");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("a shell");
    let commands = process.stdin.take().expect("a pipe");
    let words = BufReader::new(process.stdout.take().expect("a pipe"));
    let mut shell = Shell { commands, words, _process: process };
    shell.expect("ready");
    PostgresServer { binaries: binaries.to_owned(), folder, shell: Mutex::new(shell) }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// The user and group under whom the server runs where the tests run as root.
fn system_user() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").expect("a list of users");
    let number = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(|field| field.parse().ok());
        Some((fields.next()??, fields.next()??))
    };
    number("postgres").or_else(|| number("nobody")).expect("a user for the server")
}
