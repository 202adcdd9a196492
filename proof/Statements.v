(** What is proved. The proofs are in Theorems.v; none of them rests on an axiom.

    [Literature] says in a page what a cop number is, [Arena] what it is to force a win, and [Rules] what the games are.
    The last part also names the condition on a table, [Solution.expected], and the checker, [Pursuit.accepts]. *)
From Coq Require Import List Arith NArith Bool String.
From Catmouse Require Import Arena Rules Literature.
From Catmouse Require Solution Certificate Pursuit Placement.
Import ListNotations.
Local Open Scope list_scope.

(** * Graphs: cop numbers and capture times, in the words of the literature *)

(** A cycle of n vertices, and one inside it that goes in steps of k. *)
Definition generalised_petersen n k : graph :=
  map (fun v => [S v mod n; (v + n - 1) mod n; v + n]) (seq 0 n) ++
  map (fun v => [(v + k) mod n + n; (v + n - k) mod n + n; v]) (seq 0 n).
Definition petersen := generalised_petersen 5 2.
Definition dodecahedron := generalised_petersen 10 2.
Definition robertson : graph := [[1;4;7;18]; [0;2;9;12]; [1;3;6;14]; [2;4;8;11]; [0;3;5;15]; [4;6;13;17]; [2;5;7;10];
  [0;6;8;16]; [3;7;9;13]; [1;8;10;17]; [6;9;11;15]; [3;10;12;18]; [1;11;13;16]; [5;8;12;14]; [2;13;15;18];
  [4;10;14;16]; [7;12;15;17]; [5;9;16;18]; [0;11;14;17]].
Definition grid rows columns : graph :=
  map (fun v => filter (fun w => (v + columns =? w) || (w + columns =? v) ||
                                 (S v =? w) && negb (w mod columns =? 0) || (S w =? v) && negb (v mod columns =? 0))
                       (seq 0 (rows * columns))) (seq 0 (rows * columns)).
Definition complete_bipartite a b : graph := map (fun v => if v <? a then seq a b else seq 0 a) (seq 0 (a + b)).

(** Petersen's graph is the only one with ten vertices of degree 3 and girth 5, Robertson's the only one with
    nineteen of degree 4 (Robertson 1964). *)
Definition petersen_statement :=
  simple petersen /\ List.length petersen = 10 /\ regular petersen 3 /\ girth_at_least_5 petersen /\
  is_cop_number petersen 3 /\ is_capture_time petersen 1.
Definition robertson_statement :=
  simple robertson /\ List.length robertson = 19 /\ regular robertson 4 /\ girth_at_least_5 robertson /\
  is_cop_number robertson 4.
Definition dodecahedron_statement := simple dodecahedron /\ is_cop_number dodecahedron 3.
Definition grid_statement := simple (grid 3 4) /\ is_cop_number (grid 3 4) 2 /\ is_capture_time (grid 3 4) 2.
Definition bipartite_statement :=
  simple (complete_bipartite 3 3) /\ is_cop_number (complete_bipartite 3 3) 2 /\
  is_capture_time (complete_bipartite 3 3) 1.

(** A graph has one cop number. *)
Definition cop_number_statement := forall G j k, is_cop_number G j -> is_cop_number G k -> j = k.

(** * Boards: outcomes and distances *)

Definition ends S winner :=
  exists p, given_start S = Some p /\ outcome (game (ruled S)) (agreed (ruled S)) p winner.
Definition takes S P d :=
  exists p, given_start S = Some p /\ forces (game (ruled S)) P p d /\ forall e, forces (game (ruled S)) P p e -> (d <= e)%N.

(** The official examples of problem 913: 0, a draw, and 1, the mouse. *)
Definition problem_913_statement :=
  ends (cat_and_mouse [[2;5]; [3]; [0;4;5]; [1;4;5]; [2;3]; [0;2;3]]) None /\
  ends (cat_and_mouse [[1;3]; [0]; [3]; [0;2]]) (Some Mouse).

(** The official examples of problem 1728: true, true, false, false and true; true is the mouse. *)
Definition problem_1728_statement :=
  ends (cat_and_mouse_II ["####F"; "#C..."; "M...."]%string 1 2) (Some Mouse) /\
  ends (cat_and_mouse_II ["M.C...F"]%string 1 4) (Some Mouse) /\
  ends (cat_and_mouse_II ["M.C...F"]%string 1 3) (Some Cat) /\
  ends (cat_and_mouse_II ["C...#"; "...#F"; "....#"; "M...."]%string 2 5) (Some Cat) /\
  ends (cat_and_mouse_II [".M..."; "..#.."; "#..#."; "C#.#."; "...#F"]%string 3 1) (Some Mouse).

(** In [ambush] the cat needs exactly 8 plies. *)
Definition ambush_statement := takes (cat_and_mouse [[4]; [3;4]; [4;5]; [1;4;5]; [0;1;2;3]; [2;3]]) Cat 8.

(** On this board of eight vertices the mouse needs 17 plies. Programs that give up after 2 n = 16 plies, as was
    often published, answer that it is a draw. *)
Definition long_way := cat_and_mouse [[2;6;7]; [3;4;5;7]; [0;3;4;7]; [1;2;5;7]; [1;2;5;6]; [1;3;4;6]; [0;4;5;7]; [0;1;2;3;6]].
Definition long_way_statement := ends long_way (Some Mouse) /\ takes long_way Mouse 17.

(** * Games in general *)

(** A position has one outcome. *)
Definition outcome_statement := forall (position : Type) (A : arena position) J p o o',
  outcome A J p o -> outcome A J p o' -> o = o'.

(** A claimed solution in which the value of each position follows from the values after its moves is the
    solution: it names the winner and the least distance, and says [Endless] where nobody can force an end (within
    the horizon, if there is one). *)
Definition solution_statement :=
  forall (position : Type) (A : arena position) horizon (v : position -> Solution.value) (region : position -> Prop),
  (forall p q c, region p -> In (q, c) (moves A p) -> region q) ->
  (forall p q c, In (q, c) (moves A p) -> (1 <= c)%N) ->
  (forall p, region p -> v p = Solution.expected A horizon v p) ->
  forall p, region p ->
  match v p with
  | Solution.Win P d => forces A P p d /\ forall e, forces A P p e -> (d <= e)%N
  | Solution.Endless => forall P d, Solution.in_time horizon d -> ~ forces A P p d
  end.

(** What the extracted program accepts is true: the certificate is about a start of the setup, what it claims
    holds, and so the outcome is the one that it names. *)
Definition certificate_statement := forall S c, Pursuit.accepts S c = true ->
  let (p, claimed) := (Certificate.start c, Certificate.claimed c) in
  let (A, J) := (game (ruled S), agreed (ruled S)) in
  starts_at S p /\
  match claimed with
  | Certificate.WinWithin P d => within J d /\ forces A P p d /\ outcome A J p (Some P)
  | Certificate.Unforced o => (forall P d, o <> Some P -> within J d -> ~ forces A P p d) /\ outcome A J p o
  end.

(** If the players place the pieces, and what it accepts also covers the placement, then the Cat can place its cats
    so that it wins wherever the mouse is placed; or the Mouse wins wherever the cats are placed. *)
Definition placement_statement := forall S c, Pursuit.accepts S c = true -> Placement.covers S c = true ->
  match Certificate.outcome_of (Certificate.claimed c) with
  | Some Cat => cat_can_place (ruled S) (cats S) (first S) (fun o => o = Some Cat)
  | Some Mouse => ~ cat_can_place (ruled S) (cats S) (first S) (fun o => o <> Some Mouse)
  | None => False
  end.

(** What it accepts has no entry too many: every entry is about a position that can arise from a start while the
    player follows the strategy. *)
Definition exact_statement := forall S c s e, Pursuit.accepts S c = true ->
  In s (Certificate.strategies c) -> In e (Certificate.entries s) ->
  Certificate.reached (game (ruled S)) (Pursuit.other_start S c) c s (Certificate.place e).

(** A run of several edges is listed exactly if none between the same ends is cheaper. *)
Definition run_statement := forall R P v far w c,
  In (w, c) (run R P far v) <->
  (exists k, k <= far /\ some_run R P v k w c) /\ forall k c', k <= far -> some_run R P v k w c' -> (c <= c')%N.

(** Our Cops and Robbers is that of the literature: the cops on l catch the robber on m within r rounds exactly if
    the Cat can force a win within 2 r plies, and k cops win exactly if the Cat can place them so that it wins. *)
Definition game_statement := forall G,
  (forall r l m, caught_within G r l m <->
    forces (game (cops_and_robbers G)) Cat (Position m (sorted l) Cat) (N.of_nat (2 * r))) /\
  (forall k, cops_win G k <-> cat_can_place (cops_and_robbers G) k Cat (fun winner => winner = Some Cat)).
