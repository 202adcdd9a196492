(** The checkers as an OCaml program. Numbers stay those of the proof; lists, pairs, options and truth values
    become OCaml's. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Catmouse Require Import Arena Certificate Rules Pursuit Placement CopNumber.
Extraction Language OCaml.
Extraction "checker.ml" accepts covers check_cop_number check_simple sorted places is_vertex.
