//! A program on an 80×24 terminal of its own, with the moment at which each piece of its output
//! came.
//!
//! Nothing but reading happens between the output and the note of the time: a screen is made of the
//! pieces afterwards.

#![expect(clippy::disallowed_types, reason = "a bench measures time")]

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;

/// How long anything may take before the bench is given up.
const DEADLINE: Duration = Duration::from_secs(20);

/// Silence after which a response is complete.
const QUIET: Duration = Duration::from_millis(4);

/// What one read brought.
struct Piece {
    came: Instant,
    bytes: Vec<u8>,
}

/// What a key led to.
pub(crate) struct Response {
    /// From the key to the last byte.
    pub(crate) time: Duration,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) struct Pty {
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    pieces: Receiver<Piece>,
    started: Instant,
    _master: Box<dyn MasterPty + Send>,
}

impl Pty {
    /// Starts a program in an environment with nothing in it but a capable terminal.
    pub(crate) fn start(program: &str, arguments: &[&str]) -> Pty {
        let size = PtySize { rows: HEIGHT, cols: WIDTH, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.env_clear();
        command.args(arguments);
        for (name, value) in
            [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin")]
        {
            command.env(name, value);
        }
        let reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written to");
        let (sender, pieces) = channel();
        thread::spawn(move || listen(reader, &sender));
        let started = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        Pty { child, writer, pieces, started, _master: pair.master }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("the process runs")
    }

    /// Waits until a text stands on the screen: the time since the start.
    pub(crate) fn wait_for(&self, text: &str) -> Duration {
        let mut terminal = terminal();
        while !terminal.screen().contents().contains(text) {
            let Ok(piece) = self.pieces.recv_timeout(DEADLINE) else {
                panic!("waited in vain for {text}; the screen:\n{}", terminal.screen().contents());
            };
            terminal.process(&piece.bytes);
            if terminal.screen().contents().contains(text) {
                return piece.came - self.started;
            }
        }
        Duration::ZERO
    }

    /// Types, and waits until the response is complete.
    pub(crate) fn press(&mut self, key: &str) -> Response {
        let pressed = Instant::now();
        self.writer.write_all(key.as_bytes()).expect("the terminal takes keys");
        let mut piece = self.pieces.recv_timeout(DEADLINE).expect("a key is answered");
        let mut response = Response { time: piece.came - pressed, bytes: piece.bytes };
        while let Ok(more) = self.pieces.recv_timeout(QUIET) {
            piece = more;
            response.time = piece.came - pressed;
            response.bytes.extend(piece.bytes);
        }
        response
    }

    /// Bytes that come in so long a time.
    pub(crate) fn listen(&self, time: Duration) -> Vec<u8> {
        let end = Instant::now() + time;
        let mut bytes = Vec::new();
        while let Ok(piece) =
            self.pieces.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            bytes.extend(piece.bytes);
        }
        bytes
    }

    /// Types and waits until the program has ended.
    pub(crate) fn leave(mut self, key: &str) {
        self.writer.write_all(key.as_bytes()).expect("the terminal takes keys");
        self.child.wait().expect("the program ends");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // A process that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An empty screen.
fn terminal() -> vt100::Parser {
    let side = |side| NonZero::new(side).expect("not zero");
    vt100::Parser::new(side(HEIGHT), side(WIDTH), 0)
}

fn listen(mut reader: Box<dyn Read + Send>, pieces: &Sender<Piece>) {
    let mut buffer = [0; 16_384];
    while let Ok(length @ 1..) = reader.read(&mut buffer) {
        let came = Instant::now();
        if pieces.send(Piece { came, bytes: buffer[..length].to_vec() }).is_err() {
            break;
        }
    }
}
