//! What is to be expected of dawn in the run in progress, as far as a screen has asked.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{
    context::Context,
    foresight::Foresight,
    widgets::map::{MapMark, MarkKind},
};
use base::Pos;
use engine::sim::{Forecast, Gain, Lever, Turns};
use engine::view::View;

/// The time from one look for an answer to the next.
const LOOK_INTERVAL: Duration = Duration::from_millis(30);

/// The forecasts of the run, which are renewed when its plan or its floor changes.
#[derive(Default)]
pub(crate) struct Outlook {
    foresight: Option<Arc<Foresight>>,
    /// What was asked about last.
    asked: Option<Night>,
    awaited: Option<Arc<OnceLock<Forecast>>>,
    /// The last answer, and the plan that it is about.
    known: Option<(Vec<Lever>, Forecast)>,
    /// The answer about the plan before its last change, made on the same turn.
    before: Option<Forecast>,
}

/// A forecast is the same as long as this is.
#[derive(PartialEq, Eq)]
struct Night {
    turns: [Turns; 2],
    plan: Vec<Lever>,
}

impl Outlook {
    /// Takes an answer that has come, and asks for another one if the plan or the floor has
    /// changed.
    pub(crate) fn update(&mut self, view: View<'_>, context: &mut Context) {
        if let Some(forecast) = self.awaited.as_ref().and_then(|answer| answer.get().cloned())
            && let Some(Night { plan, .. }) = &self.asked
        {
            self.awaited = None;
            let turn = forecast.turn;
            if let Some((planned, known)) = self.known.replace((plan.clone(), forecast))
                && planned != *plan
            {
                self.before = Some(known).filter(|known| known.turn == turn);
            }
        }
        let night = Night { turns: [view.turns(), view.clock()], plan: view.plan().to_vec() };
        if self.asked.as_ref() != Some(&night) {
            let foresight = self.foresight.get_or_insert_with(|| context.host.foresight());
            self.awaited = Some(foresight.ask(view.forecast_task(&night.plan)));
            self.asked = Some(night);
        }
    }

    /// How long until there may be an answer; `None` where none is awaited.
    pub(crate) fn interval(&self) -> Option<Duration> {
        self.awaited.is_some().then_some(LOOK_INTERVAL)
    }

    /// Whether an answer has come that is not shown yet.
    pub(crate) fn has_news(&self) -> bool {
        self.awaited.as_ref().is_some_and(|answer| answer.get().is_some())
    }

    /// The last answer: about the plan before, as long as another one is awaited.
    pub(crate) fn forecast(&self) -> Option<&Forecast> {
        self.known.as_ref().map(|(_, forecast)| forecast)
    }

    /// What the last change of the plan has brought, or cost.
    pub(crate) fn gain(&self) -> Option<Gain> {
        let before = self.before.as_ref().filter(|_| self.awaited.is_none())?;
        self.forecast()?.gain_over(before)
    }

    /// Where they go.
    pub(crate) fn heat(&self) -> Vec<MapMark> {
        let Some(forecast) = self.forecast() else { return Vec::new() };
        let marked = forecast.visits.iter().filter(|(_, raids)| **raids > 0);
        let marks = marked.map(|(at, &raids)| {
            let tenths = (u32::from(raids) * 10).div_ceil(forecast.samples.max(1));
            MapMark { at, kind: MarkKind::Heat { tenths: tenths as u8 } }
        });
        marks.collect()
    }

    /// How often somebody comes by a cell, in words; `None` where that is not known.
    pub(crate) fn told_of(&self, at: Pos) -> Option<String> {
        let forecast = self.forecast().filter(|forecast| forecast.none.is_none())?;
        let (raids, of) = (forecast.visits[at], forecast.samples);
        Some(format!("They come by here in {raids} of {of} raids."))
    }

    /// In how many of the raids somebody comes by a cell.
    pub(crate) fn visits(&self, at: Pos) -> u16 {
        self.forecast().map_or(0, |forecast| forecast.visits[at])
    }
}
