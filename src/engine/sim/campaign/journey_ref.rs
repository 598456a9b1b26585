//! A journey together with what its rules look at besides: the map, the seed and the data. And
//! what a command means on it.

use crate::sim::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

pub(crate) enum Meaning {
    /// One of the floor: this one.
    OfFloor(Command),
    /// A deed between floors, or on the way from one to another, with what its check has found.
    OfJourney(Box<dyn FnOnce(&mut World)>),
}

impl Meaning {
    pub(super) fn deed(deed: impl FnOnce(&mut World) + 'static) -> Meaning {
        Meaning::OfJourney(Box::new(deed))
    }
}

/// A journey that is only read.
#[derive(Clone, Copy)]
pub(crate) struct JourneyRef<'a> {
    pub journey: &'a Journey,
    pub atlas: &'a Arc<Atlas>,
    pub catalog: &'a Arc<Catalog>,
    pub seed: Seed,
}

/// A journey that changes outside of the world, with what there is to tell of that.
pub(crate) struct JourneyMut {
    pub journey: Journey,
    pub atlas: Arc<Atlas>,
    pub catalog: Arc<Catalog>,
    pub seed: Seed,
    pub events: Vec<Event>,
}

impl Deref for JourneyRef<'_> {
    type Target = Journey;

    fn deref(&self) -> &Journey {
        self.journey
    }
}

impl Deref for JourneyMut {
    type Target = Journey;

    fn deref(&self) -> &Journey {
        &self.journey
    }
}

impl DerefMut for JourneyMut {
    fn deref_mut(&mut self) -> &mut Journey {
        &mut self.journey
    }
}

impl JourneyMut {
    pub(crate) fn read(&self) -> JourneyRef<'_> {
        let JourneyMut { journey, atlas, catalog, seed, events: _ } = self;
        JourneyRef { journey, atlas, catalog, seed: *seed }
    }

    pub(crate) fn tell(&mut self, event: JourneyEvent) {
        self.events.push(Event::Journey(event));
    }
}

impl World {
    /// The journey with what its rules look at; `None` in other modes.
    pub(crate) fn on_journey(&self) -> Option<JourneyRef<'_>> {
        let (journey, atlas) = (self.journey()?, self.atlas()?);
        Some(JourneyRef { journey, atlas, catalog: &self.catalog, seed: self.seed })
    }

    /// Takes the journey out of the world, until [`World::put_journey_back`].
    pub(super) fn take_journey_out(&mut self) -> Option<JourneyMut> {
        let (Some(journey), Some(atlas)) = self.take_journey() else { return None };
        let catalog = self.catalog.clone();
        Some(JourneyMut { journey, atlas, catalog, seed: self.seed, events: Vec::new() })
    }

    /// Puts the journey back, and tells after all else what happened in the meantime.
    pub(super) fn put_journey_back(&mut self, own: JourneyMut) {
        self.set_journey(Some(own.journey), Some(own.atlas));
        self.events.extend(own.events);
    }
}
