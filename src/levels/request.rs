//! Requests for levels, and the checked specification that a request becomes.

use std::collections::BTreeMap;

use crate::error::GenError;
use crate::error::nearest;
use base::Seed;
use content::{Catalog, Depth, FloorKey, LevelKind, RecipeSetting};
use serde::Serialize;

/// A request for a level: kind, seed, depth, and what differs from the recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub kind: String,
    pub seed: Seed,
    /// Counted from 1.
    pub depth: Depth,
    /// The depth whose actors live there.
    pub resident_depth: Depth,
    /// How many groups of them live there, in percent of the usual number.
    pub resident_percent: u32,
    /// Which floor of its run the level is; part of the key of its random stream.
    pub floor: FloorKey,
    /// In cells; the usual size of the kind by default.
    pub width: Option<i32>,
    pub height: Option<i32>,
    /// Settings that differ from the recipe's.
    pub settings: BTreeMap<String, i32>,
    /// Whether the stages of the generation are kept. Changes nothing else.
    pub trace: bool,
}

impl Request {
    /// The greatest depth that a request may ask for.
    pub const MAX_DEPTH: Depth = Depth(99);
    /// The greatest width and height, in cells, that a request may ask for.
    pub const LARGEST: i32 = 1024;

    /// A request for a level of the usual size with the default settings.
    pub fn new(kind: &str, seed: Seed, depth: Depth) -> Request {
        Request {
            kind: kind.to_owned(),
            seed,
            depth,
            resident_depth: depth,
            resident_percent: 100,
            floor: FloorKey::SHIFT,
            width: None,
            height: None,
            settings: BTreeMap::new(),
            trace: false,
        }
    }

    /// Checks the request without generating the level.
    pub fn check(&self, catalog: &Catalog) -> Result<(), GenError> {
        self.spec(catalog).map(|_| ())
    }

    /// The specification of the level, with size and settings filled in.
    pub(crate) fn spec<'a>(&'a self, catalog: &'a Catalog) -> Result<LevelSpec<'a>, GenError> {
        let kind = find_kind(&self.kind, catalog)?;
        let size = (self.width.unwrap_or(kind.usual.0), self.height.unwrap_or(kind.usual.1));
        check_size(&kind.name, size, kind.min)?;
        if !(Depth::FIRST..=Request::MAX_DEPTH).contains(&self.depth) {
            return Err(GenError::Depth { depth: self.depth, max: Request::MAX_DEPTH });
        }
        let settings = kind.settings.iter();
        let known: Vec<Setting<'_>> = settings.map(|it| Setting::of(it, size)).collect();
        let values = resolve_settings(&kind.name, &known, &self.settings)?;
        Ok(LevelSpec {
            kind,
            seed: self.seed,
            depth: self.depth,
            resident_depth: self.resident_depth,
            resident_percent: self.resident_percent,
            floor: self.floor,
            width: size.0,
            height: size.1,
            settings: known.iter().map(|setting| setting.name).zip(values).collect(),
            trace: self.trace,
        })
    }
}

/// Refuses a size, in cells, that is under the smallest of a kind or over [`Request::LARGEST`].
pub(crate) fn check_size(
    kind: &str,
    (width, height): (i32, i32),
    (min_width, min_height): (i32, i32),
) -> Result<(), GenError> {
    let max = Request::LARGEST;
    if (min_width..=max).contains(&width) && (min_height..=max).contains(&height) {
        return Ok(());
    }
    Err(GenError::Size { kind: kind.to_owned(), width, height, min_width, min_height, max })
}

/// A number that can be set for a single map, with its range and default on a map of some size.
/// Serialised, it is a part of `upkeeper gen --list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Setting<'a> {
    pub name: &'a str,
    pub about: &'a str,
    pub default: i32,
    pub low: i32,
    pub high: i32,
}

impl Setting<'_> {
    pub fn of(setting: &RecipeSetting, size: (i32, i32)) -> Setting<'_> {
        let [default, low, high] =
            [setting.default, setting.low, setting.high].map(|amount| amount.on(size));
        Setting { name: &setting.name, about: &setting.about, default, low, high }
    }
}

/// The value of every known setting, in order: the given value, or the default.
pub(crate) fn resolve_settings(
    kind: &str,
    known: &[Setting<'_>],
    given: &BTreeMap<String, i32>,
) -> Result<Vec<i32>, GenError> {
    let mut values: Vec<i32> = known.iter().map(|setting| setting.default).collect();
    for (name, &value) in given {
        let Some(index) = known.iter().position(|setting| setting.name == name) else {
            let known: Vec<String> = known.iter().map(|setting| setting.name.to_owned()).collect();
            let nearest = nearest(name, &known);
            let (kind, setting) = (kind.to_owned(), name.clone());
            return Err(GenError::UnknownSetting { kind, setting, nearest, known });
        };
        let Setting { low, high, .. } = known[index];
        if !(low..=high).contains(&value) {
            let (kind, setting) = (kind.to_owned(), name.clone());
            return Err(GenError::SettingRange { kind, setting, value, low, high });
        }
        values[index] = value;
    }
    Ok(values)
}

pub fn find_kind<'a>(name: &str, catalog: &'a Catalog) -> Result<&'a LevelKind, GenError> {
    catalog.find_level(name).map(|id| catalog.level(id)).ok_or_else(|| {
        if name == catalog.marches.name {
            return GenError::NotALevel { kind: name.to_owned() };
        }
        let known: Vec<String> = catalog.levels.iter().map(|kind| kind.name.clone()).collect();
        GenError::UnknownKind { kind: name.to_owned(), nearest: nearest(name, &known), known }
    })
}

/// A checked request, with all defaults filled in.
pub(crate) struct LevelSpec<'a> {
    pub kind: &'a LevelKind,
    pub seed: Seed,
    pub depth: Depth,
    pub resident_depth: Depth,
    pub resident_percent: u32,
    pub floor: FloorKey,
    pub width: i32,
    pub height: i32,
    /// Every setting of the recipe with its value.
    pub settings: Vec<(&'a str, i32)>,
    pub trace: bool,
}
