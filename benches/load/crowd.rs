//! Players at human speed, each a real SSH client.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until, timeout};

use crate::client::Times;
use crate::client::{Connection, Failure, HERE, Line, key_of};
use crate::servers::Server;

/// The time from one key to the next.
const INTERVAL: Duration = Duration::from_micros(333_333);
/// How many log in at once.
const LOGINS: usize = 16;
/// No byte for so long: the picture is whole.
const QUIET: Duration = Duration::from_millis(250);
/// The longest that somebody waits for a picture.
const PATIENCE: Duration = Duration::from_mins(1);
/// After so many keys without an answer a player begins another shift.
const STUCK: u32 = 8;
/// The keys of steps.
const WAYS: [&[u8]; 8] = [b"h", b"j", b"k", b"l", b"y", b"u", b"b", b"n"];
/// The keys by which a title becomes a shift: its form, its start, and on from the briefing.
const NEW_SHIFT: [&[u8]; 3] = [b"n", b"\r", b" "];
/// The key by which a shift becomes its board, and those there: what is chosen is planned or not,
/// and the next is chosen.
const TO_BOARD: [&[u8]; 1] = [b"J"];
const AT_BOARD: [&[u8]; 2] = [b"\r", b"\x1b[B"];
/// The keys by which a title becomes the picture of somebody else's run.
const WATCH: [&[u8]; 2] = [b"w", b"\r"];
/// And those by which whatever is on the screen becomes the title.
const TO_TITLE: [&[u8]; 4] = [b"\x1b", b"\r", b"\x1b", b"S"];

/// What a player does on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Plays a shift.
    Shift,
    /// Changes the plan of a shift at its board, again and again.
    Board,
    /// Stays at the title.
    Title,
    /// Sends letters to the echo.
    Letters,
}

pub(crate) struct Player {
    pub(crate) line: Line,
    chance: Xoshiro256PlusPlus,
    manner: Manner,
    /// Where a walk goes, as one of [`WAYS`].
    way: &'static [u8],
    steps_left: u32,
}

/// What playing came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) times: Times,
    /// Sessions that the server ended.
    pub(crate) lost: usize,
    /// Shifts that were begun because the one before was over.
    pub(crate) begun_again: usize,
    pub(crate) bytes: usize,
}

impl Outcome {
    fn add(&mut self, other: Outcome) {
        let Outcome { times, lost, begun_again, bytes } = other;
        self.times.add(times);
        self.lost += lost;
        self.begun_again += begun_again;
        self.bytes += bytes;
    }
}

impl Player {
    /// Comes in, and begins a shift.
    async fn arrive(server: &Server, number: u32, manner: Manner) -> Result<Player, Failure> {
        let address = server.address;
        let line = Connection::log_in(address, HERE, key_of(number)).await?.start_screens().await?;
        let chance = Xoshiro256PlusPlus::seed_from_u64(u64::from(number));
        let mut player = Player { line, chance, manner, way: WAYS[0], steps_left: 0 };
        if manner != Manner::Letters {
            player.picture().await?;
        }
        if matches!(manner, Manner::Shift | Manner::Board) {
            player.press(&NEW_SHIFT).await?;
        }
        if manner == Manner::Board {
            player.press(&TO_BOARD).await?;
        }
        Ok(player)
    }

    /// Presses keys, each after the picture that the one before led to.
    async fn press(&mut self, keys: &[&[u8]]) -> Result<(), Failure> {
        for key in keys {
            self.line.send(key).await?;
            self.picture().await?;
        }
        Ok(())
    }

    /// Waits until a picture is whole. None may come.
    async fn picture(&mut self) -> Result<(), Failure> {
        let mut patience = PATIENCE;
        while let Ok(bytes) = timeout(patience, self.line.receive()).await {
            bytes.ok_or("the server has ended the session")?;
            patience = QUIET;
        }
        Ok(())
    }

    /// The next key: mostly steps of a walk, sometimes a job or a look around.
    fn key(&mut self) -> &'static [u8] {
        if self.steps_left == 0 {
            self.steps_left = 1 + self.chance.next_u32() % 6;
            self.way = WAYS[self.chance.next_u32() as usize % WAYS.len()];
        }
        self.steps_left -= 1;
        match self.manner {
            Manner::Letters => return b"x",
            Manner::Board => return AT_BOARD[self.steps_left as usize % 2],
            Manner::Shift | Manner::Title => {}
        }
        match self.chance.next_u32() % 40 {
            0 => b"o",
            1 => b"w",
            2 => b"\t",
            3 => b".",
            4 => b"g",
            _ => self.way,
        }
    }

    /// Plays until a time.
    async fn play(&mut self, until: Instant) -> Outcome {
        let mut outcome = Outcome::default();
        let phase = INTERVAL * (self.chance.next_u32() % 1_000) / 1_000;
        sleep(phase).await;
        let mut next = Instant::now();
        let mut unanswered = 0;
        while next < until {
            let key = self.key();
            let sent = Instant::now();
            if self.line.send(key).await.is_err() {
                outcome.lost = 1;
                return outcome;
            }
            // Between nine and eleven tenths of the interval.
            next += INTERVAL * (900 + self.chance.next_u32() % 200) / 1_000;
            let mut last = None;
            loop {
                tokio::select! {
                    bytes = self.line.receive() => {
                        let Some(bytes) = bytes else {
                            outcome.lost = 1;
                            return outcome;
                        };
                        last = Some(sent.elapsed());
                        outcome.bytes += bytes.len();
                    }
                    () = sleep_until(next.into()) => break,
                }
            }
            outcome.times.note(last);
            unanswered = if last.is_some() { 0 } else { unanswered + 1 };
            if unanswered == STUCK && self.manner == Manner::Shift {
                outcome.begun_again += 1;
                if self.begin_again().await.is_err() {
                    outcome.lost = 1;
                    return outcome;
                }
                next = Instant::now();
            }
        }
        outcome
    }

    async fn begin_again(&mut self) -> Result<(), Failure> {
        self.press_calmly(&TO_TITLE).await?;
        self.press_calmly(&NEW_SHIFT).await
    }

    /// Presses keys of which some may lead to nothing.
    async fn press_calmly(&mut self, keys: &[&[u8]]) -> Result<(), Failure> {
        for key in keys {
            self.line.send(key).await?;
            while let Ok(bytes) = timeout(QUIET, self.line.receive()).await {
                bytes.ok_or("the server has ended the session")?;
            }
        }
        Ok(())
    }
}

/// Players who came in together.
pub(crate) struct Crowd(Vec<Player>);

impl Crowd {
    /// Lets some come in, each with the key of a number.
    pub(crate) async fn arrive(server: &Arc<Server>, who: Range<u32>, manner: Manner) -> Crowd {
        let doors = Arc::new(Semaphore::new(LOGINS));
        let mut arriving = JoinSet::new();
        for number in who {
            let (server, doors) = (server.clone(), doors.clone());
            arriving.spawn(async move {
                let _door = doors.acquire().await;
                Player::arrive(&server, number, manner).await
            });
        }
        let players = arriving.join_all().await.into_iter();
        Crowd(players.collect::<Result<_, _>>().expect("everybody is let in"))
    }

    /// All play for a time.
    pub(crate) async fn play(self, time: Duration) -> (Crowd, Outcome) {
        let until = Instant::now() + time;
        let mut playing = JoinSet::new();
        for mut player in self.0 {
            playing.spawn(async move {
                let outcome = player.play(until).await;
                (player, outcome)
            });
        }
        let (mut players, mut all) = (Vec::new(), Outcome::default());
        while let Some(played) = playing.join_next().await {
            let (player, outcome) = played.expect("no panic");
            all.add(outcome);
            players.push(player);
        }
        (Crowd(players), all)
    }

    /// One plays alone, and sends each key as soon as the picture of the one before is whole.
    pub(crate) async fn type_fast(&mut self, keys: usize) -> Times {
        const WHOLE: Duration = Duration::from_millis(20);
        let mut times = Times::default();
        let player = &mut self.0[0];
        let mut unanswered = 0;
        for _ in 0..keys {
            let key = player.key();
            let sent = Instant::now();
            player.line.send(key).await.expect("sent");
            let mut last = None;
            while let Ok(bytes) = timeout(WHOLE, player.line.receive()).await {
                bytes.expect("the session goes on");
                last = Some(sent.elapsed());
            }
            times.note(last);
            unanswered = if last.is_some() { 0 } else { unanswered + 1 };
            if unanswered == STUCK && player.manner == Manner::Shift {
                player.begin_again().await.expect("the session goes on");
                unanswered = 0;
            }
        }
        times
    }

    /// Lets some come in who watch the first run of the list, with keys from a number on.
    pub(crate) async fn watch(server: &Arc<Server>, first: u32, count: u32) -> Crowd {
        let mut watchers = Vec::new();
        for number in first..first + count {
            let player = Player::arrive(server, number, Manner::Title).await;
            let mut player = player.expect("is let in");
            player.press(&WATCH).await.expect("there is somebody to watch");
            watchers.push(player);
        }
        Crowd(watchers)
    }

    /// Looks on for a time; returns how many bytes all have been shown.
    pub(crate) async fn look(self, time: Duration) -> usize {
        let until = Instant::now() + time;
        let mut looking = JoinSet::new();
        for mut player in self.0 {
            looking.spawn(async move {
                let mut bytes = 0;
                loop {
                    tokio::select! {
                        seen = player.line.receive() => match seen {
                            Some(seen) => bytes += seen.len(),
                            None => return bytes,
                        },
                        () = sleep_until(until.into()) => return bytes,
                    }
                }
            });
        }
        looking.join_all().await.into_iter().sum()
    }

    pub(crate) async fn leave(self) {
        let mut leaving = JoinSet::new();
        for player in self.0 {
            leaving.spawn(player.line.leave());
        }
        leaving.join_all().await;
    }
}
