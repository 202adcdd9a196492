//! Generates the tables of `docs/json.md` from the schema of the answers. `TRYCMD=overwrite` writes
//! them.
//!
//! A comment `<!-- keys of Solve -->` on the page marks the table of this answer. An object that
//! occurs in one place only is part of the table, with keys such as `line[].reason.kind`. An object
//! that occurs in several places has its own heading, between `<!-- shared -->` and `<!-- end -->`.
//! The claims of a story are described by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Map, Value};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");

/// These two keys always occur together, and the page describes them once.
const DISTANCES: [&str; 2] = ["distance_plies", "distance_cost"];

/// The definition that the page describes by hand.
const BY_HAND: &str = "Claim";

/// The definitions of the schema.
struct Schema {
    defs: Map<String, Value>,
    /// The number of times that each definition is used in others.
    uses: BTreeMap<String, usize>,
    /// The answers that commands print. Each has a table.
    answers: Vec<String>,
}

impl Schema {
    fn new() -> Self {
        let mut schema = ::catmouse::answers::json_schema(catmouse_hunt::schemas);
        let answers = schema["anyOf"].as_array().expect("a list of answers").iter();
        let answers: Vec<String> = answers.map(|answer| name_of(answer).expect("a reference").to_owned()).collect();
        let Value::Object(defs) = schema["$defs"].take() else { panic!("the schema has definitions") };
        let mut uses = BTreeMap::new();
        defs.iter().filter(|(name, _)| *name != BY_HAND).for_each(|(_, rule)| count_uses(rule, &mut uses));
        Self { defs, uses, answers }
    }

    /// Whether the keys of this definition belong to the table of the only definition that uses it.
    fn is_part(&self, name: &str) -> bool {
        let rule = &self.defs[name];
        let has_keys = rule["properties"].is_object() || rule["oneOf"][0]["properties"].is_object();
        has_keys && self.uses.get(name) == Some(&1) && !self.answers.iter().any(|answer| answer == name)
    }

    /// The type of a value, in words.
    fn value(&self, rule: &Value) -> String {
        if let Some(name) = name_of(rule) {
            return if name == BY_HAND {
                "[claim](#the-claims-of-a-story)".to_owned()
            } else if self.is_part(name) {
                "object".to_owned()
            } else {
                format!("[{name}](#{})", name.to_lowercase())
            };
        }
        if let Some(choices) = rule["anyOf"].as_array() {
            return choices.iter().map(|choice| self.value(choice)).collect::<Vec<_>>().join(", or ");
        }
        if let Some(words) = rule["enum"].as_array() {
            let words = words.iter().map(|word| word.as_str().map_or("null".to_owned(), |word| format!("`{word}`")));
            return words.collect::<Vec<_>>().join(", ");
        }
        let types: Vec<&str> = match &rule["type"] {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => panic!("a rule without a type: {rule}"),
        };
        let words = types.into_iter().map(|kind| match kind {
            "integer" | "number" => "number".to_owned(),
            "string" => "text".to_owned(),
            "boolean" => "true or false".to_owned(),
            "array" => format!("list of {}", self.value(&rule["items"])),
            other => other.to_owned(),
        });
        words.collect::<Vec<_>>().join(", or ")
    }

    /// The rows of an object: its keys in order, each with `prefix`.
    fn rows(&self, name: &str, prefix: &str, table: &mut String) {
        let rule = &self.defs[name];
        if let Some(variants) = rule["oneOf"].as_array() {
            for variant in variants {
                *table += &self.variant(variant, prefix);
            }
            return;
        }
        let keys: Vec<&str> = required(rule).collect();
        let has_distances = DISTANCES.iter().all(|key| keys.contains(key));
        for key in keys {
            let (property, path) = (&rule["properties"][key], format!("{prefix}{key}"));
            if key == "schema" || has_distances && name != "Distance" && key == DISTANCES[1] {
                continue;
            }
            if has_distances && name != "Distance" && key == DISTANCES[0] {
                let path = DISTANCES.map(|key| format!("`{prefix}{key}`")).join(", ");
                *table += &format!("| {path} | [Distance](#distance) | |\n");
                continue;
            }
            *table += &format!("| `{path}` | {} | {} |\n", self.value(property), meaning(property));
            if let Some((part, list)) = part_of(property)
                && part != BY_HAND
                && self.is_part(part)
            {
                self.rows(part, &format!("{path}{}.", if list { "[]" } else { "" }), table);
            }
        }
    }

    /// The row of a variant, which is an object or a word.
    fn variant(&self, variant: &Value, prefix: &str) -> String {
        let word = |rule: &Value| rule["const"].as_str().expect("a word").to_owned();
        if variant["properties"].is_object() {
            let keys: Vec<&str> = required(variant).filter(|key| *key != "kind").collect();
            let values = keys.iter().map(|key| format!("`{key}`: {}", self.value(&variant["properties"][key])));
            let meanings = keys.iter().map(|key| (key, meaning(&variant["properties"][key])));
            let meanings = meanings.filter(|(_, text)| !text.is_empty()).map(|(key, text)| format!("`{key}`: {text}"));
            let meanings = std::iter::once(meaning(variant)).chain(meanings).collect::<Vec<_>>().join(" ");
            let (kind, values) = (word(&variant["properties"]["kind"]), values.collect::<Vec<_>>().join("; "));
            format!("| `{prefix}kind`: `{kind}` | {values} | {meanings} |\n")
        } else {
            format!("| `{}` | {} |\n", word(variant), meaning(variant))
        }
    }

    fn table(&self, name: &str) -> String {
        let mut table = "| key | value | meaning |\n|---|---|---|\n".to_owned();
        if self.defs[name]["oneOf"][0]["const"].is_string() {
            "| value | meaning |\n|---|---|\n".clone_into(&mut table);
        }
        self.rows(name, "", &mut table);
        table
    }

    /// The definitions that several others use, each under a heading.
    fn shared(&self) -> String {
        let mut reached = BTreeSet::new();
        self.answers.iter().for_each(|answer| self.reach(answer, &mut reached));
        let mut text = String::new();
        for name in reached.iter().filter(|name| !self.answers.contains(name) && !self.is_part(name)) {
            let rule = &self.defs[name.as_str()];
            text += &format!("\n### {name}\n\n{}\n", sentence(name, &meaning(rule)));
            if rule["properties"].is_object() || rule["oneOf"].is_array() {
                text += &format!("\n{}", self.table(name));
            }
        }
        text
    }

    /// The definitions that an answer uses directly or indirectly, without the claims.
    fn reach(&self, name: &str, reached: &mut BTreeSet<String>) {
        if name != BY_HAND && reached.insert(name.to_owned()) {
            let mut uses = BTreeMap::new();
            count_uses(&self.defs[name], &mut uses);
            for name in uses.keys() {
                self.reach(name, reached);
            }
        }
    }
}

fn name_of(rule: &Value) -> Option<&str> {
    rule["$ref"].as_str().map(|path| path.strip_prefix("#/$defs/").expect("references lead to $defs"))
}

/// The definition of the object at a key, which may be null, and whether the value is a list of
/// such objects.
fn part_of(rule: &Value) -> Option<(&str, bool)> {
    let choices = rule["anyOf"].as_array().into_iter().flatten();
    let single = std::iter::once(rule).chain(choices).find_map(name_of).map(|name| (name, false));
    single.or_else(|| name_of(&rule["items"]).map(|name| (name, true)))
}

fn required(rule: &Value) -> impl Iterator<Item = &str> {
    rule["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn count_uses(rule: &Value, uses: &mut BTreeMap<String, usize>) {
    if let Some(name) = name_of(rule) {
        *uses.entry(name.to_owned()).or_default() += 1;
    }
    match rule {
        Value::Object(entries) => entries.values().for_each(|entry| count_uses(entry, uses)),
        Value::Array(entries) => entries.iter().for_each(|entry| count_uses(entry, uses)),
        _ => {}
    }
}

/// The description of a definition as a sentence. Many descriptions are only a clause, such as
/// "Where the pieces stand".
fn sentence(name: &str, meaning: &str) -> String {
    match meaning.split_once(' ') {
        Some((word @ ("How" | "What" | "Where"), rest)) => format!("`{name}` says {} {rest}", word.to_lowercase()),
        _ => meaning.to_owned(),
    }
}

/// The first paragraph of a description on one line, without rustdoc's links.
fn meaning(rule: &Value) -> String {
    let text = rule["description"].as_str().unwrap_or("").split("\n\n").next().unwrap_or("");
    let mut words = String::new();
    for (place, part) in text.replace('\n', " ").replace('|', "\\|").split("[`").enumerate() {
        match part.split_once("`]").filter(|_| place > 0) {
            Some((name, rest)) => {
                let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
                words += &format!("`{name}`{rest}");
            }
            None => words += part,
        }
    }
    words
}

/// The page with regenerated tables, and the answers that have a table on it.
fn page(text: &str, schema: &Schema) -> (String, Vec<String>) {
    let (mut made, mut shown, mut lines) = (String::new(), Vec::new(), text.lines().peekable());
    while let Some(line) = lines.next() {
        made += &format!("{line}\n");
        if let Some(name) = line.strip_prefix("<!-- keys of ").and_then(|rest| rest.strip_suffix(" -->")) {
            shown.push(name.to_owned());
            made += &format!("\n{}", schema.table(name));
            while lines.next_if(|line| line.is_empty() || line.starts_with('|')).is_some() {}
            if lines.peek().is_some() {
                made.push('\n');
            }
        } else if line == "<!-- shared -->" {
            made += &format!("{}\n<!-- end -->\n", schema.shared());
            while lines.next().is_some_and(|line| line != "<!-- end -->") {}
        }
    }
    (made, shown)
}

/// The part about claims, which is written by hand, names every key of a claim.
fn the_keys_of_the_claims_are_named(text: &str, schema: &Schema) {
    let part = text.split("\n## ").find(|part| part.starts_with("The claims of a story")).expect("a part about them");
    let words: BTreeSet<&str> = part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let mut keys = BTreeSet::new();
    collect_keys(&schema.defs[BY_HAND], &mut keys);
    for name in ["Condition", "PieceRole", "Blocked", "Colours", "Tie", "Paid", "Steps"] {
        collect_keys(&schema.defs[name], &mut keys);
    }
    assert!(keys.len() > 50, "{keys:?}");
    let missing: Vec<&str> = keys.into_iter().filter(|key| !words.contains(key)).collect();
    assert!(missing.is_empty(), "docs/json.md does not name {missing:?}");
}

/// Collects all keys of objects in a rule.
fn collect_keys<'a>(rule: &'a Value, keys: &mut BTreeSet<&'a str>) {
    match rule {
        Value::Object(entries) => {
            if let Some(Value::Object(properties)) = entries.get("properties") {
                keys.extend(properties.keys().map(String::as_str));
            }
            entries.values().for_each(|entry| collect_keys(entry, keys));
        }
        Value::Array(entries) => entries.iter().for_each(|entry| collect_keys(entry, keys)),
        _ => {}
    }
}

#[test]
fn the_tables_of_the_page_agree_with_the_schema() {
    let schema = Schema::new();
    let text = fs::read_to_string(PAGE).expect("it is part of the repository");
    the_keys_of_the_claims_are_named(&text, &schema);
    let (made, shown) = page(&text, &schema);
    let sorted = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(sorted(&shown), sorted(&schema.answers), "a comment `<!-- keys of … -->` for each answer");
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        fs::write(PAGE, made).expect("it can be written");
    } else {
        assert!(text == made, "docs/json.md is not what the schema says: cargo xtask bless");
    }
}
