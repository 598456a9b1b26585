//! The levels that a command makes: their options, and the series of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::Failure;
use base::Seed;
use content::{Catalog, Depth, FloorKey};
use engine::sim::certify;
use levels::{GenError, Level, Plan, Request, generate, generate_plan};

/// The options of a level besides kind and seed.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LevelOptions {
    /// Depth, counted from 1
    #[arg(long, default_value_t = Depth::FIRST)]
    pub depth: Depth,
    /// In cells; the kind's usual width if not given
    #[arg(long)]
    pub width: Option<i32>,
    /// In cells; the kind's usual height if not given
    #[arg(long)]
    pub height: Option<i32>,
    /// Sets a number of the recipe; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_setting)]
    pub settings: Vec<(String, i32)>,
}

impl LevelOptions {
    /// The request for the first level; an error if such a level cannot be made.
    pub(crate) fn request(
        &self,
        kind: &str,
        seed: Seed,
        catalog: &Catalog,
    ) -> Result<Request, Failure> {
        let request = self.unchecked_request(kind, seed)?;
        request.check(catalog)?;
        Ok(request)
    }

    /// The request for the first level, not checked.
    pub(crate) fn unchecked_request(&self, kind: &str, seed: Seed) -> Result<Request, Failure> {
        let mut settings = BTreeMap::new();
        for (name, value) in &self.settings {
            if settings.insert(name.clone(), *value).is_some() {
                return Err(Failure::usage(&format!("--set {name} is given twice")));
            }
        }
        Ok(Request {
            kind: kind.to_owned(),
            seed,
            depth: self.depth,
            resident_depth: self.depth,
            resident_percent: 100,
            floor: FloorKey::SHIFT,
            width: self.width,
            height: self.height,
            settings,
            trace: false,
        })
    }
}

/// The largest level, in cells, for which the raid is played and the night's work is certified when
/// it is dumped. The levels of shifts are far smaller; beyond this size both would take seconds to
/// minutes, and the dump of such a level has no certificate of work.
const MAX_CERTIFIED_CELLS: usize = 65_536;

/// Levels of a seed and those that follow it.
pub(crate) struct Series<'a> {
    pub first: Request,
    pub count: u64,
    pub catalog: &'a Arc<Catalog>,
}

impl Series<'_> {
    pub(crate) fn seed(&self, place: u64) -> Seed {
        self.first.seed.offset(place)
    }

    /// The level at a place, counted from 0.
    pub(crate) fn level(&self, place: u64) -> Result<Level, GenError> {
        generate(&self.request(place), self.catalog)
    }

    /// What `read` makes of the plan of the level at a place.
    pub(crate) fn plan<T>(&self, place: u64, read: impl Fn(&Plan<'_>) -> T) -> Result<T, GenError> {
        generate_plan(&self.request(place), self.catalog, read)
    }

    fn request(&self, place: u64) -> Request {
        Request { seed: self.seed(place), ..self.first.clone() }
    }

    /// A level that was made, with the certificate of its night's work if it has at most
    /// [`MAX_CERTIFIED_CELLS`].
    pub(crate) fn certified(&self, mut level: Level) -> Result<Level, GenError> {
        if level.tiles.area() <= MAX_CERTIFIED_CELLS {
            level.add_work(certify(&level, self.catalog)?);
        }
        Ok(level)
    }

    pub(crate) fn size(&self) -> (i32, i32) {
        let kind = self.catalog.find_level(&self.first.kind).map(|id| self.catalog.level(id));
        let usual = kind.map_or((0, 0), |kind| kind.usual);
        (self.first.width.unwrap_or(usual.0), self.first.height.unwrap_or(usual.1))
    }

    /// The seeds from the first to the last, for people.
    pub(crate) fn seeds(&self) -> String {
        match self.count {
            1 => format!("seed {}", self.first.seed),
            count => format!("seeds {} to {}", self.first.seed, self.seed(count - 1)),
        }
    }
}

fn parse_setting(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("it takes the form key=value")?;
    let number = value.trim().parse().map_err(|_| format!("“{value}” is not a whole number"))?;
    Ok((name.trim().to_owned(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_certified_up_to_the_largest_size() {
        let catalog = Arc::new(Catalog::embedded().expect("valid data"));
        for (width, height, expected) in [(62, 32, true), (256, 256, true), (257, 256, false)] {
            let mut first = Request::new("cavern", Seed(5), Depth::FIRST);
            (first.width, first.height) = (Some(width), Some(height));
            let series = Series { first, count: 1, catalog: &catalog };
            let level = series.level(0).and_then(|level| series.certified(level));
            let certificate = level.expect("every seed gives a level").certificate;
            assert_eq!(certificate.is_some(), expected, "{width}×{height}");
        }
    }
}
