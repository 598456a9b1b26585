//! The run files and texts that commands read: files, pipes and the standard input; and lists of
//! them.

use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::io::{self, IsTerminal as _};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use super::bounded_file::{NamedPipe, is_pipe, read, read_from, text};
use super::{Failure, Invocation};
use base::path_text;
use runs::home::is_run_file_name;
use runs::save::RunSource;

pub(super) const STANDARD_INPUT: &str = "-";

/// The largest list of files, in bytes.
const MAX_LIST_BYTES: u64 = 64 << 20;

/// Opens a run file: a regular file, a named pipe, or the standard input for `-`.
///
/// What comes from a pipe is kept in a temporary file, so that commands can read it several times;
/// see [`save::MAX_STREAM_BYTES`](runs::save::MAX_STREAM_BYTES). The standard input is waited for,
/// a named pipe without a writer is not, and no device is read.
pub(super) fn open(path: &Path, invocation: &Invocation) -> Result<RunSource, Failure> {
    let source = if is_standard_input(path) {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            let message =
                "-: the standard input is a terminal; pipe a run file into it, or name one";
            return Err(Failure::usage(&message));
        }
        RunSource::spool("standard input", stdin.lock())?
    } else if is_pipe(path) {
        RunSource::spool(&path_text(path), NamedPipe::open(path)?)?
    } else {
        RunSource::open(path)?
    };
    invocation.log_verbose(&format_args!("{}: {} bytes", source.name(), source.length()?));
    Ok(source)
}

pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Refuses `-` if it stands more than once among files: the standard input can be read once.
pub(super) fn check_once<'a>(files: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    match files.into_iter().filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::usage(&"- is given twice: the standard input can be read once")),
    }
}

/// The files that are named, by a list of names too: folders are replaced by the run files in them
/// and below, in the order of their names.
/// Errors: the list cannot be read. A folder that cannot be read, or has no run file, is a failure
/// in its place.
pub(super) fn run_files(
    named: &[PathBuf],
    list: Option<&Path>,
    invocation: &Invocation,
) -> Result<Vec<Result<PathBuf, Failure>>, Failure> {
    check_once(named.iter().map(PathBuf::as_path).chain(list))?;
    let listed = list.map(|list| read_list(list, invocation)).transpose()?.unwrap_or_default();
    check_once(named.iter().chain(&listed).map(PathBuf::as_path).chain(list))?;
    let mut files = Vec::new();
    for path in named.iter().chain(&listed) {
        if path.is_dir() {
            add_folder(path, invocation, &mut files);
        } else {
            files.push(Ok(path.clone()));
        }
    }
    Ok(files)
}

/// Adds the run files of a folder.
fn add_folder(folder: &Path, invocation: &Invocation, files: &mut Vec<Result<PathBuf, Failure>>) {
    let before = files.len();
    walk(folder, files);
    let found = files.len() - before;
    invocation.log_verbose(&format_args!("{}: {found} run files", path_text(folder)));
    if found == 0 {
        let message = format!("{}: there is no run file (*.upk) in it", path_text(folder));
        files.push(Err(Failure { code: 66, message }));
    }
}

/// Adds the run files of a folder and of those below it. Symbolic links to folders are not
/// followed, and so lead in no circle.
fn walk(folder: &Path, files: &mut Vec<Result<PathBuf, Failure>>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return files.push(Err(Failure::read(folder, &error))),
    };
    entries.sort_unstable_by_key(DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, files);
        } else if is_run_file_name(&path) && !path.is_dir() {
            files.push(Ok(path));
        }
    }
}

/// The names in a list: one a line, or with zero bytes between them, as `find -print0` writes them.
fn read_list(list: &Path, invocation: &Invocation) -> Result<Vec<PathBuf>, Failure> {
    let bytes = read_bytes(list, MAX_LIST_BYTES, invocation)?;
    let separator = if bytes.contains(&0) { 0 } else { b'\n' };
    let names = bytes.split(|&byte| byte == separator).filter(|name| !name.is_empty());
    let files: Vec<PathBuf> = names.map(|name| OsString::from_vec(name.to_vec()).into()).collect();
    if files.is_empty() {
        let message = format!("{}: it names no file", path_text(list));
        return Err(Failure { code: 66, message });
    }
    Ok(files)
}

/// The text of a file, a pipe, or the standard input for `-`.
/// Errors: it cannot be read, is no text, or is longer than `max` bytes.
pub(super) fn read_text(path: &Path, max: u64, invocation: &Invocation) -> Result<String, Failure> {
    text(path, read_bytes(path, max, invocation)?)
}

/// As [`read_text`], of a file that need not be text.
fn read_bytes(path: &Path, max: u64, invocation: &Invocation) -> Result<Vec<u8>, Failure> {
    let bytes = if is_standard_input(path) {
        read_from(path, io::stdin().lock(), max)?
    } else {
        read(path, max)?
    };
    invocation.log_verbose(&format_args!("{}: {} bytes", path_text(path), bytes.len()));
    Ok(bytes)
}
