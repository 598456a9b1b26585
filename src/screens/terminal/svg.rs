//! A screen as SVG. What has to join without gaps is drawn as rectangles, whatever the font has:
//! grounds, blocks, lines, underlines.

use base::{Grid, Rect, Rgb, Svg, TextStyle, mix, rectangles};

use super::{
    cell::{BOLD, DIM, ITALIC, Pen, REVERSE, TerminalCell, UNDERLINE},
    screen::TerminalScreen,
};

/// The width and height of a cell. Eighths of both are whole.
const CELL: (i32, i32) = (8, 16);

/// What lies around the screen on every side.
const MARGIN: i32 = 8;

/// The lines that box characters are drawn of, to the north, east, south and west: 1 for a thin
/// line, 2 for a thick one, 3 for two.
const LINES: &str = "─0101 │1010 ┌0110 ┐0011 └1100 ┘1001 ├1110 ┤1011 ┬0111 ┴1101 ┼1111 ╭0110 \
                     ╮0011 ╰1100 ╯1001 ━0202 ┃2020 ┏0220 ┓0022 ┗2200 ┛2002 ┣2220 ┫2022 ┳0222 \
                     ┻2202 ╋2222 ═0303 ║3030 ╬3333 ╫3131 ╥0131";

/// The picture of a screen. `plain` is what the terminal's own colours are drawn with, of text and
/// of what is behind it.
pub(super) fn draw(screen: &TerminalScreen, plain: [Rgb; 2], title: &str) -> String {
    let rows = || (0..screen.height).map(|y| screen.row(y));
    let paints: Vec<_> = rows().flatten().map(|cell| Paints::of(cell.pen, plain)).collect();
    let width = usize::from(screen.width);
    let lines: Vec<String> = rows().map(line).collect();
    let at = |x: i32, y: i32| (MARGIN + x * CELL.0, MARGIN + y * CELL.1);
    let (right, bottom) = at(screen.width.into(), screen.height.into());
    let size = (right + MARGIN, bottom + MARGIN);
    let mut svg = Svg::new(size, title, lines.join("\n").trim_end());
    svg.fill([(Rect::new(0, 0, size.0, size.1), plain[1])]);

    let grounds = paints.iter().map(|paints| paints.ground).collect();
    let grounds = Grid::from_cells(i32::from(screen.width), grounds);
    let grounds = grounds.iter().flat_map(rectangles).filter(|(_, color)| *color != plain[1]);
    svg.fill(grounds.map(|(Rect { x, y, w, h }, color)| {
        let (x, y) = at(x, y);
        (Rect::new(x, y, w * CELL.0, h * CELL.1), color)
    }));

    let cells = || {
        let cells = rows().flatten().zip(&paints).enumerate();
        cells.map(|(place, (cell, paints))| {
            (cell, paints, at((place % width) as i32, (place / width) as i32))
        })
    };
    svg.fill(cells().flat_map(|(cell, paints, (x, y))| {
        let underline = (cell.pen.attributes & UNDERLINE != 0)
            .then_some((Rect::new(0, CELL.1 - 2, CELL.0, 1), paints.text));
        let areas = shapes(cell.base, paints).unwrap_or_default().into_iter().chain(underline);
        areas.map(move |(area, color)| (Rect { x: x + area.x, y: y + area.y, ..area }, color))
    }));
    for (cell, paints, at) in cells() {
        if cell.base == ' ' || cell.is_continuation() || shapes(cell.base, paints).is_some() {
            continue;
        }
        let attributes = cell.pen.attributes;
        let style = TextStyle {
            color: paints.text,
            column: CELL.0,
            bold: attributes & BOLD != 0,
            italic: attributes & ITALIC != 0,
        };
        svg.glyph(style, at, &glyph(*cell), 1 + i32::from(cell.is_wide()));
    }
    svg.finish()
}

/// The colours of a cell as they are seen.
struct Paints {
    text: Rgb,
    ground: Rgb,
}

impl Paints {
    fn of(pen: Pen, plain: [Rgb; 2]) -> Paints {
        let (mut text, mut ground) = (pen.fg.rgb(plain[0]), pen.bg.rgb(plain[1]));
        if pen.attributes & REVERSE != 0 {
            (text, ground) = (ground, text);
        }
        let paints = Paints { text, ground };
        if pen.attributes & DIM == 0 {
            paints
        } else {
            Paints { text: mix(text, 5, ground), ..paints }
        }
    }
}

/// The characters of a row, as readers are told it.
fn line(row: &[TerminalCell]) -> String {
    let text: String =
        row.iter().filter(|cell| !cell.is_continuation()).map(|it| glyph(*it)).collect();
    text.trim_end().to_owned()
}

fn glyph(cell: TerminalCell) -> String {
    let mut bytes = Vec::new();
    cell.write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The rectangles that a character is drawn of, within its cell; `None` for one that is left to
/// the font.
fn shapes(character: char, paints: &Paints) -> Option<Vec<(Rect, Rgb)>> {
    let (width, height) = CELL;
    let of = |areas: &[Rect]| Some(areas.iter().map(|area| (*area, paints.text)).collect());
    let code = character as i32;
    match character {
        '▀' => of(&[Rect::new(0, 0, width, height / 2)]),
        // Eighths from below, to the whole cell, and fewer of them from the left.
        '▁'..='█' => {
            let high = (code - '▀' as i32) * height / 8;
            of(&[Rect::new(0, height - high, width, high)])
        }
        '▉'..='▏' => of(&[Rect::new(0, 0, ('▐' as i32 - code) * width / 8, height)]),
        '▐' => of(&[Rect::new(width / 2, 0, width / 2, height)]),
        '░'..='▓' => {
            let eighths = 2 * (character as u32 - '▐' as u32);
            Some(vec![(Rect::new(0, 0, width, height), mix(paints.text, eighths, paints.ground))])
        }
        '·' | '∙' => of(&[Rect::new(3, 8, 2, 2)]),
        '┄' => of(&[(0, 2), (3, 2), (6, 1)].map(|(x, w)| Rect::new(x, 8, w, 1))),
        '┆' => of(&[(0, 3), (5, 4), (11, 3)].map(|(y, h)| Rect::new(4, y, 1, h))),
        _ if character.is_ascii() => None,
        _ => of(&lines(character)?),
    }
}

/// The rectangles of a box character.
fn lines(character: char) -> Option<Vec<Rect>> {
    let arms = LINES.split(' ').find_map(|entry| entry.strip_prefix(character))?;
    let (x, y) = (4, 8);
    let is_round = matches!(character, '╭'..='╰');
    let mut areas = Vec::new();
    for (side, weight) in arms.bytes().enumerate() {
        let strokes: &[(i32, i32)] = match weight {
            b'1' => &[(0, 1)],
            b'2' => &[(-1, 3)],
            b'3' => &[(-1, 1), (1, 1)],
            _ => &[],
        };
        // The middle that the arms have in common: without it a corner looks round.
        let (low, high) = match weight {
            b'1' if is_round => (1, 0),
            b'1' => (0, 1),
            _ => (-1, 2),
        };
        areas.extend(strokes.iter().map(|&(off, thick)| match side {
            0 => Rect::new(x + off, 0, thick, y + high),
            1 => Rect::new(x + low, y + off, CELL.0 - x - low, thick),
            2 => Rect::new(x + off, y + low, thick, CELL.1 - y - low),
            _ => Rect::new(0, y + off, x + high, thick),
        }));
    }
    Some(areas)
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, layout::Size, style::Color};

    use super::*;
    use crate::terminal::{Backend, ColorDepth, Paint};

    #[test]
    fn what_has_to_join_is_drawn_and_the_rest_is_written() {
        let paint = Paint::on_terminals_ground(ColorDepth::Truecolor);
        let mut backend = Backend::new(Vec::new(), Size { width: 20, height: 5 }, paint);
        let buffer = Buffer::with_lines(["┌─<&", "│█▒·太"]);
        let blank = Buffer::empty(buffer.area);
        let cells = blank.diff(&buffer).into_iter();
        ratatui::backend::Backend::draw(&mut backend, cells).expect("draws");
        let svg = backend.to_svg((Color::Indexed(252), Color::Indexed(16)), "a title");
        let (told, drawn) = svg.split_once("</desc>").expect("a description");
        assert!(told.ends_with("┌─&lt;&amp;\n│█▒·太"), "{told}");
        assert!(!drawn.contains(['┌', '─', '│', '█', '▒', '·']), "{drawn}");
        let wide = "<text x=\"40\" y=\"36\" textLength=\"16\" lengthAdjust=\"spacingAndGlyphs\">太";
        for part in ["<text x=\"24\" y=\"20\" textLength=\"16\">&lt;&amp;</text>", wide] {
            assert!(drawn.contains(part), "{part}\n{drawn}");
        }
        // A shade is a mixture of text and ground.
        assert!(drawn.contains("fill=\"#686868\" d=\"M24 24h8v16h-8z\""), "{drawn}");
    }

    #[test]
    fn lines_reach_the_edges_that_they_lead_to_and_no_other() {
        for entry in LINES.split(' ') {
            let character = entry.chars().next().expect("a character");
            let areas = lines(character).expect("it is drawn");
            let cell = Rect::new(0, 0, CELL.0, CELL.1);
            assert!(areas.iter().all(|area| area.intersection(cell) == *area), "{entry}");
            let reaches = |at: fn(&Rect) -> bool| areas.iter().any(at);
            let found = [
                reaches(|area| area.y == 0),
                reaches(|area| area.right() == CELL.0),
                reaches(|area| area.bottom() == CELL.1),
                reaches(|area| area.x == 0),
            ];
            let wanted: Vec<bool> =
                entry.bytes().skip(character.len_utf8()).map(|it| it != b'0').collect();
            assert_eq!(found[..], wanted[..], "{entry}");
        }
    }
}
