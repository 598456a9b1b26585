//! The bytes that turn one screen into another: what only moves is moved, then the cheapest cursor
//! movement, the shortest SGR, erasing where that is shorter than writing blanks.
//!
//! The encoder keeps the position of the terminal's cursor and its pen, and never asks the terminal
//! for them.

use super::{
    cell::{Paint, Pen, TerminalCell, TerminalColor},
    screen::TerminalScreen,
    sgr::{digits, repaint},
    shift::{Shift, shifts},
};

/// The largest number of unchanged cells that are written again instead of moving the cursor over
/// them.
const MAX_REWRITE_CELLS: u16 = 8;

/// EL: from the cursor to the end of its row.
const ERASE_LINE: &[u8] = b"\x1b[K";

/// The number of blanks in the middle of a row from which erasing them is shorter than writing
/// them.
const MIN_ERASE_CELLS: u16 = 6;

/// The largest number of pieces of a frame among which the cheapest next one is searched. More
/// pieces are written row by row: an order of them gains little and takes long to find.
const MAX_ORDERED_PIECES: usize = 24;

/// Neighbouring cells of one row that changed and are painted alike.
#[derive(Clone, Copy, Debug)]
struct Piece {
    x: u16,
    y: u16,
    width: u16,
}

/// Where the terminal's cursor and pen stand. `None` is not known.
#[derive(Clone, Debug, Default)]
pub(super) struct Encoder {
    cursor: Option<(u16, u16)>,
    pen: Option<Pen>,
    scratch: Vec<u8>,
}

impl Encoder {
    /// Forgets cursor and pen, after something else wrote to the terminal.
    pub(super) fn forget(&mut self) {
        self.cursor = None;
        self.pen = None;
    }

    /// Appends what makes every cell a blank one. A frame that was cut off may have left a scroll
    /// region.
    pub(super) fn clear(&mut self, blank: TerminalCell, out: &mut Vec<u8>) {
        self.pen = Some(repaint(None, blank, out));
        out.extend_from_slice(b"\x1b[r\x1b[H\x1b[2J");
        self.cursor = Some((0, 0));
    }

    /// Appends what makes `wanted` of `shown`, and makes `shown` equal to it.
    pub(super) fn frame(
        &mut self,
        shown: &mut TerminalScreen,
        wanted: &mut TerminalScreen,
        paint: Paint,
        out: &mut Vec<u8>,
    ) {
        self.shift(shown, wanted, out);
        let mut pieces = changes(shown, wanted, paint);
        let mut next = 0;
        while next < pieces.len() {
            if pieces.len() - next <= MAX_ORDERED_PIECES {
                let cheapest = (next..pieces.len())
                    .min_by_key(|&i| self.approach_cost(shown, wanted, pieces[i]))
                    .unwrap_or(next);
                // The rest keeps its order, so that equal costs go by rows.
                pieces[next..=cheapest].rotate_right(1);
            }
            self.piece(shown, wanted, pieces[next], paint, out);
            next += 1;
        }
    }

    /// Appends what moves cells, where that is shorter than sending them again.
    fn shift(
        &mut self,
        shown: &mut TerminalScreen,
        wanted: &mut TerminalScreen,
        out: &mut Vec<u8>,
    ) {
        let shifts = shifts(shown, wanted);
        if shifts.is_empty() {
            return;
        }
        // Terminals fill with their own ground, or with that of the pen.
        let blank = TerminalCell::blank(TerminalColor::Default);
        self.pen = Some(repaint(None, blank, out));
        for shift in shifts {
            match shift {
                Shift::Rows { rows, up } => {
                    let (first, last) = (rows.start, rows.end);
                    out.extend_from_slice(format!("\x1b[{};{last}r", first + 1).as_bytes());
                    // Terminals differ in where setting a region brings the cursor.
                    self.cursor = None;
                    self.move_to(shown, (0, first), out);
                    number(out, up.unsigned_abs() as u16, if up > 0 { b'M' } else { b'L' });
                    out.extend_from_slice(b"\x1b[r");
                    self.cursor = None;
                    shown.move_rows(rows, up, blank);
                }
                Shift::Cells { y, columns, left } => {
                    let count = left.unsigned_abs() as u16;
                    let (first, last) = (columns.start, columns.end - count);
                    let (deleted, inserted) = if left > 0 { (first, last) } else { (last, first) };
                    let is_to_end = columns.end == shown.width;
                    if left > 0 || !is_to_end {
                        self.move_to(shown, (deleted, y), out);
                        number(out, count, b'P');
                        shown.move_cells(y, deleted, i32::from(count), blank);
                    }
                    if left < 0 || !is_to_end {
                        self.move_to(shown, (inserted, y), out);
                        number(out, count, b'@');
                        shown.move_cells(y, inserted, -i32::from(count), blank);
                    }
                }
            }
        }
        wanted.touch();
    }

    /// Appends what brings the cursor to a cell.
    pub(super) fn move_to(&mut self, screen: &TerminalScreen, to: (u16, u16), out: &mut Vec<u8>) {
        if self.cursor != Some(to) {
            self.scratch.clear();
            movement(self.cursor, to, self.pen, screen, &mut self.scratch);
            out.extend_from_slice(&self.scratch);
            self.cursor = Some(to);
        }
    }

    /// Bytes to get to a piece with the right pen.
    fn approach_cost(
        &mut self,
        shown: &TerminalScreen,
        wanted: &TerminalScreen,
        piece: Piece,
    ) -> usize {
        self.scratch.clear();
        let to = (piece.x, piece.y);
        if self.cursor != Some(to) {
            movement(self.cursor, to, self.pen, shown, &mut self.scratch);
        }
        let first = wanted.row(piece.y)[usize::from(piece.x)];
        repaint(self.pen, first, &mut self.scratch);
        self.scratch.len()
    }

    fn piece(
        &mut self,
        shown: &mut TerminalScreen,
        wanted: &TerminalScreen,
        piece: Piece,
        paint: Paint,
        out: &mut Vec<u8>,
    ) {
        let Piece { x, y, width } = piece;
        self.move_to(shown, (x, y), out);
        let row = &wanted.row(y)[usize::from(x)..usize::from(x + width)];
        self.pen = Some(repaint(self.pen, row[0], out));
        let end = x + width;

        // A piece that begins with a blank is blank throughout.
        let can_erase = is_erasable(row[0], paint);
        if can_erase && end == wanted.width && usize::from(width) > ERASE_LINE.len() {
            out.extend_from_slice(ERASE_LINE);
        } else if can_erase && width >= MIN_ERASE_CELLS {
            number(out, width, b'X');
        } else {
            for glyph in row {
                glyph.write(out);
            }
            // In the last column terminals wait to wrap, each in its own way.
            self.cursor = (end < wanted.width).then_some((end, y));
        }
        shown.row_mut(y)[usize::from(x)..usize::from(end)].copy_from_slice(row);
    }
}

/// What differs, row by row. A character two columns wide changes as a whole.
fn changes(shown: &TerminalScreen, wanted: &mut TerminalScreen, paint: Paint) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for y in 0..wanted.height {
        if !wanted.take_touched(y) {
            continue;
        }
        let (old, new) = (shown.row(y), wanted.row(y));
        if old == new {
            continue;
        }
        let differs = |x: usize| {
            // A wide character is known by its right half, which is quicker than by its width.
            let half_of_changed = |row: &[TerminalCell]| {
                (row[x].is_continuation() && x > 0 && old[x - 1] != new[x - 1])
                    || row.get(x + 1).is_some_and(|after| after.is_continuation())
                        && old[x + 1] != new[x + 1]
            };
            old[x] != new[x] || half_of_changed(old) || half_of_changed(new)
        };
        let start = pieces.len();
        let mut x = 0;
        while x < new.len() {
            if !differs(x) {
                x += 1;
                continue;
            }
            let width = if is_erasable(new[x], paint) {
                blanks(x, new, differs)
            } else {
                let alike = |i: usize| {
                    new[i].is_continuation()
                        || new[i].pen == new[x].pen && new[i].is_bare() == new[x].is_bare()
                };
                1 + (x + 1..new.len()).take_while(|&i| differs(i) && alike(i)).count()
            };
            add(&mut pieces, start, Piece { x: x as u16, y, width: width as u16 }, new);
            x += width;
        }
    }
    pieces
}

/// Whether erasing makes such a cell.
fn is_erasable(cell: TerminalCell, paint: Paint) -> bool {
    cell.is_bare() && paint.can_erase(cell.pen.bg)
}

/// How many cells from `x` on are blank like it, to the last that changed; to the end of the row
/// when all of it is blank and erasing it is shorter.
fn blanks(x: usize, row: &[TerminalCell], differs: impl Fn(usize) -> bool) -> usize {
    let end = x + row[x..].iter().take_while(|&&cell| cell == row[x]).count();
    let changed = 1 + (x..end).rev().find(|&i| differs(i)).unwrap_or(x) - x;
    if end == row.len() && changed > ERASE_LINE.len() { end - x } else { changed }
}

/// Adds a piece to those of its row (from `start` on), or joins it to the last when that needs no
/// SGR in between: words and the few blanks between them are one piece.
fn add(pieces: &mut Vec<Piece>, start: usize, piece: Piece, row: &[TerminalCell]) {
    let first = row[usize::from(piece.x)];
    if pieces.len() > start
        && let Some(last) = pieces.last_mut()
        && last.x + last.width == piece.x
    {
        let before = row[usize::from(last.x)];
        let few = !first.is_bare() || piece.width < MIN_ERASE_CELLS;
        if !before.is_bare() && first.fits(before.pen) && few {
            last.width += piece.width;
            return;
        }
    }
    pieces.push(piece);
}

/// Appends the shortest way from one cell to another.
fn movement(
    from: Option<(u16, u16)>,
    to: (u16, u16),
    pen: Option<Pen>,
    screen: &TerminalScreen,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    position(to, out);
    let Some(from) = from else { return };
    let mut best = out.len() - start;
    let mut offer = |out: &mut Vec<u8>| {
        let length = out.len() - start - best;
        if length < best {
            out.drain(start..start + best);
            best = length;
        } else {
            out.truncate(start + best);
        }
    };
    for by_return in [false, true] {
        // Without moving down first: the cells passed over lie in the row of arrival.
        if by_return {
            out.push(b'\r');
        }
        down_or_up(from.1, to.1, out);
        along((if by_return { 0 } else { from.0 }, to.1), to.0, pen, screen, out);
        offer(out);
    }
}

/// CUP in its shortest form.
fn position((x, y): (u16, u16), out: &mut Vec<u8>) {
    out.extend_from_slice(b"\x1b[");
    if y > 0 {
        digits(out, y + 1);
    }
    if x > 0 {
        out.push(b';');
        digits(out, x + 1);
    }
    out.push(b'H');
}

fn down_or_up(from: u16, to: u16, out: &mut Vec<u8>) {
    match (from, to) {
        _ if from == to => {}
        // A line feed keeps its column: output is raw.
        _ if to > from && to - from <= 3 => out.extend((from..to).map(|_| b'\n')),
        _ if to > from => number(out, to - from, b'B'),
        _ if from - to == 1 => out.extend_from_slice(b"\x1bM"),
        _ => number(out, from - to, b'A'),
    }
}

/// Along a row: backspaces, CUB, CUF, CHA, or writing again what stands between.
fn along(
    (x, y): (u16, u16),
    to: u16,
    pen: Option<Pen>,
    screen: &TerminalScreen,
    out: &mut Vec<u8>,
) {
    if x == to {
        return;
    }
    let start = out.len();
    if to < x {
        if x - to <= 3 {
            out.extend((to..x).map(|_| b'\x08'));
            return;
        }
        number(out, x - to, b'D');
    } else {
        let between = &screen.row(y)[usize::from(x)..usize::from(to)];
        let steps = to - x;
        if let Some(pen) = pen
            && steps <= MAX_REWRITE_CELLS
            && between
                .iter()
                .all(|glyph| glyph.fits(pen) && !glyph.is_wide() && !glyph.is_continuation())
            && between.iter().map(|glyph| glyph.len()).sum::<usize>() <= number_length(steps)
        {
            for glyph in between {
                glyph.write(out);
            }
            return;
        }
        number(out, steps, b'C');
    }
    let length = out.len() - start;
    if number_length(to + 1) < length {
        out.truncate(start);
        number(out, to + 1, b'G');
    }
}

/// A control sequence with one number, which is left out when it is one.
fn number(out: &mut Vec<u8>, value: u16, last: u8) {
    out.extend_from_slice(b"\x1b[");
    if value != 1 {
        digits(out, value);
    }
    out.push(last);
}

fn number_length(value: u16) -> usize {
    if value == 1 { 3 } else { 4 + value.checked_ilog10().unwrap_or(0) as usize }
}
