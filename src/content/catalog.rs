mod traits;

use serde::de::DeserializeOwned;

use super::actor::{ActorKind, ActorKindId};
use super::effect::Effect;
use super::error::DataError;
use super::faction::{FactionFile, FactionId, Factions};
use super::fire::FireRules;
use super::gate::Gate;
use super::item::{ItemKind, ItemKindId, Slot};
use super::level::{LevelKind, Pass};
use super::marches::MarchesRules;
use super::modules::{ModuleFile, Modules};
use super::party::{PartyKind, PartyKindId};
use super::rules::Rules;
use super::source::Sources;
use super::text::Texts;
use super::trap::{TrapKind, TrapKindId};

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
    pub risen: ActorKindId,
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

        let file = Checker::new(sources, "actors.ron");
        file.unique(actors.iter().map(|actor| actor.name.as_str()))?;
        for actor in &mut actors {
            actor.faction_id = factions.find(&actor.faction).ok_or_else(|| {
                let known = factions.names.join(", ");
                file.error(&actor.name, "faction", format!("no such faction; there are {known}"))
            })?;
            check_actor(&file, actor)?;
            find_burdens(&file, actor, &items)?;
        }

        let file = Checker::new(sources, "items.ron");
        file.unique(items.iter().map(|item| item.name.as_str()))?;
        for item in &items {
            check_item(&file, item)?;
        }
        let openers = find_openers(&file, &items)?;
        let coin = find_coin(&file, &items)?;
        for (slot, looks, field) in [
            (Slot::Potion, &texts.potions, "potions"),
            (Slot::Scroll, &texts.scrolls, "scrolls"),
            (Slot::Charm, &texts.charms, "charms"),
        ] {
            let kinds = items.iter().filter(|item| item.slot == slot).count();
            if looks.len() < kinds {
                let message =
                    format!("{} looks for {kinds} kinds; each needs its own", looks.len());
                return Err(Checker::new(sources, "texts.ron").error("", field, message));
            }
        }

        let file = Checker::new(sources, "traps.ron");
        file.unique(traps.iter().map(|trap| trap.name.as_str()))?;
        for trap in &traps {
            file.depths(&trap.name, trap.depths)?;
            file.effects(&trap.name, &trap.effects)?;
        }
        traits::link(&Checker::new(sources, "actors.ron"), &mut actors, &traps)?;

        let levels: Vec<LevelKind> = read(sources, "levels.ron")?;
        let file = Checker::new(sources, "levels.ron");
        file.unique(levels.iter().map(|kind| kind.name.as_str()))?;
        for kind in &levels {
            kind.check().map_err(|(field, message)| file.error(&kind.name, field, message))?;
            check_garrison(&file, kind, &actors)?;
            traits::check_inhabitants(&file, kind, &actors, &factions)?;
            check_bosses(&file, kind, &actors)?;
        }
        let modules = build_modules(sources, &levels)?;
        let mut marches: MarchesRules = read(sources, "marches.ron")?;
        marches.keep_known(&levels);
        marches.check().map_err(|(field, message)| {
            Checker::new(sources, "marches.ron").error("", field, message)
        })?;

        let mut parties: Vec<PartyKind> = read(sources, "parties.ron")?;
        check_parties(&Checker::new(sources, "parties.ron"), &mut parties, &actors)?;
        complete_bosses(&Checker::new(sources, "actors.ron"), &mut actors, &parties)?;

        let file = Checker::new(sources, "rules.ron");
        let actor = |field: &str, name: &str| {
            find(&actors, |kind| &kind.name, name).map(ActorKindId).ok_or_else(|| {
                file.error("", field, format!("there is no actor “{name}” in actors.ron"))
            })
        };
        let upkeeper = actor("upkeeper", &rules.upkeeper)?;
        let risen = actor("risen", &rules.risen)?;
        let vermin = actor("vermin", &rules.vermin)?;
        let keeper = actor("keeper", &rules.shop.keeper)?;
        let robbed = actor("robbed", &rules.shop.robbed)?;
        check_shop(
            &file,
            &factions,
            [&actors[usize::from(keeper.0)], &actors[usize::from(robbed.0)]],
        )?;
        let strays = factions.find(&rules.strays).ok_or_else(|| {
            file.error("", "strays", format!("there is no side “{}” in factions.ron", rules.strays))
        })?;
        check_rules(&file, &rules, &items)?;

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

    pub fn actor(&self, id: ActorKindId) -> &ActorKind {
        &self.actors[usize::from(id.0)]
    }

    pub fn item(&self, id: ItemKindId) -> &ItemKind {
        &self.items[usize::from(id.0)]
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

/// Somebody comes at every depth, and every party has a leader.
fn check_parties(
    file: &Checker<'_>,
    parties: &mut [PartyKind],
    actors: &[ActorKind],
) -> Result<(), DataError> {
    file.unique(parties.iter().map(|party| party.name.as_str()))?;
    for party in parties.iter_mut() {
        file.depths(&party.name, party.depths)?;
        for member in &mut party.members {
            let kind = find(actors, |kind| &kind.name, &member.kind).ok_or_else(|| {
                let message = format!("there is no actor “{}” in actors.ron", member.kind);
                file.error(&party.name, "kind", message)
            })?;
            member.kind_id = ActorKindId(kind);
            if actors[usize::from(kind)].raider.is_none() {
                let message = format!("“{}” is no raider in actors.ron", member.kind);
                return Err(file.error(&party.name, "kind", message));
            }
            if member.count.0 > member.count.1 || member.count.1 > 20 {
                let message = "least above most, or more than 20".to_owned();
                return Err(file.error(&party.name, "count", message));
            }
        }
        if party.members.first().is_none_or(|leader| leader.count.0 == 0) {
            return Err(file.error(&party.name, "members", "nobody leads".to_owned()));
        }
    }
    let comes = |depth| {
        parties
            .iter()
            .any(|party| party.weight > 0 && (party.depths.0..=party.depths.1).contains(&depth))
    };
    if let Some(depth) = (1..=DEEPEST).find(|&depth| !comes(depth)) {
        let message = format!("nobody comes at depth {depth}");
        return Err(file.error("", "depths", message));
    }
    Ok(())
}

/// Parties for all depths down to here; below that come those who dare this one.
const DEEPEST: u8 = 10;

fn find<T>(kinds: &[T], name_of: impl Fn(&T) -> &String, name: &str) -> Option<u16> {
    kinds.iter().position(|kind| name_of(kind) == name).map(|place| place as u16)
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
    let count = file.names.len();
    let mut factions = Factions { names: file.names, hostile: vec![vec![false; count]; count] };
    let checker = Checker::new(sources, "factions.ron");
    checker.unique(factions.names.iter().map(String::as_str))?;
    for (a, b) in &file.at_war {
        let place = |name: &String| {
            factions
                .find(name)
                .ok_or_else(|| checker.error(name, "at_war", "is not among the names".to_owned()))
        };
        let (FactionId(a), FactionId(b)) = (place(a)?, place(b)?);
        factions.hostile[usize::from(a)][usize::from(b)] = true;
        factions.hostile[usize::from(b)][usize::from(a)] = true;
    }
    Ok(factions)
}

fn check_actor(file: &Checker<'_>, actor: &ActorKind) -> Result<(), DataError> {
    let name = &actor.name;
    file.within(name, "health", actor.health, 1, 999)?;
    file.within(name, "speed", actor.speed.into(), 10, 400)?;
    file.within(name, "armour", actor.armour, 0, 50)?;
    file.within(name, "evasion", actor.evasion, -100, 100)?;
    file.within(name, "alert", actor.alert, 1, 20)?;
    file.damage(name, "melee.damage", actor.melee.damage)?;
    file.effects(name, &actor.melee.effects)?;
    if let Some(shot) = &actor.shot {
        file.damage(name, "shot.damage", shot.damage)?;
        file.within(name, "shot.range", shot.range, 2, 20)?;
        file.effects(name, &shot.effects)?;
    }
    if actor.depths != (0, 0) {
        file.depths(name, actor.depths)?;
    }
    file.within(name, "purse", actor.purse.0.into(), 0, actor.purse.1.into())?;
    file.within(name, "group", actor.group.0.into(), 1, actor.group.1.into())?;
    if !actor.glyph.is_ascii_graphic() {
        return Err(file.error(name, "glyph", "must be a visible ASCII character".to_owned()));
    }
    Ok(())
}

/// What raiders bring along is something, and their percents are percents.
fn find_burdens(
    file: &Checker<'_>,
    actor: &mut ActorKind,
    items: &[ItemKind],
) -> Result<(), DataError> {
    let Some(raider) = &mut actor.raider else { return Ok(()) };
    let name = &actor.name;
    let ready = [
        ("spots", raider.spots),
        ("disarms", raider.disarms),
        ("breaks", raider.breaks),
        ("searches", raider.searches),
        ("heals.ready", raider.heals.map_or(0, |heals| heals.ready)),
        ("turns_undead.ready", raider.turns_undead.map_or(0, |turns| turns.ready)),
    ];
    for (field, percent) in ready {
        file.within(name, field, percent.min(1000) as i32, 0, 100)?;
    }
    for carried in &mut raider.carries {
        let item = find(items, |kind| &kind.name, &carried.item).ok_or_else(|| {
            let message = format!("there is no item “{}” in items.ron", carried.item);
            file.error(name, "carries", message)
        })?;
        if items[usize::from(item)].slot == Slot::Belt {
            let message = "keys and gate tools stay where the level put them".to_owned();
            return Err(file.error(name, "carries", message));
        }
        carried.item_id = ItemKindId(item);
        file.within(name, "carries", carried.percent.min(1000) as i32, 0, 100)?;
    }
    Ok(())
}

fn check_garrison(
    file: &Checker<'_>,
    kind: &LevelKind,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    let ranks =
        kind.garrison.iter().flat_map(|garrison| garrison.mages.iter().chain(&garrison.guards));
    for name in ranks {
        if !actors.iter().any(|actor| actor.name == *name) {
            let message = format!("there is no actor “{name}” in actors.ron");
            return Err(file.error(&kind.name, "garrison", message));
        }
    }
    Ok(())
}

fn check_bosses(
    file: &Checker<'_>,
    kind: &LevelKind,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    for (_, name) in &kind.bosses {
        if !actors.iter().any(|actor| actor.name == *name && actor.boss.is_some()) {
            let message = format!("there is no boss “{name}” in actors.ron");
            return Err(file.error(&kind.name, "bosses", message));
        }
    }
    Ok(())
}

/// The party that a boss calls, and the blows that it strikes.
fn complete_bosses(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    parties: &[PartyKind],
) -> Result<(), DataError> {
    for actor in actors {
        let name = actor.name.clone();
        let Some(boss) = &mut actor.boss else { continue };
        let party = find(parties, |party| &party.name, &boss.calls).ok_or_else(|| {
            let message = format!("there is no party “{}” in parties.ron", boss.calls);
            file.error(&name, "calls", message)
        })?;
        boss.calls_id = PartyKindId(party);
        let falling = 100 > boss.calls_below
            && boss.calls_below >= boss.stands_below
            && boss.stands_below >= boss.leaves_below
            && boss.leaves_below >= 0;
        if !falling {
            let message = "100, calls, stands and leaves go down in this order".to_owned();
            return Err(file.error(&name, "calls_below", message));
        }
        if boss.blows.is_empty() || boss.blows.len() > 16 || boss.every == 0 {
            let message = "there are 1 to 16 blows, and turns between them".to_owned();
            return Err(file.error(&name, "blows", message));
        }
        for blow in &boss.blows {
            file.damage(&name, "damage", blow.damage)?;
            file.effects(&name, &blow.effects)?;
        }
    }
    Ok(())
}

fn check_item(file: &Checker<'_>, item: &ItemKind) -> Result<(), DataError> {
    let name = &item.name;
    file.depths(name, item.depths)?;
    file.damage(name, "damage", item.damage)?;
    file.within(name, "stack", item.stack.0.into(), 1, item.stack.1.into())?;
    file.within(name, "noise", item.noise, 0, 300)?;
    file.effects(name, &item.effects)?;
    if let Some(thrown) = &item.thrown {
        file.damage(name, "thrown.damage", thrown.damage)?;
        file.within(name, "thrown.range", thrown.range, 1, 20)?;
        file.effects(name, &thrown.effects)?;
    }
    let opens_any = item.opens.is_some_and(|gate| Gate::OPENED.contains(&gate));
    if (item.slot == Slot::Belt) != opens_any {
        let message = "what hangs on the belt opens a gate, and nothing else does".to_owned();
        return Err(file.error(name, "opens", message));
    }
    if item.slot == Slot::Belt && item.weight > 0 {
        let message = "keys and gate tools never lie about by chance: 0".to_owned();
        return Err(file.error(name, "weight", message));
    }
    let does = item.slot.is_used() || item.slot == Slot::Sundry;
    if does == item.effects.is_empty() {
        let message = if does {
            "a potion, scroll, charm or sundry needs some"
        } else {
            "only potions, scrolls, charms and sundries have any"
        };
        return Err(file.error(name, "effects", message.to_owned()));
    }
    check_equipment(file, item)?;
    if (item.slot == Slot::Charm) != (item.recharge > 0) {
        let message = "a charm rests after each use, and nothing else does".to_owned();
        return Err(file.error(name, "recharge", message));
    }
    file.within(name, "recharge", item.recharge as i32, 0, 10_000)?;
    file.within(name, "scent", item.scent, 0, 30)
}

/// What only counts for what is worn or held, and only there.
fn check_equipment(file: &Checker<'_>, item: &ItemKind) -> Result<(), DataError> {
    let name = &item.name;
    file.within(name, "tier", item.tier.into(), 1, 5)?;
    file.within(name, "reach", item.reach, 1, 2)?;
    file.within(name, "might", item.might, 0, 20)?;
    file.within(name, "thorns", item.thorns, 0, 20)?;
    file.within(name, "armour", item.armour, 0, 20)?;
    file.within(name, "stealth", item.stealth, 0, 15)?;
    file.within(name, "speed", item.speed, 50, 150)?;
    file.within(name, "carrying", item.carrying, -50, 50)?;
    file.within(name, "clatter", item.clatter.into(), 0, 20)?;
    file.within(name, "mop_cells", item.mop_cells.into(), 0, 50)?;
    file.within(name, "luck", item.luck as i32, 0, 100)?;
    if let Some(sense) = item.senses {
        file.within(name, "senses", sense.radius(), 1, 20)?;
    }
    file.effects(name, &item.strikes)?;
    let is_tool = item.slot == Slot::Tool;
    for (field, stands) in [
        ("reach", item.reach > 1),
        ("two_handed", item.two_handed),
        ("strikes", !item.strikes.is_empty()),
        ("quick", !item.quick.is_empty()),
        ("slow", !item.slow.is_empty()),
    ] {
        if stands && !is_tool {
            return Err(file.error(name, field, "belongs to tools alone".to_owned()));
        }
    }
    let is_unlike = |job| item.quick.contains(job);
    if item.slow.iter().any(is_unlike) {
        return Err(file.error(name, "slow", "cannot be quick and slow at one job".to_owned()));
    }
    Ok(())
}

/// Whoever keeps a shop is at peace with the upkeeper until robbed.
fn check_shop(
    file: &Checker<'_>,
    factions: &Factions,
    [keeper, robbed]: [&ActorKind; 2],
) -> Result<(), DataError> {
    let Some(own) = factions.find("upkeeper") else {
        return Err(file.error("", "shop", "there is no faction “upkeeper”".to_owned()));
    };
    if factions.are_hostile(own, keeper.faction_id) {
        return Err(file.error("", "keeper", "is at war with the upkeeper".to_owned()));
    }
    if !factions.are_hostile(own, robbed.faction_id) {
        return Err(file.error("", "robbed", "is at peace with the upkeeper".to_owned()));
    }
    Ok(())
}

/// The one kind of item that is coins.
fn find_coin(file: &Checker<'_>, items: &[ItemKind]) -> Result<ItemKindId, DataError> {
    let is_coin = |item: &ItemKind| matches!(item.effects[..], [Effect::Coins { amount: 1 }]);
    let coin = items.iter().position(|item| item.slot == Slot::Sundry && is_coin(item));
    coin.map(|place| ItemKindId(place as u16))
        .ok_or_else(|| file.error("", "effects", "nothing is one coin".to_owned()))
}

/// What opens each gate: one kind of item for each, no more.
fn find_openers(
    file: &Checker<'_>,
    items: &[ItemKind],
) -> Result<[ItemKindId; Gate::OPENED.len()], DataError> {
    let mut openers = [ItemKindId(0); Gate::OPENED.len()];
    for (opener, gate) in openers.iter_mut().zip(Gate::OPENED) {
        let mut kinds = (0..).zip(items).filter(|(_, item)| item.opens == Some(gate));
        let Some((place, _)) = kinds.next() else {
            return Err(file.error("", "opens", format!("nothing opens {gate}")));
        };
        if let Some((_, second)) = kinds.next() {
            let message = format!("something else opens {gate} already");
            return Err(file.error(&second.name, "opens", message));
        }
        *opener = ItemKindId(place);
    }
    Ok(openers)
}

fn check_rules(file: &Checker<'_>, rules: &Rules, items: &[ItemKind]) -> Result<(), DataError> {
    file.within("", "dawn", rules.dawn as i32, 50, 20_000)?;
    file.within("", "sight", rules.sight, 2, 40)?;
    file.within("", "lantern", rules.lantern, 1, rules.sight)?;
    file.within("", "brazier", rules.brazier, 1, 20)?;
    file.within("", "cart", rules.cart as i32, 1, 26)?;
    file.within("", "work_crate", rules.work_crate.into(), 1, 100)?;
    file.within("", "crate_percent", rules.crate_percent as i32, 0, 100)?;
    for (field, blows) in [("force_shut", rules.force_shut), ("force_barred", rules.force_barred)] {
        file.within("", field, blows.into(), 1, 100)?;
    }
    for (field, cells) in [("hush_shut", rules.hush_shut), ("hush_barred", rules.hush_barred)] {
        file.within("", field, cells.into(), 0, 14)?;
    }
    check_fire(file, &rules.fire)?;
    file.within("", "satchel_refill", rules.satchel_refill as i32, 1, 1_000)?;
    file.within("", "stain_percent", rules.stain_percent as i32, 1, 100)?;
    file.within("", "carrying_speed", rules.carrying_speed.into(), 10, 100)?;
    file.within("", "regeneration", rules.regeneration.into(), 1, 10_000)?;
    file.within("", "shield", rules.shield, 1, 50)?;
    file.within("", "coins", rules.coins as i32, 0, 10_000)?;
    file.within("", "stock", rules.shop.stock.0.into(), 1, rules.shop.stock.1.into())?;
    file.within("", "deeper", rules.shop.deeper.into(), 0, 10)?;
    // Who sells must never get what they paid.
    file.within("", "pays", rules.shop.pays as i32, 0, 50)?;
    file.within("", "vermin_every", rules.vermin_every as i32, 1, 100_000)?;
    file.within("", "body_rises", rules.body_rises.0 as i32, 1, rules.body_rises.1 as i32)?;
    for (name, _) in &rules.kit {
        if find(items, |kind| &kind.name, name).is_none() {
            return Err(file.error("", "kit", format!("there is no item “{name}” in items.ron")));
        }
    }
    for (field, value, low, high) in [
        ("late_percent", rules.grade.late_percent, 0, 100),
        ("raid_percent", rules.grade.raid_percent, 0, 500),
        ("held_percent", rules.grade.held_percent, 0, 100),
        ("slow_percent", rules.grade.slow_percent, 101, 10_000),
        ("fled_percent", rules.grade.fled_percent, 0, 100),
        ("bled_percent", rules.grade.bled_percent, 0, 100),
    ] {
        file.within("", field, value as i32, low, high)?;
    }
    if !rules.grade.thresholds.is_sorted_by(|a, b| a > b) {
        let message = "must fall from S to D".to_owned();
        return Err(file.error("", "thresholds", message));
    }
    Ok(())
}

fn check_fire(file: &Checker<'_>, fire: &FireRules) -> Result<(), DataError> {
    let fuels = [
        ("grass", fire.grass),
        ("paper", fire.paper),
        ("body", fire.body),
        ("crates", fire.crates),
        ("wardrobe", fire.wardrobe),
        ("door", fire.door),
    ];
    for (field, fuel) in fuels {
        file.within("", field, fuel.turns.into(), 1, 100)?;
        file.within("", field, fuel.catches as i32, 0, 100)?;
    }
    for (field, turns) in [("bare", fire.bare), ("flash", fire.flash)] {
        file.within("", field, turns.into(), 1, 100)?;
    }
    file.within("", "flash_per", fire.flash_per.into(), 1, 255)?;
    file.within("", "flash_rings", fire.flash_rings.into(), 1, 20)?;
    file.within("", "burning", fire.burning.into(), 1, 100)?;
    file.within("", "damage", fire.damage, 0, 100)?;
    file.within("", "damage_tarred", fire.damage_tarred, 0, 100)?;
    file.within("", "light", fire.light, 1, 20)?;
    file.within("", "drenched", fire.drenched.into(), 1, 1_000)
}

/// Checks the entries of one file and finds the lines to blame.
struct Checker<'a> {
    file: &'static str,
    text: &'a str,
}

impl<'a> Checker<'a> {
    fn new(sources: &'a Sources, file: &'static str) -> Checker<'a> {
        Checker { file, text: sources.text(file) }
    }

    /// Blames a field of the entry with this name; of the whole file where the name is empty.
    fn error(&self, entry: &str, field: &str, message: String) -> DataError {
        let quoted = format!("\"{entry}\"");
        let start = if entry.is_empty() { 0 } else { self.text.find(&quoted).unwrap_or(0) };
        let last = field.rsplit('.').next().unwrap_or(field);
        let offset = self.text[start..].find(&format!("{last}:")).unwrap_or(0);
        let line = self.text[..start + offset].lines().count().max(1);
        let field = if entry.is_empty() { field.to_owned() } else { format!("{entry}.{field}") };
        DataError { file: self.file, line, field, message }
    }

    fn unique<'n>(&self, names: impl Iterator<Item = &'n str>) -> Result<(), DataError> {
        let mut seen = std::collections::BTreeSet::new();
        for name in names {
            if !seen.insert(name) {
                return Err(self.error(name, "name", "stands twice".to_owned()));
            }
        }
        Ok(())
    }

    fn within(
        &self,
        entry: &str,
        field: &str,
        value: i32,
        low: i32,
        high: i32,
    ) -> Result<(), DataError> {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        Err(self.error(entry, field, format!("{value} is not within {low} and {high}")))
    }

    fn depths(&self, entry: &str, (low, high): (u8, u8)) -> Result<(), DataError> {
        self.within(entry, "depths", low.into(), 1, high.into())
    }

    fn damage(&self, entry: &str, field: &str, (low, high): (i32, i32)) -> Result<(), DataError> {
        self.within(entry, field, low, 0, high)?;
        self.within(entry, field, high, low, 999)
    }

    fn radius(&self, entry: &str, radius: u8) -> Result<(), DataError> {
        self.within(entry, "effects", radius.into(), 0, 12)
    }

    fn effects(&self, entry: &str, effects: &[Effect]) -> Result<(), DataError> {
        for effect in effects {
            match *effect {
                Effect::Around { radius, ref effects, .. } => {
                    self.radius(entry, radius)?;
                    if effects.iter().any(|effect| matches!(effect, Effect::Around { .. })) {
                        let message = "one crowd at a time".to_owned();
                        return Err(self.error(entry, "effects", message));
                    }
                    self.effects(entry, effects)?;
                }
                Effect::Ignite { radius } | Effect::Douse { radius } | Effect::Snuff { radius } => {
                    self.radius(entry, radius)?;
                }
                Effect::Jet { length } => {
                    self.within(entry, "effects", length.into(), 1, 20)?;
                }
                Effect::Damage { low, high } => self.damage(entry, "effects", (low, high))?,
                Effect::Inflict { percent, turns, .. } => {
                    self.within(entry, "effects", percent as i32, 1, 100)?;
                    self.within(entry, "effects", turns.into(), 1, 1_000)?;
                }
                Effect::Heal { amount } => self.within(entry, "effects", amount, 1, 999)?,
                Effect::Shove { cells } => self.within(entry, "effects", cells.into(), 1, 20)?,
                Effect::Scrub { radius } => self.within(entry, "effects", radius, 1, 20)?,
                _ => {}
            }
        }
        Ok(())
    }
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
            refused("rules.ron", "pays: 25", "pays: 80"),
            refused("rules.ron", "robbed: \"robbed shopkeeper\"", "robbed: \"shopkeeper\""),
            refused("rules.ron", "risen: \"skeleton\"", "risen: \"skelton\""),
            refused("texts.ron", "\"murky\", ", "\"murky\" "),
            refused("traps.ron", "percent: 50", "percent: 500"),
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
