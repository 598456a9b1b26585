//! The catalog: all data files, read, checked and linked.
//!
//! Every error names file, line and field. The checks of each data file are in a submodule.

mod actors;
mod bounds;
mod categories;
mod checker;
mod journey;
mod levels;
mod rules;
mod terrain;
mod things;
mod town;
mod tutorial;

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use bounds::{Bounds, parse};
use checker::{Checker, find};

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
use super::level::LevelKind;
use super::looks::Looks;
use super::marches::MarchesRules;
use super::modules::{ModuleFile, Modules};
use super::perk::Perk;
use super::rules::Rules;
use super::source::Sources;
use super::terrain::{Terrain, TerrainRow};
use super::text::Texts;
use super::town::{HouseKind, TownRules, Trade};
use super::tutorial::Tutorial;
use crate::Depth;
use crate::cast::PartyKind;
use crate::effect::TrapKind;
use crate::hearsay::StoryTopic;
use crate::item::Gate;
use crate::source::{Checked, DataError};
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
    /// How floors look where there are colours for it.
    pub looks: Looks,
    pub modules: Vec<Modules>,
    pub marches: MarchesRules,
    pub parties: Vec<PartyKind>,
    /// What seniority gives on a journey.
    pub perks: Vec<Perk>,
    /// Why a command is refused, by the name of the reason.
    pub refusals: BTreeMap<String, String>,
    pub rules: Rules,
    pub short_names: ShortNames,
    /// How tiles, fixtures and things are drawn and named.
    pub terrain: Terrain,
    pub texts: Texts,
    /// What the story of a journey is told with.
    pub story: Vec<StoryTopic>,
    /// Towns on a journey, and what people say there.
    pub town: TownRules,
    pub notices: Notices,
    pub sayings: Vec<Saying>,
    pub coin: ItemKindId,
    /// The kind of item that opens each gate, in the order of [`Gate::OPENED`].
    openers: [ItemKindId; Gate::OPENED.len()],
    pub tutorial: Tutorial,
    /// XXH3 over the data files with rules; part of the ruleset of a recording.
    pub hash: u64,
}

/// The kind that an id stands for.
macro_rules! kinds {
    ($($name:ident($id:ty) -> $kind:ty: $list:ident $(.$field:ident)?;)*) => {
        impl Catalog {$(
            #[inline]
            pub fn $name(&self, id: $id) -> &$kind {
                &self.$list$(.$field)?[usize::from(id.0)]
            }
        )*}
    };
}

kinds! {
    actor(ActorKindId) -> ActorKind: actors;
    item(ItemKindId) -> ItemKind: items;
    level(LevelKindId) -> LevelKind: levels;
    trap(TrapKindId) -> TrapKind: traps;
    condition(ConditionId) -> ConditionKind: conditions.kinds;
    class(HeroClassId) -> HeroClass: cast.classes;
    habit(HabitId) -> Habit: cast.habits;
    encounter(EncounterId) -> Encounter: encounters;
    house(HouseKindId) -> HouseKind: town.houses;
    trade(TradeId) -> Trade: town.trades;
    notice(NoticeId) -> Notice: notices.kinds;
    saying(SayingId) -> Saying: sayings;
    perk(PerkId) -> Perk: perks;
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
        let (file, mut actors) = data.read::<Vec<ActorKind>>("actors.ron")?;
        let factions = build_factions(&data)?;
        let (items_file, items) = data.read::<Vec<ItemKind>>("items.ron")?;
        let (traps_file, traps) = data.read::<Vec<TrapKind>>("traps.ron")?;
        let (rules_file, mut rules) = data.read::<Rules>("rules.ron")?;
        let (texts_file, texts) = data.read::<Texts>("texts.ron")?;

        actors::check_all(file, &mut actors, &factions, &items)?;
        things::check_items(items_file, &items)?;
        let openers = things::find_openers(items_file, &items)?;
        let coin = things::find_coin(items_file, &items)?;
        things::check_looks(texts_file, &items, &texts)?;
        things::check_traps(traps_file, &traps)?;
        actors::link(file, &mut actors, &traps)?;

        let (file, mut conditions) = data.read::<Conditions>("conditions.ron")?;
        journey::check_conditions(file, &mut conditions, &actors)?;
        let (file, encounters) = data.read::<Vec<Encounter>>("encounters.ron")?;
        let flags = journey::check_encounters(file, &encounters, &actors, &items)?;

        let (levels_file, levels) = data.read::<Vec<LevelKind>>("levels.ron")?;
        levels::check_levels(levels_file, &levels, &actors, &factions)?;
        let (file, modules) = data.read::<Vec<ModuleFile>>("modules.ron")?;
        let modules =
            modules.into_iter().map(ModuleFile::expand).collect::<Checked<Vec<Modules>>>()?;
        levels::check_modules(file, (levels_file, &levels), &modules)?;
        let (file, mut marches) = data.read::<MarchesRules>("marches.ron")?;
        marches.keep_known(&levels);
        levels::check_marches(file, &marches)?;

        let (file, mut parties) = data.read::<Vec<PartyKind>>("parties.ron")?;
        actors::check_parties(file, &mut parties, &actors)?;
        actors::complete_bosses(data.file("actors.ron"), &mut actors, &parties)?;

        let (file, mut cast) = data.read::<CastRules>("cast.ron")?;
        journey::check_cast(file, &mut cast, &actors, &parties)?;
        let (file, mut campaign) = data.read::<CampaignRules>("campaign.ron")?;
        journey::check_campaign(file, &mut campaign, &levels, &cast)?;

        let (file, mut town) = data.read::<TownRules>("town.ron")?;
        let (perks_file, perks) = data.read::<Vec<Perk>>("perks.ron")?;
        rules::check_perks(perks_file, &perks, &factions)?;
        town::check_town(file, &mut town, &actors, &perks)?;
        let (file, notices) = data.read::<Notices>("notices.ron")?;
        town::check_notices(file, &notices)?;
        let (file, sayings) = data.read::<Vec<Saying>>("sayings.ron")?;
        town::check_sayings(file, &sayings)?;

        rules::link_rules(rules_file, &mut rules, &actors, &factions)?;
        rules::check_rules(rules_file, &rules, &items, &levels)?;

        let (file, categories) = data.read::<Vec<Category>>("categories.ron")?;
        categories::check_all(file, &categories)?;
        let (file, refusals) = data.read::<BTreeMap<String, String>>("refusals.ron")?;
        town::check_refusals(file, &refusals)?;
        let (file, terrain) = data.read::<Vec<TerrainRow>>("terrain.ron")?;
        let terrain = terrain::check_terrain(file, terrain)?;
        let (file, looks) = data.read::<Looks>("looks.ron")?;
        terrain::check_looks(file, &looks, &levels, &conditions.kinds)?;
        let (file, story) = data.read::<Vec<StoryTopic>>("story.ron")?;
        town::check_story(file, &story)?;

        let (file, short_names) = data.read::<ShortNames>("short_names.ron")?;
        let ShortNames { actors: short, given, traps: short_traps, tools, houses } = &short_names;
        let names = (data.file("actors.ron"), actors.iter().map(|kind| &kind.name));
        things::check_short_names(file, "actors", short, ACTOR_NAME_COLUMNS, names)?;
        let names = (texts_file, texts.raiders.iter());
        things::check_short_names(file, "given", given, ACTOR_NAME_COLUMNS, names)?;
        let names = (traps_file, traps.iter().map(|kind| &kind.name));
        things::check_short_names(file, "traps", short_traps, TRAP_NAME_COLUMNS, names)?;
        let tool_kinds = items.iter().filter(|kind| kind.slot == Slot::Tool);
        let names = (items_file, tool_kinds.map(|kind| &kind.name));
        things::check_short_names(file, "tools", tools, TOOL_NAME_COLUMNS, names)?;
        let names = (data.file("town.ron"), town.houses.iter().map(|kind| &kind.name));
        things::check_short_names(file, "houses", houses, HOUSE_NAME_COLUMNS, names)?;

        let (file, mut tutorial) = data.read::<Tutorial>("tutorial.ron")?;
        tutorial::check(file, &mut tutorial, (&actors, &items), (&traps, &parties))?;

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
            looks,
            terrain,
            texts,
            story,
            town,
            notices,
            sayings,
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
    fn read<T: DeserializeOwned>(&self, name: &'static str) -> Checked<(Checker<'a>, T)> {
        let file = self.file(name);
        let read = parse(name, file.text)?;
        self.bounds.check(file)?;
        Ok((file, read))
    }

    fn file(&self, name: &'static str) -> Checker<'a> {
        Checker::new(self.sources, name)
    }
}

fn build_factions(data: &DataReader<'_>) -> Checked<Factions> {
    let (checker, file) = data.read::<FactionFile>("factions.ron")?;
    checker.unique(file.names.iter().map(String::as_str))?;
    let place = |name: &String| {
        let place = file.names.iter().position(|known| known == name);
        place
            .map(|place| FactionId(place as u8))
            .ok_or_else(|| checker.of(name).error("at_war", "is not among the names"))
    };
    let pairs = file.at_war.iter().map(|(a, b)| Ok((place(a)?, place(b)?)));
    let at_war = pairs.collect::<Checked<Vec<_>>>()?;
    Ok(Factions::new(file.names, &at_war))
}
