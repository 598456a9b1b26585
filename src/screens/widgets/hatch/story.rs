//! What was told of a raid so far, for the bar of its turns and for the words on the map.

use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

use crate::{
    Appearance,
    glyphs::GlyphId,
    theme::ColorRole,
    widgets::{
        map::{MapMark, MarkKind},
        messages,
    },
};
use base::Pos;
use engine::sim::Turns;
use engine::view::{Deed, Remark, View};

/// The word for what has happened stays for so many turns after it.
const WORD_TURNS: Turns = Turns(3);

/// What was told of a raid from its first turn on, for the bar of its turns and for the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct RaidStory {
    first: Turns,
    told: Vec<Told>,
}

/// Something that was told: of what was passed over, at the turn of the stop.
#[derive(Clone, Copy, Debug)]
struct Told {
    turn: Turns,
    at: Option<Pos>,
    deed: Deed,
    role: ColorRole,
}

/// Whether somebody falls or something is taken, which comes before all else.
pub(crate) fn is_weighty(deed: Deed) -> bool {
    matches!(deed, Deed::Fall | Deed::Loot)
}

impl RaidStory {
    pub(crate) fn new(view: View<'_>) -> RaidStory {
        let turns = view.party().map_or(Turns(0), |party| party.turns);
        RaidStory { first: view.clock().saturating_sub(turns), told: Vec::new() }
    }

    pub(crate) fn note(&mut self, turn: Turns, remarks: &[Remark]) {
        self.told.extend(remarks.iter().map(|remark| {
            let role = messages::role(remark.tone);
            Told { turn, at: remark.at, deed: remark.deed, role }
        }));
    }

    /// Where the last thing of a turn has happened.
    pub(super) fn last(&self, now: Turns) -> Option<Pos> {
        let mut of_now = self.told.iter().rev().take_while(|own| own.turn == now);
        of_now.find_map(|own| own.at)
    }

    /// The words for what has happened lately, the newest first, which is drawn where there is
    /// room. Of one cell nothing is said twice.
    pub(super) fn words(&self, now: Turns) -> Vec<MapMark> {
        let mut words = Vec::new();
        for own in self.told.iter().rev() {
            if now.saturating_sub(own.turn) > WORD_TURNS {
                break;
            }
            let word = own
                .deed
                .look()
                .zip(own.at)
                .map(|((word, _), at)| MapMark { at, kind: MarkKind::Word(word, own.role) });
            words.extend(word.filter(|word| !words.contains(word)));
        }
        words
    }

    /// Draws a row of the raid's turns, with a sign for what was told of each; of several in a
    /// column the last that is weighty, or else the last. A column is as many turns as bring all
    /// into the row.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer, looks: Appearance, now: Turns) {
        let turns = now.saturating_sub(self.first).0 + 1;
        // It grows by doubling, so that it seldom moves.
        let scale = turns.div_ceil(u32::from(area.width).max(1)).next_power_of_two();
        let column = |turn: Turns| (turn.saturating_sub(self.first).0 / scale) as u16;
        let width = (column(now) + 1).min(area.width);
        let ground = looks.glyph(GlyphId::BarEmpty).repeat(width.into());
        buffer.set_string(area.x, area.y, ground, looks.style(ColorRole::BarEmpty));
        let (weighty, others): (Vec<&Told>, Vec<&Told>) =
            self.told.iter().partition(|own| is_weighty(own.deed));
        for own in others.into_iter().chain(weighty) {
            let Some((_, sign)) = own.deed.look() else { continue };
            if let Some(cell) = buffer.cell_mut((area.x + column(own.turn), area.y)) {
                cell.set_char(sign).set_style(looks.style(own.role).add_modifier(Modifier::BOLD));
            }
        }
    }
}
