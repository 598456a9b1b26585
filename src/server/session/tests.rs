//! Whole sessions in this process: keys in, pictures out, and the runs that the store keeps.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use ratatui::layout::Size;
use tokio::runtime::Runtime;

use super::{Client, Ending, Inbox, Outlet, start};
use crate::FrontEnd;
use crate::front_end::tests::front_end;
use crate::members;
use crate::members::{Login, PublicKey};
use crate::store::AccountId;
use crate::work::begin_heart;
use runs::record::{Frame, Mark};
use runs::save::RunReader;

const SIZE: Size = Size { width: 80, height: 24 };
/// How long a picture is waited for.
const DEADLINE: Duration = Duration::from_secs(20);
/// How many watch the player who is watched.
const WATCHERS: u8 = 50;

/// A terminal whose client reads as fast as it can.
struct Terminal {
    inbox: Arc<Inbox>,
    shown: Mutex<Shown>,
    changed: Condvar,
}

struct Shown {
    screen: vt100::Parser,
    /// All that has come since it was taken last.
    bytes: Vec<u8>,
}

impl Terminal {
    /// Begins a session. `number` is the last part of the address that it comes from.
    fn log_in(
        front_end: &Arc<FrontEnd>,
        login: Login,
        number: u8,
        runtime: &Runtime,
    ) -> Arc<Terminal> {
        let inbox = Arc::new(Inbox::default());
        let outlet = Outlet::new(inbox.clone(), DEADLINE);
        let peer = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)), 1);
        let environment = [("TERM".to_owned(), "xterm".to_owned())].into_iter().collect();
        let from_session = outlet.clone();
        let client = Client {
            login,
            peer,
            environment,
            size: SIZE,
            inbox: inbox.clone(),
            outlet,
            round_trip: Arc::default(),
        };
        let [rows, columns] =
            [SIZE.height, SIZE.width].map(|length| NonZero::new(length).expect("not 0"));
        let screen = vt100::Parser::new(rows, columns, 0);
        let shown = Mutex::new(Shown { screen, bytes: Vec::new() });
        let terminal = Arc::new(Terminal { inbox, shown, changed: Condvar::new() });
        let reader = terminal.clone();
        runtime.spawn(async move {
            while let Some(bytes) = from_session.next().await {
                from_session.sent();
                let mut shown = reader.lock();
                shown.screen.process(&bytes);
                shown.bytes.extend(bytes);
                drop(shown);
                reader.changed.notify_all();
            }
        });
        drop(start(front_end.clone(), client, None));
        terminal
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().expect("nobody panics with it")
    }

    fn send(&self, keys: &str) {
        assert_eq!(self.inbox.put(keys.as_bytes()), 0);
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let is_missing = |shown: &mut Shown| !is_so(&shown.screen.screen().contents());
        let waited = self.changed.wait_timeout_while(self.lock(), DEADLINE, is_missing);
        let (shown, waited) = waited.expect("nobody panics with it");
        let screen = shown.screen.screen().contents();
        assert!(!waited.timed_out(), "waited in vain for {what}:\n{screen}");
        screen
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    fn take_bytes(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().bytes)
    }
}

/// The turns that are left until dawn, as the panel shows them.
fn dawn(screen: &str) -> Option<u32> {
    let row = screen.lines().find(|row| row.contains("Dawn "))?;
    row.rsplit(" in ").next()?.trim().parse().ok()
}

#[derive(PartialEq)]
struct Played {
    /// What was sent to the player's terminal from the second turn on.
    sent: Vec<u8>,
    /// The run as it is kept, with the times of day left out.
    frames: Vec<Frame>,
}

fn play(watchers: u8, runtime: &Runtime) -> Played {
    let (_folder, front_end) = front_end();
    let front_end = Arc::new(front_end);
    front_end.store.heartbeat(&front_end.id, &[]).expect("alive");
    let heart = begin_heart(front_end.clone()).expect("a thread");
    let key = PublicKey { fingerprint: "SHA256:ann".to_owned(), text: String::new() };
    let name = "Ann".parse().expect("a name");
    let (account, _) = members::create_account(&front_end.store, &name, &key).expect("an account");
    let settings = "motion = \"off\"\n";
    front_end.store.keep_settings(account.id, settings).expect("kept");
    let ann = Terminal::log_in(&front_end, Login::Key(key), 0, runtime);
    ann.wait_for("New shift");
    ann.send("n");
    ann.wait_for("Seed");
    ann.send("\x1b[B\x1b[B13\r");
    ann.wait_for("any key");
    ann.send("\r");
    ann.wait_until("the map", |screen| dawn(screen).is_some());
    let watching: Vec<_> = (1..=watchers)
        .map(|number| {
            let watcher = Terminal::log_in(&front_end, Login::Guest, number, runtime);
            watcher.wait_for("Watch others");
            watcher.send("w");
            watcher.wait_for("Ann               vault, depth 1");
            watcher.send("\r");
            watcher.wait_for("Ann at work");
            watcher
        })
        .collect();
    if watchers > 0 {
        ann.wait_for(&format!("{watchers} watch"));
    }
    play_turn(&ann, "s");
    ann.take_bytes();
    for key in ["s", "s", "s", "s", "o"] {
        play_turn(&ann, key);
    }
    // That is how the exploring ends.
    let left = dawn(&ann.wait_for("You have seen what there is to see"));
    for watcher in &watching {
        watcher.wait_until("the last turn", |screen| dawn(screen) == left);
    }
    let played = Played { sent: ann.take_bytes(), frames: kept_frames(&front_end, account.id) };
    drop(heart);
    assert_eq!(front_end.registry.end_all(Ending::Stopping, DEADLINE), 0);
    played
}

/// Presses a key that takes turns, and waits until they are shown. Returns the turns that are left.
fn play_turn(terminal: &Terminal, key: &str) -> u32 {
    let before = dawn(&terminal.wait_until("a map", |screen| dawn(screen).is_some()));
    terminal.send(key);
    let is_later = |screen: &str| dawn(screen).is_some_and(|left| Some(left) < before);
    let screen = terminal.wait_until(key, is_later);
    dawn(&screen).expect("a map")
}

fn kept_frames(front_end: &FrontEnd, account: AccountId) -> Vec<Frame> {
    let run = front_end.store.unfinished_runs(account).expect("an answer").swap_remove(0);
    let bytes = front_end.store.run_bytes(run.run).expect("an answer").expect("a run");
    let reader = RunReader::new("the run", bytes.as_slice()).expect("a run file");
    reader
        .map(|frame| frame.expect("a frame"))
        // Digests tell the states between; the chain of a later keyframe has the times, too.
        .filter(|frame| !matches!(frame, Frame::Keyframe(own) if own.commands > 0))
        .map(|frame| match frame {
            Frame::Mark(mark) => Frame::Mark(Mark { time: 0, ..mark }),
            frame => frame,
        })
        .collect()
}

#[test]
fn a_game_is_the_same_however_many_watch() {
    let runtime = Runtime::new().expect("threads");
    let (alone, watched) = (play(0, &runtime), play(WATCHERS, &runtime));
    let commands = alone.frames.iter().filter(|frame| matches!(frame, Frame::Command(_))).count();
    assert!(commands > 20, "{commands} commands");
    assert!(alone.frames == watched.frames, "the runs that are kept differ");
    let text = |played: &Played| String::from_utf8_lossy(&played.sent).into_owned();
    assert_eq!(text(&alone), text(&watched));
}
