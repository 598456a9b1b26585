//! Levels as pictures, alone and many on a sheet, and plots of many.

use std::fs;

use base::Pos;
use levels::Tile;

use crate::gen_tools::{level, run, run_line};

/// The colours that tests look for.
const START: [u8; 3] = [0x87, 0xd7, 0x87];
const EXIT: [u8; 3] = [0xff, 0x87, 0x00];
const NO_LEVEL: [u8; 3] = [0xff, 0x5f, 0x5f];
const FLOOR: [u8; 3] = [0x43, 0x43, 0x47];
const ROCK: [u8; 3] = [0x0c, 0x0d, 0x10];
const HOTTEST: [u8; 3] = [0xfc, 0xf3, 0xa8];

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

    /// The upper left corners of the pieces of a colour, in reading order. Pixels up to three apart
    /// belong together.
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
        let picture = Picture::decode(&ran.bytes);
        let (width, height) = (level.tiles.width() as usize, level.tiles.height() as usize);
        assert!(picture.width >= width * SIDE && picture.height > height * SIDE);
        let only = |color| match picture.pieces(color)[..] {
            [piece] => piece,
            ref pieces => panic!("{kind}: {pieces:?}"),
        };
        let (start, exit) = (only(START), only(EXIT));
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
    assert_eq!((written.code, written.bytes.len()), (0, 0), "{}", written.err);
    assert!(printed.bytes.starts_with(b"\x89PNG"));
    assert!(fs::read(&file).expect("a file") == printed.bytes);
    assert!(run_line("gen vault --seed broom --format png").bytes != printed.bytes);
}

#[test]
fn svg_has_the_text_that_png_lacks() {
    let draw = |line: &str| run_line(&format!("gen vault --seed 5 {line} --format svg")).done().out;
    let level = draw("");
    assert!(
        level.contains("<title id=\"title\">vault · seed 5 · depth 1 · 66×36</title>"),
        "{level}"
    );
    assert!(level.contains("&lt; start · &gt; exit · ^ trap ") && level.len() < 60_000);
    let sheet = draw("--count 23");
    assert!(
        (5..28).all(|seed| sheet.contains(&format!("\nvault {seed}\n"))
            || sheet.contains(&format!("\nvault {seed}</desc>"))),
        "{sheet}"
    );
    let plot = draw("--count 60 --plot density,loops");
    assert!(plot.contains("\ndensity\n") && plot.contains("\nloops\n"), "{plot}");
}

#[test]
fn a_large_level_is_drawn_smaller() {
    let ran = run_line("gen cavern --width 1024 --height 700 --format png");
    let picture = Picture::decode(&ran.bytes);
    assert!((2048..2200).contains(&picture.width), "{}", picture.width);
    assert!((1400..1700).contains(&picture.height), "{}", picture.height);
}

#[test]
fn a_contact_sheet_shows_every_level_once() {
    let ran = run_line("gen vault --seed 5 --count 23 --format png");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let picture = Picture::decode(&ran.bytes);
    assert_eq!(picture.pieces(START).len(), 23);
    assert_eq!(picture.pieces(EXIT).len(), 23);
    assert!(picture.width > picture.height, "{}×{}", picture.width, picture.height);
    let again = run_line("gen vault --seed 5 --count 23 --format png");
    assert!(again.bytes == ran.bytes, "cores finish in any order, levels stand in theirs");
}

#[test]
fn a_hundred_levels_fit_a_sheet_that_can_be_looked_at() {
    let picture = Picture::decode(&run_line("gen cavern --count 100 --format png").bytes);
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
    let picture = Picture::decode(&ran.bytes);
    assert!(picture.pieces(START).is_empty());
    assert!(!picture.pieces(NO_LEVEL).is_empty());
}

#[test]
fn a_plot_has_its_hottest_bin_where_most_levels_are() {
    let ran = run_line("gen vault --count 60 --format png --plot attempts,attempts");
    let picture = Picture::decode(&ran.bytes);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // All of them came at once: one bin, and the end of the scale.
    assert_eq!(picture.pieces(HOTTEST).len(), 2);
    let spread = run_line("gen vault --count 60 --format png --plot density,loops");
    let spread = Picture::decode(&spread.bytes);
    assert!(spread.pixels.iter().collect::<std::collections::BTreeSet<_>>().len() > 8);
}
