//! Prints what it takes to build and to test: `cargo run --release -p examples --bin build_times --
//! [ROW…] [--against REV]`.
//!
//! Rows are `release`, `server`, `test`, `screen` and `speed`; all of them where none is named.
//! Each row is measured in a target folder of its own, which is emptied first, but for `screen`,
//! which builds once and then again after an edit. With a revision the same is done with that
//! revision, right after, and the last column is the ratio of the two. `speed` needs a revision: it
//! plays, makes levels and verifies with both programs in turn. Times are those of the processor,
//! with all processes that Cargo starts, and those of the clock.

#![expect(clippy::disallowed_types, clippy::float_arithmetic, reason = "it measures time")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

type Outcome<T> = Result<T, Box<dyn Error>>;

const ROWS: [&str; 5] = ["release", "server", "test", "screen", "speed"];

/// How often each program of a pair is run for `speed`; the medians are compared.
const SPEED_RUNS: usize = 9;

/// A source of a screen, now and before the workspace.
const SCREEN_SOURCES: [&str; 2] = ["src/screens/screens/jobs.rs", "src/ui/screens/jobs.rs"];

/// What `speed` runs; `RUN` stands for a run file that was played before.
const SPEED: [(&str, &str); 5] = [
    ("play in a vault", "sim --kind vault --depth 3 --count 60 --bot cautious --jobs 1"),
    ("play in a cavern", "sim --kind cavern --depth 3 --count 60 --bot cautious --jobs 1"),
    ("vaults", "gen vault --count 1500 --format ascii"),
    ("crypts", "gen crypt --count 1500 --format ascii"),
    ("verify", "replay verify RUN RUN RUN RUN RUN RUN RUN RUN --jobs 1"),
];

/// Seconds of the processor and of the clock.
#[derive(Clone, Copy)]
struct Times {
    processor: f64,
    clock: f64,
}

/// A checkout, and where its builds go.
struct Tree {
    source: PathBuf,
    target: PathBuf,
}

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut rows, mut against) = (Vec::new(), None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--against" => against = Some(arguments.next().ok_or("--against takes a revision")?),
            row if ROWS.contains(&row) => rows.push(argument),
            _ => return Err(format!("no row is called {argument}; there are {ROWS:?}").into()),
        }
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let scratch = top.join("target/build_times");
    let mut trees = vec![Tree { source: top.clone(), target: scratch.join("now") }];
    if let Some(revision) = &against {
        let source = scratch.join("before-source");
        if !source.exists() {
            run(Command::new("git").arg("clone").arg("--quiet").arg(&top).arg(&source))?;
        }
        run(Command::new("git").current_dir(&source).args(["checkout", "--quiet", revision]))?;
        trees.push(Tree { source, target: scratch.join("before") });
    }
    println!(
        "{:<44}{:>10}{:>10}{:>10}{:>10}{:>8}",
        "", "cpu s", "clock s", "before", "clock", "ratio"
    );
    for row in ROWS.into_iter().filter(|row| rows.is_empty() || rows.iter().any(|own| own == row)) {
        measure(row, &trees)?;
    }
    Ok(())
}

fn measure(row: &str, trees: &[Tree]) -> Outcome<()> {
    let each = |work: &dyn Fn(&Tree) -> Outcome<Times>| -> Outcome<Vec<Times>> {
        trees.iter().map(work).collect()
    };
    match row {
        "release" => {
            print("cold: build --release", &each(&|tree| tree.cold(&["build", "--release"]))?);
        }
        "server" => {
            let build = ["build", "--release", "--features", "ssh"];
            print("cold: build --release --features ssh", &each(&|tree| tree.cold(&build))?);
        }
        "test" => {
            print("cold: test --no-run", &each(&|tree| tree.cold(&["test", "--no-run"]))?);
            print("test, built", &each(&|tree| tree.cargo(&["test"]))?);
        }
        "screen" => print("edit of a screen: build --release", &each(&Tree::edit_a_screen)?),
        "speed" if trees.len() < 2 => println!("speed: needs --against"),
        _ => speed(trees)?,
    }
    Ok(())
}

impl Tree {
    /// Runs Cargo with an empty target folder.
    fn cold(&self, arguments: &[&str]) -> Outcome<Times> {
        if self.target.exists() {
            fs::remove_dir_all(&self.target)?;
        }
        self.cargo(arguments)
    }

    fn cargo(&self, arguments: &[&str]) -> Outcome<Times> {
        let mut cargo = Command::new("cargo");
        cargo.args(arguments).current_dir(&self.source).env("CARGO_TARGET_DIR", &self.target);
        timed(&mut cargo)
    }

    fn edit_a_screen(&self) -> Outcome<Times> {
        self.cargo(&["build", "--release"])?;
        let source = SCREEN_SOURCES.iter().map(|path| self.source.join(path));
        let source = source.into_iter().find(|path| path.exists()).ok_or("no screen to edit")?;
        let text = fs::read_to_string(&source)?;
        fs::write(&source, format!("{text}// An edit.\n"))?;
        let times = self.cargo(&["build", "--release"]);
        fs::write(&source, text)?;
        times
    }
}

fn speed(trees: &[Tree]) -> Outcome<()> {
    let run_file = trees[0].target.with_file_name("played.upk");
    let program = |tree: &Tree| tree.target.join("release/upkeeper");
    for tree in trees {
        tree.cargo(&["build", "--release"])?;
    }
    let play = "sim --kind crypt --depth 3 --bot cautious --save";
    let mut first = Command::new(program(&trees[1]));
    run(first.args(play.split(' ')).arg(&run_file).args(["--force"]))?;
    for (name, arguments) in SPEED {
        let mut times = vec![Vec::new(); trees.len()];
        for _ in 0..SPEED_RUNS {
            for (tree, times) in trees.iter().zip(&mut times) {
                let mut command = Command::new(program(tree));
                command.args(arguments.split(' ').map(|word| match word {
                    "RUN" => run_file.as_os_str(),
                    word => word.as_ref(),
                }));
                times.push(timed(&mut command)?);
            }
        }
        let medians: Vec<Times> = times
            .into_iter()
            .map(|mut own| {
                own.sort_by(|a, b| a.processor.total_cmp(&b.processor));
                own[own.len() / 2]
            })
            .collect();
        print(name, &medians);
    }
    Ok(())
}

fn print(name: &str, times: &[Times]) {
    print!("{name:<44}");
    for Times { processor, clock } in times {
        print!("{processor:>10.2}{clock:>10.2}");
    }
    if let [now, before] = times {
        print!("{:>8.2}", now.processor / before.processor);
    }
    println!();
}

fn run(command: &mut Command) -> Outcome<()> {
    command.stdout(Stdio::null());
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

fn timed(command: &mut Command) -> Outcome<Times> {
    let (start, before) = (Instant::now(), processor_seconds()?);
    run(command.stderr(Stdio::null()))?;
    Ok(Times { processor: processor_seconds()? - before, clock: start.elapsed().as_secs_f64() })
}

/// The processor time of all processes that this one has waited for, and of those that they have.
fn processor_seconds() -> Outcome<f64> {
    /// The kernel counts in these for every program, whatever its own clock.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat =
        fs::read_to_string("/proc/self/stat").map_err(|error| format!("needs Linux: {error}"))?;
    // The name of the program may hold blanks; of the fields behind it these are the 14th and 15th.
    let (_, fields) = stat.rsplit_once(')').ok_or("a line without a name")?;
    let ticks: Vec<f64> =
        fields.split_whitespace().skip(13).take(2).map(str::parse).collect::<Result<_, _>>()?;
    Ok(ticks.iter().sum::<f64>() / TICKS_PER_SECOND)
}
