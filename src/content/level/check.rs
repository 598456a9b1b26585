//! Checks of a recipe when the catalog loads.

use super::{Furnishing, LevelKind, Pass, Pattern, Product};

/// A field, and what is wrong with it.
type Fault = (&'static str, String);

impl LevelKind {
    /// Refuses with the first field that is wrong, and what is wrong with it.
    pub fn check(&self) -> Result<(), Fault> {
        self.check_frame()?;
        self.check_settings()?;
        self.check_order()?;
        self.check_draws()?;
        self.check_furnishing()?;
        self.check_garrison()
    }

    /// Sizes, the length of the night and the number of attempts.
    fn check_frame(&self) -> Result<(), Fault> {
        let (min, usual) = (self.min, self.usual);
        if min.0 < 8 || min.1 < 8 || usual.0 > 1024 || usual.1 > 1024 {
            return Err(("min", "sizes lie between 8×8 and 1024×1024".to_owned()));
        }
        if usual.0 < min.0 || usual.1 < min.1 {
            return Err(("usual", "is under the least size".to_owned()));
        }
        if self.night_percent.is_some_and(|percent| !(110..=1_000).contains(&percent)) {
            return Err(("night_percent", "a night has 110 to 1000 percent of par".to_owned()));
        }
        if self.attempts == 0 {
            return Err(("attempts", "at least one is needed".to_owned()));
        }
        Ok(())
    }

    /// The ranges of settings, and the settings that the passes need.
    fn check_settings(&self) -> Result<(), Fault> {
        for setting in &self.settings {
            let [low, high, default] =
                [setting.low, setting.high, setting.default].map(|amount| amount.on(self.usual));
            if !(low..=high).contains(&default) {
                let name = &setting.name;
                let message = format!("{name}: {default} is not within {low} and {high}");
                return Err(("settings", message));
            }
        }
        for pass in &self.passes {
            for needed in pass.row().settings {
                if !self.settings.iter().any(|setting| setting.name == *needed) {
                    return Err(("passes", format!("{pass:?} needs the setting “{needed}”")));
                }
            }
        }
        Ok(())
    }

    /// Every pass comes after those that make what it needs.
    fn check_order(&self) -> Result<(), Fault> {
        let mut made: Vec<Product> = Vec::new();
        for pass in &self.passes {
            if let Some(missing) = pass.row().needs.iter().find(|product| !made.contains(product)) {
                let message = format!("{pass:?} needs {missing}, which no pass before it makes");
                return Err(("passes", message));
            }
            made.extend(pass.row().makes);
        }
        Ok(())
    }

    /// Lists that are drawn from by weight need an entry with some weight.
    fn check_draws(&self) -> Result<(), Fault> {
        if self.passes.contains(&Pass::Features)
            && self.features.iter().all(|feature| feature.weight == 0)
        {
            return Err(("features", "none has any weight".to_owned()));
        }
        let is_open = |pattern| matches!(pattern, Pattern::TwoWays);
        if self.passes.contains(&Pass::Patterns)
            && !self.patterns.iter().any(|&(pattern, weight)| is_open(pattern) && weight > 0)
        {
            return Err(("patterns", "two ways can always stand, and need some weight".to_owned()));
        }
        Ok(())
    }

    fn check_furnishing(&self) -> Result<(), Fault> {
        let Furnishing {
            chutes,
            wells,
            traps,
            pockets,
            chests,
            lights,
            actors,
            items,
            hiding,
            quiet: _,
        } = &self.furnishing;
        let pockets = pockets.as_ref();
        if pockets.is_some_and(|pockets| pockets.cells.0 > pockets.cells.1) {
            return Err(("pockets", "least above most".to_owned()));
        }
        let counts = [chutes, wells, traps, chests, lights, actors, items];
        let others = hiding.iter().chain(pockets.map(|pockets| &pockets.count));
        for count in counts.into_iter().chain(others) {
            if count.cells == 0 || count.min > count.max {
                return Err(("furnishing", "cells is 0, or least above most".to_owned()));
            }
        }
        let hides = self.passes.iter().any(|pass| matches!(pass, Pass::Wardrobes | Pass::Alcoves));
        if hides != hiding.is_some() {
            let message = "places to hide in want a pass that stands them, and a number".to_owned();
            return Err(("furnishing", message));
        }
        Ok(())
    }

    fn check_garrison(&self) -> Result<(), Fault> {
        if let Some(garrison) = &self.garrison {
            let unmanned = garrison.mages.is_empty() || garrison.guards.is_empty();
            if unmanned || garrison.crowd == 0 || garrison.heads.0 > garrison.heads.1 {
                let message = "names nobody, crowd is 0, or least above most".to_owned();
                return Err(("garrison", message));
            }
        }
        if self.passes.contains(&Pass::Garrison) && self.garrison.is_none() {
            return Err(("passes", "Garrison needs a garrison".to_owned()));
        }
        Ok(())
    }
}
