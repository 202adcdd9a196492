//! The extension module behind the Python package `catmouse`: boards in, answers out, as data.
//!
//! Nothing is decided here. A board becomes a question of the library `catmouse`, and what that answers becomes JSON, arrays or a
//! table in Arrow's layout. The Python part of the package (`package/catmouse`) knows networkx and numpy and calls vertices by their
//! nodes; here they are numbers.

use pyo3::prelude::*;

mod board;
mod choices;
mod cops;
mod error;
mod running;
mod solved;
mod table;
mod workbench;

/// The extension module. The package `catmouse` is what is to be used.
#[pymodule(gil_used = false)]
mod _catmouse {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::choices::{cops_settings, presets, settings};
    #[pymodule_export]
    use crate::cops::{cops, cops_answer};
    #[pymodule_export]
    use crate::solved::{Solved, certified, load, solve};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::workbench::{compare, hunt, whatif};

    use super::PyModule;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_CATS", catmouse::model::MAX_CATS)?;
        module.add("REFUSED", crate::cops::REFUSED)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
