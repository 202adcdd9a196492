//! The answers as data: what programs read as JSON, and the columns of their rows in CSV.

pub use crate::annotation::{ANNOTATE_COLUMNS, AnnotateAnswer, AnnotateSummary, JudgedMoveAnswer, JudgementCounts};
pub use crate::answer::{
    Counts, DecidedBy, DistanceAnswer, Longest, MOVES_COLUMNS, MoveAnswer, Placement, SCHEMA, totals,
};
#[cfg(feature = "store")]
pub use crate::certificate::{CertificateAnswer, CertificateRefutationAnswer};
pub use crate::check::{CheckAnswer, RefutationAnswer};
pub use crate::compare::{
    CompareAnswer, ComparedSide, DifferingAnswer, DifferingPosition, Matched, MatchedBy, PartingAnswer, PartingMove,
};
#[cfg(feature = "store")]
pub use crate::cop_certificate::CopCertificateAnswer;
pub use crate::evaluate::{EvaluateAnswer, Evaluated, POLICY_COLUMNS, PolicyTable, WorstCase};
pub use crate::explanation::{
    AlternativeAnswer, EndAnswer, ExplainAnswer, HoldingAnswer, HoldingMoveAnswer, PlyAnswer, ReasonAnswer, ReasonKind,
    SymmetryAnswer,
};
pub use crate::moves::MovesAnswer;
pub use crate::schema::JSON_SCHEMA;
#[cfg(feature = "schema")]
pub use crate::schema::json_schema;
pub use crate::solve::{BoardLabel, SOLVE_COLUMNS, SolveAnswer};
pub use crate::start_only::{DecidedStart, StartAnswer, StartProof};
pub use crate::story::{ClaimAnswer, LawsAnswer};
pub use crate::strategy::{
    StrategiesAnswer, StrategyActionAnswer, StrategyAnswer, StrategyBranchAnswer, StrategyCaseAnswer,
    StrategyMistakeAnswer, StrategyMovesAnswer, StrategySeenAnswer, StrategySizeAnswer, StrategyTreeAnswer,
};
pub use crate::survey::{
    HardStart, HardestStarts, LongestStarts, NARROWEST_AMONG, NarrowestStarts, SURVEY_COLUMNS, SetupStart, StartCounts,
    StartRow, StreamedSurvey, SurveyAnswer, SurveyScope, SurveySummary, SurveyedStarts, setup_line,
};
pub use crate::table::{TABLE_COLUMNS, TableRow, with_vertex_names};
pub use crate::why::WhyAnswer;
