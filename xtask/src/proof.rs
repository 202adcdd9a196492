//! The proofs of `proof/`: compiles them, lists the axioms that they rest on, extracts the program
//! `catmouse-check`, and compares it with `catmouse check` on certificates of all fixtures and on
//! damaged ones.
//!
//! Everything is built in `target/proof`. If Coq is not installed, the step is left out.

mod damage;
mod dice;
mod setups;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

use anyhow::{Context, Result, bail, ensure};

use crate::nightly::runs;
use crate::{build_binary, output};
use damage::{cop_number, fingerprints};
use dice::Dice;

/// The damaged certificates of the quick check. Both checks try a quarter of this number of random
/// setups.
const FEW: usize = 400;

/// Words that admit something without a proof, or switch off a check of Coq.
const UNPROVED: &[&str] =
    &["Admitted", "admit", "Axiom", "Axioms", "Parameter", "Parameters", "Conjecture", "bypass_check", "Unset"];

/// The folders of fixtures that are complete games.
const GAMES: &[&str] = &["classic", "cops", "costs", "grid", "rules"];

/// Graphs with their published cop numbers: for the quick check and for the long one.
const QUICK: &[(&str, usize)] =
    &[("path:4", 1), ("cycle:5", 2), ("bipartite:3,3", 2), ("grid:3x4", 2), ("petersen", 3)];
const LONG: &[(&str, usize)] = &[
    ("tree:2,3", 1),
    ("wheel:8", 1),
    ("complete:6", 1),
    ("cycle:8", 2),
    ("bipartite:3,3", 2),
    ("multipartite:2,2,2", 2),
    ("grid:3x4", 2),
    ("ladder:6", 2),
    ("cube", 2),
    ("icosahedron", 2),
    ("petersen", 3),
    ("dodecahedron", 3),
    ("hypercube:4", 3),
    ("torus:4x5", 3),
    ("heawood", 3),
    ("pappus", 3),
    ("moebius-kantor", 3),
    ("gp:7,2", 3),
    ("desargues", 3),
    ("mcgee", 3),
    ("tutte-coxeter", 3),
    ("robertson", 4),
];

/// The sources of the program, in the order in which OCaml compiles them; the first is extracted.
const PROGRAM: &[&str] = &["checker", "reader", "xxh3", "board", "proof_file", "main"];

/// The remedy for the first missing tool, if any.
pub(crate) fn missing(_root: &Path) -> Option<&'static str> {
    let has = |tool: &str| runs(Command::new(tool).arg("--version"));
    if !has("coqc") || !has("make") {
        return Some("apt-get install coq make");
    }
    (!has("ocamlopt")).then_some("apt-get install ocaml")
}

/// The quick check.
pub(crate) fn check(root: &Path) -> Result<()> {
    let proof = Proof::build(root)?;
    proof.agrees(FEW, QUICK)
}

/// The long check: this many damaged certificates, and more graphs. True; it fails with an error.
pub(crate) fn run(root: &Path, damaged: usize) -> Result<bool> {
    if let Some(install) = missing(root) {
        bail!("this machine lacks a tool for the proofs ({install})");
    }
    let proof = Proof::build(root)?;
    // A second, smaller program checks what coqc compiled. It takes too long for the computations
    // of the theorems about graphs.
    let files = ["Catmouse.Solution", "Catmouse.Pursuit", "Catmouse.CopNumber"];
    proof.run("coqchk", &[&["-silent", "-o", "-Q", ".", "Catmouse"][..], &files].concat())?;
    proof.agrees(damaged, LONG)?;
    Ok(true)
}

/// The compiled proofs and the two programs.
struct Proof {
    root: PathBuf,
    /// The folder in which everything is built.
    folder: PathBuf,
    ours: PathBuf,
    proved: PathBuf,
}

impl Proof {
    /// Compiles the proofs, checks that they rest on no axiom, and builds both programs.
    fn build(root: &Path) -> Result<Self> {
        let folder = root.join("target/proof");
        for source in sources(&root.join("proof"))? {
            let text = fs::read_to_string(root.join("proof").join(&source))?;
            if source.extension().is_some_and(|extension| extension == "v") {
                let found = text.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| UNPROVED.contains(word));
                ensure!(found.is_none(), "proof/{}: `{}` is no proof", source.display(), found.unwrap_or_default());
            }
            // A file that did not change keeps its time, so that nothing is compiled again.
            let copy = folder.join(&source);
            if fs::read_to_string(&copy).ok().as_ref() != Some(&text) {
                fs::create_dir_all(copy.parent().context("a file is in a folder")?)?;
                fs::write(copy, text)?;
            }
        }
        let proof = Self {
            root: root.to_owned(),
            ours: root.join("target/debug/catmouse"),
            proved: folder.join("catmouse-check"),
            folder,
        };
        proof.run("coq_makefile", &["-f", "_CoqProject", "-o", "Makefile"])?;
        proof.run("make", &["--silent", "-j2"])?;
        let printed = Command::new("coqc")
            .current_dir(&proof.folder)
            .args(["-Q", ".", "Catmouse", "Assumptions.v"])
            .output()
            .context("coqc does not start")?;
        let printed = String::from_utf8_lossy(&printed.stdout);
        output::print_line(&format!("   {}", printed.trim()));
        ensure!(printed.trim() == "Closed under the global context", "the theorems rest on axioms");
        for name in PROGRAM {
            let extracted = *name == "checker";
            let file = if extracted { format!("{name}.ml") } else { format!("checker/{name}.ml") };
            // The extracted code lacks cases that cannot occur, and OCaml would warn about them.
            let warnings = if extracted { "-a" } else { "+a-4-9-40-41-42-44-45-70" };
            let errors = if extracted { "-a" } else { "+a" };
            if extracted {
                proof.run("ocamlopt", &["-c", "checker.mli"])?;
            }
            proof.run("ocamlopt", &["-I", "checker", "-w", warnings, "-warn-error", errors, "-c", &file])?;
        }
        let objects: Vec<String> = PROGRAM
            .iter()
            .map(|name| if *name == "checker" { "checker.cmx".to_owned() } else { format!("checker/{name}.cmx") })
            .collect();
        let linked: Vec<&str> =
            ["-o", "catmouse-check"].into_iter().chain(objects.iter().map(String::as_str)).collect();
        proof.run("ocamlopt", &linked)?;
        build_binary(root)?;
        Ok(proof)
    }

    /// Runs a program in the folder of the build.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let status = output::status(Command::new(program).current_dir(&self.folder).args(arguments));
        let status = status.with_context(|| format!("{program} does not start"))?;
        ensure!(status.success(), "{program} {} ended with {status}", arguments.join(" "));
        Ok(())
    }

    /// Compares the two programs on certificates of all fixtures, of cop numbers, and on damaged
    /// ones.
    fn agrees(&self, damaged: usize, graphs: &[(&str, usize)]) -> Result<()> {
        let folder = self.folder.join("certificates");
        fs::create_dir_all(&folder)?;
        let mut whole = Vec::new();
        for game in GAMES {
            let mut boards: Vec<PathBuf> = fs::read_dir(self.root.join("fixtures").join(game))?
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<_>>()?;
            boards.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
            boards.sort();
            // The proved program knows neither scripts nor traps, and refuses their settings.
            boards.retain(|path| {
                fs::read_to_string(path).is_ok_and(|text| !text.contains("cat-follows") && !text.contains("trap"))
            });
            for board in boards {
                let name = board.file_stem().context("a fixture has a name")?.to_string_lossy();
                let certificate = folder.join(format!("{game}-{name}.jsonl"));
                let mut solve = Command::new(&self.ours);
                let saved = solve.arg("solve").arg(&board).arg("--save-certificate").arg(&certificate).output()?;
                if !saved.status.success() {
                    output::print_line(&format!("   {} has no certificate", board.display()));
                    continue;
                }
                if let Some(unknown) = self.unknown_rule(&board, &certificate)? {
                    output::print_line(&format!("   {} is left out: {unknown}", board.display()));
                    continue;
                }
                let (ours, proved) = self.verdicts(&board, &certificate)?;
                ensure!(ours && proved, "{}: catmouse {ours}, catmouse-check {proved}", board.display());
                whole.push((board, fs::read_to_string(certificate)?));
            }
        }
        output::print_line(&format!("   the certificates of {} fixtures are accepted by both", whole.len()));
        ensure!(whole.len() >= 150, "most fixtures have a certificate");
        let mut proofs = Vec::new();
        for (graph, number) in graphs {
            proofs.push(self.cop_number(graph, *number)?);
        }
        self.refuses_damaged(&proofs, damaged / 4)?;
        self.random_setups(&mut whole, damaged / 4)?;
        self.refuses_damaged(&whole, damaged)
    }

    /// Compares the two programs on small games with random rules, and keeps their certificates.
    fn random_setups(&self, whole: &mut Vec<(PathBuf, String)>, wanted: usize) -> Result<()> {
        let folder = self.folder.join("setups");
        fs::create_dir_all(&folder)?;
        let (mut dice, mut made) = (Dice(1728), 0);
        while made < wanted {
            // A setup may contradict itself; catmouse refuses it then, and another one is made.
            let (board, certificate) = (folder.join(format!("{made}.toml")), folder.join("certificate.jsonl"));
            fs::write(&board, setups::random(&mut dice))?;
            let mut solve = Command::new(&self.ours);
            if !solve.arg("solve").arg(&board).arg("--save-certificate").arg(&certificate).output()?.status.success() {
                continue;
            }
            let (ours, proved) = self.verdicts(&board, &certificate)?;
            ensure!(ours && proved, "{}: catmouse {ours}, catmouse-check {proved}", board.display());
            whole.push((board, fs::read_to_string(&certificate)?));
            made += 1;
        }
        output::print_line(&format!("   the certificates of {made} games with random rules are accepted by both"));
        Ok(())
    }

    /// The message of `catmouse-check` if the setup has a rule that `Rules.v` does not have.
    fn unknown_rule(&self, board: &Path, certificate: &Path) -> Result<Option<String>> {
        let ended = Command::new(&self.proved).arg(board).arg(certificate).output()?;
        let said = String::from_utf8_lossy(&ended.stderr);
        Ok(said.strip_prefix("error: unknown ").map(|rule| format!("the proof does not know the {}", rule.trim())))
    }

    /// Whether `catmouse check` and `catmouse-check` accept a certificate.
    fn verdicts(&self, board: &Path, certificate: &Path) -> Result<(bool, bool)> {
        let ours = Command::new(&self.ours).arg("check").arg(board).arg("--certificate").arg(certificate).output()?;
        let proved = Command::new(&self.proved).arg(board).arg(certificate).output()?;
        for (program, ended) in [("catmouse", &ours), ("catmouse-check", &proved)] {
            ensure!(
                matches!(ended.status.code(), Some(0..=2)),
                "{program} ended with {}: {}",
                ended.status,
                certificate.display()
            );
        }
        if ours.status.success() && proved.status.success() {
            // Both say whether the claim is proved of the placement as well.
            let said = |text: &[u8], words: &str| String::from_utf8_lossy(text).replace('\n', " ").contains(words);
            let by_both = (said(&ours.stdout, " every other place"), said(&proved.stdout, ", wherever the "));
            ensure!(by_both.0 == by_both.1, "only one program proves the placement: {}", certificate.display());
        }
        Ok((ours.status.success(), proved.status.success()))
    }

    /// Compares the two programs on the proof of a cop number, and returns it.
    fn cop_number(&self, graph: &str, number: usize) -> Result<(PathBuf, String)> {
        let name = graph.replace(':', "-");
        let (board, file) = (self.folder.join(format!("{name}.toml")), self.folder.join(format!("{name}.jsonl")));
        let converted = Command::new(&self.ours).args(["convert", graph, "--to", "setup"]).output()?;
        fs::write(&board, &converted.stdout)?;
        let saved = Command::new(&self.ours).arg("cops").arg(&board).arg("--save-certificate").arg(&file).output()?;
        ensure!(saved.status.success(), "{graph}: {}", String::from_utf8_lossy(&saved.stderr));
        let (ours, proved) = self.verdicts(&board, &file)?;
        ensure!(ours && proved, "{graph}: catmouse {ours}, catmouse-check {proved}");
        let said = Command::new(&self.proved).arg(&board).arg(&file).output()?.stdout;
        let said = String::from_utf8_lossy(&said);
        output::print_line(&format!("   {graph}: {}", said.trim()));
        ensure!(said.trim() == format!("Proved: the cop number is {number}."), "the cop number of {graph} is another");
        Ok((board, fs::read_to_string(file)?))
    }

    /// Damages certificates and compares the verdicts. `catmouse check` may be stricter only where
    /// a fingerprint of the board was changed.
    fn refuses_damaged(&self, whole: &[(PathBuf, String)], damaged: usize) -> Result<()> {
        let small: Vec<&(PathBuf, String)> = whole.iter().filter(|(_, text)| text.len() < 60_000).collect();
        let mut dice = Dice(68);
        let (mut refused, mut accepted, mut stricter) = (0, 0, 0);
        let file = self.folder.join("damaged.jsonl");
        for _ in 0..damaged {
            let (board, text) = small[dice.below(small.len())];
            let changed = loop {
                let changed = damage::damaged(text, &mut dice);
                if changed != *text {
                    break changed;
                }
            };
            fs::write(&file, &changed)?;
            match self.verdicts(board, &file)? {
                (false, false) => refused += 1,
                // Of cop numbers, catmouse-check leaves out what no proof needs, such as a second entry.
                (ours, true) if cop_number(text).is_some() && cop_number(text) == cop_number(&changed) => {
                    *if ours { &mut accepted } else { &mut stricter } += 1;
                }
                (true, true) if cop_number(text).is_none() => accepted += 1,
                (false, true) if fingerprints(text) != fingerprints(&changed) => stricter += 1,
                (ours, proved) => {
                    bail!("{}: catmouse {ours}, catmouse-check {proved} on {}", board.display(), file.display())
                }
            }
        }
        output::print_line(&format!(
            "   of {damaged} damaged certificates both refuse {refused} and accept {accepted}; \
             catmouse alone refuses {stricter}, for another fingerprint or an entry too many"
        ));
        ensure!(refused >= damaged / 2, "most damages should show");
        Ok(())
    }
}

/// The sources in the folder of the proofs, by their paths relative to this folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for inner in ["", "data", "checker"] {
        for entry in fs::read_dir(folder.join(inner)).with_context(|| format!("{} is missing", folder.display()))? {
            let path = entry?.path();
            let is_source = path.extension().is_none_or(|extension| extension == "v" || extension == "ml");
            if path.is_file() && is_source {
                found.push(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}
