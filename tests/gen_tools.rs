//! The tools around levels as users meet them: pictures, plots, stages, measures and the search for seeds.

#[path = "common/pty.rs"]
mod pty;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pty::Start;
use serde_json::Value;
use upkeeper::base::{Pos, Seed};
use upkeeper::content::Catalog;
use upkeeper::r#gen::{Level, Request, Tile, generate};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

/// The inks that tests look for.
const START: [u8; 3] = [0x00, 0x8f, 0x4c];
const EXIT: [u8; 3] = [0xd8, 0x1b, 0x60];
const FLOOR: [u8; 3] = [0xd9, 0xcd, 0xb2];
const ROCK: [u8; 3] = [0x20, 0x22, 0x29];
const HOTTEST: [u8; 3] = [0xfc, 0xf3, 0xa8];

struct Ran {
    code: i32,
    out: Vec<u8>,
    err: String,
}

impl Ran {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("UTF-8")
    }

    fn json_lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

fn run(args: &[&str]) -> Ran {
    let output = Command::new(PROGRAM)
        .args(args)
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .output()
        .expect("runs");
    Ran {
        code: output.status.code().expect("no signal"),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The same arguments in one string.
fn run_line(line: &str) -> Ran {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

fn make(request: &Request) -> Level {
    let catalog = Catalog::embedded().expect("the built-in content is valid");
    generate(request, &catalog).expect("the seed has a level")
}

fn level(kind: &str, seed: u64) -> Level {
    make(&Request::new(kind, Seed(seed), 1))
}

/// A level with the stages of its making.
fn traced(kind: &str, seed: u64) -> Level {
    make(&Request { trace: true, ..Request::new(kind, Seed(seed), 1) })
}

/// A picture in pixels.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn decode(bytes: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut buffer).expect("a picture");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let pixels = buffer[..info.buffer_size()].chunks(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]);
        Picture {
            width: info.width as usize,
            height: info.height as usize,
            pixels: pixels.collect(),
        }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// The upper left corners of the pieces of a colour, in reading order. Pixels up to three apart belong together.
    fn pieces(&self, color: [u8; 3]) -> Vec<(usize, usize)> {
        let mut seen = vec![false; self.pixels.len()];
        let mut corners = Vec::new();
        for first in 0..self.pixels.len() {
            if seen[first] || self.pixels[first] != color {
                continue;
            }
            seen[first] = true;
            let (mut left, mut top) = (usize::MAX, usize::MAX);
            let mut open = vec![first];
            while let Some(place) = open.pop() {
                let (x, y) = (place % self.width, place / self.width);
                (left, top) = (left.min(x), top.min(y));
                for near_y in y.saturating_sub(3)..(y + 4).min(self.height) {
                    for near_x in x.saturating_sub(3)..(x + 4).min(self.width) {
                        let near = near_y * self.width + near_x;
                        if !seen[near] && self.pixels[near] == color {
                            seen[near] = true;
                            open.push(near);
                        }
                    }
                }
            }
            corners.push((left, top));
        }
        corners
    }
}

#[test]
fn a_picture_shows_the_level_cell_by_cell() {
    const SIDE: usize = 12;
    for (kind, seed) in [("vault", 42), ("cavern", 7)] {
        let level = level(kind, seed);
        let ran = run_line(&format!("gen {kind} --seed {seed} --format png"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let picture = Picture::decode(&ran.out);
        let (width, height) = (level.tiles.width() as usize, level.tiles.height() as usize);
        assert!(picture.width >= width * SIDE && picture.height > height * SIDE);
        // The first of each is on the map, the other in the legend.
        let (start, exit) = (picture.pieces(START), picture.pieces(EXIT));
        assert_eq!((start.len(), exit.len()), (2, 2), "{kind}");
        let on_map = |pieces: &[(usize, usize)]| {
            *pieces.iter().min_by_key(|piece| piece.1).expect("a piece")
        };
        let (start, exit) = (on_map(&start), on_map(&exit));
        let corner =
            (start.0 - level.start.x as usize * SIDE, start.1 - level.start.y as usize * SIDE);
        let exit_at =
            Pos::new(((exit.0 - corner.0) / SIDE) as i32, ((exit.1 - corner.1) / SIDE) as i32);
        assert_eq!(exit_at, level.exit, "{kind}");
        for (pos, &tile) in level.tiles.iter() {
            let middle = picture.at(
                corner.0 + pos.x as usize * SIDE + SIDE / 2,
                corner.1 + pos.y as usize * SIDE + SIDE / 2,
            );
            let is_bare = level.thing_at(pos).is_none();
            let is_floor = tile == Tile::Floor && is_bare;
            assert_eq!(middle == FLOOR, is_floor, "{kind} {pos:?} {tile:?}");
            if tile == Tile::Rock {
                assert_eq!(middle, ROCK, "{kind} {pos:?}");
            }
        }
    }
}

#[test]
fn the_same_picture_is_the_same_bytes_and_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.png");
    let path = file.to_str().expect("a path");
    let printed = run_line("gen vault --seed mop --format png");
    let written = run(&["gen", "vault", "--seed", "mop", "--format", "png", "--out", path]);
    assert_eq!((written.code, written.out.len()), (0, 0), "{}", written.err);
    assert!(printed.out.starts_with(b"\x89PNG"));
    assert!(fs::read(&file).expect("a file") == printed.out);
    assert!(run_line("gen vault --seed broom --format png").out != printed.out);
}

#[test]
fn a_large_level_is_drawn_smaller() {
    let ran = run_line("gen cavern --width 1024 --height 700 --format png");
    let picture = Picture::decode(&ran.out);
    assert!((2048..2200).contains(&picture.width), "{}", picture.width);
    assert!((1400..1700).contains(&picture.height), "{}", picture.height);
}

#[test]
fn a_contact_sheet_shows_every_level_once() {
    let ran = run_line("gen vault --seed 5 --count 23 --format png");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let picture = Picture::decode(&ran.out);
    assert_eq!(picture.pieces(START).len(), 23);
    assert_eq!(picture.pieces(EXIT).len(), 23);
    assert!(picture.width > picture.height, "{}×{}", picture.width, picture.height);
    let again = run_line("gen vault --seed 5 --count 23 --format png");
    assert!(again.out == ran.out, "cores finish in any order, levels stand in theirs");
}

#[test]
fn a_hundred_levels_fit_a_sheet_that_can_be_looked_at() {
    let picture = Picture::decode(&run_line("gen cavern --count 100 --format png").out);
    // At least three pixels a cell, and not more than screens can scroll.
    assert!(picture.width * picture.height >= 100 * 62 * 3 * 32 * 3);
    assert!(picture.width <= 4_000 && picture.height <= 3_000);
}

#[test]
fn a_sheet_marks_where_no_level_came() {
    let settings =
        "--set fill_percent=35 --set open_passes=0 --set smooth_passes=8 --set open_cap=4";
    let ran = run_line(&format!("gen cavern --seed 7 --count 2 {settings} --format png"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let picture = Picture::decode(&ran.out);
    assert!(picture.pieces(START).is_empty());
    assert!(!picture.pieces([0xd3, 0x3a, 0x1e]).is_empty());
}

#[test]
fn a_plot_has_its_hottest_bin_where_most_levels_are() {
    let ran = run_line("gen vault --count 60 --format png --plot attempts,attempts");
    let picture = Picture::decode(&ran.out);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // All of them came at once: one bin, and the end of the scale.
    assert_eq!(picture.pieces(HOTTEST).len(), 2);
    let spread = run_line("gen vault --count 60 --format png --plot density,loops");
    let spread = Picture::decode(&spread.out);
    assert!(spread.pixels.iter().collect::<std::collections::BTreeSet<_>>().len() > 8);
}

#[test]
fn dumps_carry_the_certificate_of_the_work() {
    let check = |work: &serde_json::Value| {
        let order: Vec<&str> =
            work["order"].as_array().expect("a list").iter().filter_map(|it| it.as_str()).collect();
        assert!(order.last().is_some_and(|last| last.starts_with("exit@")), "{order:?}");
        for (job, supply) in
            [("trap", "parts"), ("chest", "stock"), ("door", "timber"), ("light", "oil")]
        {
            let needed = order.iter().filter(|it| it.starts_with(&format!("{job}@"))).count();
            let given = work["supplies"][supply].as_u64().expect("a number") as usize;
            assert!((needed..=needed + needed.div_ceil(5)).contains(&given), "{supply}: {order:?}");
        }
        assert!(work["par"].as_u64().is_some_and(|par| par as usize > order.len()), "{order:?}");
    };
    for kind in ["vault", "keep", "warren", "cavern", "bastion", "delve"] {
        for level in run_line(&format!("gen {kind} --count 3 --format json")).json_lines() {
            assert_eq!(level["certificate"]["proof"], "work-order", "{kind}");
            assert!(level["certificate"].get("states").is_none(), "{kind}");
            check(&level["certificate"]);
        }
    }
    for kind in ["crypt", "cloister"] {
        for level in run_line(&format!("gen {kind} --count 3 --format json")).json_lines() {
            let certificate = &level["certificate"];
            assert_eq!(certificate["proof"], "every-order", "{kind}");
            assert!(certificate["states"].is_u64() && certificate["par"].is_u64(), "{kind}");
            check(&certificate["work"]);
        }
    }
    let town = run_line("gen town --format json").json_lines();
    assert!(town[0]["certificate"].is_null());
}

#[test]
fn full_stats_tell_of_the_work() {
    let stats = run_line("gen vault --count 20 --format stats --full").json_lines();
    assert!(stats[0]["par"]["p50"].as_f64().is_some_and(|par| par > 100.0));
    assert!(stats[0]["shut_in"].as_f64().is_some_and(|share| share > 0.2 && share <= 1.0));
    assert!(stats[0]["full_levels_per_second"].as_f64() <= stats[0]["levels_per_second"].as_f64());
    let plain = run_line("gen vault --count 20 --format stats").json_lines();
    assert!(plain[0].get("par").is_none());
    let found = run_line("seeds find --kind vault --count 5 --where par>1 --format json");
    assert_eq!(found.json_lines().len(), 5);
}

#[test]
fn wrong_usage_is_refused_and_told_what_would_be_right() {
    let cases = [
        ("gen valt", "did you mean “vault”?"),
        ("gen vault --width 5 --height 20", "the nearest to that is 18×20"),
        ("gen vault --height 2000", "the nearest to that is 66×1024"),
        ("gen vault --depth 0", "depths go from 1 to 99"),
        ("gen vault --set feature_percnt=3", "did you mean “feature_percent”?"),
        ("gen vault --set feature_percent=91", "the nearest to that is 90"),
        (
            "gen vault --set door_percent=3 --set door_percent=4",
            "--set door_percent is given twice",
        ),
        ("gen vault --set door_percent=many", "“many” is not a whole number"),
        ("gen vault --set door_percent", "key=value"),
        ("gen vault --count 0", "0 is not in 1.."),
        ("gen vault --count many", "invalid"),
        ("gen vault --width 1e3", "invalid"),
        ("gen vault --trace", "wants --format json"),
        ("gen vault --plot density,path", "wants --format png"),
        ("gen vault --plot densty,path --format png", "did you mean “density”?"),
        ("gen vault --plot density --format png", "--plot density,linearity"),
        ("gen vault --plot diversity,path --format png", "of many levels together"),
        ("gen town --plot par,path --format png", "“par” is not told of a town"),
        ("gen vault --full", "wants --format stats"),
        ("gen vault --animate --format json", "--animate"),
        ("gen vault --animate --count 2", "--animate plays one level"),
        ("gen vault --format png --width 1024 --height 1024 --count 99999", "ask for fewer"),
        ("gen vault --format png --count 18446744073709551615", "ask for fewer"),
        ("gen --list --format stats", "--list prints text or JSON"),
        ("gen --list vault", "cannot be used with"),
        ("gen", "required"),
        ("seeds find --kind valt --where loops>1", "did you mean “vault”?"),
        ("seeds find --kind vault --where loop>1", "did you mean “loops”?"),
        ("seeds find --kind town --where par>1", "“par” is not told of a town"),
        ("seeds find --kind vault --where loops>1 --limit 0", "0 is not in 1.."),
        ("seeds find --kind vault --where loops>1 --width 3", "the nearest to that is 18×36"),
        ("seeds find --kind vault", "--where"),
    ];
    for (line, remedy) in cases {
        let ran = run_line(line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.out.is_empty(), "{line}");
        assert!(ran.err.contains(remedy), "{line}: {}", ran.err);
    }
}

#[test]
fn what_is_refused_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.png");
    let path = file.to_str().expect("a path");
    let ran = run(&["gen", "vault", "--width", "3", "--format", "png", "--out", path]);
    assert_eq!(ran.code, 2);
    assert!(!file.exists());
    let nowhere = folder.path().join("none/level.png");
    let path = nowhere.to_str().expect("a path");
    assert_eq!(run(&["gen", "vault", "--format", "png", "--out", path]).code, 73);
}

#[test]
fn the_list_tells_sizes_and_settings_as_text_and_as_json() {
    let catalog = Catalog::embedded().expect("the built-in content is valid");
    let (text, json) = (run_line("gen --list"), run_line("gen --list --format json"));
    let kinds = json.json_lines();
    // The overworld comes last.
    assert_eq!(kinds.len(), catalog.levels.len() + 1);
    assert_eq!(kinds.last().map(|told| told["kind"].clone()), Some("marches".into()));
    for (kind, told) in catalog.levels.iter().zip(&kinds) {
        assert_eq!(told["kind"], kind.name.as_str());
        assert_eq!(told["least"][0], kind.least.0);
        assert!(text.text().contains(&format!("{}: {}", kind.name, kind.about)));
        for setting in &kind.settings {
            let default = setting.default.on(kind.usual);
            assert!(text.text().contains(&format!("--set {}={default}", setting.name)));
        }
    }
}

#[test]
fn levels_are_printed_in_the_order_of_their_seeds() {
    let ran = run_line("gen cavern --seed 11 --count 40 --format json");
    let seeds: Vec<String> =
        ran.json_lines().iter().map(|level| level["seed"].to_string()).collect();
    assert_eq!(seeds, (11..51).map(|seed| format!("\"{seed}\"")).collect::<Vec<_>>());
}

#[test]
fn stats_have_their_keys_and_are_the_same_every_time() {
    let stats = |line: &str| run_line(line).json_lines().remove(0);
    let mut first = stats("gen vault --count 1200 --format stats");
    let mut again = stats("gen vault --count 1200 --format stats");
    let text = run_line("gen vault --count 3 --format stats");
    let mut at = 0;
    for key in [
        "schema",
        "kind",
        "seed",
        "depth",
        "count",
        "density",
        "path",
        "loops",
        "dead_ends",
        "chokepoints",
        "linearity",
        "leniency",
        "symmetry",
        "diversity",
        "failures",
        "attempts",
        "levels_per_second",
    ] {
        let found = text.text()[at..].find(&format!("\"{key}\":"));
        at += found.unwrap_or_else(|| panic!("{key} is missing or out of order"));
    }
    for report in [&mut first, &mut again] {
        let speed = report["levels_per_second"].take();
        assert!(speed.as_f64().is_some_and(|speed| speed > 0.0), "{speed}");
        let diversity = &report["diversity"];
        assert!(diversity["p50"].as_f64().is_some_and(|share| share > 0.2 && share < 0.6));
    }
    assert_eq!(first, again);
}

#[test]
fn the_diversity_of_many_levels_is_about_that_of_all_pairs() {
    let median = |count: u32| {
        let ran = run_line(&format!("gen cavern --count {count} --format stats"));
        ran.json_lines()[0]["diversity"]["p50"].as_f64().expect("a share")
    };
    let (all, drawn) = (median(1_000), median(1_001));
    assert!((all - drawn).abs() < 0.004, "{all} {drawn}");
}

#[test]
fn a_search_finds_the_same_on_any_number_of_cores() {
    let line = "seeds find --kind vault --where loops>=16&&density<0.27 --count 600 --format json";
    let one = run_line(&format!("{line} --threads 1"));
    assert_eq!(one.code, 0, "{}", one.err);
    for threads in [2, 5] {
        assert!(run_line(&format!("{line} --threads {threads}")).out == one.out, "{threads}");
    }
    let hits = one.json_lines();
    assert!(hits.len() > 5);
    let mut last = 0;
    for hit in &hits {
        let seed: u64 = hit["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed");
        assert!(seed > last, "in the order of seeds");
        last = seed;
        let stats = run_line(&format!("gen vault --seed {seed} --format stats"));
        let stats = &stats.json_lines()[0];
        assert_eq!(stats["loops"]["p50"], hit["measures"]["loops"].as_f64().expect("a number"));
        assert_eq!(stats["density"]["p50"], hit["measures"]["density"]);
        assert!(hit["measures"]["loops"].as_u64().is_some_and(|loops| loops >= 16));
        assert!(hit["measures"]["density"].as_f64().is_some_and(|density| density < 0.27));
    }
    // Nothing is left out: what was not found is not so.
    let rest = run_line(&format!("{} --threads 2", line.replace("loops>=16", "!(loops>=16)")));
    let other = run_line("seeds find --kind vault --where density>=0.27 --count 600 --format json");
    let all = hits.len() + rest.json_lines().len() + other.json_lines().len();
    assert_eq!(all, 600);
}

#[test]
fn a_search_ends_at_its_limit_and_says_if_there_is_nothing() {
    let line = "seeds find --kind cavern --where loops>=0 --from 100";
    let some = run_line(&format!("{line} --count 1000000000 --limit 3"));
    assert_eq!((some.code, some.text().lines().count()), (0, 3), "{}", some.err);
    let firsts: Vec<&str> =
        some.text().lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(firsts, ["100", "101", "102"]);
    assert!(some.text().lines().all(|line| line.contains("loops ")));
    let none = run_line("seeds find --kind cavern --where density>1 --count 20");
    assert_eq!((none.code, none.out.len()), (1, 0));
    assert!(none.err.contains("there is no such cavern among seeds 1 to 20"), "{}", none.err);
}

#[test]
fn a_search_takes_size_depth_and_settings() {
    let ran = run_line(
        "seeds find --kind vault --where rooms==0 --count 3 --depth 4 --width 30 --height 21 \
         --set door_percent=0 --format json",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let hits = ran.json_lines();
    assert_eq!(hits.len(), 3);
    assert_eq!(hits[0]["depth"], 4);
    let line = "gen vault --seed 1 --depth 4 --width 30 --height 21 --set door_percent=0";
    let stats = &run_line(&format!("{line} --format stats")).json_lines()[0];
    assert_eq!(stats["density"]["p50"], hits[0]["measures"]["density"]);
}

#[test]
fn a_wrong_condition_is_marked_where_it_is_wrong() {
    let ran = run(&["seeds", "find", "--kind", "vault", "--where", "path < 1 && loop >= 2"]);
    assert_eq!(ran.code, 2);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines[0].starts_with("upkeeper: --where: "), "{}", ran.err);
    assert_eq!(lines[1], "  path < 1 && loop >= 2");
    assert_eq!(lines[2], "              ^^^^");
}

fn on_terminal(home: &Path, line: &str) -> Start {
    let home = home.to_str().expect("a path");
    Start::new(PROGRAM).arguments(line.split_whitespace()).variable("UPKEEPER_HOME", home)
}

#[test]
fn a_search_that_is_interrupted_leaves_a_clean_line() {
    let home = tempfile::tempdir().expect("a folder");
    let line = "seeds find --kind vault --where density>1 --count 1000000000";
    let mut pty = on_terminal(home.path(), line).run();
    pty.wait_for("of 1000000000 seeds, 0 found");
    pty.send("\x03");
    assert_eq!(pty.wait_exit().exit_code(), 130);
    assert!(!pty.text().contains("seeds, 0 found"), "{}", pty.text());
}

#[test]
fn maps_are_coloured_on_a_terminal_and_nowhere_else() {
    let home = tempfile::tempdir().expect("a folder");
    let shown = |start: Start| {
        let mut pty = start.size(100, 60).run();
        assert!(pty.wait_exit().success());
        (pty.text(), pty.take_bytes())
    };
    let colours = |bytes: &[u8]| bytes.windows(4).filter(|bytes| bytes == b"\x1b[38").count();
    let start = || on_terminal(home.path(), "gen vault --seed 42");
    let (text, bytes) = shown(start());
    assert!(colours(&bytes) > 50, "{text}");
    let piped = run_line("gen vault --seed 42 --color truecolor");
    assert!(!piped.out.contains(&0x1b), "a pipe gets no colours");
    let plain: Vec<&str> = piped.text().lines().map(str::trim_end).collect();
    assert_eq!(text.lines().take(30).collect::<Vec<_>>(), plain[..30], "colours change no sign");
    let (_, bytes) = shown(start().variable("NO_COLOR", "1"));
    assert!(!bytes.contains(&0x1b));
    let (_, bytes) = shown(on_terminal(home.path(), "gen vault --seed 42 --color never"));
    assert!(!bytes.contains(&0x1b));
    let (_, bytes) = shown(on_terminal(home.path(), "gen vault --seed 42 --color 16"));
    assert!(bytes.contains(&0x1b) && colours(&bytes) == 0);
    let file = home.path().join("map.txt");
    let line = format!("gen vault --seed 42 --color 256 --out {}", file.display());
    shown(on_terminal(home.path(), &line));
    assert!(fs::read(&file).expect("a file") == piped.out, "a file gets no colours");
}

#[test]
fn no_picture_is_printed_on_a_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = on_terminal(home.path(), "gen vault --format png").run();
    assert_eq!(pty.wait_exit().exit_code(), 2);
    assert!(pty.text().contains("--out FILE"), "{}", pty.text());
}

#[test]
fn stages_are_printed_where_there_is_no_terminal() {
    let ran = run_line("gen cavern --seed 3 --animate");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let level = traced("cavern", 3);
    let stages = level.stages();
    assert!(stages.len() > 5);
    let mut at = 0;
    for (number, stage) in (1..).zip(stages) {
        let heading = format!("\n\n{number}/{} {}\n", stages.len(), stage.pass);
        let found = ran.text()[at..].find(&heading);
        at += found.unwrap_or_else(|| panic!("{heading} is missing or out of order"));
    }
    // The last stage is the level as it is printed without them.
    let finished = run_line("gen cavern --seed 3");
    let body: Vec<&str> = finished.text().lines().skip(1).take(32).collect();
    assert!(ran.text().ends_with(&format!("{}\n", body.join("\n"))));
}

#[cfg(feature = "tui")]
mod played {
    use super::{Path, on_terminal, traced};
    use crate::pty::Pty;

    fn play(home: &Path, line: &str, size: (u16, u16)) -> Pty {
        on_terminal(home, line).size(size.0, size.1).run()
    }

    /// The number of the stage that the screen shows.
    fn stage(screen: &vt100::Screen) -> Option<usize> {
        let contents = screen.contents();
        let line = contents.lines().rev().find(|line| {
            line.split_once('/').is_some_and(|(number, _)| number.parse::<usize>().is_ok())
        })?;
        line.split_once('/')?.0.parse().ok()
    }

    fn assert_restored(pty: &Pty) {
        assert!(pty.screen(|screen| !screen.alternate_screen() && !screen.hide_cursor()));
        assert!(pty.screen(|screen| !screen.bracketed_paste()));
    }

    #[test]
    fn stages_play_stop_and_step_and_the_terminal_is_left_as_it_was() {
        let floors: Vec<usize> = traced("cavern", 5)
            .stages()
            .iter()
            .map(|stage| stage.rows.iter().map(|row| row.matches('.').count()).sum())
            .collect();
        let home = tempfile::tempdir().expect("a folder");
        let mut pty = play(home.path(), "gen cavern --seed 5 --animate", (80, 40));
        pty.wait_until("the second stage, by itself", |screen| stage(screen) >= Some(2));
        assert!(pty.screen(vt100::Screen::alternate_screen));
        pty.send(" ");
        pty.wait_for("stopped");
        let stopped = pty.screen(stage).expect("a stage");
        // The floor of every stage is what the trace says.
        let shows = |number: usize| {
            let floor = floors[number - 1];
            move |screen: &vt100::Screen| {
                let map = screen.contents().lines().take(37).collect::<String>();
                stage(screen) == Some(number) && map.matches('·').count() == floor
            }
        };
        pty.wait_until("the stage it stopped at", shows(stopped));
        pty.send(".");
        pty.wait_until("a step on", shows(stopped + 1));
        pty.send("\x1b[D\x1b[D");
        pty.wait_until("two steps back", shows(stopped - 1));
        pty.send("\x1b[C");
        pty.wait_until("the same again", shows(stopped));
        pty.send("+ ");
        pty.wait_for("4 a second");
        pty.wait_for("at the end");
        pty.send("q");
        assert!(pty.wait_exit().success());
        assert_restored(&pty);
    }

    #[test]
    fn however_it_ends_the_terminal_is_restored() {
        let home = tempfile::tempdir().expect("a folder");
        for (end, code) in [("\x1b", 0), ("\x03", 0), ("TERM", 143)] {
            let mut pty = play(home.path(), "gen vault --seed 5 --animate", (80, 24));
            pty.wait_until("a stage", |screen| stage(screen).is_some());
            if end == "TERM" {
                pty.signal(end);
            } else {
                pty.send(end);
            }
            assert_eq!(pty.wait_exit().exit_code(), code, "{end:?}");
            assert_restored(&pty);
        }
    }

    #[test]
    fn the_smallest_window_and_the_largest_level_do_and_scroll() {
        let home = tempfile::tempdir().expect("a folder");
        let line = "gen vault --seed 5 --width 300 --height 200 --animate";
        let mut pty = play(home.path(), line, (20, 5));
        pty.wait_until("a stage", |screen| stage(screen).is_some());
        pty.send("\x1b[F");
        pty.wait_until("the end", |screen| {
            screen.contents().contains("at the") || stage(screen).is_some_and(|number| number > 3)
        });
        pty.resize(60, 20);
        pty.wait_for("at the end");
        let rows = |screen: &vt100::Screen| {
            screen.contents().lines().take(17).map(str::to_owned).collect::<Vec<_>>()
        };
        let before = pty.screen(rows);
        pty.send("L");
        // Eight columns to the right, as long as the level goes on.
        pty.wait_until("the map further right", |screen| {
            let after = rows(screen);
            after != before
                && after.iter().zip(&before).all(|(after, before)| {
                    let kept: String = before.chars().skip(8).collect();
                    after.starts_with(kept.trim_end())
                })
        });
        pty.send("q");
        assert!(pty.wait_exit().success());
        assert_restored(&pty);
    }
}
