//! Bytes a move, and time a frame: the game's backend beside ratatui's own on the same frames of a
//! walk.
//!
//! The floor is eight rooms with doors, 80×24 with its status lines; something is said every few
//! moves. It is walked three times: lit and alone, lit and with the rats, and with them by the
//! light of a lantern.

use std::{cell::RefCell, io, rc::Rc};

use base::{Bits, Dir, Pos, Stream, shadowcast};
use base::{Purpose, Seed};
use ratatui::{
    Terminal, TerminalOptions, Viewport,
    buffer::Buffer,
    layout::{Rect, Size},
};
use ratatui_crossterm::CrosstermBackend;
use screens::{
    glyphs::{GlyphId, GlyphSet},
    terminal::{Backend, ColorDepth, Paint},
    theme::{Background, ColorRole, Ground, Palette, Theme},
};

const SIZE: Size = Size { width: 80, height: 24 };
const AREA: Rect = Rect::new(0, 0, SIZE.width, SIZE.height);
const ROWS: i32 = 21;
const MOVES: usize = 2_000;

fn main() {
    println!(
        "walk            colours    bytes a move                     microseconds a frame     idle"
    );
    println!(
        "                           ours  no ground  ratatui  ratio   ours   ratatui  ratio    \
         bytes"
    );
    for (name, rats, lantern) in
        [("lit, alone", 0, false), ("lit, two rats", 2, false), ("by a lantern", 2, true)]
    {
        for depth in ColorDepth::ALL.into_iter().rev() {
            let frames = walk(rats, lantern, depth);
            let [ours, without_ground] = [Ground::Theme, Ground::Terminal].map(|ground| {
                let paint =
                    Paint { depth, plain: theme(depth, ground).plain(), erases_to_color: true };
                draw(&frames, |sink| {
                    let mut terminal =
                        Terminal::new(Backend::new(sink, SIZE, paint)).expect("a writer");
                    move |frame: &Buffer| show(&mut terminal, frame)
                })
            });
            let theirs = draw(&frames, |sink| {
                // Told its size: asked, this backend would ask the terminal that the bench runs in.
                let options = TerminalOptions { viewport: Viewport::Fixed(AREA) };
                let mut terminal =
                    Terminal::with_options(CrosstermBackend::new(sink), options).expect("a writer");
                move |frame: &Buffer| show(&mut terminal, frame)
            });
            println!(
                "{name:<15} {:<9} {:>5} {:>10} {:>8}  {:>4}% {:>6} {:>9}  {:>4}% {:>8}",
                depth.to_string(),
                ours.bytes,
                without_ground.bytes,
                theirs.bytes,
                100 * ours.bytes / theirs.bytes,
                ours.microseconds,
                theirs.microseconds,
                100 * ours.microseconds / theirs.microseconds.max(1),
                ours.idle,
            );
        }
    }
}

fn show<B: ratatui::backend::Backend>(terminal: &mut Terminal<B>, picture: &Buffer) {
    let drawn = terminal.draw(|frame| frame.buffer_mut().clone_from(picture));
    assert!(drawn.is_ok(), "a vector takes everything");
}

struct Measure {
    bytes: usize,
    microseconds: u128,
    /// Bytes of drawing the last frame again.
    idle: usize,
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

fn draw<F: FnMut(&Buffer)>(frames: &[Buffer], open: impl FnOnce(Sink) -> F) -> Measure {
    let sink = Sink::default();
    let mut show = open(sink.clone());
    show(&frames[0]);
    let first = *sink.0.borrow();
    #[expect(clippy::disallowed_types, reason = "a bench measures time")]
    let start = std::time::Instant::now();
    for frame in &frames[1..] {
        show(frame);
    }
    let microseconds = start.elapsed().as_micros() / MOVES as u128;
    let all = *sink.0.borrow();
    show(&frames[MOVES]);
    Measure { bytes: (all - first) / MOVES, microseconds, idle: *sink.0.borrow() - all }
}

fn is_wall(at: Pos) -> bool {
    let (x, y) = (at.x % 20, at.y % 10);
    let outside = at.x == 0 || at.y == 0 || at.x == 79 || at.y == ROWS - 1;
    let between = (x == 0 && y != 5) || (y == 0 && x != 10);
    let pillar = x % 6 == 3 && y % 4 == 3;
    outside || between || pillar
}

fn theme(depth: ColorDepth, ground: Ground) -> Theme {
    let (palette, background) = (Palette::Default, Background::Dark);
    Theme { palette, background, ground, depth, is_calm: false }
}

fn walk(rats: usize, lantern: bool, depth: ColorDepth) -> Vec<Buffer> {
    let theme = theme(depth, Ground::Theme);
    let mut stream = Stream::new(Seed(7), Purpose::new("bench"), ());
    let (mut walls, mut floor) = (Bits::new(80, ROWS), Bits::new(80, ROWS));
    for y in 0..ROWS {
        for x in 0..80 {
            floor.insert(Pos { x, y });
            if is_wall(Pos { x, y }) {
                walls.insert(Pos { x, y });
            }
        }
    }
    let mut actors = vec![Pos { x: 5, y: 5 }, Pos { x: 12, y: 6 }, Pos { x: 30, y: 14 }];
    actors.truncate(1 + rats);
    let mut directions = [Dir::ALL[0]; 3];
    let mut known = Bits::new(80, ROWS);
    let mut visible = Bits::new(80, ROWS);
    let mut said = String::from("You clock in.");
    let mut frames = Vec::new();
    for turn in 0..=MOVES {
        for (actor, direction) in actors.iter_mut().zip(&mut directions) {
            // People walk on until something stands in their way; so do rats, mostly.
            for _ in 0..8 {
                let to = *actor + *direction;
                if !is_wall(to) && !stream.one_in(12) {
                    *actor = to;
                    break;
                }
                *direction = *stream.pick(&Dir::ALL).expect("eight directions");
            }
        }
        if lantern {
            shadowcast(&walls, actors[0], 8, &mut visible);
        } else {
            visible.union(&floor);
        }
        if stream.one_in(8) {
            said = format!("A rat squeaks {} steps away.", stream.below(20));
        }
        let mut frame = Buffer::empty(AREA);
        for y in 0..ROWS {
            for x in 0..80 {
                let at = Pos { x, y };
                let seen = visible.contains(at);
                if seen {
                    known.insert(at);
                }
                if !known.contains(at) {
                    continue;
                }
                let (sign, role) =
                    if is_wall(at) { ("#", ColorRole::Wall) } else { ("·", ColorRole::Floor) };
                let role = if seen { role } else { ColorRole::Remembered };
                frame[(x as u16, y as u16)].set_symbol(sign).set_style(theme.style(role));
            }
        }
        for (index, actor) in
            actors.iter().enumerate().rev().filter(|(_, at)| visible.contains(**at))
        {
            let (symbol, role) =
                if index == 0 { ("@", ColorRole::Player) } else { ("r", ColorRole::Hostile) };
            frame[(actor.x as u16, actor.y as u16)].set_symbol(symbol).set_style(theme.style(role));
        }
        frame.set_string(0, 21, &said, theme.style(ColorRole::Text));
        frame.set_string(
            0,
            22,
            "Health 12/12  Parts 3  Oil 2  Timber 1",
            theme.style(ColorRole::Dim),
        );
        let dawn = 20 - turn * 20 / MOVES;
        frame.set_string(
            50,
            22,
            GlyphSet::Unicode.get(GlyphId::BarFull).repeat(dawn),
            theme.style(ColorRole::BarFull),
        );
        frame.set_string(0, 23, format!("Turn {turn}  Jobs 3 of 11"), theme.style(ColorRole::Text));
        frames.push(frame);
    }
    frames
}
