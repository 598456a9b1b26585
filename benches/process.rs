//! The program itself, as a player has it: started on a pseudo-terminal, given keys, looked at.
//!
//! Each figure stands beside a baseline of the same run, by turns with it: for a start the start of
//! a program that prints one character, for a key a program that sends it back and the terminal's
//! own echo. The bench `terminal` holds bytes beside those of ratatui's own backend.

mod common {
    pub(crate) mod long;
    pub(crate) mod pty;
}
#[path = "../tests/support"]
mod support {
    pub(crate) mod content;
    pub(crate) mod driver;
}

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base::{Dir, Purpose, Seed, Stream};
use common::{long, pty::Pty};
use content::Catalog;
use engine::sim::{Command, Event, FightEvent, Game, ItemEvent};
use runs::save;
use support::{content::catalog, driver::setup};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");
const SEED: u64 = 42;
const STARTS: usize = 31;
const MOVES: usize = 250;

/// What every start is held against: a program that prints one character.
const TRIVIAL: (&str, &[&str], &str) = ("/usr/bin/printf", &["."], ".");

fn main() {
    starts();
    moves();
}

/// How a shift is shown.
struct Look {
    name: &'static str,
    options: [&'static str; 4],
}

const LOOKS: [Look; 3] = [
    Look { name: "truecolor", options: ["--color", "truecolor", "--glyphs", "unicode"] },
    Look { name: "16 colours", options: ["--color", "16", "--glyphs", "unicode"] },
    Look { name: "none, ASCII", options: ["--color", "never", "--glyphs", "ascii"] },
];

/// From the start of the process to its first screen.
fn starts() {
    let long = long::Long::new(&long::catalog());
    let new_home = TempDir::new().expect("a folder");
    let long_home = home_with(&long);
    let data = long.folder.path().join("data");
    fs::create_dir(&data).expect("a folder");
    let sources = long::sources();
    for name in ["rules.ron", "actors.ron"] {
        fs::write(data.join(name), sources.text(name)).expect("writes");
    }
    let data = text(&data);
    let home = text(new_home.path());
    let long_home = text(long_home.path());
    let seed = SEED.to_string();
    let floor = "any key: begin";
    let rows: [(&str, Vec<&str>, &str); 5] = [
        ("title, first start", vec!["--home", home, "--data", data], "New shift"),
        ("title, long run waits", vec!["--home", long_home, "--data", data], "Continue: "),
        ("a new vault", vec!["--home", home, "play", "--kind", "vault", "--seed", &seed], floor),
        ("a new cavern", vec!["--home", home, "play", "--kind", "cavern", "--seed", &seed], floor),
        (
            "the long run resumed",
            vec!["--home", long_home, "--data", data, "play", "--resume"],
            "Dawn ",
        ),
    ];
    let mut trivial = Vec::new();
    let mut times = rows.each_ref().map(|_| Vec::new());
    for _ in 0..STARTS {
        let (program, arguments, shown) = TRIVIAL;
        trivial.push(Pty::start(program, arguments).wait_for(shown));
        for ((_, arguments, shown), times) in rows.iter().zip(&mut times) {
            times.push(Pty::start(PROGRAM, arguments).wait_for(shown));
        }
    }
    let trivial = Spread::of(&mut trivial);
    println!("start to first screen, {STARTS} starts          least  median      µs");
    println!(
        "{:<40} {:>9} {:>7}",
        "a program that prints one character", trivial.min, trivial.median
    );
    for ((name, ..), mut times) in rows.iter().zip(times) {
        let spread = Spread::of(&mut times);
        println!("{name:<40} {:>9} {:>7}", spread.min, spread.median);
    }
    println!("(the long run: {} turns)\n", long.turns);
}

/// A folder of the game's files in which a run waits to be taken up.
fn home_with(long: &long::Long) -> TempDir {
    let home = TempDir::new().expect("a folder");
    let runs = home.path().join("runs");
    fs::create_dir(&runs).expect("a folder");
    fs::copy(&long.path, runs.join("long.upk")).expect("copies");
    home
}

/// From a key to what it shows, what that takes of bytes, and what the process takes of memory.
fn moves() {
    let catalog = catalog();
    println!(
        "{MOVES} moves             key to last byte, median µs          bytes a move  idle     \
         memory KiB"
    );
    println!(
        "kind    looks           game  echoing  ratio  tty echo   p95          game bytes    now   \
         most"
    );
    for kind in ["vault", "cavern"] {
        let (seed, walk) = walk(kind, catalog);
        for look in &LOOKS {
            let mut measure = play(kind, seed, look, &walk);
            let game = Spread::of(&mut measure.game);
            let program = Spread::of(&mut measure.program);
            let tty = Spread::of(&mut measure.tty);
            println!(
                "{kind:<7} {:<12} {:>7} {:>8} {:>6} {:>9} {:>5} {:>13} {:>5} {:>6} {:>6}",
                look.name,
                game.median,
                program.median,
                hundredths(game.median, program.median),
                tty.median,
                game.p95,
                measure.bytes / MOVES,
                measure.idle,
                measure.memory.0,
                measure.memory.1,
            );
        }
    }
}

struct Measure {
    game: Vec<Duration>,
    program: Vec<Duration>,
    tty: Vec<Duration>,
    bytes: usize,
    /// Bytes in a second in which nobody presses a key.
    idle: usize,
    /// Resident now, and at the most.
    memory: (u64, u64),
}

fn play(kind: &str, seed: u64, look: &Look, walk: &[Dir]) -> Measure {
    let home = TempDir::new().expect("a folder");
    let seed = seed.to_string();
    let mut arguments = vec!["--home", text(home.path())];
    arguments.extend(look.options);
    arguments.extend(["play", "--kind", kind, "--seed", &seed]);
    let mut game = Pty::start(PROGRAM, &arguments);
    game.wait_for("any key: begin");
    game.press("\r");
    let mut program = Pty::start("/bin/sh", &["-c", "stty raw -echo; printf ready; exec cat"]);
    program.wait_for("ready");
    let mut tty = Pty::start("/bin/sh", &["-c", "stty raw echo; printf ready; exec sleep 1000"]);
    tty.wait_for("ready");

    let mut measure = Measure {
        game: Vec::new(),
        program: Vec::new(),
        tty: Vec::new(),
        bytes: 0,
        idle: 0,
        memory: (0, 0),
    };
    for &dir in walk {
        let response = game.press(key(dir));
        measure.game.push(response.time);
        measure.bytes += response.bytes.len();
        measure.program.push(program.press(key(dir)).time);
        measure.tty.push(tty.press(key(dir)).time);
    }
    measure.idle = game.listen(Duration::from_secs(1)).len();
    measure.memory = memory(game.process());
    game.leave("S");
    let runs = fs::read_dir(home.path().join("runs")).expect("a folder of runs");
    let run = runs.last().expect("a run").expect("an entry");
    let kept = save::load(&run.path()).expect("loads").total as usize;
    assert_eq!(kept, walk.len(), "every key was a move");
    measure
}

/// Moves on a real floor without a fight, and the floor's seed: people walk on until something
/// stands in their way.
///
/// Found by playing, so that a change of the rules moves it and breaks nothing.
fn walk(kind: &str, catalog: &Arc<Catalog>) -> (u64, Vec<Dir>) {
    let quiet = |event: &Event| {
        !matches!(
            event,
            Event::Fight(
                FightEvent::Struck { .. }
                    | FightEvent::Missed { .. }
                    | FightEvent::Shot { .. }
                    | FightEvent::TrapSprung { .. }
            ) | Event::Item(ItemEvent::Threw { .. })
        )
    };
    let try_walk = |seed: u64, attempt: u64| {
        let mut stream = Stream::new(Seed(attempt), Purpose::new("walk"), ());
        let mut game = Game::new(setup(kind, seed), catalog).expect("a level");
        let mut walk = Vec::new();
        let mut dir = Dir::ALL[0];
        while walk.len() < MOVES {
            while stream.one_in(12) || game.check(&Command::Step(dir)).is_err() {
                dir = *stream.pick(&Dir::ALL).expect("eight directions");
            }
            let outcome = game.step(Command::Step(dir)).expect("it was checked");
            if !outcome.events.iter().all(quiet) {
                return None;
            }
            walk.push(dir);
        }
        Some((seed, walk))
    };
    let mut seeds = SEED..SEED + 1_000;
    let walk = seeds.find_map(|seed| (0..50).find_map(|attempt| try_walk(seed, attempt)));
    walk.expect("a walk without a fight")
}

fn key(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "k",
        Dir::NorthEast => "u",
        Dir::East => "l",
        Dir::SouthEast => "n",
        Dir::South => "j",
        Dir::SouthWest => "b",
        Dir::West => "h",
        Dir::NorthWest => "y",
    }
}

/// What a process has resident in memory, and had at the most, in KiB; nothing where nobody tells.
fn memory(process: u32) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    (field("VmRSS:").unwrap_or_default(), field("VmHWM:").unwrap_or_default())
}

/// Times in microseconds.
struct Spread {
    min: u128,
    median: u128,
    /// Nineteen of twenty take no longer.
    p95: u128,
}

impl Spread {
    fn of(times: &mut [Duration]) -> Spread {
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_micros();
        Spread { min: at(0), median: at(50), p95: at(95) }
    }
}

/// A ratio with two decimals.
fn hundredths(a: u128, b: u128) -> String {
    let hundredths = 100 * a / b.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder with a plain name")
}
