//! A set of graded levels as a folder: a setup for each level, and a page with thumbnails, pars and
//! difficulties. Every command reads the folder or its files.

use std::fs;
use std::path::Path;

use catmouse::memory::Work;
use catmouse::{Error, Question};
use catmouse_document::{LEVEL_MEASURES, LEVELS_ARE_WON, level_measures};
use catmouse_hunt::{FoundBoardAnswer, HuntAnswer};
use catmouse_picture::{escaped, unsolved};

use crate::file::{self, file_text};
use crate::output::Failure;

/// The index page.
const INDEX: &str = "index.html";

/// Refuses a file, and a folder that is not empty.
pub(crate) fn ensure_new(folder: &Path) -> Result<(), Failure> {
    let name = file_text(folder);
    let refused = |what: &str| Err(Failure::plain(format!("`{name}` {what}"), "name a new folder".to_owned()));
    if !folder.exists() {
        return Ok(());
    }
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Err(_) => refused("is not a folder that can be read"),
        Ok(true) => refused("is not empty, and nothing is overwritten"),
        Ok(false) => Ok(()),
    }
}

/// Writes the levels and their index page.
pub(crate) fn save(folder: &Path, answer: &HuntAnswer) -> Result<(), Failure> {
    ensure_new(folder)?;
    fs::create_dir_all(folder).map_err(|error| file::unwritable(folder, "levels", &error))?;
    for level in &answer.found {
        file::save(&folder.join(file_name(level)), "level", &level.setup)?;
    }
    let page = index(answer).map_err(|error| file::unwritable(&folder.join(INDEX), "index page", &error))?;
    file::save(&folder.join(INDEX), "index page", &page)
}

/// The name of the file of a level. The names are in the order of the levels.
fn file_name(level: &FoundBoardAnswer) -> String {
    format!("level-{:03}.toml", level.rank)
}

/// The levels with their measures as lines.
pub(crate) fn table(answer: &HuntAnswer) -> String {
    let head = LEVEL_MEASURES.map(|(head, _)| head.to_owned());
    let rows = answer
        .found
        .iter()
        .filter_map(|level| Some((file_name(level), level_measures(level.graded.as_ref()?), title(level))));
    let rows: Vec<_> = std::iter::once(("level".to_owned(), head, "name".to_owned())).chain(rows).collect();
    let width = rows.iter().map(|(file, ..)| file.len()).max().unwrap_or_default();
    let line = |(file, measures, title): &(String, [String; 7], String)| {
        let cells = measures.iter().zip(LEVEL_MEASURES).map(|(text, (head, _))| format!("  {text:>0$}", head.len()));
        format!("{file:<width$}{}  {title}\n", cells.collect::<String>())
    };
    rows.iter().map(line).collect()
}

/// The name of a level, which its setup has.
fn title(level: &FoundBoardAnswer) -> String {
    let line = level.setup.lines().find_map(|line| line.strip_prefix("title = "));
    line.unwrap_or_default().trim_matches('"').to_owned()
}

/// The index page: one file without scripts.
fn index(answer: &HuntAnswer) -> Result<String, Error> {
    let mut cards = String::new();
    for level in &answer.found {
        let prepared = Question::text(level.setup.clone()).prepare(Work::SOLVE)?;
        let (file, name) = (file_name(level), escaped(&title(level)));
        let position = prepared.game.start().position();
        let picture = position.map_or_else(String::new, |position| unsolved(&prepared.game, &position, &title(level)));
        let measures = level.graded.as_ref().map(level_measures).unwrap_or_default();
        let par = &measures[1];
        let rows = LEVEL_MEASURES.iter().zip(&measures);
        let rows: Vec<String> =
            rows.map(|((head, _), text)| format!("<tr><th>{head}</th><td>{text}</td></tr>")).collect();
        cards += &format!(
            "<section>\n<h2>{}. <a href=\"{file}\">{name}</a></h2>\n<img src=\"{}\" alt=\"{name}\">\n\
             <p>par {par}</p>\n<details><summary>difficulty {}</summary><table>{}</table></details>\n</section>\n",
            level.rank,
            data_url(&picture),
            measures[0],
            rows.concat(),
        );
    }
    let meanings: Vec<String> =
        LEVEL_MEASURES.iter().map(|(head, meaning)| format!("<dt>{head}</dt><dd>{meaning}</dd>\n")).collect();
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{count} levels</title>\n<style>\n{STYLE}</style>\n\
         <h1>{count} levels</h1>\n<p>{LEVELS_ARE_WON} <code>catmouse play FOLDER</code> plays them in order.</p>\n\
         <main>\n{cards}</main>\n<dl>\n{}</dl>\n</html>\n",
        meanings.concat(),
        count = answer.found.len(),
    ))
}

const STYLE: &str = "\
body { font: 1rem/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color-scheme: light dark }
main { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)) }
section { border: 1px solid #8886; border-radius: .5rem; padding: .75rem }
section h2 { font-size: 1rem; margin: 0 0 .5rem }
section img { background: #fff; width: 100% }
section p { margin: .5rem 0 0 }
th { font-weight: normal; padding-right: 1rem; text-align: left }
dt { font-weight: bold }
";

/// A picture inside an attribute of a page.
fn data_url(svg: &str) -> String {
    let mut url = "data:image/svg+xml,".to_owned();
    for letter in svg.chars() {
        match letter {
            '%' | '#' | '<' | '>' | '"' | '\'' | '&' => url += &format!("%{:02X}", u32::from(letter)),
            '\n' => url += "%0A",
            _ => url.push(letter),
        }
    }
    url
}
