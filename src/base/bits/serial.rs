//! The form of a set in files and in dumps.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Bits;
use crate::Pos;

/// A set in a file: its size, and its rows as [`Bits::words`] has them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Bits")]
struct PackedBits<W> {
    width: u16,
    height: u16,
    words: W,
}

/// In files the words; for people a row of characters for each row of cells, `#` for those in the set.
impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let character = |pos| if self.contains(pos) { '#' } else { '.' };
            let row = |y| (0..self.width).map(|x| character(Pos::new(x, y))).collect::<String>();
            return serializer.collect_seq((0..self.height).map(row));
        }
        let &Bits { width, height, stride: _, ref words } = self;
        PackedBits { width: width as u16, height: height as u16, words }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bits, D::Error> {
        if deserializer.is_human_readable() {
            let rows = Vec::<String>::deserialize(deserializer)?;
            let width = rows.first().map_or(0, |row| row.chars().count());
            let is_even = rows.iter().all(|row| row.chars().count() == width);
            let limit = usize::from(u16::MAX);
            if !is_even || width > limit || rows.len() > limit {
                return Err(de::Error::custom(
                    "rows of one length, and not too many, were expected",
                ));
            }
            let mut bits = Bits::new(width as i32, rows.len() as i32);
            for (y, row) in rows.iter().enumerate() {
                for (x, character) in row.chars().enumerate() {
                    match character {
                        '#' => bits.set(Pos::new(x as i32, y as i32), true),
                        '.' => {}
                        _ => {
                            let found = de::Unexpected::Char(character);
                            return Err(de::Error::invalid_value(found, &"`#` or `.`"));
                        }
                    }
                }
            }
            return Ok(bits);
        }
        let PackedBits { width, height, words } =
            PackedBits::<Vec<u64>>::deserialize(deserializer)?;
        let (width, height) = (i32::from(width), i32::from(height));
        let stride = (width as usize).div_ceil(64);
        if words.len() != stride * height as usize {
            return Err(de::Error::invalid_length(words.len(), &"the words of all rows"));
        }
        let bits = Bits { width, height, stride, words };
        let mut trimmed = bits.clone();
        trimmed.trim();
        if bits == trimmed { Ok(bits) } else { Err(de::Error::custom("cells outside of the grid")) }
    }
}
