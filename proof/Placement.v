(** Games in which the players place the pieces: a certificate may prove the outcome of the placement.

    [covers] says when it does, and [placed_sound] proves it. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Catmouse Require Import Arena Table Certificate Rules Pursuit.
Import ListNotations.

(** ** Lists of cats in order *)
Lemma insert_perm v l : Permutation (v :: l) (insert v l).
Proof.
  induction l as [|w l IH]; simpl; [auto|]. destruct (v <=? w); [auto|].
  rewrite perm_swap. now constructor.
Qed.
Lemma sorted_perm l : Permutation l (sorted l).
Proof. induction l as [|v l IH]; simpl; [auto|]. rewrite <- insert_perm. now constructor. Qed.
Lemma insert_swap a b l : insert a (insert b l) = insert b (insert a l).
Proof.
  induction l as [|w l IH]; simpl.
  - destruct (a <=? b) eqn:E, (b <=? a) eqn:F; try reflexivity;
    rewrite ?Nat.leb_le, ?Nat.leb_gt in *; [now replace b with a by lia|lia].
  - destruct (b <=? w) eqn:B, (a <=? w) eqn:A; simpl; rewrite ?A, ?B, ?IH; try reflexivity;
    destruct (a <=? b) eqn:E, (b <=? a) eqn:F; rewrite ?A, ?B; try reflexivity;
    rewrite ?Nat.leb_le, ?Nat.leb_gt in *; try lia. now replace b with a by lia.
Qed.
Lemma sorted_of_perm l l' : Permutation l l' -> sorted l = sorted l'.
Proof.
  induction 1 as [|x l l' P IH|x y l|l l' l'' P IH P' IH']; simpl; [auto|now rewrite IH|apply insert_swap|congruence].
Qed.
Fixpoint ascending least l := match l with [] => True | v :: l => least <= v /\ ascending v l end.
Lemma sorted_ascending l : ascending 0 (sorted l).
Proof.
  assert (forall v l least, least <= v -> ascending least l -> ascending least (insert v l)) as I.
  { intros v l'. induction l' as [|w l' IH]; simpl; [auto|]. intros least L [W A].
    destruct (v <=? w) eqn:E; rewrite ?Nat.leb_le, ?Nat.leb_gt in *; simpl; repeat split; auto. apply IH; [lia|auto]. }
  induction l as [|v l IH]; simpl; auto using Nat.le_0_l.
Qed.

(** All placements of k cops on n vertices, each once. *)
Fixpoint placements k n least : list (list nat) :=
  match k with
  | 0 => [[]]
  | S k => flat_map (fun v => map (cons v) (placements k n v)) (seq least (n - least))
  end.
Lemma placements_spec n l : forall least, Forall (fun v => v < n) l -> ascending least l ->
  In l (placements (length l) n least).
Proof.
  induction l as [|v l IH]; intros least F A; simpl; [auto|]. inversion F; subst. destruct A as [L A].
  apply in_flat_map. exists v. split; [apply in_seq; lia|]. apply in_map. auto.
Qed.
Lemma placements_of_all n l : Forall (fun v => v < n) l -> In (sorted l) (placements (length l) n 0).
Proof.
  intro F. rewrite (Permutation_length (sorted_perm l)). apply placements_spec; [|apply sorted_ascending].
  apply Permutation_Forall with (2 := F). apply sorted_perm.
Qed.

Definition is_right {X} (x : option X) := match x with Some _ => true | None => false end.
Lemma right_spec {X} (x : option X) : is_right x = true -> x <> None. Proof. now destruct x. Qed.

(** ** Starts that a certificate covers *)

(** A certificate that [accepts] covers the placement if the cats on its start face every place of the mouse,
    or the mouse has an answer to every placement of the cats. *)
Definition covers (S : setup) (c : certificate position) : bool :=
  let (R, vertices) := (ruled S, seq 0 (places (on (ruled S)))) in
  match mouse_start S, cats_start S, strategies c with
  | None, None, [s] =>
      let t := table_of key (filter (proves_at (agreed R) c s) (entries s)) in
      let proved m l := is_right (find key t (Position m (sorted l) (first S))) in
      match outcome_of (claimed c) with
      | Some Cat => all (fun m => if open R Mouse m then proved m (cats_at (start c)) else true) vertices
      | Some Mouse => all (fun l => if forallb (open R Cat) l then some (fun m => open R Mouse m and proved m l) vertices
                                    else true) (placements (cats S) (places (on R)) 0)
      | None => false
      end
  | _, _, _ => false
  end.

Lemma open_place R P v : open R P v = true -> v < places (on R).
Proof.
  unfold open, places, is_vertex. destruct (on R) as [arcs|columns free walls]; rewrite andb_true_iff; intros [V _].
  - now apply Nat.ltb_lt.
  - destruct (Nat.lt_ge_cases v (List.length free)) as [L|L]; [exact L|]. now rewrite nth_overflow in V.
Qed.
Lemma outcome_at S c s m l : accepts S c = true -> strategies c = [s] ->
  is_right (find key (table_of key (filter (proves_at (agreed (ruled S)) c s) (entries s))) (Position m (sorted l) (first S))) = true ->
  outcome (game (ruled S)) (agreed (ruled S)) (Position m (sorted l) (first S)) (outcome_of (claimed c)).
Proof.
  intros K One F. destruct (find key _ _) as [e|] eqn:E; [|easy].
  apply find_spec in E as [I E]; [|apply key_injective]. apply filter_In in I as [I V].
  unfold accepts in K. rewrite !andb_true_iff in K. destruct K as [[[Fair _] _] K].
  apply claim_is_outcome, claim_of_quick. rewrite <- E.
  apply claim_holds_at with (key := key) (s := s) (1 := fun p q c => @quick_costs (ruled S) p q c Fair) (4 := K); auto.
  - apply position_eqb_true.
  - apply key_injective.
Qed.
Theorem placed_sound S c : accepts S c = true -> covers S c = true ->
  match outcome_of (claimed c) with
  | Some Cat => cat_can_place (ruled S) (cats S) (first S) (fun o => o = Some Cat)
  | Some Mouse => ~ cat_can_place (ruled S) (cats S) (first S) (fun o => o <> Some Mouse)
  | None => False
  end.
Proof.
  intros K C. unfold covers in C. destruct (mouse_start S), (cats_start S), (strategies c) as [|s [|]] eqn:One; try easy.
  pose proof (fun m l => outcome_at S c s m l K One) as O. destruct (accepts_sound S c K) as [[_ [B _]] _].
  destruct (outcome_of (claimed c)) as [[]|]; [| |easy]; rewrite all_spec in C.
  - intros [l [E [F A]]]. assert (In (sorted l) (placements (cats S) (places (on (ruled S))) 0)) as I.
    { rewrite <- E. apply placements_of_all. apply (Forall_impl _ (fun v => open_place _ Cat v) F). }
    apply C in I. replace (forallb (open (ruled S) Cat) (sorted l)) with true in I.
    + apply some_spec in I as [m [_ I]]. apply split_and in I as [M I]. destruct (A m M) as [o [Q N]]. apply N.
      apply O in I. rewrite <- (sorted_of_perm l (sorted l) (sorted_perm l)) in I.
      eapply outcome_unique; eassumption.
    + symmetry. apply forallb_forall. rewrite Forall_forall in F. intros v J. apply F.
      apply Permutation_in with (2 := J). apply Permutation_sym, sorted_perm.
  - unfold stands in B. rewrite !andb_true_iff in B. destruct B as [[_ L] F]. exists (cats_at (start c)).
    split; [now apply Nat.eqb_eq|]. split; [rewrite forallb_forall in F; now apply Forall_forall|].
    intros m M. exists (Some Cat). split; [|easy]. apply O. specialize (C m). rewrite M in C. apply C.
    apply in_seq. pose proof (open_place _ _ _ M). lia.
Qed.
