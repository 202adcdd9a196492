(** The rules of the games: from a board and its settings to an arena.

    This page is to be held against the page of the rules. Each definition is one rule. *)
From Coq Require Import List Arith NArith Bool Ascii String.
From Catmouse Require Import Arena.
Import ListNotations.
Local Open Scope list_scope.

(** ** Boards *)

(** An arc leads from one vertex to another at a cost. An edge is two arcs, a one-way road is one. *)
Record arc := Arc { head : nat; cost : N; kind : nat }.

(** A graph lists the arcs of each vertex. A grid has its cells row by row, numbered from 0 with the walls
    counted; [true] is a free cell, and the vertices are the free cells. Thin walls stand between two cells. *)
Inductive board :=
| Graph (arcs : list (list arc))
| Grid (columns : nat) (free : list bool) (thin_walls : list (nat * nat)).

(** ** Settings *)

(** How one piece may move: whether it may stay; how many cells it jumps in a straight line (on a graph 1
    is along an edge, and 0 is not at all); along how many edges it runs in one move; which kinds of edges
    it may use, [None] for all. *)
Record movement := Movement { may_stay : bool; jump : nat; speed : nat; uses : option (list nat) }.

Inductive hole_rule := Forbidden | Allowed | Guards | Wins. (* what a hole is to a cat *)
Inductive stalemate_rule := SameAsEndless | Pass | Loss. (* what happens to a player without a move *)
Inductive cats_rule := AllMove | OneMoves. (* which cats move in a ply of the Cat *)

Record rules := Rules {
  on : board;
  has_costs : bool; (* whether distances are costs, or else plies *)
  holes : list nat;
  cat_in_hole : hole_rule;
  movement_of : player -> movement;
  cats_move : cats_rule;
  capture_distance : nat;
  stalemate : stalemate_rule;
  agreed : agreement (* what endless play is worth, and the limit *)
}.

(** Where the pieces stand and whose turn it is. Cats are interchangeable: they are listed in order. *)
Record position := Position { mouse_at : nat; cats_at : list nat; turn : player }.

Definition member v l := existsb (Nat.eqb v) l.
Fixpoint insert v l :=
  match l with [] => [v] | w :: l' => if v <=? w then v :: l else w :: insert v l' end.
Definition sorted l := fold_right insert [] l.

Section Game.
Variable R : rules.

(** ** Steps on the board *)

Inductive direction := North | East | South | West.

(** The cell beyond a cell, if there is one on the grid. *)
Definition beyond columns (d : direction) v : option nat :=
  match d with
  | North => if v <? columns then None else Some (v - columns)
  | South => Some (v + columns)
  | West => if v mod columns =? 0 then None else Some (v - 1)
  | East => if S v mod columns =? 0 then None else Some (S v)
  end.

(** Whether one may pass from a cell to the next: this is free, and no thin wall is between the two. *)
Definition passable free thin_walls v w :=
  nth w free false &&
  negb (existsb (fun '(a, b) => (a =? v) && (b =? w) || (a =? w) && (b =? v)) thin_walls).

(** The cells that a piece reaches in a straight line, up to so many, not through walls. *)
Fixpoint straight columns free thin_walls far d v : list nat :=
  match far with
  | 0 => []
  | S far =>
      match beyond columns d v with
      | Some w => if passable free thin_walls v w then w :: straight columns free thin_walls far d w else []
      | None => []
      end
  end.

Definition may_use (M : movement) a := match uses M with None => true | Some kinds => member (kind a) kinds end.

(** Along one edge of the kinds that the piece may use, or up to [jump] cells straight ahead. *)
Definition edges (M : movement) v : list (nat * N) :=
  match on R with
  | Graph arcs =>
      if jump M =? 0 then []
      else map (fun a => (head a, if has_costs R then cost a else 1%N)) (filter (may_use M) (nth v arcs []))
  | Grid columns free thin_walls =>
      map (fun w => (w, 1%N)) (flat_map (fun d => straight columns free thin_walls (jump M) d v) [North; East; South; West])
  end.

(** A hole that is forbidden to the cat is closed to it, and to the cat alone. *)
Definition is_hole v := member v (holes R).
Definition closed P v := match P, cat_in_hole R with Cat, Forbidden => is_hole v | _, _ => false end.

(** One step of a piece of this player: along an edge, not into what is closed to it; staying costs 1. *)
Definition steps P v : list (nat * N) :=
  let M := movement_of R P in
  filter (fun m => negb (closed P (fst m))) (edges M v) ++ (if may_stay M then [(v, 1%N)] else []).

(** Of several ways to one vertex the cheapest. *)
Fixpoint cheapest (ways : list (nat * N)) : list (nat * N) :=
  match ways with
  | [] => []
  | (v, c) :: ways =>
      let rest := cheapest ways in
      let least := match find (fun m => fst m =? v) rest with Some (_, c') => N.min c c' | None => c end in
      (v, least) :: filter (fun m => negb (fst m =? v)) rest
  end.

(** A run along up to [far] edges: a step, or a shorter run and one more step, unless the run has ended in a
    hole. Nobody blocks. It costs the sum of its edges, or one ply. *)
Fixpoint run P far v : list (nat * N) :=
  match far with
  | 0 => []
  | S far =>
      let shorter := run P far v in
      cheapest (steps P v ++
        flat_map (fun '(w, c) => if is_hole w then [] else
                    map (fun '(x, c') => (x, if has_costs R then (c + c')%N else 1%N)) (steps P w)) shorter)
  end.

(** The same in other words: some run along so many edges ends here at this cost. [run] lists the cheapest of them, as
    [run_statement] says. *)
Inductive some_run P v : nat -> nat -> N -> Prop :=
| One_edge w c : In (w, c) (steps P v) -> some_run P v 1 w c
| One_more far w c x c' : some_run P v far w c -> is_hole w = false -> In (x, c') (steps P w) ->
    some_run P v (S far) x (if has_costs R then c + c' else 1)%N.

Definition runs P v := if speed (movement_of R P) <=? 1 then steps P v else run P (speed (movement_of R P)) v.

(** ** The moves of a player *)

(** All cats move, each in its own way; the move costs what all of them cost, or one ply. *)
Section Cats.
Variable one : nat -> list (nat * N).
Fixpoint all_cats l : list (list nat * N) :=
  match l with
  | [] => []
  | [v] => map (fun '(w, c) => ([w], c)) (one v)
  | v :: l =>
      let rest := all_cats l in
      flat_map (fun '(w, c) => map (fun '(ws, cs) => (w :: ws, if has_costs R then (c + cs)%N else 1%N)) rest) (one v)
  end.

(** Exactly one cat moves. *)
Fixpoint one_cat l : list (list nat * N) :=
  match l with
  | [] => []
  | v :: l => map (fun '(w, c) => (w :: l, c)) (one v) ++ map (fun '(ws, c) => (v :: ws, c)) (one_cat l)
  end.
End Cats.

(** Moves and endings follow from what each piece may do, [piece], and whom a cat captures from where, [reach]. *)
Section Moves.
Variable piece : player -> nat -> list (nat * N).
Variable reach : nat -> list nat.

Definition legal p : list (position * N) :=
  match turn p with
  | Mouse => map (fun '(m, c) => (Position m (cats_at p) Cat, c)) (piece Mouse (mouse_at p))
  | Cat => map (fun '(l, c) => (Position (mouse_at p) (sorted l) Mouse, c))
               (match cats_move R with AllMove => all_cats | OneMoves => one_cat end (piece Cat) (cats_at p))
  end.

(** A player who has no legal move passes, where the rules say so; that is a ply. *)
Definition moves_of p : list (position * N) :=
  match legal p, stalemate R with
  | [], Pass => [(Position (mouse_at p) (cats_at p) (opponent (turn p)), 1%N)]
  | ms, _ => ms
  end.

(** ** Endings *)

(** A cat captures whom it reaches along a directed path of at most [capture_distance] edges. *)
Definition captured p := existsb (fun v => member (mouse_at p) (reach v)) (cats_at p).

Inductive ending := MouseInHole | Capture | CatInHole.
Definition applies p e :=
  match e with
  | MouseInHole => is_hole (mouse_at p)
  | Capture => captured p
  | CatInHole => existsb is_hole (cats_at p)
  end.
Definition winner_by e := match e with MouseInHole => Mouse | Capture | CatInHole => Cat end.

(** The endings in the order in which they are tested: the first that applies decides. *)
Definition endings :=
  match cat_in_hole R with
  | Forbidden | Allowed => [MouseInHole; Capture]
  | Guards => [Capture; MouseInHole]
  | Wins => [Capture; CatInHole; MouseInHole]
  end.
Definition verdict p : option player := option_map winner_by (find (applies p) endings).

Definition status_at p : status :=
  match verdict p with
  | Some P => Won P
  | None =>
      match stalemate R with
      | Loss => match legal p with [] => Won (opponent (turn p)) (* at distance 0 *) | _ => Turn (turn p) end
      | _ => Turn (turn p)
      end
  end.

Definition arena_by : arena position := Arena.Arena status_at moves_of.
End Moves.

(** The vertices within so many edges of the board, along arcs of all kinds and through holes. *)
Definition next_to v : list nat :=
  match on R with
  | Graph arcs => map head (nth v arcs [])
  | Grid columns free thin_walls => flat_map (fun d => straight columns free thin_walls 1 d v) [North; East; South; West]
  end.
Fixpoint ball far v : list nat :=
  match far with
  | 0 => [v]
  | S far => let near := ball far v in nodup Nat.eq_dec (near ++ flat_map next_to near)
  end.

(** The game: an arena. *)
Definition game : arena position := arena_by runs (ball (capture_distance R)).
End Game.

(** ** Where a game begins *)

Definition is_vertex b v := match b with Graph arcs => v <? List.length arcs | Grid _ free _ => nth v free false end.
Definition open R P v := is_vertex (on R) v && negb (closed R P v).

(** A position of the game with so many cats: each piece stands on a vertex that is open to it. *)
Definition stands R (cats : nat) p : bool :=
  open R Mouse (mouse_at p) && (List.length (cats_at p) =? cats) && forallb (open R Cat) (cats_at p).

(** A setup: rules, the number of cats, the pieces whose starts are given, and who moves first. *)
Record setup := Setup {
  ruled : rules;
  cats : nat;
  mouse_start : option nat;
  cats_start : option (list nat);
  first : player
}.
Definition starts_at S p : Prop :=
  turn p = first S /\ stands (ruled S) (cats S) p = true /\
  (forall m, mouse_start S = Some m -> mouse_at p = m) /\
  (forall l, cats_start S = Some l -> cats_at p = sorted l).

Definition given_start S : option position :=
  match mouse_start S, cats_start S with
  | Some m, Some l => Some (Position m (sorted l) (first S))
  | _, _ => None
  end.

(** With a placement the cats choose their vertices first, then the mouse, seeing them, chooses its own,
    and then [first] moves. The Cat can get an outcome that it likes if it has a placement against which
    each answer has one. *)
Definition cat_can_place R cats first (liked : option player -> Prop) : Prop :=
  exists l, List.length l = cats /\ Forall (fun v => open R Cat v = true) l /\
    forall m, open R Mouse m = true ->
    exists o, outcome (game R) (agreed R) (Position m (sorted l) first) o /\ liked o.

(** ** Three games by name *)

Definition lists (G : list (list nat)) := Graph (map (map (fun w => Arc w 1 0)) G).

(** Cat and Mouse, problem 913 on LeetCode: the mouse starts at 1, the cat at 2, and the hole is at 0. *)
Definition cat_and_mouse G : setup := {|
  ruled := {|
    on := lists G; has_costs := false;
    holes := [0]; cat_in_hole := Forbidden;
    movement_of := fun _ => Movement false 1 1 None; cats_move := AllMove; capture_distance := 0;
    stalemate := SameAsEndless; agreed := Agreement None None |};
  cats := 1; mouse_start := Some 1; cats_start := Some [2]; first := Mouse |}.

(** Cat and Mouse II, problem 1728: a drawing of walls [#], the food [F], the mouse [M] and the cat [C]. *)
Definition cells (rows : list string) := flat_map list_ascii_of_string rows.
Definition marked rows letter : list nat :=
  filter (fun v => Ascii.eqb (nth v (cells rows) "#"%char) letter) (seq 0 (List.length (cells rows))).
Definition cat_and_mouse_II rows (cat_jump mouse_jump : nat) : setup := {|
  ruled := {|
    on := Grid (String.length (hd EmptyString rows)) (map (fun c => negb (Ascii.eqb c "#")) (cells rows)) [];
    has_costs := false;
    holes := marked rows "F"; cat_in_hole := Wins;
    movement_of := fun P => Movement true match P with Mouse => mouse_jump | Cat => cat_jump end 1 None;
    cats_move := AllMove; capture_distance := 0;
    stalemate := SameAsEndless; agreed := Agreement (Some Cat) (Some (1000%N, Some Cat)) |};
  cats := 1; mouse_start := List.hd_error (marked rows "M"); cats_start := Some (marked rows "C"); first := Mouse |}.

(** Cops and Robbers: everybody may stay, the cats place themselves and move first. *)
Definition cops_and_robbers G : rules := {|
  on := lists G; has_costs := false; holes := []; cat_in_hole := Forbidden;
  movement_of := fun _ => Movement true 1 1 None; cats_move := AllMove; capture_distance := 0;
  stalemate := SameAsEndless; agreed := Agreement (Some Mouse) None |}.
