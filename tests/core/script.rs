//! Commands as words.

use base::{Dir, Pos};
use content::TrapKindId;
use engine::sim::{CartIndex, Command, JourneyCommand, Preparation};
use runs::record::{Scripted, parse_script};

#[test]
fn every_command_reads_back_as_itself() {
    let slot = CartIndex(3);
    let mut all = vec![
        Command::Wait,
        Command::Rest,
        Command::Work(None),
        Command::Carry(None),
        Command::NextJob,
        Command::Explore,
        Command::Travel(Pos::new(10, 12)),
        Command::TravelToExit,
        Command::Continue,
        Command::Get,
        Command::Equip { slot },
        Command::Use { slot },
        Command::Throw { slot, target: Pos::new(0, 4) },
        Command::Drop { slot },
        Command::ClockOut,
        Command::Abandon,
        Command::Douse(None),
        Command::Buy { at: Pos::new(7, 3) },
        Command::Sell { slot },
        Command::Pay,
        Command::Linger,
        Command::Mop,
        Command::DoNextJob,
        Command::Prepare(Preparation::MakeKit { trap: TrapKindId(0) }),
        Command::Prepare(Preparation::TakePost),
        Command::Prepare(Preparation::SendHome),
        Command::Journey(JourneyCommand::PickPerk { choice: 2 }),
        Command::Journey(JourneyCommand::TakeOrder { place: 1 }),
    ];
    for dir in Dir::ALL {
        all.extend([
            Command::Step(dir),
            Command::StepAnyway(dir),
            Command::Journey(JourneyCommand::Treat { dir, drink: 1 }),
            Command::Journey(JourneyCommand::Dice { dir, game: 2 }),
            Command::Work(Some(dir)),
            Command::Carry(Some(dir)),
            Command::CloseDoor(dir),
            Command::BarDoor(dir),
            Command::Douse(Some(dir)),
            Command::Prepare(Preparation::SetKit { trap: TrapKindId(2), dir }),
            Command::Prepare(Preparation::TakeDown { dir }),
            Command::Prepare(Preparation::MoveWardrobe { dir }),
            Command::Prepare(Preparation::Lead { dir }),
            Command::Prepare(Preparation::RehangDoor { dir }),
            Command::Prepare(Preparation::LayCoins { dir }),
        ]);
    }
    let text: Vec<String> = all.iter().map(|&command| Scripted(command).to_string()).collect();
    assert_eq!(parse_script(&text.join("\n")), Ok(all.clone()));
    assert_eq!(parse_script(&text.join("; ")), Ok(all));
}

#[test]
fn faults_name_their_line() {
    let fault = |text: &str| parse_script(text).expect_err("was taken").to_string();
    assert_eq!(fault("wait # a while\n\njump"), "line 3: “jump” is no command");
    assert!(fault("step up").starts_with("line 1: “up” is no direction; there are north, "));
    assert_eq!(fault("travel 3"), "line 1: a row is missing");
    assert_eq!(fault("use 300"), "line 1: “300” is no number that fits here");
    assert_eq!(
        fault("wait; wait wait"),
        "line 1: nothing was expected after that, and there stands “wait”"
    );
}
