//! What is measured, and what is wanted of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::abuse::Abuse;
use crate::client::Times;
use crate::client::{Connection, HERE, key_of};
use crate::crowd::{Crowd, Manner, Outcome};
use crate::servers::{KINDS, Server};
use crate::support::content::catalog;
use runs::record::Ruleset;
use server::store::{Store, StoreOptions};

type Measure = fn(&Runtime, Duration);

/// All of them, by the names that the command line takes.
pub(crate) const MEASUREMENTS: &[(&str, Measure)] = &[
    ("one", one),
    ("players-200", |runtime, time| players(runtime, time, 200, 10.0)),
    ("players-1000", |runtime, time| players(runtime, time, 1_000, 60.0)),
    ("idle-2000", idle),
    ("logins", logins),
    ("abuse", abuse),
    ("verification", verification),
    ("watchers", watchers),
    ("boards", boards),
];

/// The processors of the machine that the figures of the design are for.
const PROCESSORS: f64 = 2.0;

/// How long an allocator may hold what nobody uses.
const REST: Duration = Duration::from_secs(20);

fn verdict(met: bool, wanted: &str) {
    println!("  wanted: {wanted}: {}", if met { "met" } else { "NOT MET" });
}

/// One session alone.
fn one(runtime: &Runtime, _: Duration) {
    // Floors differ, and so do their pictures.
    const ROUNDS: usize = 5;
    const KEYS: usize = 300;
    let measure = |server: Server, manner| {
        let server = Arc::new(server);
        runtime.block_on(async {
            let mut crowd = Crowd::arrive(&server, 0..1, manner).await;
            crowd.type_fast(KEYS).await
        })
    };
    // By turns, so that both have the machine as it is then.
    let (mut echo, mut game) = (Times::default(), Times::default());
    for _ in 0..ROUNDS {
        echo.add(measure(Server::echo(), Manner::Letters));
        game.add(measure(Server::upkeeper(1), Manner::Shift));
    }
    println!("  echo: {echo}\n  game: {game}");
    let ratio = game.at(500) / echo.at(500);
    println!("  the game's median is {ratio:.1} times that of the echo");
    verdict(ratio <= 3.0, "at most 3 times");
}

/// What a server needed for its players.
struct Load {
    outcome: Outcome,
    /// The share of all processors.
    cpu: f64,
}

/// Lets a crowd play, and watches the server at it.
async fn play(server: &Server, crowd: Crowd, time: Duration) -> (Crowd, Load) {
    let (begun, before) = (Instant::now(), server.cpu());
    let (crowd, outcome) = crowd.play(time).await;
    let cpu = (server.cpu() - before) / begun.elapsed().as_secs_f64() / PROCESSORS;
    (crowd, Load { outcome, cpu })
}

fn print(name: &str, load: &Load) {
    let Load { outcome, cpu } = load;
    let Outcome { times, lost, begun_again, bytes } = outcome;
    let bytes = bytes / times.count().max(1);
    println!("  {name}: {times}");
    println!(
        "    {:.1} % of both processors, {bytes} bytes a key, {lost} sessions lost, {begun_again} \
         shifts begun again",
        cpu * 100.0
    );
}

/// The echo with as many clients.
fn print_echo(runtime: &Runtime, count: u32, time: Duration) {
    let server = Arc::new(Server::echo());
    let load = runtime.block_on(async {
        let crowd = Crowd::arrive(&server, 0..count, Manner::Letters).await;
        let memory = server.memory();
        let (crowd, load) = play(&server, crowd, time).await;
        println!("  echo: {memory:.1} MiB with {count} clients");
        crowd.leave().await;
        load
    });
    print("echo", &load);
}

/// Many who play at once.
fn players(runtime: &Runtime, time: Duration, count: u32, wanted: f64) {
    print_echo(runtime, count, time.min(Duration::from_secs(30)));
    let server = Arc::new(Server::upkeeper(count));
    let empty = server.memory();
    runtime.block_on(async {
        let crowd = Crowd::arrive(&server, 0..count, Manner::Shift).await;
        // In two halves: memory has to stay where it is.
        let (crowd, first) = play(&server, crowd, time / 2).await;
        let half = server.memory();
        let (crowd, second) = play(&server, crowd, time / 2).await;
        let full = server.memory();
        print("first half", &first);
        print("second half", &second);
        let each = (full - empty) / f64::from(count);
        println!(
            "  memory: {empty:.1} MiB empty, {half:.1} at half time, {full:.1} at the end: \
             {each:.2} MiB a session"
        );
        let p99 = first.outcome.times.p99().max(second.outcome.times.p99());
        let lost = first.outcome.lost + second.outcome.lost;
        verdict(p99 <= wanted && lost == 0, &format!("p99 of at most {wanted} ms, none lost"));
        if count == 200 {
            verdict(each <= 1.5, "at most 1.5 MiB a session");
            verdict(second.cpu <= 0.3, "at most 30 % of both processors");
        }
        crowd.leave().await;
    });
    print_rest(&server, empty);
}

/// What is left of the memory when all have gone.
fn print_rest(server: &Server, empty: f64) {
    server.wait_for_nobody();
    let at_once = server.memory();
    thread::sleep(REST);
    let later = server.memory();
    println!(
        "  after they left: {at_once:.1} MiB, {} s later {later:.1}: {:.1} above the empty server",
        REST.as_secs(),
        later - empty
    );
}

/// Many who have logged in and do nothing.
fn idle(runtime: &Runtime, time: Duration) {
    const COUNT: u32 = 2_000;
    let server = Arc::new(Server::upkeeper(COUNT));
    let empty = server.memory();
    runtime.block_on(async {
        let crowd = Crowd::arrive(&server, 0..COUNT, Manner::Title).await;
        sleep(Duration::from_secs(2)).await;
        let (begun, before) = (Instant::now(), server.cpu());
        sleep(time).await;
        let cpu = (server.cpu() - before) / begun.elapsed().as_secs_f64() * 100.0;
        let each = (server.memory() - empty) / f64::from(COUNT);
        println!("  {COUNT} sessions: {each:.2} MiB each, {cpu:.2} % of one processor");
        verdict(each <= 0.6, "at most 0.6 MiB each");
        verdict(cpu <= 1.0, "at most 1 %");
        crowd.leave().await;
    });
    print_rest(&server, empty);
}

/// People who come and go.
fn logins(runtime: &Runtime, time: Duration) {
    let measure = |name: &str, server: Server| {
        let server = Arc::new(server);
        let (alone, together) = runtime.block_on(async {
            let time = time / 2;
            (come_and_go(&server, 1, time).await, come_and_go(&server, CLIENTS, time).await)
        });
        let rate = together.count() as f64 / (time / 2).as_secs_f64();
        let cpu = server.cpu() * 1_000.0 / (together.count() + alone.count()) as f64;
        println!("  {name}, one at a time: {alone}\n  {name}, {CLIENTS} at once: {together}");
        println!("    {rate:.0} logins a second, {cpu:.2} ms of processor time each");
        rate
    };
    measure("echo", Server::echo());
    let rate = measure("game", Server::upkeeper(CLIENTS));
    verdict(rate >= 500.0, "500 a second");
}

/// How many come and go at once.
const CLIENTS: u32 = 32;

/// The times that logins take, of clients who log in and leave again and again.
async fn come_and_go(server: &Arc<Server>, clients: u32, time: Duration) -> Times {
    let until = Instant::now() + time;
    let mut coming = JoinSet::new();
    for number in 0..clients {
        let server = server.clone();
        coming.spawn(async move {
            let mut times = Times::default();
            while Instant::now() < until {
                let begun = Instant::now();
                let connection = Connection::log_in(server.address, HERE, key_of(number)).await;
                times.note(Some(begun.elapsed()));
                connection.expect("logs in").leave().await;
            }
            times
        });
    }
    let mut all = Times::default();
    coming.join_all().await.into_iter().for_each(|times| all.add(times));
    all
}

/// Players beside people who mean harm.
fn abuse(runtime: &Runtime, time: Duration) {
    const COUNT: u32 = 200;
    let server = Arc::new(Server::upkeeper(COUNT + Abuse::ACCOUNTS));
    let empty = server.memory();
    runtime.block_on(async {
        let crowd = Crowd::arrive(&server, 0..COUNT, Manner::Shift).await;
        let (crowd, before) = play(&server, crowd, time / 2).await;
        let abuse = Abuse::begin(&server, COUNT);
        let (crowd, during) = play(&server, crowd, time / 2).await;
        let memory = server.memory();
        drop(abuse);
        print("without abuse", &before);
        print("with abuse", &during);
        println!("  memory: {empty:.1} MiB empty, {memory:.1} at the end of the abuse");
        print_refusals(&server);
        let ratio = during.outcome.times.p99() / before.outcome.times.p99();
        println!("  the players' p99 is {ratio:.1} times that without abuse");
        let lost = before.outcome.lost + during.outcome.lost;
        verdict(ratio <= 2.0 && lost == 0, "at most 2 times, none lost");
        crowd.leave().await;
    });
    print_rest(&server, empty);
}

/// Players beside some who sit at boards and have dawn foretold with each key.
fn boards(runtime: &Runtime, time: Duration) {
    const COUNT: u32 = 200;
    const PLANNERS: u32 = 20;
    let server = Arc::new(Server::upkeeper(COUNT + PLANNERS));
    runtime.block_on(async {
        let crowd = Crowd::arrive(&server, 0..COUNT, Manner::Shift).await;
        let (crowd, before) = play(&server, crowd, time / 2).await;
        let planners = Crowd::arrive(&server, COUNT..COUNT + PLANNERS, Manner::Board).await;
        let planning = tokio::spawn(planners.play(time / 2));
        let (crowd, during) = play(&server, crowd, time / 2).await;
        let (planners, planned) = planning.await.expect("no panic");
        print("without planners", &before);
        print("with planners", &during);
        println!("  at the boards: {}", planned.times);
        let ratio = during.outcome.times.p99() / before.outcome.times.p99();
        println!("  the players' p99 is {ratio:.2} times that without planners");
        verdict(ratio <= 1.2, "at most 1.2 times");
        planners.leave().await;
        crowd.leave().await;
    });
}

fn print_refusals(server: &Server) {
    let limits = ["login_time", "too_many_of_address", "connection_rate", "input_rate"];
    let limits = limits.iter().chain(&["input_flood", "slow_reader", "too_many_connections"]);
    let counts = limits.map(|limit| {
        let count = server.metric(&format!("upkeeper_refusals_total{{limit=\"{limit}\"}}"));
        format!("{limit} {count}")
    });
    println!("  refused: {}", counts.collect::<Vec<_>>().join(", "));
}

/// Players beside a verifier that always has something to do.
fn verification(runtime: &Runtime, time: Duration) {
    const COUNT: u32 = 200;
    let server = Arc::new(Server::upkeeper(COUNT + 1));
    let files = make_runs(&server);
    runtime.block_on(async {
        let crowd = Crowd::arrive(&server, 0..COUNT, Manner::Shift).await;
        let (crowd, before) = play(&server, crowd, time / 2).await;
        submit(&server, COUNT, &files).await;
        let queue = keep_verifying(&server);
        let (begun, turns) = (Instant::now(), server.metric(TURNS));
        let (crowd, during) = play(&server, crowd, time / 2).await;
        let rate = (server.metric(TURNS) - turns) as f64 / begun.elapsed().as_secs_f64();
        print("without the verifier", &before);
        print("with the verifier", &during);
        let ratio = during.outcome.times.p99() / before.outcome.times.p99();
        println!("  {rate:.0} turns verified a second, beside the players, at low priority");
        println!("  the players' p99 is {ratio:.1} times that without it");
        verdict(ratio <= 2.0, "at most 2 times");
        crowd.leave().await;
        let (begun, turns, cpu) = (Instant::now(), server.metric(TURNS), server.cpu());
        sleep(time / 2).await;
        let turns = (server.metric(TURNS) - turns) as f64;
        let (wall, cpu) = (begun.elapsed(), server.cpu() - cpu);
        queue.stop();
        println!(
            "  {:.0} turns verified a second alone, {:.0} in a second of processor time",
            turns / wall.as_secs_f64(),
            turns / cpu
        );
        verdict(turns / cpu >= 100_000.0, "100,000 a second and processor");
    });
}

/// One player who is watched.
fn watchers(runtime: &Runtime, time: Duration) {
    const WATCHERS: u32 = 50;
    let server = Arc::new(Server::upkeeper(1 + WATCHERS));
    runtime.block_on(async {
        let mut player = Crowd::arrive(&server, 0..1, Manner::Shift).await;
        let keys = (time.as_millis() / 100) as usize;
        let alone = player.type_fast(keys).await;
        let watching = Crowd::watch(&server, 1, WATCHERS).await;
        let (watched, seen) = tokio::join!(player.type_fast(keys), watching.look(time));
        println!("  alone: {alone}\n  watched by {WATCHERS}: {watched}");
        println!("  {} KiB were sent to the watchers", seen / 1_024);
        let ratio = watched.p99() / alone.p99();
        println!("  the player's p99 is {ratio:.1} times that alone");
    });
}

/// How many there are of each kind.
const RUNS: &str = "60";

/// How often all runs are put back into the queue: seldom, for it holds up whoever writes, and
/// sooner than it is empty.
const PAUSE: Duration = Duration::from_secs(3);

/// Has the program play runs, and returns their files.
fn make_runs(server: &Server) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for kind in KINDS {
        let folder = server.folder().path().join(format!("runs-{kind}"));
        fs::create_dir(&folder).expect("a folder");
        let save = folder.join("{seed}.upk");
        let save = save.to_str().expect("a plain path");
        server.command(&[
            "sim", "--kind", kind, "--seed", "1", "--count", RUNS, "--bot", "cautious", "--save",
            save,
        ]);
        for entry in fs::read_dir(folder).expect("files") {
            files.push(fs::read(entry.expect("a file").path()).expect("bytes"));
        }
    }
    assert!(!files.is_empty(), "there are no runs");
    files
}

/// Hands runs in for the account of a number.
async fn submit(server: &Arc<Server>, number: u32, files: &[Vec<u8>]) {
    for file in files {
        let connection = Connection::log_in(server.address, HERE, key_of(number)).await;
        let connection = connection.expect("logs in");
        let code = connection.request("submit", file).await.expect("an answer");
        assert_eq!(code, 0, "a true run was not taken");
        connection.leave().await;
    }
}

/// How often the metric is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// The metric of what has been verified.
const TURNS: &str = "upkeeper_verified_turns_total";

/// Has runs verified again and again until it is stopped.
struct Queue(Arc<AtomicBool>);

/// Begins, and waits until the verifier has looked into its queue.
fn keep_verifying(server: &Arc<Server>) -> Queue {
    let stopped = Arc::new(AtomicBool::new(false));
    let is_stopped = stopped.clone();
    let store = Store::open(&server.store(), StoreOptions::default()).expect("a database");
    let ruleset = Ruleset::of(catalog()).to_string();
    thread::spawn(move || {
        while !is_stopped.load(Ordering::Relaxed) {
            store.reverify_all(&ruleset).expect("a database");
            thread::sleep(PAUSE);
        }
    });
    let before = server.metric(TURNS);
    while server.metric(TURNS) == before {
        thread::sleep(LOOK);
    }
    Queue(stopped)
}

impl Queue {
    fn stop(self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
