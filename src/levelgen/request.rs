//! What level is asked for, and the order that comes of it once size and settings are checked.

use std::collections::BTreeMap;

use crate::base::Seed;
use crate::content::{Catalog, Depth, FloorKey, LevelKind};
use crate::levelgen::error::GenError;
use crate::levelgen::error::nearest;

/// What level is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub kind: String,
    pub seed: Seed,
    /// Counted from 1.
    pub depth: Depth,
    /// Which floor of its run the level is; part of what it is drawn from.
    pub floor: FloorKey,
    /// In cells; the kind's usual size where not given.
    pub width: Option<i32>,
    pub height: Option<i32>,
    /// Settings that differ from the recipe's.
    pub settings: BTreeMap<String, i32>,
    /// Whether the stages in between are kept. Changes nothing else.
    pub trace: bool,
}

impl Request {
    /// The deepest there is.
    pub const DEEPEST: Depth = Depth(99);
    /// The widest and the highest there is, in cells.
    pub const LARGEST: i32 = 1024;

    /// A level of the usual size with the usual settings.
    pub fn new(kind: &str, seed: Seed, depth: Depth) -> Request {
        Request {
            kind: kind.to_owned(),
            seed,
            depth,
            floor: FloorKey::SHIFT,
            width: None,
            height: None,
            settings: BTreeMap::new(),
            trace: false,
        }
    }

    /// Refuses what cannot be made, without doing any of the work.
    pub fn check(&self, catalog: &Catalog) -> Result<(), GenError> {
        self.spec(catalog).map(|_| ())
    }

    /// What is to be made, size and settings filled in.
    pub(in crate::levelgen) fn spec<'a>(
        &'a self,
        catalog: &'a Catalog,
    ) -> Result<LevelSpec<'a>, GenError> {
        let kind = find_kind(&self.kind, catalog)?;
        let size = (self.width.unwrap_or(kind.usual.0), self.height.unwrap_or(kind.usual.1));
        let (width, height) = size;
        let fits = (kind.least.0..=Request::LARGEST).contains(&width)
            && (kind.least.1..=Request::LARGEST).contains(&height);
        if !fits {
            return Err(GenError::Size {
                kind: kind.name.clone(),
                width,
                height,
                min_width: kind.least.0,
                min_height: kind.least.1,
                max: Request::LARGEST,
            });
        }
        if !(Depth::FIRST..=Request::DEEPEST).contains(&self.depth) {
            return Err(GenError::Depth { depth: self.depth, max: Request::DEEPEST });
        }
        let mut settings: Vec<(&str, i32)> = kind
            .settings
            .iter()
            .map(|setting| (setting.name.as_str(), setting.default.on(size)))
            .collect();
        for (name, &value) in &self.settings {
            let Some(place) = kind.settings.iter().position(|setting| setting.name == *name) else {
                let known: Vec<String> =
                    kind.settings.iter().map(|setting| setting.name.clone()).collect();
                return Err(GenError::UnknownSetting {
                    kind: kind.name.clone(),
                    setting: name.clone(),
                    nearest: nearest(name, &known),
                    known,
                });
            };
            let (low, high) =
                (kind.settings[place].low.on(size), kind.settings[place].high.on(size));
            if !(low..=high).contains(&value) {
                return Err(GenError::SettingRange {
                    kind: kind.name.clone(),
                    setting: name.clone(),
                    value,
                    low,
                    high,
                });
            }
            settings[place].1 = value;
        }
        Ok(LevelSpec {
            kind,
            seed: self.seed,
            depth: self.depth,
            floor: self.floor,
            width,
            height,
            settings,
            trace: self.trace,
        })
    }
}

/// The recipe with this name.
pub fn find_kind<'a>(name: &str, catalog: &'a Catalog) -> Result<&'a LevelKind, GenError> {
    catalog.find_level(name).map(|id| catalog.level(id)).ok_or_else(|| {
        if name == catalog.marches.name {
            return GenError::NotALevel { kind: name.to_owned() };
        }
        let known: Vec<String> = catalog.levels.iter().map(|kind| kind.name.clone()).collect();
        GenError::UnknownKind { kind: name.to_owned(), nearest: nearest(name, &known), known }
    })
}

/// A request that was found possible.
pub(in crate::levelgen) struct LevelSpec<'a> {
    pub kind: &'a LevelKind,
    pub seed: Seed,
    pub depth: Depth,
    pub floor: FloorKey,
    pub width: i32,
    pub height: i32,
    /// Every setting of the recipe with its value.
    pub settings: Vec<(&'a str, i32)>,
    pub trace: bool,
}
