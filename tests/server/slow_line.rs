//! Play over a line on which every byte is on its way for long.

#![expect(clippy::disallowed_types, reason = "bytes are held up for a time")]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::running::Running;

/// How long a byte takes in one direction.
const DELAY: Duration = Duration::from_millis(150);
/// The pause between the parts of a key: longer than its rest is waited for at home, shorter than a
/// round trip.
const PAUSE: Duration = Duration::from_millis(60);

/// Listens for one connection, and takes it to a port with a delay. Returns where it listens.
fn slow_line(to: u16) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        let client = listener.accept().expect("a client").0;
        let server = TcpStream::connect(("127.0.0.1", to)).expect("the server");
        for (from, to) in [(&client, &server), (&server, &client)] {
            let (from, to) =
                (from.try_clone().expect("a handle"), to.try_clone().expect("a handle"));
            carry(from, to);
        }
    });
    port
}

/// Carries what comes to where it goes, later.
fn carry(mut from: TcpStream, mut to: TcpStream) {
    let (sender, waiting) = channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut bytes = [0; 16_384];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            if sender.send((Instant::now() + DELAY, bytes[..count].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for (due, bytes) in waiting {
            thread::park_timeout(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        // The other side may have closed it.
        let _ = to.shutdown(Shutdown::Both);
    });
}

#[test]
fn an_arrow_in_two_parts_is_one_key() {
    let server = Running::start().with_account("Ann");
    let port = format!("Port={}", slow_line(server.port()));
    let mut pty = server.log_in_by("Ann", &["-o", &port]);
    pty.wait_for("New shift");
    pty.press("n", "Seed");
    // To the last of the fields; Esc would lead back to the title.
    for part in ["\x1b", "[B", "\x1b[", "B"] {
        pty.send(part);
        thread::park_timeout(PAUSE);
    }
    pty.press("mopping", "mopping");
    pty.press("\x1b", "New shift");
    pty.wait_until("the title", |screen| !screen.contents().contains("mopping"));
}
