//! The catalog: all data files read, checked and linked, and nothing of them believed before.
//!
//! Every error names file, line and field. What is asked of each file stands in a file of its own beside this.

mod actors;
mod checker;
mod lookup;
mod parties;
mod rules;
mod things;
mod traits;

use serde::de::DeserializeOwned;

use checker::Checker;
use lookup::find;

use super::actor::ActorKind;
use super::error::DataError;
use super::faction::{FactionFile, FactionId, Factions};
use super::gate::Gate;
use super::item::ItemKind;
use super::kind_id::{ActorKindId, ItemKindId, LevelKindId, TrapKindId};
use super::level::{LevelKind, Pass};
use super::marches::MarchesRules;
use super::modules::{ModuleFile, Modules};
use super::party::PartyKind;
use super::rules::Rules;
use super::source::Sources;
use super::text::Texts;
use super::trap::TrapKind;
use crate::content::Depth;

/// Everything that data says, validated: every name resolves and every number can be played.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub actors: Vec<ActorKind>,
    pub factions: Factions,
    pub items: Vec<ItemKind>,
    pub traps: Vec<TrapKind>,
    pub levels: Vec<LevelKind>,
    pub modules: Vec<Modules>,
    pub marches: MarchesRules,
    pub parties: Vec<PartyKind>,
    pub rules: Rules,
    pub texts: Texts,
    /// The actor that the player is.
    pub upkeeper: ActorKindId,
    /// The actor that a body left lying becomes.
    risen: Vec<(Depth, ActorKindId)>,
    /// The actor that filth brings.
    pub vermin: ActorKindId,
    /// Who keeps a shop, and who that becomes when robbed.
    pub keeper: ActorKindId,
    pub robbed: ActorKindId,
    /// What coins are while they lie about.
    pub coin: ItemKindId,
    /// The side of residents driven from their posts.
    pub strays: FactionId,
    /// What opens each gate, in the order of [`Gate::OPENED`].
    openers: [ItemKindId; Gate::OPENED.len()],
    /// Tells this content from any other.
    pub hash: u64,
}

impl Catalog {
    /// The content that is built in. Its validity is held by a test.
    pub fn embedded() -> Result<Catalog, DataError> {
        Catalog::from_sources(&Sources::default())
    }

    pub fn from_sources(sources: &Sources) -> Result<Catalog, DataError> {
        let mut actors: Vec<ActorKind> = read(sources, "actors.ron")?;
        let factions = build_factions(sources)?;
        let items: Vec<ItemKind> = read(sources, "items.ron")?;
        let traps: Vec<TrapKind> = read(sources, "traps.ron")?;
        let rules: Rules = read(sources, "rules.ron")?;
        let texts: Texts = read(sources, "texts.ron")?;

        actors::check_all(&Checker::new(sources, "actors.ron"), &mut actors, &factions, &items)?;
        let file = Checker::new(sources, "items.ron");
        file.unique(items.iter().map(|item| item.name.as_str()))?;
        for item in &items {
            things::check_item(&file, item)?;
        }
        let openers = things::find_openers(&file, &items)?;
        let coin = things::find_coin(&file, &items)?;
        things::check_looks(&Checker::new(sources, "texts.ron"), &items, &texts)?;

        let file = Checker::new(sources, "traps.ron");
        file.unique(traps.iter().map(|trap| trap.name.as_str()))?;
        for trap in &traps {
            things::check_trap(&file, trap)?;
        }
        traits::link(&Checker::new(sources, "actors.ron"), &mut actors, &traps)?;

        let levels: Vec<LevelKind> = read(sources, "levels.ron")?;
        let file = Checker::new(sources, "levels.ron");
        file.unique(levels.iter().map(|kind| kind.name.as_str()))?;
        for kind in &levels {
            kind.check().map_err(|(field, message)| file.error(&kind.name, field, message))?;
            actors::check_posts(&file, kind, &actors)?;
            traits::check_inhabitants(&file, kind, &actors, &factions)?;
        }
        let modules = build_modules(sources, &levels)?;
        let mut marches: MarchesRules = read(sources, "marches.ron")?;
        marches.keep_known(&levels);
        marches.check().map_err(|(field, message)| {
            Checker::new(sources, "marches.ron").error("", field, message)
        })?;

        let mut parties: Vec<PartyKind> = read(sources, "parties.ron")?;
        parties::check_all(&Checker::new(sources, "parties.ron"), &mut parties, &actors)?;
        actors::complete_bosses(&Checker::new(sources, "actors.ron"), &mut actors, &parties)?;

        let file = Checker::new(sources, "rules.ron");
        let actor = |field: &str, name: &str| {
            actors::named(&actors, name).map_err(|message| file.error("", field, message))
        };
        let upkeeper = actor("upkeeper", &rules.upkeeper)?;
        let risen = rules.risen.iter().map(|(depth, name)| Ok((*depth, actor("risen", name)?)));
        let risen = risen.collect::<Result<Vec<_>, DataError>>()?;
        let vermin = actor("vermin", &rules.vermin)?;
        let keeper = actor("keeper", &rules.shop.keeper)?;
        let robbed = actor("robbed", &rules.shop.robbed)?;
        things::check_shop(
            &file,
            &factions,
            [&actors[usize::from(keeper.0)], &actors[usize::from(robbed.0)]],
        )?;
        let strays = factions.find(&rules.strays).ok_or_else(|| {
            file.error("", "strays", format!("there is no side “{}” in factions.ron", rules.strays))
        })?;
        rules::check_rules(&file, &rules, &items)?;

        Ok(Catalog {
            actors,
            factions,
            items,
            traps,
            levels,
            modules,
            marches,
            parties,
            rules,
            texts,
            upkeeper,
            risen,
            vermin,
            keeper,
            robbed,
            coin,
            strays,
            openers,
            hash: sources.hash(),
        })
    }

    /// What a body gets up as at a depth.
    pub fn risen(&self, depth: Depth) -> ActorKindId {
        let due = self.risen.iter().rev().find(|(from, _)| *from <= depth);
        due.unwrap_or(&self.risen[0]).1
    }

    /// Whether such an actor was a body once.
    pub fn is_risen(&self, kind: ActorKindId) -> bool {
        self.risen.iter().any(|&(_, risen)| risen == kind)
    }

    pub fn actor(&self, id: ActorKindId) -> &ActorKind {
        &self.actors[usize::from(id.0)]
    }

    pub fn item(&self, id: ItemKindId) -> &ItemKind {
        &self.items[usize::from(id.0)]
    }

    pub fn level(&self, id: LevelKindId) -> &LevelKind {
        &self.levels[usize::from(id.0)]
    }

    pub fn trap(&self, id: TrapKindId) -> &TrapKind {
        &self.traps[usize::from(id.0)]
    }

    /// The kind of item that opens a gate; `None` where nothing does.
    pub fn opener(&self, gate: Gate) -> Option<ItemKindId> {
        let place = Gate::OPENED.into_iter().position(|opened| opened == gate)?;
        Some(self.openers[place])
    }

    pub fn find_actor(&self, name: &str) -> Option<ActorKindId> {
        find(&self.actors, |kind| &kind.name, name).map(ActorKindId)
    }

    pub fn find_item(&self, name: &str) -> Option<ItemKindId> {
        find(&self.items, |kind| &kind.name, name).map(ItemKindId)
    }

    pub fn find_level(&self, name: &str) -> Option<LevelKindId> {
        find(&self.levels, |kind| &kind.name, name).map(LevelKindId)
    }

    pub fn find_trap(&self, name: &str) -> Option<TrapKindId> {
        find(&self.traps, |kind| &kind.name, name).map(TrapKindId)
    }
}

/// The sets of modules, each of which some recipe may ask for by name.
fn build_modules(sources: &Sources, levels: &[LevelKind]) -> Result<Vec<Modules>, DataError> {
    let files: Vec<ModuleFile> = read(sources, "modules.ron")?;
    let sets = files.iter().map(ModuleFile::expand).collect::<Result<Vec<Modules>, DataError>>()?;
    Checker::new(sources, "modules.ron").unique(sets.iter().map(|set| set.name.as_str()))?;
    for kind in levels.iter().filter(|kind| kind.passes.contains(&Pass::Collapse)) {
        if !sets.iter().any(|set| set.name == kind.modules) {
            let message = format!("there are no modules “{}” in modules.ron", kind.modules);
            return Err(Checker::new(sources, "levels.ron").error(&kind.name, "modules", message));
        }
    }
    Ok(sets)
}

fn read<T: DeserializeOwned>(sources: &Sources, file: &'static str) -> Result<T, DataError> {
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(sources.text(file)).map_err(|error| DataError {
        file,
        line: error.span.start.line,
        field: "syntax".to_owned(),
        message: error.code.to_string(),
    })
}

fn build_factions(sources: &Sources) -> Result<Factions, DataError> {
    let file: FactionFile = read(sources, "factions.ron")?;
    let checker = Checker::new(sources, "factions.ron");
    checker.unique(file.names.iter().map(String::as_str))?;
    let place = |name: &String| {
        let place = file.names.iter().position(|known| known == name);
        place
            .map(|place| FactionId(place as u8))
            .ok_or_else(|| checker.error(name, "at_war", "is not among the names".to_owned()))
    };
    let pairs = file.at_war.iter().map(|(a, b)| Ok((place(a)?, place(b)?)));
    let at_war = pairs.collect::<Result<Vec<_>, DataError>>()?;
    Ok(Factions::new(file.names, &at_war))
}

#[cfg(test)]
mod tests {
    use super::{Catalog, Sources};

    fn refused(file: &str, from: &str, to: &str) -> String {
        let mut sources = Sources::default();
        let text = sources.text(file).replacen(from, to, 1);
        assert_ne!(text, sources.text(file), "{from} does not stand in {file}");
        assert!(sources.replace(file, text));
        Catalog::from_sources(&sources).expect_err("bad data was taken").to_string()
    }

    #[test]
    fn the_built_in_content_is_valid() {
        let catalog = Catalog::embedded().expect("valid");
        assert!(catalog.actors.len() >= 7 && catalog.traps.len() >= 5);
    }

    #[test]
    fn errors_name_file_line_and_field() {
        let messages = [
            refused("actors.ron", "faction: \"vermin\"", "faction: \"verming\""),
            refused("actors.ron", "health: 5", "health: 0"),
            refused("actors.ron", "name: \"slime\"", "name: \"rat\""),
            refused("actors.ron", "name: \"slime\"", "nam: \"slime\""),
            refused("actors.ron", "glyph: 's'", "glyph: 'r'"),
            refused("actors.ron", "glyph: 's'", "glyph: '$'"),
            refused("factions.ron", "(\"upkeeper\", \"raiders\")", "(\"upkeeper\", \"riders\")"),
            refused("items.ron", "damage: (3, 5)", "damage: (5, 3)"),
            refused("items.ron", "opens: BossDoor", "opens: LockedDoor"),
            refused("items.ron", "opens: Rubble", "opens: Drop"),
            refused("items.ron", "recharge: 60", "recharge: 0"),
            refused("items.ron", "reach: 2", "reach: 9"),
            refused("items.ron", "armour: 1,", "armour: 1, two_handed: true,"),
            refused("items.ron", "slow: [Trap]", "slow: [Trap], quick: [Trap]"),
            refused("items.ron", "effects: [Shove(cells: 3)]", "effects: [Shove(cells: 0)]"),
            refused("items.ron", "Coins(amount: 1)", "Coins(amount: 2)"),
            refused("parties.ron", "kind: \"mage\"", "kind: \"mag\""),
            refused("rules.ron", "pays: 25", "pays: 80"),
            refused("rules.ron", "robbed: \"robbed shopkeeper\"", "robbed: \"shopkeeper\""),
            refused("rules.ron", "(1, \"skeleton\")", "(1, \"skelton\")"),
            refused("texts.ron", "\"murky\", ", "\"murky\" "),
            refused("traps.ron", "percent: 50", "percent: 500"),
            refused("traps.ron", "hits {victim}", "hits {vctim}"),
        ];
        insta::assert_snapshot!(messages.join("\n"));
    }

    #[test]
    fn other_content_has_another_hash() {
        let mut sources = Sources::default();
        let before = sources.hash();
        sources.replace("rules.ron", sources.text("rules.ron").replace("dawn: 1000", "dawn: 1001"));
        assert_ne!(before, sources.hash());
    }
}
