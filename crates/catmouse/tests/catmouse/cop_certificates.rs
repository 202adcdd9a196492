//! Proofs of cop numbers: published numbers are proved, and no damaged proof proves another number.

use catmouse::answers::CopCertificateAnswer;
use catmouse::cops::{BoundProof, CopsQuestion, CopsStop, CopsWorkspace};
use catmouse::{CopCertificate, Error, check_cop_certificate, streams::Graphs};
use catmouse_formats::{Format, Record, named_graph};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A graph by its name, or otherwise the graph with these edges.
fn graph(name: &str) -> Record {
    let text = match named_graph(name) {
        Some(graph) => {
            let graph = graph.expect("it exists");
            let edges = graph.edges.iter().map(|(from, to)| format!("{from} {to}\n"));
            format!("{}\n{}", graph.vertices, edges.collect::<String>())
        }
        None => name.to_owned(),
    };
    Graphs::of_text(text, Format::Edges).expect("a text does not fail").only().expect("it is one graph")
}

fn proof(record: &Record, question: &CopsQuestion) -> String {
    let mut workspace = CopsWorkspace::default();
    let proof = CopCertificate::new(record, None, question, &mut workspace).expect("it has a proof");
    let mut text = Vec::new();
    proof.write(&mut text).expect("a vector has room");
    String::from_utf8(text).expect("it is text")
}

fn checked(record: &Record, text: &str) -> Result<CopCertificateAnswer, Error> {
    check_cop_certificate(record, None, &CopsQuestion::default(), text.as_bytes())
}

/// Cop numbers of the literature, and two graphs of several components, whose numbers are added up.
#[test]
fn published_cop_numbers_are_proved_by_the_rules() {
    for (name, number) in [
        ("path:9", 1),
        ("star:6", 1),
        ("wheel:8", 1),
        ("tree:2,3", 1),
        ("cycle:8", 2),
        ("bipartite:3,3", 2),
        ("multipartite:2,2,2", 2),
        ("icosahedron", 2),
        ("ladder:6", 2),
        ("grid:3x4", 2),
        ("grid:4x4", 2),
        ("cube", 2),
        ("petersen", 3),
        ("dodecahedron", 3),
        ("hypercube:4", 3),
        ("torus:4x4", 3),
        ("heawood", 3),
        ("pappus", 3),
        ("moebius-kantor", 3),
        ("gp:7,2", 3),
        ("robertson", 4),
        ("0 1\n1 2\n0 2\n3 4\n4 5\n3 5\n", 2),
        ("0 1\n1 2\n2 3\n3 0\n4 5\n", 3),
    ] {
        let record = graph(name);
        let answer = checked(&record, &proof(&record, &CopsQuestion::default())).expect("it is a proof");
        assert!(answer.ok, "{name}: {}", answer.text);
        assert_eq!(answer.cop_number, Some(number), "{name}");
        let lower = if number == 1 { BoundProof::Trivial } else { BoundProof::Trial };
        assert_eq!((answer.lower_by, answer.upper_by), (Some(lower), Some(BoundProof::Trial)), "{name}");
        assert_eq!(answer.placement.map(|cats| cats.len()), Some(number as usize), "{name}");
    }
}

/// Where the game is too large, a theorem proves a half. Seven cats are needed on Hoffman and
/// Singleton's graph by girth and degree (Aigner, Fromme 1984), and the neighbours of a vertex are seven
/// vertices that dominate all. No theorem here gives the number of Tutte and Coxeter's graph, which is 3.
#[test]
fn theorems_prove_what_does_not_fit() {
    let record = graph("path:100000");
    let text = proof(&record, &CopsQuestion::default());
    let answer = checked(&record, &text).expect("it is a proof");
    assert_eq!((answer.ok, answer.cop_number, answer.upper_by), (true, Some(1), Some(BoundProof::Dismantling)));
    let exchanged = text.replacen("\"vertex\":0,\"dominated_by\":1", "\"vertex\":9,\"dominated_by\":1", 1);
    assert!(exchanged != text && !checked(&record, &exchanged).expect("it is a proof").ok);

    let mut tight = CopsQuestion::default();
    tight.memory = 20_000;
    let record = graph("petersen");
    let answer = checked(&record, &proof(&record, &tight)).expect("it is a proof");
    assert_eq!((answer.ok, answer.cop_number), (true, Some(3)));
    assert_ne!(answer.upper_by, Some(BoundProof::Trial), "three cats do not fit");

    let record = graph("hoffman-singleton");
    tight.memory = 1 << 20;
    let answer = checked(&record, &proof(&record, &tight)).expect("it is a proof");
    assert_eq!((answer.ok, answer.cop_number), (true, Some(7)));
    assert_eq!((answer.lower_by, answer.upper_by), (Some(BoundProof::Girth), Some(BoundProof::Domination)));

    let record = graph("tutte-coxeter");
    tight.memory = 10_000;
    let refused = CopCertificate::new(&record, None, &tight, &mut CopsWorkspace::default());
    assert!(matches!(refused, Err(Error::TrialMissing { at_least: 3, stop: CopsStop { cats: 3, .. }, .. })));
}

/// An embedding in the file proves that a graph is planar, and no other orders do: exchanging two of
/// three neighbours around a vertex joins two of its faces. Petersen's graph has no embedding.
#[test]
fn an_embedding_is_checked_by_eulers_formula() {
    let mut tight = CopsQuestion::default();
    tight.memory = 20_000;
    for (name, number, by) in [("dodecahedron", 3, BoundProof::Planar), ("cycle:60", 2, BoundProof::Outerplanar)] {
        let record = graph(name);
        let text = proof(&record, &tight);
        let answer = checked(&record, &text).expect("it is a proof");
        assert_eq!((answer.ok, answer.cop_number, answer.upper_by), (true, Some(number), Some(by)), "{name}");
        let lines: Vec<&str> = text.lines().collect();
        let is_proved = |lines: &[String]| checked(&record, &(lines.join("\n") + "\n")).is_ok_and(|it| it.ok);
        let orders = lines.iter().enumerate().filter(|(_, line)| line.contains("\"around\""));
        assert_eq!(orders.clone().count(), if number == 3 { 20 } else { 60 }, "{text}");
        for (at, line) in orders {
            let (head, around) = line.split_once("\"around\":[").expect("it is an order");
            let mut order: Vec<&str> = around.trim_end_matches("]}").split(',').collect();
            for missing in [false, true] {
                let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
                order.swap(0, 1);
                changed[at] = format!("{head}\"around\":[{}]}}", order[usize::from(missing)..].join(","));
                // Two neighbours have one order.
                assert_eq!(is_proved(&changed), number == 2 && !missing, "{name}: {}", changed[at]);
            }
        }
        let claimed = text.replacen("\"by\":\"planar\"", "\"by\":\"outerplanar\"", 1);
        assert_eq!(checked(&record, &claimed).expect("it is a proof").ok, number == 2, "{name}");
    }
    let record = graph("petersen");
    let around = ["1,4,5", "0,2,6", "1,3,7", "2,4,8", "0,3,9", "0,7,8", "1,8,9", "2,5,9", "3,5,6", "4,6,7"];
    let lower = "{\"by\":\"girth\",\"parts\":0}";
    for turned in 0..1 << 10 {
        let order = |(vertex, around): (usize, &&str)| {
            let mut order: Vec<&str> = around.split(',').collect();
            order.swap(0, turned >> vertex & 1);
            format!("{{\"vertex\":{vertex},\"around\":[{}]}}\n", order.join(","))
        };
        let head = format!(
            "{{\"catmouse_cop_number\":2,\"cop_number\":3,\"lower\":{lower},\"upper\":{{\"by\":\"planar\",\"parts\":10}}}}\n"
        );
        let answer = checked(&record, &(head + &around.iter().enumerate().map(order).collect::<String>()));
        assert_eq!(
            answer.expect("it is a proof").refutation.as_deref(),
            Some("the embedding does not prove that 3 cats win")
        );
    }
}

/// Rules other than the usual ones change the number, and theorems do not apply to them.
#[test]
fn the_rules_of_the_question_apply() {
    let record = graph("cycle:4");
    let mut question = CopsQuestion::default();
    question.choices.mouse_may_stay = Some(false);
    let text = proof(&record, &question);
    let answer = check_cop_certificate(&record, None, &question, text.as_bytes()).expect("it is a proof");
    assert_eq!((answer.ok, answer.cop_number), (true, Some(1)));
    assert!(!checked(&record, &text).expect("it is a proof").ok, "under the usual rules two are needed");
    let dominated = r#"{"catmouse_cop_number":2,"cop_number":1,"lower":{"by":"trivial","parts":0},"upper":{"by":"domination","parts":0}}"#;
    let answer = check_cop_certificate(&record, None, &question, format!("{dominated}\n").as_bytes()).expect("a proof");
    assert!(!answer.ok);
}

/// Every combination of claims, theorems, numbers of parts and halves of the file: only the right
/// number is ever proved. Petersen's graph needs three cats, a cycle two, and a path one.
#[test]
fn no_first_line_proves_a_wrong_number() {
    let (mut proved, mut refused) = (0, 0);
    for (name, number) in [("petersen", 3), ("cycle:5", 2), ("path:4", 1), ("0 1\n2 3\n", 2)] {
        let record = graph(name);
        let text = proof(&record, &CopsQuestion::default());
        let body: Vec<&str> = text.lines().skip(1).collect();
        let ends: Vec<usize> =
            (0..body.len()).filter(|&at| body[at].starts_with("{\"end\"")).map(|at| at + 1).collect();
        let lower = if number == 1 { 0 } else { ends[0] };
        let bodies = [&body[..], &body[..lower], &body[lower..], &[]].map(|lines| lines.join("\n") + "\n");
        for claimed in 0..6 {
            for by in BoundProof::WORDS.iter().flat_map(|one| BoundProof::WORDS.iter().map(move |other| (*one, *other)))
            {
                for parts in [(0, 0), (1, 0), (0, 1), (1, ends.len()), (1, ends.len() - 1), (0, ends.len())] {
                    let head = format!(
                        "{{\"catmouse_cop_number\":2,\"cop_number\":{claimed},\"lower\":{{\"by\":\"{}\",\"parts\":{}}},\
                         \"upper\":{{\"by\":\"{}\",\"parts\":{}}}}}\n",
                        by.0, parts.0, by.1, parts.1
                    );
                    for body in &bodies {
                        let is_proved = checked(&record, &(head.clone() + body.trim_start())).is_ok_and(|it| it.ok);
                        assert!(!is_proved || claimed == number, "{name}: {head}{body}");
                        *if is_proved { &mut proved } else { &mut refused } += 1;
                    }
                }
            }
        }
    }
    assert!(proved > 20 && refused > 10_000, "{proved} proved, {refused} refused");
}

/// Thousands of random damages: a changed byte, a changed number, a lost, doubled or exchanged line, an
/// end that is cut off.
#[test]
fn damaged_proofs_prove_nothing_wrong() {
    let mut dice = SplitMix64::seed_from_u64(68);
    let mut below = move |bound: usize| (dice.next_u64() % bound as u64) as usize;
    let whole: Vec<(Record, u32, String)> = [("petersen", 3), ("cycle:5", 2), ("grid:3x4", 2), ("path:4", 1)]
        .map(|(name, number)| (graph(name), number, proof(&graph(name), &CopsQuestion::default())))
        .into();
    let mut refused = 0;
    for _ in 0..6_000 {
        let (record, number, text) = &whole[below(whole.len())];
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (line, other) = (below(lines.len()), below(lines.len()));
        let damaged = match below(6) {
            0 => {
                let mut bytes = text.clone().into_bytes();
                let at = below(bytes.len());
                bytes[at] = b' ' + below(95) as u8;
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 => text[..below(text.len())].to_owned(),
            kind => {
                match kind {
                    2 => drop(lines.remove(line)),
                    3 => lines.insert(line, lines[other].clone()),
                    4 => lines.swap(line, other),
                    _ => {
                        let digits: Vec<usize> =
                            lines[line].match_indices(|it: char| it.is_ascii_digit()).map(|it| it.0).collect();
                        let at = digits[below(digits.len())];
                        lines[line].replace_range(at..=at, &below(10).to_string());
                    }
                }
                lines.iter().flat_map(|line| [line, "\n"]).collect()
            }
        };
        match checked(record, &damaged) {
            Ok(answer) if answer.ok => assert_eq!(answer.cop_number, Some(*number), "{damaged}"),
            Ok(answer) => {
                assert!(answer.text.starts_with("Refuted: ") && answer.cop_number.is_none());
                refused += 1;
            }
            Err(error) => {
                assert!(matches!(error, Error::Certificate(_)), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 5_000, "{refused}");
}

/// The hold of the mouse is a set of positions. On Robertson's graph it takes few bytes. With a position taken
/// away some answer is missing, or another position never arises; so it is refuted, although the
/// checksum is right. A position that is added may serve as an answer, if no cat is next to the mouse.
#[test]
fn a_hold_is_a_set_from_which_answers_are_found() {
    let text = proof(&graph("robertson"), &CopsQuestion::default());
    let lower = text.find("{\"end\"").expect("a certificate has an end");
    assert!(lower < 16_000 && text.contains("{\"hold\":\"mouse\",\"rows\":1330}"), "{lower} bytes");
    let record = graph("petersen");
    let text = proof(&record, &CopsQuestion::default());
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("{\"bits\"")).expect("the hold is a set");
    let digits = lines[at].strip_prefix("{\"bits\":\"").and_then(|rest| rest.strip_suffix("\"}")).expect("digits");
    assert_eq!(digits.len(), 55 * 3, "a row for each pair of cats, with digits for ten vertices");
    let placements: Vec<[usize; 2]> = (0..10).flat_map(|one| (one..10).map(move |other| [one, other])).collect();
    let edges = named_graph("petersen").expect("it has a name").expect("it exists").edges;
    let edges: Vec<(usize, usize)> = edges.into_iter().map(|(one, other)| (one as usize, other as usize)).collect();
    let is_near = |one, other| one == other || edges.contains(&(one, other)) || edges.contains(&(other, one));
    let mut changed_bits = 0;
    for (index, digit) in digits.char_indices() {
        let digit = digit.to_digit(16).expect("a digit");
        for bit in 0..4 {
            let changed = char::from_digit(digit ^ 1 << bit, 16).expect("a digit");
            let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            lines[at] = format!("{{\"bits\":\"{}{changed}{}\"}}", &digits[..index], &digits[index + 1..]);
            let checksum = xxhash_rust::xxh3::xxh3_64((lines[1..=at].join("\n") + "\n").as_bytes());
            lines[at + 1] = format!("{{\"end\":true,\"lines\":{at},\"checksum\":\"{checksum:016x}\"}}");
            let is_proved = checked(&record, &(lines.join("\n") + "\n")).is_ok_and(|answer| answer.ok);
            let mouse = index % 3 * 4 + bit;
            let is_safe = mouse < 10 && placements[index / 3].iter().all(|&cat| !is_near(cat, mouse));
            assert!(!is_proved || is_safe && digit >> bit & 1 == 0, "{}", lines[at]);
            changed_bits += 1;
        }
    }
    assert_eq!(changed_bits, 55 * 12);
    for wrong in ["", "0", "x", "F", &"0".repeat(166), &digits[1..]] {
        let text = text.replacen(digits, wrong, 1);
        assert!(!checked(&record, &text).is_ok_and(|answer| answer.ok), "{wrong}");
    }
}
