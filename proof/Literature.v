(** Cops and Robbers as the literature defines it: its cop number and its capture time.

    There are no turns, arenas or certificates here. Whoever reads this page knows what the theorems about
    graphs say. *)
From Coq Require Import List Arith.
Import ListNotations.

(** A graph: for each of the vertices 0, 1, 2, … the list of its neighbours. *)
Definition graph := list (list nat).

Section Graph.
Variable G : graph.

Definition neighbours v := nth v G [].
Definition vertex v := v < length G.
Definition adjacent v w := In w (neighbours v).

(** The lists describe a simple graph. *)
Definition simple := forall v w, adjacent v w -> vertex v /\ vertex w /\ v <> w /\ adjacent w v.

(** In one step a piece stays or moves to a neighbour. *)
Definition step v w := v = w \/ adjacent v w.

(** The cops on [l], whose turn it is, catch the robber on [m] within r rounds, whatever the robber does.
    In a round all cops make a step, and then the robber does. *)
Fixpoint caught_within r (l : list nat) m : Prop :=
  In m l \/
  match r with
  | 0 => False
  | S r => exists l', Forall2 step l l' /\ (In m l' \/ forall m', step m m' -> caught_within r l' m')
  end.

(** Every cop has chosen a vertex. *)
Definition placed k l := length l = k /\ Forall vertex l.

(** k cops win: they choose vertices, then the robber chooses one, and they catch it sooner or later. *)
Definition cops_win k :=
  exists l, placed k l /\ forall m, vertex m -> exists r, caught_within r l m.

(** The cop number: the least number of cops who win. *)
Definition is_cop_number k := cops_win k /\ forall j, j < k -> ~ cops_win j.

(** The capture time: the least number of rounds within which so many cops as the cop number catch every
    robber from their best placement. *)
Definition cops_win_within t k := exists l, placed k l /\ forall m, vertex m -> caught_within t l m.
Definition is_capture_time t :=
  exists k, is_cop_number k /\ cops_win_within t k /\ forall s, s < t -> ~ cops_win_within s k.

(** Every vertex has d neighbours, and there is no cycle of three or four vertices. *)
Definition regular d := forall v, vertex v -> length (neighbours v) = d /\ NoDup (neighbours v).
Definition girth_at_least_5 :=
  (forall a b c, adjacent a b -> adjacent b c -> ~ adjacent c a) /\
  (forall a b c d, adjacent a b -> adjacent b c -> adjacent c d -> adjacent d a -> a = c \/ b = d).
End Graph.
