//! The lines about the fixture and the terrain of an examined cell.

use crate::sim::{Door, Fixture};
use crate::view::View;
use base::Pos;
use content::{Gate, JobKind, Supply, capital, counted, with_article};
use levels::Tile;

impl View<'_> {
    pub(super) fn examine_fixture(&self, fixture: Fixture) -> Vec<String> {
        // The work of some takes a supply.
        let (text, job) = match fixture {
            Fixture::Trap { kind, armed } => {
                let trap = self.catalog().trap(kind);
                let state = if armed {
                    "armed. Mind your feet.".to_owned()
                } else {
                    format!("sprung. {}", self.job_cost(Supply::Parts, JobKind::Trap))
                };
                let name = capital(&with_article(&trap.name));
                return vec![format!("{name} trap, {state}"), trap.description.clone()];
            }
            Fixture::Drop(down) => {
                let below = format!("down to the {}, and not climb back.", down.name());
                return vec![format!("A ledge, twice your height. You can jump {below}")];
            }
            Fixture::Crate => {
                let turns = counted(self.world().smash_turns(), "turn");
                let wreck = format!("Walk into it and it is firewood in {turns}, loudly.");
                return vec![format!("A crate, in the way. {wreck}")];
            }
            Fixture::Door(Door::Locked) => {
                return vec![format!("A locked door. {}", self.how_to_open(Gate::LockedDoor))];
            }
            Fixture::Door(Door::Bolted) => {
                let how = self.how_to_open(Gate::BossDoor);
                return vec![format!("A door with too many bolts. {how}")];
            }
            Fixture::Chest { full: true } if self.is_in_town() => {
                ("A chest. Not yours, and not guarded, unless somebody is looking.", None)
            }
            Fixture::Chest { full: false } if self.is_in_town() => ("An empty chest.", None),
            Fixture::Chest { full: true } => ("A chest, full, as it should be.", None),
            Fixture::Chest { full: false } => {
                ("A looted chest.", Some((Supply::Stock, JobKind::Chest)))
            }
            Fixture::Door(Door::Broken) => {
                ("A broken door.", Some((Supply::Timber, JobKind::Door)))
            }
            Fixture::Door(Door::Open) => ("An open door. It can be shut.", None),
            Fixture::Door(Door::Closed) => {
                ("A shut door. Vermin have no hands for the latch. It can be barred.", None)
            }
            Fixture::Door(Door::Barred) => (
                "A barred door. No latch opens it. You can, by walking into it; axes can, in a \
                 while.",
                None,
            ),
            Fixture::Light { lit: true } => (
                "A brazier, lit. Whoever stands in its light is seen from afar. It can be put out.",
                None,
            ),
            Fixture::Light { lit: false } => {
                ("A dead brazier.", Some((Supply::Oil, JobKind::Light)))
            }
            Fixture::Post { empty: false } => ("A post: a mat, a bowl, a view of the door.", None),
            Fixture::Post { empty: true } => (
                "An empty post. Whoever lived here runs wild; a lure set here calls it home.",
                Some((Supply::Lures, JobKind::Pen)),
            ),
            Fixture::Closet => (
                "Your closet: a bucket to rinse the mop in, a bench to make trap kits at, and no \
                 chair.",
                None,
            ),
            Fixture::Chute => ("A chute. Bodies go down here; nobody asks where it ends.", None),
            Fixture::Well => ("A well, to rinse the mop in.", None),
            Fixture::Wardrobe => (
                "A wardrobe. Step in while nobody looks: some parties look inside, most do not.",
                None,
            ),
            Fixture::Alcove => {
                ("A hollow in the rock, your size. Step in while nobody looks.", None)
            }
            Fixture::House => {
                ("A house door. Light under it: somebody is in, and it stays shut tonight.", None)
            }
        };
        vec![match job {
            Some((supply, job)) => format!("{text} {}", self.job_cost(supply, job)),
            None => text.to_owned(),
        }]
    }

    /// The side that a door was hung to open to, and what that does.
    pub(super) fn examine_hang(&self, pos: Pos) -> Option<String> {
        let opens_to = self.world().shift.prepared.opens_to(pos)?.name();
        Some(format!(
            "You hung it to open to the {opens_to}: no kick from there takes it in, and it falls \
             shut behind whoever goes through."
        ))
    }

    /// The turns and the supply that a job takes.
    fn job_cost(&self, supply: Supply, job: JobKind) -> String {
        let own = self.world().supply(supply);
        let turns = self.world().work_turns(job);
        format!("It takes {} and one of your {own} {supply}.", counted(turns, "turn"))
    }

    fn how_to_open(&self, gate: Gate) -> String {
        let opens = self.world().opens(gate);
        match gate {
            Gate::LockedDoor if opens => {
                "Walk into it: a small key opens it, and stays in the lock."
            }
            Gate::LockedDoor => "Any small key of this floor opens it; you have none.",
            Gate::BossDoor if opens => "Walk into it: you have the key, and your hip knows it.",
            Gate::BossDoor => "It has a key of its own, and you do not have it.",
            Gate::Pit if opens => "Your boots will not notice it.",
            Gate::Pit => "It wants lighter boots than yours. You see across, at least.",
            Gate::Rubble if opens => match self.world().satchel_wait().0 {
                0 => "Walk into it, and the satchel makes it floor. Everybody will hear.",
                _ => "The satchel is refilling itself.",
            },
            Gate::Rubble => "It is more than a night's work, and wants a bomb.",
            Gate::Drop => "There is no way up.",
        }
        .to_owned()
    }

    pub(super) fn examine_tile(&self, tile: Tile) -> String {
        let is_in_house = || self.town().is_some_and(|town| town.here().is_some());
        match tile {
            Tile::Pit => return format!("A pit, with an echo. {}", self.how_to_open(Gate::Pit)),
            Tile::Rubble => {
                return format!("Rubble, up to the ceiling. {}", self.how_to_open(Gate::Rubble));
            }
            Tile::Exit | Tile::Start if is_in_house() => "The front door. The street is behind it.",
            Tile::Exit if self.is_in_town() => "The far gate. The roads beyond begin here.",
            Tile::Start if self.is_in_town() => "The near gate, by which you came.",
            Tile::Wall => "A wall.",
            Tile::Rock => "Solid rock.",
            Tile::Floor => "Floor.",
            Tile::Door => "A doorway.",
            Tile::LockedDoor => "A locked door.",
            Tile::BossDoor => "A door with too many bolts.",
            Tile::DeepWater => "Deep water, black and quiet. Nobody wades it.",
            Tile::Grass => "Something green has come up through the floor. Not on the order.",
            Tile::Road => "A paved way, worn by feet that were let in.",
            Tile::Start => "The way you came in.",
            Tile::Exit => "The exit. You clock out here.",
        }
        .to_owned()
    }
}
