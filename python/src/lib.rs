//! The extension module of the Python package `catmouse`. It takes boards and returns answers as
//! data.
//!
//! The module decides nothing. It converts a board to a question of the library `catmouse`, and the
//! answer to JSON, arrays or a table in Arrow's layout. The Python part of the package
//! (`package/catmouse`) knows networkx and numpy. It calls vertices by their nodes, and this module
//! by their numbers.

use pyo3::prelude::*;

mod board;
mod choices;
mod cops;
mod error;
mod running;
mod solved;
mod table;
mod tested;
mod told;
mod workbench;

/// The extension module. Users import the package `catmouse` instead.
#[pymodule(gil_used = false)]
mod _catmouse {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::choices::{cops_settings, graph_names, presets, schema, settings};
    #[pymodule_export]
    use crate::cops::{check_cop_certificate, cop_certificate, cops, cops_answer, cops_numbers};
    #[pymodule_export]
    use crate::solved::{Solved, certified, load, noted, solve, solve_unseen, unseen_certificate};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::tested::test;
    #[pymodule_export]
    use crate::told::Told;
    #[pymodule_export]
    use crate::workbench::{compare, hunt, whatif};

    use super::PyModule;
    use catmouse::formats::Format;
    use catmouse::model::Keyword;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("FORMATS", Format::ALL.iter().map(|format| format.word()).collect::<Vec<_>>())?;
        module.add("LEAST_MEMORY", catmouse::memory::LEAST_BOUND)?;
        module.add("MAX_CATS", catmouse::model::MAX_CATS)?;
        module.add("REFUSED", crate::cops::REFUSED)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
