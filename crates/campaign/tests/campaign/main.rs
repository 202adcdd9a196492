//! What only the parts together can show: the checker, the explanation's certificates and the solver on random arenas.

mod gathered;
