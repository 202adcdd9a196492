//! The JSON Schema of every answer: as a built-in text, and generated from the types of the
//! answers.

/// The JSON Schema (draft 2020-12) of all answers. Each answer has its name in `$defs`, and the
/// schema as a whole accepts every answer.
///
/// `Solve`, `Explain`, `Annotate`, `Evaluate`, `Moves`, `Survey`, `Check`, `CheckCertificate`,
/// `Cops`, `Compare` and `Hunt` are the outputs of the commands with these names. `SolveStart` is printed
/// by `solve` for a game whose values do not fit into memory. `Unseen` is printed by `solve`,
/// `explain` and `moves` if the mouse is not always seen. `Why` is printed by
/// `explain --why`, `Laws` by `explain --law`, `Strategies` by `explain --strategy`, `Against` by
/// `test`, `CopsSummary` and `SolveSummary` by `--summary`. `TableRow` is a line of `table`,
/// `WhatIf` a line of `whatif`. `Session` and `Hint` describe a game in progress. Every key of an
/// answer is required.
///
/// The text is a file, so that programs need not generate it. The file is written by
/// `cargo xtask bless`, and a test compares it with `json_schema` (feature `schema`).
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(catmouse::answers::JSON_SCHEMA)?;
/// assert!(schema["$defs"]["Solve"]["properties"]["outcome"].is_object());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub const JSON_SCHEMA: &str = include_str!("../answers.schema.json");

/// Generates [`JSON_SCHEMA`], with the schemas of the answers of another crate.
#[cfg(feature = "schema")]
pub fn json_schema(more: impl FnOnce(&mut schemars::SchemaGenerator) -> Vec<schemars::Schema>) -> serde_json::Value {
    use schemars::generate::SchemaSettings;
    use serde_json::{Map, Value, json};

    use crate::annotation::AnnotateAnswer;
    use crate::answer::SCHEMA;
    use crate::compare::CompareAnswer;
    use crate::cops::CopsAnswer;
    use crate::evaluate::EvaluateAnswer;
    use crate::explanation::ExplainAnswer;
    use crate::moves::MovesAnswer;
    use crate::session::{HintAnswer, SessionAnswer};
    use crate::solve::SolveAnswer;
    use crate::start_only::StartAnswer;
    use crate::story::LawsAnswer;
    use crate::strategy::StrategiesAnswer;
    use crate::summary::{CopsSummary, SolveSummary};
    use crate::survey::SurveyAnswer;
    use crate::table::TableRow;
    use crate::whatif::WhatIfAnswer;
    use crate::why::WhyAnswer;

    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut answers = vec![
        generator.subschema_for::<SolveAnswer<'_>>(),
        generator.subschema_for::<crate::unseen::UnseenAnswer>(),
        generator.subschema_for::<StartAnswer<'_>>(),
        generator.subschema_for::<ExplainAnswer>(),
        generator.subschema_for::<WhyAnswer>(),
        generator.subschema_for::<LawsAnswer>(),
        generator.subschema_for::<AnnotateAnswer>(),
        generator.subschema_for::<EvaluateAnswer>(),
        generator.subschema_for::<SessionAnswer>(),
        generator.subschema_for::<HintAnswer>(),
        generator.subschema_for::<MovesAnswer>(),
        generator.subschema_for::<TableRow>(),
        generator.subschema_for::<SurveyAnswer>(),
        generator.subschema_for::<crate::check::CheckAnswer>(),
        generator.subschema_for::<CopsAnswer<'_>>(),
        generator.subschema_for::<CopsSummary>(),
        generator.subschema_for::<SolveSummary>(),
        generator.subschema_for::<StrategiesAnswer>(),
        generator.subschema_for::<WhatIfAnswer>(),
        generator.subschema_for::<CompareAnswer>(),
    ];
    answers.extend(more(&mut generator));
    #[cfg(feature = "store")]
    answers.extend([
        generator.subschema_for::<crate::certificate::CertificateAnswer>(),
        generator.subschema_for::<crate::cop_certificate::CopCertificateAnswer>(),
    ]);
    let definitions: Map<String, Value> = generator.take_definitions(true);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("The answers of catmouse, schema {SCHEMA}"),
        "anyOf": answers,
        "$defs": definitions,
    })
}
