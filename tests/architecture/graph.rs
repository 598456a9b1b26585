//! Which source file uses which: imports and paths, resolved to the files of the same crate that
//! define what they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::source::{Names, Source};

/// All sources of the workspace but for unit tests, by their modules.
pub(crate) struct Graph {
    files: BTreeMap<Names, Source>,
}

/// The file that uses another, that other, and the line that first says so.
pub(crate) type Uses = BTreeMap<(String, String), usize>;

/// The longest chain of re-exports that is followed.
const MAX_REEXPORTS: usize = 16;

/// What a path names.
enum Target {
    /// Something that is defined in the file of this module.
    Item(Names),
    Module(Names),
}

impl Graph {
    pub(crate) fn read() -> Graph {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = BTreeMap::new();
        for file in sources_under(&root) {
            let inside = file.strip_prefix(&root).expect("a path under src");
            let path = inside.to_string_lossy().replace('\\', "/");
            let module = module_of(&path);
            files.insert(module.clone(), Source::read(&file, path, module));
        }
        let tests: Vec<Names> = files.values().flat_map(|file| file.test_modules.clone()).collect();
        files.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        Graph { files }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &Source> {
        self.files.values()
    }

    /// Every use of a file by another, once.
    ///
    /// An import counts where it is made; a module or a glob that is imported, where something in
    /// it is named. A re-export counts only if the file uses the name itself. Methods are not
    /// followed to their `impl`.
    pub(crate) fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for file in self.files.values() {
            let mut add = |path: &[String], line: usize| {
                let Some(Target::Item(module)) = self.resolve(&file.module, path, MAX_REEXPORTS)
                else {
                    return;
                };
                let target = &self.files[&module].path;
                if *target != file.path {
                    let first = uses.entry((file.path.clone(), target.clone())).or_insert(line);
                    *first = line.min(*first);
                }
            };
            let mentioned: BTreeSet<&str> =
                file.mentions.iter().map(|(path, _)| path[0].as_str()).collect();
            for import in &file.imports {
                if !import.is_reexport || mentioned.contains(import.name.as_str()) {
                    add(&import.path, import.line);
                }
            }
            let is_imported = |name: &str| file.imports.iter().any(|import| import.name == name);
            for (path, line) in &file.mentions {
                if path.len() > 1 || !is_imported(&path[0]) {
                    add(path, *line);
                }
            }
        }
        uses
    }

    fn resolve(&self, module: &[String], path: &[String], left: usize) -> Option<Target> {
        let left = left.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(module[..1].to_vec(), rest, left),
            "self" => self.walk(module.to_vec(), rest, left),
            "super" => {
                let (_, parent) = module.split_last()?;
                if rest.first().is_some_and(|next| next == "super") {
                    return self.resolve(parent, rest, left);
                }
                self.walk(parent.to_vec(), rest, left)
            }
            _ if self.knows(module, first) => self.walk(module.to_vec(), path, left),
            _ => None,
        }
    }

    /// Whether a name of a module is a module or an import of it, or may come by a glob.
    fn knows(&self, module: &[String], name: &str) -> bool {
        let child = [module, &[name.to_owned()]].concat();
        let imports = |file: &Source| {
            file.imports.iter().any(|import| import.name == name || import.name == "*")
        };
        self.files.contains_key(&child) || self.files.get(module).is_some_and(imports)
    }

    /// Follows a path from a module.
    fn walk(&self, module: Names, path: &[String], left: usize) -> Option<Target> {
        let Some((first, rest)) = path.split_first() else { return Some(Target::Module(module)) };
        let child = [&module[..], std::slice::from_ref(first)].concat();
        if self.files.contains_key(&child) {
            return self.walk(child, rest, left);
        }
        let file = self.files.get(&module)?;
        if file.defined.contains(first) {
            return Some(Target::Item(module));
        }
        if let Some(import) = file.imports.iter().find(|import| import.name == *first) {
            // An import from another crate resolves to nothing here.
            return match self.resolve(&module, &import.path, left)? {
                Target::Module(module) => self.walk(module, rest, left.checked_sub(1)?),
                item @ Target::Item(_) => Some(item),
            };
        }
        for glob in file.imports.iter().filter(|import| import.name == "*") {
            let of = &glob.path[..glob.path.len() - 1];
            let Some(Target::Module(of)) = self.resolve(&module, of, left) else { continue };
            if let Some(found) = self.walk(of, path, left.checked_sub(1)?) {
                return Some(found);
            }
        }
        // What a macro or an enum brings in belongs to the file that says so.
        Some(Target::Item(module))
    }
}

/// The module that a file is: `engine/sim/mod.rs` is `["engine", "sim"]`. Files outside a crate's
/// folder are the program's.
fn module_of(path: &str) -> Names {
    let mut module: Names =
        path.strip_suffix(".rs").expect("a source file").split('/').map(str::to_owned).collect();
    if matches!(module[0].as_str(), "main" | "cli") {
        module.insert(0, "upkeeper".to_owned());
    }
    if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

fn sources_under(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The sets of files that use each other in circles: the strongly connected components of two files
/// or more.
pub(crate) fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let arcs = uses.keys().map(|(from, to)| (from.as_str(), to.as_str(), ()));
    let graph = DiGraphMap::<&str, ()>::from_edges(arcs);
    let components = kosaraju_scc(&graph).into_iter().filter(|files| files.len() > 1);
    components.map(|files| files.into_iter().map(str::to_owned).collect()).collect()
}
