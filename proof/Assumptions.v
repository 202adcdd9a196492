(** The axioms that the theorems rest on. The check fails unless this prints that there are none. *)
From Catmouse Require Import Theorems.
Print Assumptions everything.
