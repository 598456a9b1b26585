//! The file of a run that is played, and what other programs do to it.

use std::fs;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use runs::home::{Environment, GameFolders};
use runs::record::{NullSink, Session};
use runs::save;
use runs::save::{FileNews, KeptFile, RunFile, RunId};
use tempfile::TempDir;

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};

fn begin(path: &Path) -> Session<KeptFile> {
    let begun = opening("vault", 3);
    let file = RunFile::create(path, &begun).expect("creates");
    let session = Session::begin(begun, catalog(), file).expect("begins");
    session.with_sink(KeptFile::new).expect("a file")
}

/// Plays before and after something is done to the file: the news, and the file that has all of the
/// run then.
fn after(change: impl FnOnce(&Path)) -> (Vec<FileNews>, PathBuf, TempDir) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("run.upk");
    let mut session = begin(&path);
    let mut driver = Driver::new(3);
    play(&mut session, &mut driver, 10);
    assert_eq!(session.sink_mut().take_news(), []);
    change(&path);
    play(&mut session, &mut driver, 10);
    session.sink_mut().finish().expect("it is written");
    let news = session.sink_mut().take_news();
    let place = session.sink().path().to_owned();
    let loaded = save::load(&place).expect("a run file");
    assert!(loaded.torn.is_none());
    let again = loaded.session(catalog(), NullSink).expect("it plays");
    assert_eq!(again.chain(), session.chain(), "all of it is there");
    (news, place, folder)
}

#[test]
fn a_file_that_is_taken_away_is_written_again() {
    let (news, place, folder) = after(|path| fs::remove_file(path).expect("it goes"));
    assert!(matches!(news[..], [FileNews::TakenAway(_)]), "{news:?}");
    assert_eq!(place, folder.path().join("run.upk"));
    let (news, ..) = after(|path| {
        let folder = path.parent().expect("a folder");
        fs::remove_dir_all(folder).expect("it goes");
    });
    assert!(matches!(news[..], [FileNews::TakenAway(_)]), "{news:?}");
}

#[test]
fn what_is_put_in_its_place_is_left_there() {
    let other = b"another file, or an older copy";
    let (news, place, folder) = after(|path| {
        let beside = path.with_extension("new");
        fs::write(&beside, other).expect("writes");
        fs::rename(beside, path).expect("moves");
    });
    assert!(matches!(news[..], [FileNews::Replaced(_)]), "{news:?}");
    assert_eq!(place, folder.path().join("run-2.upk"));
    assert_eq!(fs::read(folder.path().join("run.upk")).expect("a file"), other);
}

#[test]
fn what_others_write_into_it_is_left_to_them() {
    let append = |path: &Path| {
        let mut file = OpenOptions::new().append(true).open(path).expect("opens");
        file.write_all(b"a second writer").expect("writes");
    };
    let cut = |path: &Path| {
        OpenOptions::new().write(true).open(path).expect("opens").set_len(100).expect("cuts");
    };
    let change = |path: &Path| {
        let mut bytes = fs::read(path).expect("a file");
        *bytes.last_mut().expect("bytes") ^= 1;
        fs::write(path, bytes).expect("writes");
    };
    let empty = |path: &Path| fs::write(path, b"").expect("writes");
    for change in [&append as &dyn Fn(&Path), &cut, &change, &empty] {
        let (news, place, folder) = after(change);
        assert!(matches!(news[..], [FileNews::WrittenTo(_)]), "{news:?}");
        assert_eq!(place, folder.path().join("run-2.upk"));
    }
}

#[test]
fn two_names_that_are_taken_are_passed_over() {
    let (_, place, folder) = after(|path| {
        fs::write(path.with_file_name("run-2.upk"), b"mine").expect("writes");
        fs::write(path, b"").expect("writes");
    });
    assert_eq!(place, folder.path().join("run-3.upk"));
}

#[test]
fn a_folder_on_the_command_line_comes_before_the_environment() {
    let set = [("UPKEEPER_HOME".to_owned(), "/set".to_owned())];
    let environment = Environment::from_iter(set);
    let named = GameFolders::find(Some(Path::new("/named")), &environment).expect("a folder");
    assert_eq!(named.runs(), Path::new("/named/runs"));
    let found = GameFolders::find(None, &environment).expect("a folder");
    assert_eq!(found.config(), Path::new("/set/config.toml"));
}
#[test]
fn a_name_that_leaves_its_folder_is_refused() {
    for name in ["", ".", "..", "../runs/a.upk", "/etc/passwd", "a/b.upk", "a/"] {
        assert!(RunId::try_from(name.to_owned()).is_err(), "{name}");
        assert!(serde_json::from_value::<RunId>(name.into()).is_err(), "{name}");
    }
    let id = RunId::of_file(Path::new("/home/ann/runs/ann-vault-7.upk")).expect("a name");
    assert_eq!(id.as_str(), "ann-vault-7.upk");
    assert_eq!(serde_json::to_value(&id).expect("plain data"), "ann-vault-7.upk");
}
