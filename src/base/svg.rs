//! Pictures as SVG: rectangles of a colour, and text on a grid that is the same in every font.
//!
//! A picture is small: all rectangles of a colour are one path, and a run of text is one element.
//! The same picture is the same bytes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Grid, Rect, Rgb};

/// The most blanks within a run of text; a longer gap parts two runs.
const MAX_BLANKS: i32 = 3;

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextStyle {
    pub color: Rgb,
    /// The width of a character; a line is twice as high.
    pub column: i32,
    pub bold: bool,
    pub italic: bool,
}

/// A picture in the making: what is drawn later lies above, and text above all.
pub struct Svg {
    text: String,
    runs: BTreeMap<TextStyle, String>,
    run: Option<Run>,
}

/// Characters beside each other, with blanks between them.
struct Run {
    style: TextStyle,
    at: (i32, i32),
    end: i32,
    text: String,
}

impl Svg {
    /// An empty picture of a width and height. Readers who cannot see it are told the title and
    /// the description.
    pub fn new((width, height): (i32, i32), title: &str, description: &str) -> Svg {
        let (title, description) = (escape(title), escape(description));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\" \
             font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" \
             shape-rendering=\"crispEdges\" xml:space=\"preserve\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n"
        );
        Svg { text, runs: BTreeMap::new(), run: None }
    }

    /// Fills rectangles. Of two colours neither may overlap the other.
    pub fn fill(&mut self, areas: impl IntoIterator<Item = (Rect, Rgb)>) {
        let mut paths: BTreeMap<Rgb, Vec<Rect>> = BTreeMap::new();
        for (area, color) in areas {
            let path = paths.entry(color).or_default();
            match path.last_mut() {
                Some(last) if (last.right(), last.y, last.h) == (area.x, area.y, area.h) => {
                    last.w += area.w;
                }
                _ => path.push(area),
            }
        }
        for (color, path) in paths {
            self.push(format_args!("<path fill=\"{}\" d=\"", Hex(color)));
            for Rect { x, y, w, h } in path {
                self.push(format_args!("M{x} {y}h{w}v{h}h-{w}z"));
            }
            self.text.push_str("\"/>\n");
        }
    }

    /// Writes a character, with the marks on it, from its upper left corner. Those of a line are
    /// written from left to right.
    pub fn glyph(&mut self, style: TextStyle, (x, y): (i32, i32), glyph: &str, columns: i32) {
        let end = x + columns * style.column;
        if let Some(run) = &mut self.run {
            let blanks = (x - run.end) / style.column;
            let is_next = run.style == style && run.at.1 == y && x >= run.end;
            // Other characters may come from another font, of another width.
            let is_plain = glyph.is_ascii() && run.text.is_ascii();
            if is_next && is_plain && blanks <= MAX_BLANKS {
                run.text.extend((0..blanks).map(|_| ' '));
                run.text.push_str(glyph);
                run.end = end;
                return;
            }
        }
        self.end_run();
        self.run = Some(Run { style, at: (x, y), end, text: glyph.to_owned() });
    }

    /// Writes a line of text from its upper left corner, a column for each character.
    pub fn write(&mut self, style: TextStyle, (x, y): (i32, i32), line: &str) {
        for (place, character) in (0..).zip(line.chars()).filter(|(_, it)| *it != ' ') {
            let at = (x + place * style.column, y);
            self.glyph(style, at, character.encode_utf8(&mut [0; 4]), 1);
        }
    }

    pub fn finish(mut self) -> String {
        self.end_run();
        for (style, runs) in std::mem::take(&mut self.runs) {
            let TextStyle { color, column, bold, italic } = style;
            // Monospaced fonts are six tenths as wide as high.
            let tenths = column * 50 / 3;
            let (color, size) = (Hex(color), format!("{}.{}", tenths / 10, tenths % 10));
            self.push(format_args!("<g fill=\"{color}\" font-size=\"{size}\""));
            self.text.push_str(if bold { " font-weight=\"bold\"" } else { "" });
            self.text.push_str(if italic { " font-style=\"italic\"" } else { "" });
            self.push(format_args!(">\n{runs}</g>\n"));
        }
        self.text.push_str("</svg>\n");
        self.text
    }

    fn end_run(&mut self) {
        let Some(Run { style, at: (x, y), end, text }) = self.run.take() else { return };
        let (width, base) = (end - x, y + style.column * 3 / 2);
        let runs = self.runs.entry(style).or_default();
        let length = match (text.is_ascii(), text.len()) {
            (true, 1) => String::new(),
            (true, _) => format!(" textLength=\"{width}\""),
            (false, _) => {
                format!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"")
            }
        };
        let text = escape(&text);
        // Writing into a text cannot fail.
        let _ = writeln!(runs, "<text x=\"{x}\" y=\"{base}\"{length}>{text}</text>");
    }

    fn push(&mut self, part: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(part);
    }
}

/// A colour as SVG has it, in its shortest form.
struct Hex(Rgb);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        if self.0.iter().all(|part| part % 17 == 0) {
            write!(f, "#{:x}{:x}{:x}", r / 17, g / 17, b / 17)
        } else {
            write!(f, "#{r:02x}{g:02x}{b:02x}")
        }
    }
}

/// Text as XML has it, without the characters that XML forbids.
fn escape(text: &str) -> String {
    let is_allowed =
        |c: &char| !matches!(c, '\u{fffe}' | '\u{ffff}') && (*c == '\n' || !c.is_control());
    let text: String = text.chars().filter(is_allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Rectangles of equal cells that cover a grid: the runs of its rows, those of the same columns
/// joined.
pub fn rectangles<T: Copy + Eq>(grid: &Grid<T>) -> Vec<(Rect, T)> {
    let mut done = Vec::new();
    let mut open: BTreeMap<i32, (Rect, T)> = BTreeMap::new();
    for (y, row) in (0..).zip(grid.rows()) {
        let mut above = std::mem::take(&mut open);
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let mut area = Rect::new(x, y, run.len() as i32, 1);
            if let Some((upper, value)) = above.remove(&x) {
                if (upper.w, value) == (area.w, run[0]) {
                    area = area.union(upper);
                } else {
                    done.push((upper, value));
                }
            }
            open.insert(x, (area, run[0]));
            x = area.right();
        }
        done.extend(above.into_values());
    }
    done.extend(open.into_values());
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_one_rectangle_of_its_own() {
        let rows = ["aaab", "aabb", "aabb", "cabb"];
        let cells = rows.iter().flat_map(|row| row.bytes()).collect();
        let grid = Grid::from_cells(4, cells).expect("a grid");
        let found = rectangles(&grid);
        for (pos, value) in grid.iter() {
            let around: Vec<_> = found.iter().filter(|(area, _)| area.contains(pos)).collect();
            assert!(matches!(around[..], [(_, it)] if it == value), "{pos:?} {around:?}");
        }
        assert!(found.contains(&(Rect::new(2, 1, 2, 3), b'b')), "{found:?}");
    }

    #[test]
    fn text_of_strangers_is_text() {
        let style = TextStyle { color: [0; 3], column: 8, bold: false, italic: false };
        let mut svg = Svg::new((80, 16), "<b>\x1b\u{ffff}", "</desc>&");
        svg.write(style, (0, 0), "<a>  &x          é");
        let svg = svg.finish();
        for (part, count) in [
            ("&lt;b&gt;</title>", 1),
            ("&lt;/desc&gt;&amp;</desc>", 1),
            ("<text x=\"0\" y=\"12\" textLength=\"56\">&lt;a&gt;  &amp;x</text>", 1),
            ("<text x=\"136\" y=\"12\" textLength=\"8\" lengthAdjust=\"spacingAndGlyphs\">", 1),
            ("<text", 2),
        ] {
            assert_eq!(svg.matches(part).count(), count, "{part}\n{svg}");
        }
    }
}
