//! Bytes a move, and time a frame, of the map screen as it is drawn: of the same walk over a floor
//! with each kind of light and of colours, beside ratatui's own backend on the same frames.
//!
//! The budget is that of a terminal of 80×24; the time is told for a large one, too. “Light” is the
//! light of the floor from nothing, once a frame; “sent” is finding and writing the difference.

use std::{cell::RefCell, io, rc::Rc, sync::Arc, time::Duration};

use base::{Dir, Purpose, Seed, Stream};
use content::{Catalog, Depth};
use engine::sim::{Command, Game, RunStatus, Setup};
use engine::view::View;
use ratatui::{
    Terminal, TerminalOptions, Viewport,
    buffer::Buffer,
    layout::{Rect, Size},
};
use ratatui_crossterm::CrosstermBackend;
use screens::{
    Appearance,
    glyphs::GlyphSet,
    log::Log,
    terminal::{Backend, ColorDepth, Paint},
    widgets::{HudExtras, camera::Camera, floor::FloorCells, scene::RunPicture},
};

const SIZE: Size = Size { width: 80, height: 24 };
const LARGE_SIZE: Size = Size { width: 200, height: 60 };
const MOVES: usize = 600;
const SEED: Seed = Seed(21);

/// A light and colours, and the bytes a move that it may take: the median, and 95 of 100.
const LOOKS: [(&str, ColorDepth, bool, [usize; 2]); 6] = [
    ("full", ColorDepth::Truecolor, false, [2_000, 5_000]),
    ("calm", ColorDepth::Truecolor, true, [400, 1_200]),
    ("full", ColorDepth::Indexed, false, [2_000, 5_000]),
    ("calm", ColorDepth::Indexed, true, [250, 700]),
    ("", ColorDepth::Sixteen, false, [140, 256]),
    ("", ColorDepth::None, false, [140, 256]),
];

fn main() {
    println!(
        "floor       light colours     bytes a move: median  95 of 100 (budget)  ratatui  idle    \
         microseconds a frame: 80x24  200x60  light  sent"
    );
    let catalog = Arc::new(Catalog::embedded().expect("valid content"));
    for kind in ["vault", "cavern", "crypt", "keep"] {
        let setup = Setup::shift(kind, Depth(3), SEED);
        let walk = walk(&setup, &catalog);
        for (light, depth, is_calm, budget) in LOOKS {
            let mut looks = Appearance::usual(depth, GlyphSet::Unicode);
            looks.theme.is_calm = is_calm;
            let (drawn, small, of_light) = frames(&walk, &setup, &catalog, looks, SIZE);
            let (_, large, _) = frames(&walk, &setup, &catalog, looks, LARGE_SIZE);
            let paint = Paint { depth, plain: looks.theme.plain(), erases_to_color: true };
            let ours = bytes(&drawn, |sink| {
                let mut terminal =
                    Terminal::new(Backend::new(sink, SIZE, paint)).expect("a writer");
                move |frame: &Buffer| show(&mut terminal, frame)
            });
            let theirs = bytes(&drawn, |sink| {
                // Told its size: asked, this backend would ask the terminal that the bench runs in.
                let area = Rect::new(0, 0, SIZE.width, SIZE.height);
                let options = TerminalOptions { viewport: Viewport::Fixed(area) };
                let mut terminal =
                    Terminal::with_options(CrosstermBackend::new(sink), options).expect("a writer");
                move |frame: &Buffer| show(&mut terminal, frame)
            });
            let [median, most] = ours.quantiles();
            println!(
                "{kind:<11} {light:<5} {:<10} {median:>21} {most:>11} ({}/{}) {:>8} {:>5} {:>28} \
                 {:>7} {:>6} {:>5}",
                depth.to_string(),
                budget[0],
                budget[1],
                theirs.quantiles()[0],
                ours.idle,
                small.as_micros(),
                large.as_micros(),
                of_light.as_micros(),
                ours.time.as_micros(),
            );
        }
    }
}

/// The commands of a walk, a turn each: somebody explores the floor, and strays where that ends.
fn walk(setup: &Setup, catalog: &Arc<Catalog>) -> Vec<Command> {
    let mut game = Game::new(setup.clone(), catalog).expect("a level");
    let mut stream = Stream::new(Seed(7), Purpose::new("bench"), ());
    let mut commands = Vec::new();
    while commands.len() < MOVES && !matches!(game.status(), RunStatus::Over(_)) {
        let is_going_on = game.view().activity().is_some();
        let next = if is_going_on { Command::Continue } else { Command::Explore };
        let stray = Command::Step(*stream.pick(&Dir::ALL).expect("eight directions"));
        for command in [next, stray, Command::Wait] {
            if game.step(command).is_ok() {
                commands.push(command);
                break;
            }
        }
    }
    commands
}

/// The frames of a walk, and the time that each took in the median: all of it, and its light.
fn frames(
    walk: &[Command],
    setup: &Setup,
    catalog: &Arc<Catalog>,
    looks: Appearance,
    size: Size,
) -> (Vec<Buffer>, Duration, Duration) {
    let area = Rect::new(0, 0, size.width, size.height);
    let mut game = Game::new(setup.clone(), catalog).expect("a level");
    let (mut log, mut camera) = (Log::watched(), Camera::default());
    let (mut frames, mut times, mut lights) = (Vec::new(), Vec::new(), Vec::new());
    let mut draw = |view: View<'_>, log: &Log| {
        let mut frame = Buffer::empty(area);
        let extras = &HudExtras::default();
        let picture = RunPicture { view, looks, log, extras, ghost: None, marks: &[] };
        times.push(timed(|| picture.draw(area, &mut frame, &mut camera)));
        lights.push(timed(|| drop(FloorCells::new(view, looks))));
        frames.push(frame);
    };
    draw(game.view(), &log);
    for &command in walk {
        let outcome = game.step(command).expect("was taken before");
        let view = game.view();
        log.tell_watcher(view, &outcome.events);
        draw(view, &log);
    }
    (frames, median(times), median(lights))
}

fn timed(work: impl FnOnce()) -> Duration {
    #[expect(clippy::disallowed_types, reason = "a bench measures time")]
    let start = std::time::Instant::now();
    work();
    start.elapsed()
}

fn median<T: Ord + Copy>(mut values: Vec<T>) -> T {
    values.sort_unstable();
    values[values.len() / 2]
}

fn show<B: ratatui::backend::Backend>(terminal: &mut Terminal<B>, picture: &Buffer) {
    let drawn = terminal.draw(|frame| frame.buffer_mut().clone_from(picture));
    assert!(drawn.is_ok(), "a vector takes everything");
}

struct Bytes {
    moves: Vec<usize>,
    /// Those of drawing the last frame again.
    idle: usize,
    /// What finding and writing them takes in the median.
    time: Duration,
}

impl Bytes {
    /// The median, and what 95 of 100 moves take at most.
    fn quantiles(&self) -> [usize; 2] {
        let mut sorted = self.moves.clone();
        sorted.sort_unstable();
        [50, 95].map(|percent| sorted[sorted.len() * percent / 100])
    }
}

/// Counts what is written.
#[derive(Clone, Default)]
struct Sink(Rc<RefCell<usize>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self.0.borrow_mut() += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn bytes<F: FnMut(&Buffer)>(frames: &[Buffer], open: impl FnOnce(Sink) -> F) -> Bytes {
    let sink = Sink::default();
    let mut show = open(sink.clone());
    let mut bytes_of = |frame: &Buffer| {
        let before = *sink.0.borrow();
        show(frame);
        *sink.0.borrow() - before
    };
    bytes_of(&frames[0]);
    let (mut moves, mut times) = (Vec::new(), Vec::new());
    for frame in &frames[1..] {
        times.push(timed(|| moves.push(bytes_of(frame))));
    }
    Bytes { moves, idle: bytes_of(&frames[frames.len() - 1]), time: median(times) }
}
