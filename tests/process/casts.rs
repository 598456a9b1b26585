//! Recordings of terminals, read with asciinema's format and played on asciinema's own terminal.

use std::num::NonZeroU16;

use asciicast::{Entry, EventType, Header};
use ratatui::{Terminal, backend::TestBackend};
use runs::record::Replay;
use runs::save;
use screens::Appearance;
use screens::glyphs::GlyphSet;
use screens::run_film::RunFilm;
use screens::terminal::ColorDepth;
use serde_json::Value;

use crate::program::{Bench, MILLISECONDS_PER_COMMAND};
use crate::races::races;
use crate::support::content::catalog;

/// A recording that was read: its header, what is printed when, and the markers.
pub(crate) struct Cast {
    pub(crate) header: Header,
    output: Vec<Entry>,
    markers: Vec<(f64, String)>,
}

impl Cast {
    pub(crate) fn read(text: &str) -> Cast {
        let (header, events) = text.split_once('\n').expect("lines");
        let mut cast = Cast {
            header: serde_json::from_str(header).expect("a header"),
            output: Vec::new(),
            markers: Vec::new(),
        };
        let mut last = 0.0;
        for line in events.lines() {
            let event: Value = serde_json::from_str(line).expect("JSON");
            let time = event[0].as_f64().expect("a time");
            assert!(time >= last, "{line}");
            last = time;
            // Newer than the crate.
            if event[1] == "m" {
                cast.markers.push((time, event[2].as_str().expect("a name").to_owned()));
                continue;
            }
            let entry: Entry = serde_json::from_str(line).expect("an event");
            assert_eq!(entry.event_type, EventType::Output);
            cast.output.push(entry);
        }
        cast
    }

    /// The rows that asciinema's terminal shows at the end.
    fn last_screen(&self) -> Vec<String> {
        let (width, height) = (self.header.width as usize, self.header.height as usize);
        let mut terminal = avt::Terminal::new(width, height).expect("a size");
        for entry in &self.output {
            terminal.feed(entry.event_data.as_str());
        }
        let rows = terminal.screen().visible_lines();
        rows.map(|row| row.text().trim_end().to_owned()).collect()
    }

    /// The same on another terminal, with the colours in use.
    fn last_screen_of_vt100(&self) -> (Vec<String>, Vec<vt100::Color>) {
        let (width, height) = (self.header.width as u16, self.header.height as u16);
        let size = |cells| NonZeroU16::new(cells).expect("a size");
        let mut terminal = vt100::Parser::new(size(height), size(width), 0);
        for entry in &self.output {
            terminal.process(entry.event_data.as_bytes());
        }
        let screen = terminal.screen();
        let rows = screen.rows(0, width).map(|row| row.trim_end().to_owned()).collect();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (y, x)));
        let colors = cells.filter_map(|(y, x)| Some(screen.cell(y, x)?.fgcolor()));
        (rows, colors.collect())
    }

    fn duration(&self) -> f64 {
        self.output.last().expect("events").time
    }
}

/// The last picture of a run file, drawn without bytes in between.
fn drawn(
    races: &Bench,
    name: &str,
    size: (u16, u16),
    depth: ColorDepth,
    glyphs: GlyphSet,
) -> Vec<String> {
    let recording = save::open(&races.path(name)).expect("opens").recording;
    let replay = Replay::new(recording, catalog()).expect("plays");
    let mut film = RunFilm::new(replay, Appearance::usual(depth, glyphs)).expect("begins");
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal");
    loop {
        terminal.draw(|frame| film.draw(frame, None)).expect("draws");
        if film.forward().expect("plays").is_none() {
            break;
        }
    }
    let buffer = terminal.backend().buffer();
    let width = usize::from(buffer.area.width);
    let rows = buffer.content().chunks(width);
    let text = rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
    text.map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn a_run_is_shown_at_any_size_and_in_any_colours() {
    let races = races();
    let cases = [
        ((80, 24), "truecolor", "unicode"),
        ((20, 5), "16", "ascii"),
        ((50, 12), "never", "ascii"),
        ((132, 43), "256", "unicode"),
        ((200, 60), "never", "unicode"),
    ];
    for ((width, height), color, glyphs) in cases {
        let ran = races.run(&format!(
            "--color {color} --glyphs {glyphs} replay export runner.upk --to cast --width {width} \
             --height {height}"
        )).done();
        let cast = Cast::read(&ran.out);
        let header = &cast.header;
        assert_eq!((header.version, header.width, header.height), (2, width.into(), height.into()));
        assert!(header.title.as_ref().is_some_and(|title| title.contains("vault, depth 1")));
        assert_eq!(header.timestamp, None);
        let set = if glyphs == "ascii" { GlyphSet::Ascii } else { GlyphSet::Unicode };
        let words = ["never", "16", "256", "truecolor"];
        let place = words.iter().position(|word| *word == color).expect("one of them");
        let wanted = drawn(&races, "runner.upk", (width, height), ColorDepth::ALL[place], set);
        assert_eq!(cast.last_screen(), wanted, "{width}×{height}");
        let (rows, colors) = cast.last_screen_of_vt100();
        assert_eq!(rows, wanted, "{width}×{height}");
        // The game's own colours are all among the 256.
        let deepest = colors.iter().map(|color| match color {
            vt100::Color::Default => 0,
            vt100::Color::Idx(0..=15) => 1,
            vt100::Color::Idx(_) | vt100::Color::Rgb(..) => 2,
        });
        assert_eq!(deepest.max(), Some(place.min(2)), "{color}");
    }
}

#[test]
fn recordings_keep_the_pace_that_was_asked_for() {
    let races = races();
    let cast = |options: &str| {
        let ran = races.run(&format!("replay export marked.upk --to cast {options}")).done();
        Cast::read(&ran.out)
    };
    let splits = races.json("replay splits marked.upk");
    let commands = splits["commands"].as_u64().expect("a number");
    let turns = splits["turns"].as_f64().expect("a number");

    let real = cast("--pace real");
    let seconds = (commands * MILLISECONDS_PER_COMMAND) as f64 / 1_000.0;
    assert!((real.duration() - 4.0 - seconds).abs() < 0.01, "{} {seconds}", real.duration());
    assert_eq!(real.header.timestamp, Some(1_795_379_177.0));
    let caption = real.last_screen().pop().expect("rows");
    let (minutes, rest) = ((seconds / 60.0) as u64, seconds % 60.0);
    assert!(caption.ends_with(&format!("{minutes}:{rest:06.3}")), "{caption}");
    let names: Vec<&str> = real.markers.iter().map(|(_, name)| name.as_str()).collect();
    assert!(names.contains(&"clock-out") && names.last() == Some(&"end"), "{names:?}");
    let (left, _) = real.markers.iter().find(|(_, name)| name == "clock-out").expect("marked");
    let split = splits["splits"].as_array().expect("a list");
    let split = split.iter().find(|split| split["split"] == "clock-out").expect("reached");
    let told = split["real_ms"].as_f64().expect("marked") / 1_000.0;
    assert!((left - told).abs() < 0.01, "{left} {told}");

    let slow = cast("--turns-per-second 4");
    let fast = cast("--turns-per-second 100");
    assert!(slow.duration() > turns / 4.0 && slow.duration() < turns / 4.0 + 60.0);
    assert!(fast.duration() > turns / 100.0 && fast.duration() < turns / 100.0 + 60.0);
    let longest = |cast: &Cast| {
        let times: Vec<f64> = cast.output.iter().map(|entry| entry.time).collect();
        times.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)
    };
    assert!(longest(&cast("--pace real --idle-limit 1")) <= 1.0 + 1e-6);
    assert!(longest(&real) > 1.2);
}

#[test]
fn what_a_recording_cannot_be_is_refused() {
    let races = races();
    for (line, why) in [
        ("replay export runner.upk --to cast --pace real", "no marks of real time"),
        ("replay export marked.upk --to cast --pace real --turns-per-second 3", "--pace game"),
        ("replay export runner.upk --to cast --width 19", "19 is not in 20..=500"),
        ("replay export runner.upk --to cast --height 201", "201 is not in 5..=200"),
        ("replay export runner.upk --to code --width 90", "--to cast"),
        ("replay export runner.upk --to cast --category order", "--to lss"),
    ] {
        assert_eq!(races.run(line).is(2, why).out, "");
    }
}
