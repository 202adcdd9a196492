(** A table of values under lists of numbers: a tree in which each number chooses a branch. *)
From Coq Require Import List Arith.
Import ListNotations.
Set Implicit Arguments.

Section Table.
Variable X : Type.
Inductive table := Node (here : option X) (below : list table).
Definition empty := Node None [].
Fixpoint get key t :=
  match key, t with
  | [], Node here _ => here
  | i :: key, Node _ below => match nth_error below i with Some t => get key t | None => None end
  end.
Fixpoint change i (f : table -> table) below :=
  match i, below with
  | 0, [] => [f empty]
  | 0, t :: below => f t :: below
  | S i, [] => empty :: change i f []
  | S i, t :: below => t :: change i f below
  end.
Fixpoint put key x t :=
  match key, t with
  | [], Node _ below => Node (Some x) below
  | i :: key, Node here below => Node here (change i (put key x) below)
  end.
Lemma get_empty key : get key empty = None. Proof. destruct key as [|[|i] key]; reflexivity. Qed.
Lemma change_spec i f below j t : nth_error (change i f below) j = Some t ->
  nth_error below j = Some t \/ t = empty \/ (i = j /\ t = f (nth i below empty)).
Proof.
  revert below j. induction i as [|i IH]; intros [|u below] [|j]; simpl; intro H; auto;
  try (injection H as <-); auto; try (destruct j; discriminate).
  - destruct (IH [] j H) as [E|[E|[-> E]]]; [destruct j; discriminate|auto|]. right. right. split; auto. destruct j; auto.
  - destruct (IH below j H) as [E|[E|[-> E]]]; auto.
Qed.

(** What is found is what was put, or what was there before. *)
Lemma get_put key x t key' y : get key' (put key x t) = Some y -> (key = key' /\ y = x) \/ get key' t = Some y.
Proof.
  revert t key'. induction key as [|i key IH]; intros [here below] [|j key']; simpl; auto.
  - intro H. injection H as <-. auto.
  - destruct (nth_error (change i (put key x) below) j) as [u|] eqn:E; [|easy]. intro H.
    apply change_spec in E as [E|[->|[-> ->]]]; [rewrite E; auto|now rewrite get_empty in H|].
    apply IH in H as [[-> ->]|H]; [auto|right]. destruct (nth_error below j) as [u|] eqn:E.
    + now rewrite (nth_error_nth _ _ _ E) in H.
    + apply nth_error_None in E. now rewrite nth_overflow, get_empty in H.
Qed.
Lemma change_same i f below : exists t, nth_error (change i f below) i = Some (f t) /\
  (nth_error below i = Some t \/ nth_error below i = None /\ t = empty).
Proof.
  revert below. induction i as [|i IH]; intros [|t below]; simpl; eauto.
  destruct (IH []) as [t [E [F|[_ F]]]]; [destruct i; discriminate|eauto].
Qed.
Lemma change_other i f below j t : i <> j -> nth_error below j = Some t -> nth_error (change i f below) j = Some t.
Proof. revert below j. induction i as [|i IH]; intros [|u below] [|j] N E; simpl in *; auto; try easy. Qed.
Lemma get_put_same key x t : get key (put key x t) = Some x.
Proof.
  revert t. induction key as [|i key IH]; intros [here below]; simpl; [easy|].
  destruct (change_same i (put key x) below) as [t [-> _]]. apply IH.
Qed.
Lemma get_put_other key x t key' y : key <> key' -> get key' t = Some y -> get key' (put key x t) = Some y.
Proof.
  revert t key'. induction key as [|i key IH]; intros [here below] [|j key'] N G; simpl in *; auto; [easy|].
  destruct (nth_error below j) as [t|] eqn:E; [|easy]. destruct (Nat.eq_dec i j) as [<-|D].
  - destruct (change_same i (put key x) below) as [u [-> [F|[F _]]]]; rewrite E in F; [|easy].
    injection F as <-. apply IH; congruence.
  - now rewrite (change_other _ _ D E).
Qed.
End Table.
Arguments empty {X}.
