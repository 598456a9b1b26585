//! The inputs of a session, from the bytes in its inbox.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::Size;

use super::client::Ending;
use super::client::RoundTrip;
use super::inbox::{Arrived, Inbox};
use super::registry::Client;
use super::shared_screen::SharedScreen;
use crate::FrontEnd;
use crate::limits::{InputLimiter, Refusal};
use screens::terminal::{Input, InputParser, Source};

/// The time from one size to the next: each costs a picture, and a dragged window sends a hundred.
const RESIZE_INTERVAL: Duration = Duration::from_millis(40);

/// How long the bytes of somebody wait who has sent more keys than are taken: nobody types so fast,
/// and each look at them costs others time.
const SLOW_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct SessionInput {
    inbox: Arc<Inbox>,
    /// Which tells those who watch when something came last.
    screen: Arc<SharedScreen>,
    front_end: Arc<FrontEnd>,
    parser: InputParser,
    /// By which the parser is told how long it waits.
    round_trip: Arc<RoundTrip>,
    /// What was parsed and not taken yet.
    inputs: VecDeque<Input>,
    /// Keys beyond its rate are dropped.
    limiter: InputLimiter,
    /// Whether that was written into the log.
    has_dropped: bool,
    /// When bytes are taken again, after keys were dropped.
    slow_until: Instant,
    /// The size of the terminal, as far as it was told.
    size: Size,
    /// A newer one, which waits until [`SessionInput::resize_at`].
    next_size: Option<Size>,
    resize_at: Instant,
    /// How long nothing may come.
    idle: Duration,
    last_bytes: Instant,
    /// From when on silence decides what an unfinished sequence is.
    silent_since: Instant,
}

impl SessionInput {
    pub(super) fn new(
        client: &Client,
        screen: Arc<SharedScreen>,
        front_end: Arc<FrontEnd>,
    ) -> SessionInput {
        let now = Instant::now();
        SessionInput {
            inbox: client.inbox.clone(),
            screen,
            slow_until: now,
            parser: InputParser::default(),
            round_trip: client.round_trip.clone(),
            inputs: VecDeque::new(),
            limiter: InputLimiter::new(front_end.config().input),
            idle: front_end.config().session.idle,
            front_end,
            has_dropped: false,
            size: client.size,
            next_size: None,
            resize_at: now,
            last_bytes: now,
            silent_since: now,
        }
    }

    /// Takes the next answer to
    /// [`TerminalMode::ask_sign_width`](screens::terminal::TerminalMode::ask_sign_width) for one.
    pub(super) fn await_sign_width(&mut self) {
        self.parser.await_sign_width();
    }

    /// Takes the next answer to
    /// [`TerminalMode::ask_ground`](screens::terminal::TerminalMode::ask_ground) for one.
    pub(super) fn await_ground(&mut self) {
        self.parser.await_ground();
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Takes the inputs of bytes that have come since a time, and drops keys beyond the rate.
    fn parse(&mut self, bytes: &[u8], since: Instant) {
        let now = Instant::now();
        (self.last_bytes, self.silent_since) = (now, now);
        self.screen.touch();
        let SessionInput { parser, inputs, limiter, .. } = self;
        let mut parsed = Vec::new();
        parser.feed(bytes, &mut |input| parsed.push(input));
        // While the session waited for the database they came one after another.
        let interval = now.saturating_duration_since(since)
            / u32::try_from(parsed.len()).unwrap_or(u32::MAX).max(1);
        let (mut came_at, mut dropped) = (since, 0);
        for input in parsed {
            came_at += interval;
            if limiter.takes_key(came_at) {
                inputs.push_back(input);
            } else {
                dropped += 1;
            }
        }
        if dropped > 0 {
            self.slow_until = now + SLOW_INTERVAL;
            // What waits meanwhile may be the rest of a sequence.
            self.silent_since = self.slow_until;
            self.front_end.metrics.refused(Refusal::InputRate);
            if !std::mem::replace(&mut self.has_dropped, true) {
                tracing::info!(limit = Refusal::InputRate.word(), "keys are dropped");
            }
        }
    }

    /// The newest size of the terminal, if there is one and it may be drawn on.
    fn take_size(&mut self) -> Option<Size> {
        let now = Instant::now();
        let size = self.next_size.take_if(|_| now >= self.resize_at)?;
        self.resize_at = now + RESIZE_INTERVAL;
        self.size = size;
        Some(size)
    }

    /// When silence has decided what an unfinished sequence is.
    fn silent_at(&self) -> Option<Instant> {
        let silence = self.parser.silence(self.round_trip.key_wait())?;
        Some(self.silent_since + silence)
    }

    /// Does what is due in silence: ends an unfinished sequence, or an idle session.
    fn look_at_the_clock(&mut self, now: Instant) {
        if self.silent_at().is_some_and(|at| now >= at) {
            self.silent_since = now;
            let inputs = &mut self.inputs;
            self.parser.time_out(&mut |input| inputs.push_back(input));
        }
        if now >= self.last_bytes + self.idle {
            self.inbox.end(Ending::Refused(self.front_end.refuse(Refusal::IdleTime)));
        }
    }
}

impl Source for SessionInput {
    fn has_input(&self) -> bool {
        !self.inputs.is_empty() || self.inbox.has_bytes()
    }

    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        let until = timeout.map(|timeout| Instant::now() + timeout);
        loop {
            if self.inbox.ending().is_some() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(size) = self.take_size() {
                return Ok(Input::Resize(size));
            }
            if let Some(input) = self.inputs.pop_front() {
                return Ok(input);
            }
            let idle_at = self.last_bytes + self.idle;
            let resize_at = self.next_size.is_some().then_some(self.resize_at);
            let slow_until = Some(self.slow_until).filter(|&until| until > Instant::now());
            let moments = [until, self.silent_at(), resize_at, slow_until];
            let wake_at = moments.into_iter().flatten().fold(idle_at, Instant::min);
            match self.inbox.take(wake_at, slow_until.is_none()) {
                Arrived::Bytes(bytes, since) => self.parse(&bytes, since),
                Arrived::Size(size) => self.next_size = Some(size),
                Arrived::Ready => return Ok(Input::Ready),
                Arrived::Ended => return Err(io::ErrorKind::UnexpectedEof.into()),
                Arrived::Nothing => {
                    let now = Instant::now();
                    self.look_at_the_clock(now);
                    if until.is_some_and(|until| now >= until) && self.inputs.is_empty() {
                        return Ok(Input::Tick);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};

    use super::*;
    use crate::front_end::tests::front_end;
    use crate::members::Login;
    use crate::session::Outlet;
    use crate::session::outlet::{MAX_SILENT_WAIT, NoticePlace};
    use crate::store::WaitObserver as _;
    use runs::home::Environment;
    use screens::terminal::{KEY_TIMEOUT, Key};

    fn input() -> (Arc<Inbox>, SessionInput, tempfile::TempDir) {
        let inbox = Arc::new(Inbox::default());
        let outlet = Outlet::new(inbox.clone(), Duration::ZERO);
        let (input, folder) = input_beside(outlet, inbox.clone());
        (inbox, input, folder)
    }

    /// The input of a session with this outlet.
    fn input_beside(outlet: Arc<Outlet>, inbox: Arc<Inbox>) -> (SessionInput, tempfile::TempDir) {
        let (folder, front_end) = front_end();
        let client = Client {
            login: Login::Guest,
            peer: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1),
            environment: Environment::default(),
            size: Size { width: 80, height: 24 },
            inbox,
            outlet,
            round_trip: Arc::default(),
        };
        let input = SessionInput::new(&client, SharedScreen::new(), Arc::new(front_end));
        (input, folder)
    }

    #[test]
    fn a_notice_of_an_outage_has_the_picture_drawn_once_and_holds_up_no_key() {
        for (place, is_covered) in [(NoticePlace::LastRow, true), (NoticePlace::Line, false)] {
            let inbox = Arc::new(Inbox::default());
            let outlet = Outlet::new(inbox.clone(), Duration::ZERO);
            let (mut input, _folder) = input_beside(outlet.clone(), inbox.clone());
            outlet.place_notices(place);
            outlet.wait_begins();
            outlet.tell_of_wait(Instant::now() + MAX_SILENT_WAIT);
            outlet.wait_ends();
            inbox.put(b"w");
            let mut next = || input.poll(Some(Duration::ZERO)).expect("an input");
            assert_eq!(next(), Input::Key(Key::char('w')));
            // Nothing is drawn meanwhile: the client reads nothing.
            if is_covered {
                assert_eq!(next(), Input::Ready);
            }
            assert_eq!(next(), Input::Tick);
            assert_eq!(outlet.uncover_picture(), is_covered);
        }
    }

    #[test]
    fn what_has_come_is_taken_before_the_line_is_gone() {
        let (inbox, mut input, _folder) = input();
        inbox.put(b"w\x1b[A");
        inbox.resize(Size { width: 100, height: 30 });
        inbox.ready();
        inbox.close();
        let resize = Input::Resize(Size { width: 100, height: 30 });
        assert_eq!(input.poll(None).expect("an input"), resize);
        assert_eq!(input.poll(None).expect("an input"), Input::Key(Key::char('w')));
        assert_eq!(input.poll(None).expect("an input"), Input::Key("up".parse().expect("a key")));
        assert_eq!(input.poll(None).expect("an input"), Input::Ready);
        assert_eq!(input.poll(None).expect_err("it is gone").kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn an_esc_alone_is_a_key_after_a_silence() {
        let (inbox, mut input, _folder) = input();
        inbox.put(b"\x1b");
        assert_eq!(input.poll(None).expect("an input"), Input::Key("esc".parse().expect("a key")));
        assert_eq!(input.poll(Some(Duration::ZERO)).expect("none"), Input::Tick);
    }

    #[test]
    fn over_a_slow_line_the_rest_of_a_key_is_waited_for_a_round_trip() {
        let (_inbox, mut input, _folder) = input();
        input.round_trip.note(Duration::from_millis(160));
        for parts in [["\x1b", "[A"], ["\x1b[", "A"]] {
            input.parse(parts[0].as_bytes(), Instant::now());
            input.look_at_the_clock(input.silent_since + Duration::from_millis(160));
            assert!(input.inputs.is_empty(), "{parts:?}");
            input.parse(parts[1].as_bytes(), Instant::now());
            let up = Input::Key("up".parse().expect("a key"));
            assert_eq!(input.inputs.pop_front(), Some(up), "{parts:?}");
        }
        input.parse(b"\x1b", Instant::now());
        input.look_at_the_clock(input.silent_since + Duration::from_millis(240));
        assert_eq!(input.inputs.pop_front(), Some(Input::Key("esc".parse().expect("a key"))));
        // What is no key by itself is given up as soon as at home.
        input.parse(b"\x1b[1", Instant::now());
        assert_eq!(input.silent_at(), Some(input.silent_since + KEY_TIMEOUT));
    }

    #[test]
    fn of_many_sizes_few_are_drawn_and_the_last_is() {
        let (inbox, mut input, _folder) = input();
        let begun = Instant::now();
        let mut drawn = Vec::new();
        for width in 1..=1_000 {
            inbox.resize(Size { width, height: 30 });
            if let Input::Resize(size) = input.poll(Some(Duration::ZERO)).expect("an input") {
                drawn.push(size.width);
            }
        }
        while input.size().width < 1_000 {
            if let Input::Resize(size) = input.poll(None).expect("an input") {
                drawn.push(size.width);
            }
        }
        assert_eq!(drawn[0], 1, "the first is drawn at once");
        let most = begun.elapsed().as_millis() / RESIZE_INTERVAL.as_millis() + 1;
        assert!(drawn.len() as u128 <= most, "{drawn:?}");
    }

    #[test]
    fn what_ends_a_session_goes_before_its_input() {
        let (inbox, mut input, _folder) = input();
        inbox.put(b"www");
        inbox.end(Ending::Stopping);
        inbox.end(Ending::TakenOver);
        assert!(input.poll(None).is_err());
        assert_eq!(inbox.ending(), Some(Ending::Stopping));
    }

    #[test]
    fn what_comes_after_a_flood_waits_and_is_not_torn() {
        let (inbox, mut input, _folder) = input();
        inbox.put(&[b'w'; 4_000]);
        inbox.put(b"\x1b[");
        while input.poll(Some(Duration::ZERO)).expect("an input") != Input::Tick {}
        assert!(input.slow_until > input.last_bytes);
        input.slow_until += Duration::from_hours(1);
        input.silent_since = input.slow_until;
        inbox.put(b"A");
        assert_eq!(input.poll(Some(KEY_TIMEOUT * 2)).expect("none"), Input::Tick);
        input.slow_until = Instant::now();
        assert_eq!(input.poll(None).expect("an input"), Input::Key("up".parse().expect("a key")));
    }

    #[test]
    fn what_is_typed_while_the_session_is_busy_is_taken_whole() {
        let (_inbox, mut input, _folder) = input();
        let keys = input.front_end.config().input.keys;
        let now = Instant::now();
        let since = now.checked_sub(Duration::from_secs(10)).expect("a clock that goes on");
        let typed = keys.burst + keys.count * 5;
        input.parse(&vec![b'w'; typed as usize], since);
        assert_eq!(input.inputs.len(), typed as usize);
    }

    #[test]
    fn a_flood_holds_no_memory_and_loses_no_later_key() {
        let (inbox, mut input, _folder) = input();
        let dropped: usize = (0..1_000).map(|_| inbox.put(&[b'w'; 1_000])).sum();
        assert!(dropped > 900_000, "{dropped}");
        let mut taken = 0;
        while input.poll(Some(Duration::ZERO)).expect("an input") != Input::Tick {
            taken += 1;
        }
        let burst = input.front_end.config().input.keys.burst;
        assert!(taken <= burst + 5, "{taken}");
        assert_eq!(input.front_end.metrics.refusals(Refusal::InputRate), 1);
    }
}
