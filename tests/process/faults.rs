//! Calls of the system that fail under the game: a preloaded library stands for file systems that
//! lock or sync nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::program::{PROGRAM, Ran, command, on_terminal, only_run, run_line, write_run};
use crate::support::failing_call::{Call, FAILING, failing_call, library};
use crate::support::pty::{Pty, Start};

/// A call that succeeds without doing anything while it does not fail.
fn call(declaration: &'static str) -> Call {
    Call { declaration, otherwise: "0" }
}

fn play(folder: &Path, library: &Path) -> Pty {
    let start = on_terminal(folder, "play --kind cavern --seed 1");
    let mut pty = start.variable("LD_PRELOAD", &library.to_string_lossy()).run();
    pty.wait_for("key: begin");
    pty.press("\r", "Health ");
    pty
}

/// Runs a command with a library loaded before those of the system.
fn preloaded(folder: &Path, library: &Path, args: &[&str]) -> Ran {
    Ran::of(command(folder, args).env("LD_PRELOAD", library).output().expect("runs"))
}

/// A library in which a call fails for files in the folder of runs alone, once it is told to.
fn failing_runs(folder: &Path, declaration: &str, otherwise: &str, errno: &str) -> PathBuf {
    let code = format!(
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <limits.h>\n#include <stdio.h>\n\
         #include <string.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n\
         {declaration} {{ char link[64], path[PATH_MAX] = {{0}};\n\
         snprintf(link, sizeof link, \"/proc/self/fd/%d\", fd);\n\
         readlink(link, path, sizeof path - 1);\n\
         if (access(\"{}\", F_OK) || !strstr(path, \"/runs/\")) return {otherwise};\n\
         errno = {errno}; return -1; }}\n",
        folder.join(FAILING).display()
    );
    library(folder, &code)
}

#[test]
fn who_leaves_while_nothing_comes_to_the_disk_can_save_elsewhere_or_leave() {
    let folder = TempDir::new().expect("a folder");
    let library = failing_runs(folder.path(), "int fdatasync(int fd)", "0", "EIO");
    let copy = folder.path().join("elsewhere.upk");
    let mut pty = play(folder.path(), &library);
    fs::write(folder.path().join(FAILING), "").expect("writes");
    pty.press("sS", "save it elsewhere");
    pty.press("t", "It is the same again.");
    pty.press("e", "not there yet");
    // A file that is there is left alone.
    let taken = folder.path().join("config.toml");
    fs::write(&taken, "").expect("writes");
    pty.press(&format!("\x15{}\r", taken.display()), "config.toml");
    pty.press(&format!("\x15{}\r", copy.display()), "All of the run is in");
    assert_eq!(
        fs::read(&copy).expect("the copy"),
        fs::read(only_run(folder.path())).expect("the run")
    );
    assert_eq!(fs::read(&taken).expect("reads"), b"");
    // Leaving all the same: the run is among the unfinished ones.
    pty.press("c", "Dawn ");
    pty.press("sS", "leave all the same");
    pty.press("l", "may be lost");
    pty.press("Y", "Continue: ");
    pty.ends_by("q", 0);
}

#[test]
fn what_could_not_be_written_is_in_the_copy() {
    let folder = TempDir::new().expect("a folder");
    let call = "ssize_t write(int fd, const void *bytes, size_t n)";
    let library = failing_runs(folder.path(), call, "syscall(SYS_write, fd, bytes, n)", "ENOSPC");
    let failing = folder.path().join(FAILING);
    let copy = folder.path().join("elsewhere.upk").to_string_lossy().into_owned();
    let mut pty = play(folder.path(), &library);
    // The rest of a frame is no turn.
    let left = |screen: &vt100::Screen| {
        let contents = screen.contents();
        let row = contents.lines().find(|row| row.contains("Dawn"))?.to_owned();
        row.split_once(" in ")?.1.trim().parse::<u32>().ok()
    };
    pty.wait_until("the clock", |screen| left(screen).is_some());
    let before = pty.screen(left);
    pty.send("s");
    pty.wait_until("a turn", |screen| left(screen).is_some_and(|now| Some(now) < before));
    fs::write(&failing, "").expect("writes");
    pty.press("s", "No space left");
    pty.press("S", "save it elsewhere");
    pty.press("e", "not there yet");
    pty.press("\x15~/x.upk\r", "write the folder out");
    pty.press(&format!("\x15{copy}\r"), "All of the run is in");
    let commands = |run: &str| {
        let told = run_line(folder.path(), &format!("save info {run} --format json")).json();
        assert_eq!(told["torn"], 0);
        told["commands"].as_u64().expect("a number")
    };
    let run = only_run(folder.path()).display().to_string();
    assert_eq!((commands(&run), commands(&copy)), (1, 2));
    fs::remove_file(failing).expect("there is room again");
    pty.ends_by("q", 0);
}

#[test]
fn without_locks_it_is_played_and_said() {
    let folder = TempDir::new().expect("a folder");
    let library = failing_call(folder.path(), &call("int flock(int fd, int how)"), "ENOSYS");
    let mut pty = play(folder.path(), &library);
    pty.press("s", "cannot be locked");
    pty.signal("TERM");
    pty.ends_with(143);
    let run = only_run(folder.path()).display().to_string();
    let told = preloaded(folder.path(), &library, &["save", "info", &run]).out;
    assert!(told.contains("cannot be locked"), "{told}");
    let mut pty =
        on_terminal(folder.path(), "").variable("LD_PRELOAD", &library.to_string_lossy()).run();
    pty.wait_for("cannot be locked");
    // It is told until something is chosen.
    pty.press("s", "Reader mode");
    pty.press("\x1b", "New shift");
    assert!(!pty.text().contains("cannot be locked"));
    pty.ends_by("q", 0);
    preloaded(folder.path(), &library, &["sim", "--count", "1", "--save", "out"]).is(0, "");
}

#[test]
fn a_run_that_does_not_come_to_the_disk_goes_on_and_comes_there_later() {
    for (errno, told) in [("ENOSPC", "does not come to the disk"), ("EINVAL", "cannot be synced")] {
        let folder = TempDir::new().expect("a folder");
        let library = failing_call(folder.path(), &call("int fdatasync(int fd)"), errno);
        fs::remove_file(folder.path().join(FAILING)).expect("it works at first");
        let mut pty = play(folder.path(), &library);
        fs::write(folder.path().join(FAILING), "").expect("writes");
        pty.press("s", told);
        fs::remove_file(folder.path().join(FAILING)).expect("it works again");
        if errno == "ENOSPC" {
            pty.press("s", "come to the disk now");
        }
        pty.signal("TERM");
        pty.ends_with(143);
    }
}

#[test]
fn a_file_that_does_not_come_to_the_disk_is_not_put_in_place() {
    let folder = TempDir::new().expect("a folder");
    write_run(&folder.path().join("a.upk"), "Ann", 5);
    let library = failing_call(folder.path(), &call("int fdatasync(int fd)"), "ENOSPC");
    let args = ["save", "cut", "a.upk", "--turn", "0", "--out", "b.upk"];
    preloaded(folder.path(), &library, &args).is(73, "");
    assert!(!folder.path().join("b.upk").exists());
}

#[test]
fn what_is_larger_than_a_file_may_be_is_refused_in_the_game() {
    let folder = TempDir::new().expect("a folder");
    let script = "ulimit -f 5; exec \"$@\"";
    let home = folder.path().to_string_lossy().into_owned();
    let mut pty = Start::new("/bin/sh")
        .arguments(["-c", script, "sh", PROGRAM, "--home", &home, "play", "--seed", "1"])
        .run();
    pty.wait_for("key: begin");
    pty.press("\r", "Health ");
    for _ in 0..200 {
        pty.send("s");
    }
    pty.wait_for("File too large");
    pty.signal("TERM");
    pty.wait_exit();
    assert!(pty.screen(|screen| !screen.alternate_screen()));
}

#[test]
fn help_and_version_that_nobody_can_read_are_no_success() {
    for option in ["--version", "--help"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let status = Command::new(PROGRAM).arg(option).stdout(full).status().expect("runs");
        assert_eq!(status.code(), Some(74), "{option}");
    }
}

#[test]
fn folders_are_bytes_and_no_tilde() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = TempDir::new().expect("a folder");
    let home = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    let verbose = Command::new(PROGRAM)
        .args(["scores", "--verbose"])
        .env("UPKEEPER_HOME", &home)
        .output()
        .expect("runs");
    let told = String::from_utf8_lossy(&verbose.stderr).into_owned();
    assert!(told.contains("caf"), "{told}");
    let refused = Command::new(PROGRAM)
        .args(["--home=~/games", "scores"])
        .current_dir(folder.path())
        .output()
        .expect("runs");
    assert_eq!(refused.status.code(), Some(78));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("$HOME"));
    assert!(!folder.path().join("~").exists());
}

#[test]
fn a_process_that_has_no_memory_gives_the_terminal_back() {
    let folder = TempDir::new().expect("a folder");
    let code = format!(
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         void *malloc(size_t n) {{ static void *(*next)(size_t);\n\
         if (!next) next = dlsym(RTLD_NEXT, \"malloc\");\n\
         return n > 256 && !access(\"{}\", F_OK) ? 0 : next(n); }}\n",
        folder.path().join(FAILING).display()
    );
    let library = library(folder.path(), &code);
    let mut pty = play(folder.path(), &library);
    fs::write(folder.path().join(FAILING), "").expect("writes");
    for _ in 0..20 {
        pty.send("o");
    }
    let status = pty.wait_exit();
    assert!(!status.success(), "{status:?}");
    assert!(pty.screen(|screen| !screen.alternate_screen() && !screen.bracketed_paste()));
    fs::remove_file(folder.path().join(FAILING)).expect("there is memory again");
    let run = only_run(folder.path());
    run_line(folder.path(), &format!("replay verify {}", run.display())).is(0, "");
}

#[test]
fn keys_that_were_typed_before_a_question_answer_none() {
    let folder = TempDir::new().expect("a folder");
    let library = library(folder.path(), "");
    let mut pty = play(folder.path(), &library);
    for typed in ["Q\r", "QY", "ssQ\r"] {
        pty.press(typed, "was pressed before this was asked");
        pty.send("n");
        pty.wait_until("the question gone", |screen| !screen.contents().contains("walk off"));
    }
    pty.press("Q", "walk off");
    pty.press("\r", "You put down your tools");
    pty.signal("TERM");
    pty.wait_exit();
}

#[test]
fn a_terminal_that_tells_of_no_new_size_is_asked_by_a_key() {
    let folder = TempDir::new().expect("a folder");
    // Nobody hears SIGWINCH.
    let code = "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <signal.h>\n\
         int sigaction(int n, const struct sigaction *new, struct sigaction *old) {\n\
         int (*next)(int, const struct sigaction *, struct sigaction *) = dlsym(RTLD_NEXT, \
         \"sigaction\");\n\
         return next(n, n == SIGWINCH ? 0 : new, old); }\n";
    let library = library(folder.path(), code);
    let mut pty = play(folder.path(), &library);
    let uses_new_columns = |screen: &vt100::Screen| {
        (0..30).any(|y| (80..100).any(|x| screen.cell(y, x).is_some_and(vt100::Cell::has_contents)))
    };
    pty.resize(100, 30);
    pty.press("x", "You stand here");
    assert!(!pty.screen(uses_new_columns));
    pty.send("\x0c");
    pty.wait_until("the new columns", uses_new_columns);
    pty.signal("TERM");
    pty.wait_exit();
}

#[test]
fn a_clock_that_is_set_changes_neither_the_timer_nor_the_marks() {
    let folder = TempDir::new().expect("a folder");
    let set = folder.path().join(FAILING);
    let code = format!(
        "#define _GNU_SOURCE\n#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\n\
         int clock_gettime(clockid_t id, struct timespec *t) {{\n\
         int e = syscall(SYS_clock_gettime, id, t);\n\
         if (id == CLOCK_REALTIME && !access(\"{}\", F_OK)) t->tv_sec += 3600;\n\
         return e; }}\n",
        set.display()
    );
    let library = library(folder.path(), &code);
    fs::write(folder.path().join("config.toml"), "timer = 'real'\n").expect("writes");
    let mut pty = play(folder.path(), &library);
    fs::write(set, "").expect("writes");
    pty.press("s", "Time   0:01");
    pty.press("S", "Continue: ");
    pty.ends_by("q", 0);
    let line = format!("replay splits {} --format json", only_run(folder.path()).display());
    let splits = run_line(folder.path(), &line).json_lines().remove(0);
    let real = splits["real_ms"].as_u64().expect("marked");
    assert!((1_000..60_000).contains(&real), "{splits}");
}

/// As many threads as a user may have are there already: everything is done on the one of the
/// program.
#[test]
fn without_threads_it_plays_and_works() {
    let threads = "int pthread_create(void *t, const void *a, void *(*f)(void *), void *x)";
    let folder = TempDir::new().expect("a folder");
    // It answers with the error itself.
    let code = format!("#include <errno.h>\n{threads} {{ return EAGAIN; }}\n");
    let library = library(folder.path(), &code);
    preloaded(folder.path(), &library, &["sim", "--count", "3"]).is(0, "");
    let mut pty = play(folder.path(), &library);
    pty.press("S", "ontinue");
    pty.signal("TERM");
    pty.ends_with(143);
    assert!(pty.screen(|screen| !screen.alternate_screen()));
}

#[test]
fn a_run_that_comes_by_a_pipe_is_watched_by_the_keys_of_the_terminal() {
    let folder = TempDir::new().expect("a folder");
    write_run(&folder.path().join("run.upk"), "Ann", 5);
    let script = format!("cat run.upk | {PROGRAM} --home . replay watch -; echo code $?");
    let script = format!("cd {} && {script}", folder.path().display());
    let mut pty = Start::new("/bin/sh").arguments(["-c", &script]).run();
    pty.wait_until("the replay", vt100::Screen::alternate_screen);
    pty.press("\x1b", "code 0");
    assert!(pty.wait_exit().success());
}
