//! The claims of a story as answers. Each answer has the facts that prove the claim, expressed as
//! vertices and sides.

use catmouse_arena::{Place, PositionId, Values};
use catmouse_explain::story::Claim;
use catmouse_explain::story::data::{Datum, PiecePlaces};
use catmouse_explain::{Explanation, Law, prose};
use catmouse_model::{Game, Outcome, PlacesJson, PositionJson, Side, Vertex, VertexJson};
use serde::ser::{Serialize, Serializer};

use crate::answer::{DistanceAnswer, SCHEMA};
use crate::fields::places;
use crate::known::Known;

/// A claim: its kind, its proof, and the claim as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ClaimAnswer {
    kind: &'static str,
    #[serde(flatten)]
    proof: Record,
    text: String,
}

/// The fields of a claim or of one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record(Vec<(&'static str, Json)>);

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The content of a field of a claim.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
enum Json {
    Number(Option<u64>),
    Integer(i64),
    Flag(bool),
    Word(&'static str),
    Player(Side),
    Place(VertexJson),
    Pieces(PlacesJson),
    Position(PositionJson),
    Outcome(Outcome),
    List(Vec<Json>),
    Record(Record),
}

/// The claims of a story, in their order.
pub(crate) fn answers(
    game: &Game,
    values: &dyn Values,
    explanation: &Explanation,
    claims: &[Claim],
) -> Vec<ClaimAnswer> {
    let writer = Writer { game, values };
    claims.iter().map(|claim| writer.claim(claim, prose::claim(claim, explanation, game))).collect()
}

/// The laws of a board: conditions that decide the outcome of a position.
///
/// ```
/// // The path 0–1–2–3 with the hole at 0: the Cat wins if it is nearer to the hole.
/// let solved = catmouse::Question::text("[[1],[0,2],[1,3],[2]]").solve()?;
/// let laws = solved.laws_from(&solved.start())?;
/// assert_eq!(laws.laws.len(), 2);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Laws"))]
#[non_exhaustive]
pub struct LawsAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The claims of the kind `law`.
    pub laws: Vec<ClaimAnswer>,
}

impl LawsAnswer {
    /// The laws of a board. The laws for the player to move at `start` come first.
    pub(crate) fn new(Known { game, values, laws }: Known<'_>, start: PositionId) -> Self {
        let (writer, turn) = (Writer { game, values }, game.position(start).turn.into());
        let claim = |law: &Law| writer.claim(&Claim::Law(law.clone()), prose::law_claim(law, laws, game, start));
        Self { schema: SCHEMA, laws: laws.in_turn(turn).map(claim).collect() }
    }
}

struct Writer<'a> {
    game: &'a Game,
    values: &'a dyn Values,
}

impl Writer<'_> {
    fn claim(&self, claim: &Claim, text: String) -> ClaimAnswer {
        ClaimAnswer { kind: claim.kind(), proof: self.record(claim.data()), text }
    }

    fn record(&self, data: Vec<(&'static str, Datum)>) -> Record {
        let mut record = Vec::new();
        for (name, datum) in data {
            match datum {
                Datum::DistanceFrom(id) => {
                    let distance = DistanceAnswer::new(self.game, &self.values, id, self.values.value(id).distance());
                    record.push(("distance_plies", Json::Number(distance.distance_plies)));
                    record.push(("distance_cost", Json::Number(distance.distance_cost)));
                }
                Datum::Each(both) => {
                    record.extend(["mouse", "cat"].into_iter().zip(both.map(|datum| self.json(datum))));
                }
                datum => record.push((name, self.json(datum))),
            }
        }
        Record(record)
    }

    fn json(&self, datum: Datum) -> Json {
        match datum {
            Datum::Number(number) => Json::Number(Some(number)),
            Datum::Integer(number) => Json::Integer(number),
            Datum::Flag(flag) => Json::Flag(flag),
            Datum::Word(word) => Json::Word(word),
            Datum::Player(player) => Json::Player(player.into()),
            Datum::Place(place) => Json::Place(self.vertex(place)),
            Datum::Pieces(PiecePlaces::On(player, stand)) => Json::Pieces(places(self.game, player, &stand)),
            Datum::Pieces(PiecePlaces::Of(player, id)) => {
                Json::Pieces(PlacesJson::of(self.game, &self.game.position(id), player.into()))
            }
            Datum::Position(id) => Json::Position(PositionJson::new(self.game, &self.game.position(id))),
            Datum::Outcome(outcome) => Json::Outcome(outcome.into()),
            Datum::List(list) => Json::List(list.into_iter().map(|datum| self.json(datum)).collect()),
            Datum::Record(data) => Json::Record(self.record(data)),
            // The last two are handled as fields of a record, because they have their own keys.
            Datum::Null | Datum::DistanceFrom(_) | Datum::Each(_) => Json::Number(None),
        }
    }

    fn vertex(&self, place: Place) -> VertexJson {
        VertexJson::new(self.game, Vertex::new(place.number()))
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use catmouse_explain::story::Claim;
    use catmouse_explain::story::data::{RecordType, Type};
    use catmouse_model::{Outcome, PlacesJson, PositionJson, Side, VertexJson};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::{Map, json};

    use super::ClaimAnswer;
    use crate::answer::DistanceAnswer;

    impl JsonSchema for ClaimAnswer {
        fn schema_name() -> Cow<'static, str> {
            "Claim".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let kinds: Vec<Schema> = Claim::shapes().iter().map(|shape| record(shape, generator)).collect();
            json_schema!({
                "description": "A claim: its kind, what proves it, and the claim as a sentence.",
                "type": "object",
                "properties": { "kind": { "type": "string" }, "text": { "type": "string" } },
                "required": ["kind", "text"],
                "anyOf": kinds,
            })
        }
    }

    fn record(shape: &RecordType, generator: &mut SchemaGenerator) -> Schema {
        let (mut properties, mut required, mut meaning) = (Map::new(), Vec::new(), json!(shape.meaning));
        for (name, says, is) in &shape.fields {
            match is {
                Type::DistanceFrom => {
                    let distance = DistanceAnswer::json_schema(generator).to_value();
                    meaning = distance["description"].clone();
                    required.extend(distance["required"].as_array().into_iter().flatten().cloned());
                    let fields = distance["properties"].as_object().into_iter().flatten();
                    properties.extend(fields.map(|(name, of)| (name.clone(), of.clone())));
                }
                Type::Each(of) => {
                    for name in ["mouse", "cat"] {
                        properties.insert(name.to_owned(), of_type(of, generator).to_value());
                        required.push(json!(name));
                    }
                }
                is => {
                    let mut schema = of_type(is, generator);
                    if !says.is_empty() {
                        schema.insert("description".to_owned(), json!(says));
                    }
                    properties.insert((*name).to_owned(), schema.to_value());
                    required.push(json!(name));
                }
            }
        }
        let mut schema = json_schema!({ "type": "object", "properties": properties, "required": required });
        if meaning != "" {
            schema.insert("description".to_owned(), meaning);
        }
        schema
    }

    fn of_type(is: &Type, generator: &mut SchemaGenerator) -> Schema {
        match is {
            Type::Number(None) => generator.subschema_for::<usize>(),
            Type::Number(Some(u32::BITS)) => generator.subschema_for::<u32>(),
            Type::Number(Some(_)) => generator.subschema_for::<u64>(),
            Type::Integer => generator.subschema_for::<i32>(),
            Type::Flag => generator.subschema_for::<bool>(),
            Type::Word => generator.subschema_for::<&'static str>(),
            Type::Player => generator.subschema_for::<Side>(),
            Type::Place => generator.subschema_for::<VertexJson>(),
            Type::Pieces => generator.subschema_for::<PlacesJson>(),
            Type::Position => generator.subschema_for::<PositionJson>(),
            Type::Outcome => generator.subschema_for::<Outcome>(),
            Type::Maybe(of) => {
                let mut schema = of_type(of, generator);
                match schema.get("type").cloned() {
                    Some(known) => schema.insert("type".to_owned(), json!([known, "null"])),
                    None => return json_schema!({ "anyOf": [schema, { "type": "null" }] }),
                };
                schema
            }
            Type::List(of) => json_schema!({ "type": "array", "items": of_type(of, generator) }),
            Type::Record(shape) => {
                let schema = record(shape, generator).to_value();
                generator.definitions_mut().insert(shape.name.to_owned(), schema);
                Schema::new_ref(format!("#/$defs/{}", shape.name))
            }
            // These are handled as fields of a record, because they have their own keys.
            Type::DistanceFrom | Type::Each(_) => Schema::default(),
        }
    }
}
