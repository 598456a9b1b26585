//! The time of a screen on which something moves.

use std::time::Duration;

use crate::{
    Appearance,
    config::{Animation, MotionLevel},
    theme::Ground,
    widgets::map::{MapMark, MarkKind},
};
use base::Pos;
use engine::sim::Event;
use engine::view::View;

use super::{
    effect::{Effect, Shape},
    events::{Stage, show},
};

/// Time goes on by [`Director::pass`] alone; a key [skips](Director::skip) what is left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Director {
    /// In milliseconds, from no particular moment.
    now: u32,
    effects: Vec<Effect>,
    /// How long ago the last turn was shown.
    since_turn: u32,
    /// The cells that burn or are in gas, as they were drawn last, if they are to breathe.
    breathing: Vec<Pos>,
    breaths: u32,
    since_breath: u32,
    breath: u32,
}

/// Of a turn of many events the last ones are not shown.
const MAX_EFFECTS: usize = 64;

impl Director {
    /// Begins the effects of events, after which the run is as `view` shows it.
    pub(crate) fn show(
        &mut self,
        events: &[Event],
        view: View<'_>,
        level: MotionLevel,
        pace: Animation,
    ) {
        if level == MotionLevel::Off {
            return;
        }
        let mut stage = Stage::new(view, pace, self.now);
        for event in events {
            show(event, &mut stage);
        }
        let is_shown = |own: &Effect| level == MotionLevel::Full || own.shape.is_still();
        let new = stage.effects.into_iter().filter(is_shown).map(|own| match level {
            MotionLevel::Full => own,
            _ => Effect { start: self.now, ..own },
        });
        self.effects.extend(new);
        self.effects.truncate(MAX_EFFECTS);
    }

    /// Notes which cells breathe in what is about to be drawn.
    pub(crate) fn breathe(&mut self, view: View<'_>, looks: &Appearance, level: MotionLevel) {
        let has_colours = looks.theme.tints() && looks.theme.ground == Ground::Theme;
        self.breathing.clear();
        if level == MotionLevel::Full && has_colours {
            self.breathing = view.flames_and_clouds();
            self.breath = view.catalog().looks.motion.breath;
        }
    }

    /// What is on the map now, besides what is there anyway.
    pub(crate) fn marks(&self, view: View<'_>) -> Vec<MapMark> {
        let each = usize::from(view.catalog().looks.motion.breathing).max(1);
        let groups = self.breathing.len().div_ceil(each) as u32;
        let glows = (0..).zip(&self.breathing).filter(|&(place, _)| {
            // With each breath the cells of one group change, which keeps the line free.
            let group = place / each as u32;
            ((self.breaths + groups - group) / groups + place) % 2 == 1
        });
        let glows = glows.map(|(_, &at)| MapMark { at, kind: MarkKind::Glow });
        glows.chain(self.effects.iter().flat_map(|own| own.marks(self.now))).collect()
    }

    /// How long until something else is to be shown, or the next turn if there is one so long after
    /// the last.
    pub(crate) fn next_change(&self, turn: Option<Duration>) -> Option<Duration> {
        let wait = |milliseconds: u32| Duration::from_millis(milliseconds.into());
        let effects = self.effects.iter().filter_map(|own| own.next_change(self.now));
        let effect = effects.min().map(|at| wait(at - self.now));
        let breath = (!self.breathing.is_empty())
            .then(|| wait(self.breath.saturating_sub(self.since_breath)));
        let turn = turn.map(|turn| turn.saturating_sub(wait(self.since_turn)));
        [effect, breath, turn].into_iter().flatten().min()
    }

    /// Lets time go by. Returns whether a turn is due that comes so long after the last.
    pub(crate) fn pass(&mut self, time: Duration, turn: Option<Duration>) -> bool {
        let time = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        self.now = self.now.saturating_add(time);
        self.effects.retain(|own| own.start + own.length > self.now);
        self.since_breath = self.since_breath.saturating_add(time);
        if self.since_breath >= self.breath {
            self.since_breath = 0;
            self.breaths = self.breaths.wrapping_add(1);
        }
        self.since_turn = self.since_turn.saturating_add(time);
        let is_due = turn.is_some_and(|turn| u128::from(self.since_turn) >= turn.as_millis());
        if is_due {
            self.since_turn = 0;
        }
        is_due
    }

    /// Ends all effects; the next turn is as far off as if one had just been shown.
    pub(crate) fn skip(&mut self) {
        self.effects.clear();
        (self.now, self.since_turn) = (0, 0);
    }
}

impl Effect {
    /// Whether another says the same of the same cell at the same time, so that one number tells
    /// both.
    pub(super) fn adds_to(&self, other: &mut Effect) -> bool {
        match (&self.shape, &mut other.shape) {
            (Shape::Number(at, number), Shape::Number(own, sum))
                if at == own && (self.start, self.role) == (other.start, other.role) =>
            {
                *sum += number;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorRole;

    fn flash(start: u32, length: u32) -> Effect {
        let shape = Shape::Cells(vec![vec![Pos::new(1, 1)], vec![Pos::new(2, 1)]]);
        Effect { shape, role: ColorRole::Danger, start, length }
    }

    #[test]
    fn there_is_a_picture_for_each_change_and_none_after_the_last() {
        let mut director =
            Director { effects: vec![flash(0, 80), flash(30, 20)], ..Director::default() };
        let mut changes = Vec::new();
        while let Some(wait) = director.next_change(None) {
            director.pass(wait, None);
            changes.push(director.now);
        }
        assert_eq!(changes, [30, 40, 50, 80]);
        assert!(director.effects.is_empty());
    }

    #[test]
    fn turns_come_at_their_pace_whatever_is_shown() {
        let turn = Some(Duration::from_millis(35));
        let mut director = Director { effects: vec![flash(0, 80)], ..Director::default() };
        let mut turns = Vec::new();
        let mut passed = 0;
        for _ in 0..6 {
            let wait = director.next_change(turn).expect("a turn is to come");
            passed += wait.as_millis();
            if director.pass(wait, turn) {
                turns.push(passed);
            }
        }
        assert_eq!(turns, [35, 70, 105, 140]);
        director.skip();
        assert_eq!(director.next_change(turn), turn);
        assert_eq!(director.next_change(None), None);
    }
}
