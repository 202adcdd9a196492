//! The proofs of `proof/`: compiles them, lists the axioms that they rest on, extracts the program
//! `catmouse-check`, and compares it with `catmouse check` on certificates of all fixtures and on
//! damaged ones.
//!
//! Everything is built in `target/proof`. If Coq is not installed, the step is left out.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, str};

use anyhow::{Context, Result, bail, ensure};
use xxhash_rust::xxh3::xxh3_64;

use crate::nightly::runs;
use crate::{build_binary, output};

/// The damaged certificates of the quick check.
const FEW: usize = 400;

/// Words that admit something without a proof, or switch off a check of Coq.
const UNPROVED: &[&str] =
    &["Admitted", "admit", "Axiom", "Axioms", "Parameter", "Parameters", "Conjecture", "bypass_check", "Unset"];

/// The folders of fixtures that are complete games.
const GAMES: &[&str] = &["classic", "cops", "costs", "grid", "rules"];

/// Graphs with a placement from which as many cats as the cop number win: of the quick check, and
/// of the long one.
const QUICK: &[(&str, &[u32])] = &[("petersen", &[0, 2, 6])];
const LONG: &[(&str, &[u32])] = &[("petersen", &[0, 2, 6]), ("dodecahedron", &[0, 0, 4]), ("robertson", &[0, 0, 0, 1])];

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
    Proof::build(root)?.agrees(damaged, LONG)?;
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
            // What is extracted has matches that never fail, and OCaml does not know it.
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
    fn agrees(&self, damaged: usize, graphs: &[(&str, &[u32])]) -> Result<()> {
        let folder = self.folder.join("certificates");
        fs::create_dir_all(&folder)?;
        let mut whole = Vec::new();
        for game in GAMES {
            let mut boards: Vec<PathBuf> = fs::read_dir(self.root.join("fixtures").join(game))?
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<_>>()?;
            boards.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
            boards.sort();
            for board in boards {
                let name = board.file_stem().context("a fixture has a name")?.to_string_lossy();
                let certificate = folder.join(format!("{game}-{name}.jsonl"));
                let saved = Command::new(&self.ours)
                    .arg("solve")
                    .arg(&board)
                    .arg("--save-certificate")
                    .arg(&certificate)
                    .output()?;
                ensure!(saved.status.success(), "{}: {}", board.display(), String::from_utf8_lossy(&saved.stderr));
                let (ours, proved) = self.verdicts(&board, &certificate)?;
                ensure!(ours && proved, "{}: catmouse {ours}, catmouse-check {proved}", board.display());
                whole.push((board, fs::read_to_string(certificate)?));
            }
        }
        output::print_line(&format!("   the certificates of {} fixtures are accepted by both", whole.len()));
        for (graph, cats) in graphs {
            self.cop_number(graph, cats)?;
        }
        self.refuses_damaged(&whole, damaged)
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
        Ok((ours.status.success(), proved.status.success()))
    }

    /// Proves a cop number by certificates of both halves.
    fn cop_number(&self, graph: &str, cats: &[u32]) -> Result<()> {
        let board = self.folder.join(format!("{graph}.toml"));
        let converted = Command::new(&self.ours).args(["convert", graph, "--to", "setup"]).output()?;
        fs::write(&board, &converted.stdout)?;
        let vertices = str::from_utf8(&converted.stdout)?
            .lines()
            .find_map(|line| line.strip_prefix("vertices = ")?.parse::<u32>().ok())
            .with_context(|| format!("{graph} has no number of vertices"))?;
        let solve = |name: String, flags: &[String]| -> Result<PathBuf> {
            let file = self.folder.join(name);
            let mut command = Command::new(&self.ours);
            command.args(["solve", graph, "--preset", "cops", "--save-certificate"]).arg(&file).args(flags);
            ensure!(command.output()?.status.success(), "{graph}: no certificate");
            Ok(file)
        };
        let fewer = (cats.len() - 1).to_string();
        let mut files = vec![solve(format!("{graph}-lower.jsonl"), &["--cats".to_owned(), fewer])?];
        let placed: Vec<String> = cats.iter().flat_map(|cat| ["--cat".to_owned(), cat.to_string()]).collect();
        for mouse in (0..vertices).filter(|mouse| !cats.contains(mouse)) {
            let flags = [placed.clone(), vec!["--mouse".to_owned(), mouse.to_string()]].concat();
            files.push(solve(format!("{graph}-upper-{mouse}.jsonl"), &flags)?);
        }
        let ended = Command::new(&self.proved).arg("--cop-number").arg(&board).args(&files).output()?;
        let said = String::from_utf8_lossy(&ended.stdout);
        output::print_line(&format!("   {graph}: {}", said.trim()));
        ensure!(
            said.trim() == format!("Proved: the cop number is {}.", cats.len()),
            "the cop number of {graph} is not proved: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
        // Without one of the files it is not proved.
        files.pop();
        let ended = Command::new(&self.proved).arg("--cop-number").arg(&board).args(&files).output()?;
        ensure!(!ended.status.success(), "{graph}: half a proof is accepted");
        Ok(())
    }

    /// Damages certificates and compares the verdicts. `catmouse check` may be stricter only where
    /// the fingerprint of the board was changed.
    fn refuses_damaged(&self, whole: &[(PathBuf, String)], damaged: usize) -> Result<()> {
        let small: Vec<&(PathBuf, String)> = whole.iter().filter(|(_, text)| text.len() < 30_000).collect();
        let mut dice = Dice(68);
        let (mut refused, mut accepted, mut stricter) = (0, 0, 0);
        let file = self.folder.join("damaged.jsonl");
        for _ in 0..damaged {
            let (board, text) = small[dice.below(small.len())];
            let changed = damage(text, &mut dice);
            fs::write(&file, &changed)?;
            match self.verdicts(board, &file)? {
                (false, false) => refused += 1,
                (true, true) => accepted += 1,
                (false, true) if fingerprint(text) != fingerprint(&changed) => stricter += 1,
                (ours, proved) => {
                    bail!("{}: catmouse {ours}, catmouse-check {proved} on {}", board.display(), file.display())
                }
            }
        }
        output::print_line(&format!(
            "   of {damaged} damaged certificates both refuse {refused} and accept {accepted}; \
             catmouse alone refuses {stricter} for another fingerprint"
        ));
        ensure!(refused > damaged / 2, "most damages should show");
        Ok(())
    }
}

/// The files of a folder and its folders, by their paths in it.
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

/// The fingerprint in the first line of a certificate.
fn fingerprint(text: &str) -> Option<&str> {
    text.lines().next()?.split("\"board\":\"").nth(1)?.get(..32)
}

/// A certificate with one change. Most of them get a right checksum again, so that it is not the
/// checksum that refuses them.
fn damage(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let entries: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].starts_with("{\"mouse\"")).collect();
    let line = dice.below(lines.len() - 1);
    let entry = entries[dice.below(entries.len())];
    match dice.below(12) {
        0 => {
            let mut bytes = text.as_bytes().to_vec();
            let at = dice.below(bytes.len());
            bytes[at] = b' ' + dice.below(95) as u8;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        1 => return text[..dice.below(text.len())].to_owned(),
        2 => lines[line] = with_another_word(&lines[line], dice),
        3 => {
            lines.remove(entry);
            recount(&mut lines, entry, -1);
        }
        4 => {
            let copy = lines[entries[dice.below(entries.len())]].clone();
            lines.insert(entry, copy);
            recount(&mut lines, entry, 1);
        }
        5 => {
            let other = entries[dice.below(entries.len())];
            lines.swap(entry, other);
        }
        6 => lines[0] = with_another_number(&lines[0], dice),
        7..9 => lines[line] = with_another_number(&lines[line], dice),
        _ => lines[entry] = with_another_number(&lines[entry], dice),
    }
    seal(&lines)
}

/// The line with one of its numbers changed.
fn with_another_number(line: &str, dice: &mut Dice) -> String {
    let is_digit = |at: usize| line.as_bytes()[at].is_ascii_digit();
    let starts: Vec<usize> = (0..line.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1))).collect();
    if starts.is_empty() {
        return line.to_owned();
    }
    let start = starts[dice.below(starts.len())];
    let end = (start..line.len()).find(|&at| !is_digit(at)).unwrap_or(line.len());
    let number: u64 = line[start..end].parse().unwrap_or(0);
    let other = match dice.below(4) {
        0 => number.saturating_sub(1),
        1 => number.saturating_add(1),
        2 => number.saturating_add(2),
        _ => dice.below(12) as u64,
    };
    format!("{}{other}{}", &line[..start], &line[end..])
}

/// The line with one word or value in another's place.
fn with_another_word(line: &str, dice: &mut Dice) -> String {
    let pairs = [
        ("\"turn\":\"mouse\"", "\"turn\":\"cat\""),
        ("\"turn\":\"cat\"", "\"turn\":\"mouse\""),
        ("\"win\"", "\"hold\""),
        ("\"hold\"", "\"win\""),
        ("\"player\":\"mouse\"", "\"player\":\"cat\""),
        ("\"player\":\"cat\"", "\"player\":\"mouse\""),
        ("\"outcome\":\"draw\"", "\"outcome\":\"cat\""),
        ("\"outcome\":\"cat\"", "\"outcome\":\"mouse\""),
        ("\"outcome\":\"mouse\"", "\"outcome\":\"draw\""),
        ("\"to\":null", "\"to\":0"),
        ("\"to\":null", "\"to\":[0]"),
        ("null", "7"),
        ("\"rank\"", "\"rang\""),
        (",", " , "),
    ];
    let (from, to) = pairs[dice.below(pairs.len())];
    line.replacen(from, to, 1)
}

/// Corrects the number of entries of the strategy that a line belongs to.
fn recount(lines: &mut [String], entry: usize, change: i64) {
    let Some(head) = lines[..entry].iter_mut().rev().find(|line| line.starts_with("{\"strategy\"")) else { return };
    if let Some((before, count)) = head.clone().rsplit_once(':') {
        let count: i64 = count.trim_end_matches('}').parse().unwrap_or(0);
        head.clear();
        let _ = write!(head, "{before}:{}}}", count + change);
    }
}

/// The text of these lines with a right last line.
fn seal(lines: &[String]) -> String {
    let mut text: String = lines[..lines.len() - 1].iter().flat_map(|line| [line, "\n"]).collect();
    let (count, checksum) = (lines.len() - 1, xxh3_64(text.as_bytes()));
    let _ = writeln!(text, "{{\"end\":true,\"lines\":{count},\"checksum\":\"{checksum:016x}\"}}");
    text
}

/// Random numbers, the same in every run (xorshift).
struct Dice(u64);

impl Dice {
    /// A number below this one.
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }
}
