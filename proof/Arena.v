(** What a game is, and what it means that a player can force its end.

    Two players move in turn, and every move has a cost, 1 if plies are counted. Nothing here knows a
    board, a piece or a program. *)
From Coq Require Import List NArith Lia.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope N_scope.

Inductive player := Mouse | Cat.
Definition opponent P := match P with Mouse => Cat | Cat => Mouse end.
Definition is P Q := match P, Q with Mouse, Mouse | Cat, Cat => true | _, _ => false end.

(** The game is over and has a winner, or somebody is to move. *)
Inductive status := Won (winner : player) | Turn (mover : player).

(** An arena: for each position its status, and the moves from it with their costs. *)
Record arena (position : Type) := Arena {
  status_of : position -> status;
  moves : position -> list (position * N)
}.

(** An agreement: the winner of endless play ([None] is a draw), and perhaps a limit, with the winner
    of a game that is not won within it. *)
Record agreement := Agreement { endless : option player; limit : option (N * option player) }.
Definition within J d := match limit J with None => True | Some (most, _) => d <= most end.
Definition unforced J := match limit J with None => endless J | Some (_, winner) => winner end.

Section Game.
Context [position : Type] (A : arena position).

(** The player P can force a win from here at a total cost of at most d, whatever the opponent does. An
    opponent who has no move is not beaten. *)
Inductive forces (P : player) : position -> N -> Prop :=
| Over p d : status_of A p = Won P -> forces P p d
| Choose p q c d : status_of A p = Turn P -> In (q, c) (moves A p) -> c <= d ->
    forces P q (d - c) -> forces P p d
| Await p d : status_of A p = Turn (opponent P) -> moves A p <> [] ->
    (forall q c, In (q, c) (moves A p) -> c <= d) ->
    (forall q c, In (q, c) (moves A p) -> forces P q (d - c)) -> forces P p d.

(** The outcome of a position: a player wins who can force a win within the limit, or who is the winner
    of everything else while the opponent can force nothing; the rest is a draw. *)
Definition outcome (J : agreement) p (winner : option player) : Prop :=
  match winner with
  | Some P => (exists d, within J d /\ forces P p d) \/
              (unforced J = Some P /\ forall d, within J d -> ~ forces (opponent P) p d)
  | None => unforced J = None /\ forall P d, within J d -> ~ forces P p d
  end.

(** ** A win is unique, and so is an outcome *)
Lemma is_true P Q : is P Q = true -> P = Q. Proof. now destruct P, Q. Qed.
Lemma is_false P Q : is P Q = false -> Q = opponent P. Proof. now destruct P, Q. Qed.
Lemma opponent_twice P : opponent (opponent P) = P. Proof. now destruct P. Qed.
Lemma forces_longer P p d : forces P p d -> forall e, d <= e -> forces P p e.
Proof.
  induction 1 as [p d S|p q c d S I C F IH|p d S N C F IH]; intros e L.
  - now apply Over.
  - apply Choose with q c; auto; [lia|]. apply IH. lia.
  - apply Await; auto; intros q c I; specialize (C q c I); [lia|]. apply (IH q c I). lia.
Qed.
Lemma not_both P p d : forces P p d -> forall e, ~ forces (opponent P) p e.
Proof.
  induction 1 as [p d S|p q c d S I C F IH|p d S N C F IH]; intros e G; inversion G as
    [p' e' S'|p' q' c' e' S' I' C' F'|p' e' S' N' C' F']; subst; rewrite S in S'; try discriminate.
  - injection S' as S'. now destruct P.
  - injection S' as S'. now destruct P.
  - now apply (IH (e - c)), F'.
  - now apply (IH q' c' I' (e - c')).
  - injection S' as S'. now destruct P.
Qed.
Theorem outcome_unique J p o o' : outcome J p o -> outcome J p o' -> o = o'.
Proof.
  assert (forall P Q, P = Q \/ Q = opponent P) as D by (intros [] []; auto).
  destruct o as [P|], o' as [Q|]; simpl; auto.
  - destruct (D P Q) as [->| ->]; [easy|]. rewrite opponent_twice.
    intros [[d [W F]]|[U N]] [[e [V G]]|[U' N']]; exfalso.
    + exact (not_both F G).
    + exact (N' d W F).
    + exact (N e V G).
    + rewrite U in U'. now destruct P.
  - intros [[d [W F]]|[U N]] [U' N']; exfalso; [exact (N' P d W F)|congruence].
  - intros [U N] [[d [W F]]|[U' N']]; exfalso; [exact (N Q d W F)|congruence].
Qed.
End Game.
