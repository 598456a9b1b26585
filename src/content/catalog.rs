//! The catalog: all data files, read, checked and linked.
//!
//! Every error names file, line and field. The checks of each data file are in a submodule.

mod actors;
mod bounds;
mod categories;
mod checker;
mod journey;
mod rules;
mod things;
mod town;
mod tutorial;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use bounds::{Bounds, parse};
use checker::{Checker, find};
use things::{ItemRoles, NamedKind};
use tutorial::TutorialNames;

use super::actor::ActorKind;
use super::campaign::CampaignRules;
use super::cast::{CastRules, Habit, HeroClass};
use super::category::{Category, CategoryMode};
use super::condition::{ConditionChanges, ConditionKind, Conditions};
use super::encounter::Encounter;
use super::faction::{FactionFile, FactionId, Factions};
use super::hearsay::Saying;
use super::item::{ItemKind, Slot};
use super::kind_id::{
    ActorKindId, ConditionId, EncounterId, FlagId, HabitId, HeroClassId, HouseKindId, ItemKindId,
    LevelKindId, NoticeId, PerkId, Ref, SayingId, TradeId, TrapKindId,
};
use super::level::{LevelKind, Pass};
use super::marches::MarchesRules;
use super::modules::{ModuleFile, Modules};
use super::perk::Perk;
use super::rules::Rules;
use super::source::Sources;
use super::text::Texts;
use super::town::{HouseKind, TownRules, Trade};
use super::tutorial::Tutorial;
use crate::Depth;
use crate::cast::PartyKind;
use crate::effect::TrapKind;
use crate::hearsay::StoryTopic;
use crate::item::Gate;
use crate::source::DataError;
use crate::text::{
    ACTOR_NAME_COLUMNS, HOUSE_NAME_COLUMNS, ShortNames, TOOL_NAME_COLUMNS, TRAP_NAME_COLUMNS,
};
use crate::town::{Notice, Notices};

/// The content of all data files, validated: every name resolves and every number is within its
/// range.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub actors: Vec<ActorKind>,
    /// The numbers of a journey, and the people who raid in one.
    pub campaign: CampaignRules,
    pub cast: CastRules,
    /// What runs race for; at least one, the first the one that is meant where none is named.
    pub categories: Vec<Category>,
    pub conditions: Conditions,
    /// What happens on the roads of a journey, and the flags that its outcomes set, in order.
    pub encounters: Vec<Encounter>,
    pub flags: Vec<String>,
    pub factions: Factions,
    pub items: Vec<ItemKind>,
    pub traps: Vec<TrapKind>,
    pub levels: Vec<LevelKind>,
    pub modules: Vec<Modules>,
    pub marches: MarchesRules,
    pub parties: Vec<PartyKind>,
    /// What seniority gives on a journey.
    pub perks: Vec<Perk>,
    /// Why a command is refused, by the name of the reason.
    pub refusals: BTreeMap<String, String>,
    pub rules: Rules,
    pub short_names: ShortNames,
    pub texts: Texts,
    /// What the story of a journey is told with.
    pub story: Vec<StoryTopic>,
    /// Towns on a journey, and what people say there.
    pub town: TownRules,
    /// The extra orders of a journey.
    pub notices: Notices,
    pub sayings: Vec<Saying>,
    /// The kind of the player's actor.
    pub upkeeper: ActorKindId,
    /// The kind of actor that comes up where it is filthy.
    pub vermin: ActorKindId,
    /// The kind of actor that keeps a shop.
    pub keeper: ActorKindId,
    /// The kind that a shopkeeper becomes when it is robbed.
    pub robbed: ActorKindId,
    /// The kind of item that a coin on the floor is.
    pub coin: ItemKindId,
    /// The faction of residents driven from their posts.
    pub strays: FactionId,
    /// The kind of item that opens each gate, in the order of [`Gate::OPENED`].
    openers: [ItemKindId; Gate::OPENED.len()],
    pub tutorial: Tutorial,
    /// XXH3 over the data files with rules; part of the ruleset of a recording.
    pub hash: u64,
}

impl Catalog {
    /// The built-in content.
    ///
    /// # Errors
    /// None with the files of the repository: a test loads them.
    pub fn embedded() -> Result<Catalog, DataError> {
        Catalog::from_sources(&Sources::default())
    }

    /// Reads, links and checks all data files.
    pub fn from_sources(sources: &Sources) -> Result<Catalog, DataError> {
        let data = DataReader { sources, bounds: Bounds::embedded()? };
        let mut actors: Vec<ActorKind> = data.read("actors.ron")?;
        let factions = build_factions(&data)?;
        let items: Vec<ItemKind> = data.read("items.ron")?;
        let traps: Vec<TrapKind> = data.read("traps.ron")?;
        let mut rules: Rules = data.read("rules.ron")?;
        let texts: Texts = data.read("texts.ron")?;

        actors::check_all(&data.file("actors.ron"), &mut actors, &factions, &items)?;
        let ItemRoles { openers, coin } = things::check_items(&data.file("items.ron"), &items)?;
        things::check_looks(&data.file("texts.ron"), &items, &texts)?;
        things::check_traps(&data.file("traps.ron"), &traps)?;
        actors::link(&data.file("actors.ron"), &mut actors, &traps)?;

        let mut conditions: Conditions = data.read("conditions.ron")?;
        journey::check_conditions(&data.file("conditions.ron"), &mut conditions, &actors)?;
        let encounters: Vec<Encounter> = data.read("encounters.ron")?;
        let file = data.file("encounters.ron");
        let flags = journey::check_encounters(&file, &encounters, &actors, &items)?;

        let levels: Vec<LevelKind> = data.read("levels.ron")?;
        rules::check_levels(&data.file("levels.ron"), &levels, &actors, &factions)?;
        let modules = build_modules(&data, &levels)?;
        let marches = build_marches(&data, &levels)?;

        let mut parties: Vec<PartyKind> = data.read("parties.ron")?;
        actors::check_parties(&data.file("parties.ron"), &mut parties, &actors)?;
        actors::complete_bosses(&data.file("actors.ron"), &mut actors, &parties)?;

        let mut cast: CastRules = data.read("cast.ron")?;
        journey::check_cast(&data.file("cast.ron"), &mut cast, &actors, &parties)?;
        let mut campaign: CampaignRules = data.read("campaign.ron")?;
        journey::check_campaign(&data.file("campaign.ron"), &mut campaign, &levels, &cast)?;

        let mut town: TownRules = data.read("town.ron")?;
        town::check_town(&data.file("town.ron"), &mut town, &actors)?;
        let notices: Notices = data.read("notices.ron")?;
        town::check_notices(&data.file("notices.ron"), &notices)?;
        let sayings: Vec<Saying> = data.read("sayings.ron")?;
        town::check_sayings(&data.file("sayings.ron"), &sayings)?;
        let perks: Vec<Perk> = data.read("perks.ron")?;
        rules::check_perks(&data.file("perks.ron"), &perks, &factions)?;

        let file = data.file("rules.ron");
        rules::link_rules(&file, &mut rules, &actors, &factions)?;
        rules::check_rules(&file, &rules, &items, &levels)?;

        let categories: Vec<Category> = data.read("categories.ron")?;
        categories::check_all(&data.file("categories.ron"), &categories)?;
        let refusals: BTreeMap<String, String> = data.read("refusals.ron")?;
        town::check_refusals(&data.file("refusals.ron"), &refusals)?;
        let story: Vec<StoryTopic> = data.read("story.ron")?;
        town::check_story(&data.file("story.ron"), &story)?;
        let names = (actors.as_slice(), items.as_slice(), traps.as_slice());
        let short_names = build_short_names(&data, names, &texts, &town)?;

        let mut tutorial: Tutorial = data.read("tutorial.ron")?;
        let names =
            TutorialNames { actors: &actors, items: &items, traps: &traps, parties: &parties };
        tutorial::check(&data.file("tutorial.ron"), &mut tutorial, &names)?;

        Ok(Catalog {
            actors,
            campaign,
            cast,
            categories,
            conditions,
            encounters,
            flags,
            factions,
            items,
            traps,
            levels,
            modules,
            marches,
            parties,
            perks,
            refusals,
            short_names,
            texts,
            story,
            town,
            notices,
            sayings,
            upkeeper: rules.upkeeper.id,
            vermin: rules.vermin.id,
            keeper: rules.shop.keeper.id,
            robbed: rules.shop.robbed.id,
            strays: rules.strays.id,
            coin,
            openers,
            tutorial,
            rules,
            hash: sources.hash(),
        })
    }

    /// The kind of actor that the body of one of some kind becomes at a depth.
    pub fn risen(&self, body: ActorKindId, depth: Depth) -> ActorKindId {
        let due = |list: &[(Depth, Ref<ActorKindId>)]| {
            list.iter().rev().find(|(from, _)| *from <= depth).map(|(_, kind)| kind.id)
        };
        let risen = &self.rules.risen;
        due(&self.actor(body).rises_as).or_else(|| due(risen)).unwrap_or(risen[0].1.id)
    }

    /// Whether actors of this kind are risen bodies.
    #[inline]
    pub fn is_risen(&self, kind: ActorKindId) -> bool {
        let own = self.actors.iter().flat_map(|actor| &actor.rises_as);
        self.rules.risen.iter().chain(own).any(|(_, risen)| risen.id == kind)
    }

    #[inline]
    pub fn actor(&self, id: ActorKindId) -> &ActorKind {
        &self.actors[usize::from(id.0)]
    }

    #[inline]
    pub fn item(&self, id: ItemKindId) -> &ItemKind {
        &self.items[usize::from(id.0)]
    }

    #[inline]
    pub fn level(&self, id: LevelKindId) -> &LevelKind {
        &self.levels[usize::from(id.0)]
    }

    #[inline]
    pub fn trap(&self, id: TrapKindId) -> &TrapKind {
        &self.traps[usize::from(id.0)]
    }

    #[inline]
    pub fn condition(&self, id: ConditionId) -> &ConditionKind {
        &self.conditions.kinds[usize::from(id.0)]
    }

    #[inline]
    pub fn class(&self, id: HeroClassId) -> &HeroClass {
        &self.cast.classes[usize::from(id.0)]
    }

    #[inline]
    pub fn habit(&self, id: HabitId) -> &Habit {
        &self.cast.habits[usize::from(id.0)]
    }

    pub fn encounter(&self, id: EncounterId) -> &Encounter {
        &self.encounters[usize::from(id.0)]
    }

    pub fn house(&self, id: HouseKindId) -> &HouseKind {
        &self.town.houses[usize::from(id.0)]
    }

    pub fn trade(&self, id: TradeId) -> &Trade {
        &self.town.trades[usize::from(id.0)]
    }

    pub fn notice(&self, id: NoticeId) -> &Notice {
        &self.notices.kinds[usize::from(id.0)]
    }

    pub fn saying(&self, id: SayingId) -> &Saying {
        &self.sayings[usize::from(id.0)]
    }

    #[inline]
    pub fn perk(&self, id: PerkId) -> &Perk {
        &self.perks[usize::from(id.0)]
    }

    pub fn find_perk(&self, name: &str) -> Option<PerkId> {
        find(&self.perks, name)
    }

    pub fn find_flag(&self, name: &str) -> Option<FlagId> {
        self.flags.iter().position(|flag| flag == name).map(|place| FlagId(place as u8))
    }

    /// What the condition of a floor changes in the rules.
    #[inline]
    pub fn changes(&self, condition: Option<ConditionId>) -> &ConditionChanges {
        condition.map_or(&ConditionChanges::NONE, |id| &self.condition(id).changes)
    }

    /// The kind of item that opens a gate; `None` for a ledge, which nothing opens.
    pub fn opener(&self, gate: Gate) -> Option<ItemKindId> {
        let place = Gate::OPENED.into_iter().position(|opened| opened == gate)?;
        Some(self.openers[place])
    }

    pub fn find_actor(&self, name: &str) -> Option<ActorKindId> {
        find(&self.actors, name)
    }

    pub fn find_category(&self, id: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == id)
    }

    /// The categories of a mode's runs; the first one is meant where none is named. There is one at
    /// least.
    pub fn categories_of(&self, mode: CategoryMode) -> impl Iterator<Item = &Category> {
        self.categories.iter().filter(move |category| category.mode == mode)
    }

    /// The category of a mode's runs that is named, or else the first one; no category of another
    /// mode.
    pub fn category_or_first(&self, id: &str, mode: CategoryMode) -> &Category {
        let named = self.categories_of(mode).find(|category| category.id == id);
        let first = named.or_else(|| self.categories_of(mode).next());
        first.unwrap_or(&self.categories[0])
    }

    pub fn find_item(&self, name: &str) -> Option<ItemKindId> {
        find(&self.items, name)
    }

    pub fn find_level(&self, name: &str) -> Option<LevelKindId> {
        find(&self.levels, name)
    }

    pub fn find_condition(&self, name: &str) -> Option<ConditionId> {
        find(&self.conditions.kinds, name)
    }

    pub fn find_trap(&self, name: &str) -> Option<TrapKindId> {
        find(&self.traps, name)
    }
}

/// Reads the data files and checks their numbers.
struct DataReader<'a> {
    sources: &'a Sources,
    bounds: Bounds,
}

impl<'a> DataReader<'a> {
    fn read<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, DataError> {
        let read = parse(name, self.sources.text(name))?;
        self.bounds.check(&self.file(name))?;
        Ok(read)
    }

    fn file(&self, name: &'static str) -> Checker<'a> {
        Checker::new(self.sources, name)
    }
}

/// The sets of modules of `modules.ron`; a recipe names one.
fn build_modules(data: &DataReader<'_>, levels: &[LevelKind]) -> Result<Vec<Modules>, DataError> {
    let files: Vec<ModuleFile> = data.read("modules.ron")?;
    let sets = files.iter().map(ModuleFile::expand).collect::<Result<Vec<Modules>, DataError>>()?;
    data.file("modules.ron").unique(sets.iter().map(|set| set.name.as_str()))?;
    for kind in levels.iter().filter(|kind| kind.passes.contains(&Pass::Collapse)) {
        if !sets.iter().any(|set| set.name == kind.modules) {
            let message = format!("there are no modules “{}” in modules.ron", kind.modules);
            return Err(data.file("levels.ron").error(&kind.name, "modules", message));
        }
    }
    Ok(sets)
}

/// The short forms of names, each of which has room in the side panel.
fn build_short_names(
    data: &DataReader<'_>,
    (actors, items, traps): (&[ActorKind], &[ItemKind], &[TrapKind]),
    texts: &Texts,
    town: &TownRules,
) -> Result<ShortNames, DataError> {
    let own: ShortNames = data.read("short_names.ron")?;
    let check = |place, list, columns, forms, names: &mut dyn Iterator<Item = &str>| {
        let kind = NamedKind { file: data.file(place), list, columns, forms };
        things::check_short_names(&data.file("short_names.ron"), &kind, names)
    };
    let mut names = actors.iter().map(|kind| kind.name.as_str());
    check("actors.ron", "actors", ACTOR_NAME_COLUMNS, &own.actors, &mut names)?;
    let mut names = texts.raiders.iter().map(String::as_str);
    check("texts.ron", "given", ACTOR_NAME_COLUMNS, &own.given, &mut names)?;
    let mut names = traps.iter().map(|kind| kind.name.as_str());
    check("traps.ron", "traps", TRAP_NAME_COLUMNS, &own.traps, &mut names)?;
    let tools = items.iter().filter(|kind| kind.slot == Slot::Tool);
    let mut names = tools.map(|kind| kind.name.as_str());
    check("items.ron", "tools", TOOL_NAME_COLUMNS, &own.tools, &mut names)?;
    let mut names = town.houses.iter().map(|kind| kind.name.as_str());
    check("town.ron", "houses", HOUSE_NAME_COLUMNS, &own.houses, &mut names)?;
    Ok(own)
}

/// The recipe of the overworld, without the kinds of sites that no recipe of a level exists for.
fn build_marches(data: &DataReader<'_>, levels: &[LevelKind]) -> Result<MarchesRules, DataError> {
    let mut marches: MarchesRules = data.read("marches.ron")?;
    marches.keep_known(levels);
    let file = data.file("marches.ron");
    marches.check().map_err(|(field, message)| file.error("", field, message))?;
    Ok(marches)
}

fn build_factions(data: &DataReader<'_>) -> Result<Factions, DataError> {
    let file: FactionFile = data.read("factions.ron")?;
    let checker = data.file("factions.ron");
    checker.unique(file.names.iter().map(String::as_str))?;
    let place = |name: &String| {
        let place = file.names.iter().position(|known| known == name);
        place
            .map(|place| FactionId(place as u8))
            .ok_or_else(|| checker.error(name, "at_war", "is not among the names"))
    };
    let pairs = file.at_war.iter().map(|(a, b)| Ok((place(a)?, place(b)?)));
    let at_war = pairs.collect::<Result<Vec<_>, DataError>>()?;
    Ok(Factions::new(file.names, &at_war))
}
