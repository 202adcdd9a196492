(** The game of the literature is a game of our rules, and certificates prove cop numbers.

    [caught_iff_forced] joins the two; [check_cop_number] is the checker; its numbers are those of
    [Literature]. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
From Catmouse Require Import Arena Certificate Rules Pursuit Placement Literature.
Import ListNotations.

Lemma member_spec v l : member v l = true <-> In v l.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros [w [I E]]. now apply Nat.eqb_eq in E as ->.
  - intro I. exists v. split; [auto|apply Nat.eqb_refl].
Qed.
Lemma member_sorted v l : member v (sorted l) = member v l.
Proof.
  apply eq_true_iff_eq. rewrite !member_spec. pose proof (sorted_perm l) as P.
  split; apply Permutation_in; [now apply Permutation_sym|exact P].
Qed.

Section CopNumber.
Variable G : graph.

(** ** The moves of Cops and Robbers in our rules *)

Notation R := (cops_and_robbers G).
Notation free := (Movement true 1 1 None).
Lemma runs_spec P v w c : In (w, c) (runs R P v) <-> c = 1%N /\ step G v w.
Proof.
  assert (edges R free v = map (fun w => (w, 1%N)) (neighbours G v)) as E.
  { unfold edges, neighbours. cbn [on cops_and_robbers lists jump Nat.eqb has_costs].
    change (@nil arc) with (map (fun w => Arc w 1 0) []). rewrite map_nth.
    generalize (nth v G []). intro l. induction l as [|x l IH]; simpl in *; [auto|now rewrite IH]. }
  assert (forall P v, closed R P v = false) as C by (now intros [] ?).
  unfold runs, steps. cbn [movement_of cops_and_robbers speed Nat.leb may_stay]. rewrite E.
  rewrite in_app_iff, filter_In, in_map_iff. unfold step, adjacent. rewrite C. split.
  - intros [[[x [X I]] _]|[X|[]]]; injection X; auto; intros; subst; auto.
  - intros [-> [->|A]]; [right; now left|left; split; [eauto|easy]].
Qed.
Lemma all_cats_spec l : l <> [] -> forall l' c, In (l', c) (all_cats R (runs R Cat) l) <-> c = 1%N /\ Forall2 (step G) l l'.
Proof.
  induction l as [|v l IH]; [easy|]. intros _ l' c. cbn [all_cats]. destruct l as [|w l].
  - rewrite in_map_iff. split.
    + intros [[x d] [E I]]. apply runs_spec in I as [-> S]. injection E as <- <-. auto.
    + intros [-> F]. inversion F as [|? x ? l0 S F']; subst. inversion F'; subst.
      exists (x, 1%N). split; [easy|]. now apply runs_spec.
  - rewrite in_flat_map. split.
    + intros [[x d] [I J]]. apply runs_spec in I as [-> S]. apply in_map_iff in J as [[xs e] [E J]].
      apply IH in J as [-> F]; [|easy]. injection E as <- <-. auto.
    + intros [-> F]. inversion F as [|? x ? l0 S F']; subst. exists (x, 1%N). split; [now apply runs_spec|].
      apply in_map_iff. exists (l0, 1%N). split; [easy|]. now apply IH.
Qed.

(** A position of this game is won where a cop stands on the robber, and else somebody moves. *)
Lemma status_spec m l t : status_of (game R) (Position m l t) = if member m l then Won Cat else Turn t.
Proof.
  assert (captured (ball R 0) (Position m l t) = member m l) as C.
  { unfold captured, member. cbn [cats_at mouse_at]. induction l as [|v l IH]; [easy|].
    cbn. rewrite orb_false_r. now f_equal. }
  unfold game. cbn [status_of arena_by]. unfold status_at, verdict, endings.
  cbn [cat_in_hole cops_and_robbers List.find applies]. change (capture_distance R) with 0. unfold is_hole.
  cbn [holes cops_and_robbers member existsb]. rewrite C. now destruct (member m l).
Qed.
Lemma legal_moves p : moves (game R) p = legal R (runs R) p.
Proof. unfold game, arena_by, moves, moves_of. cbn [stalemate cops_and_robbers]. now destruct (legal R (runs R) p). Qed.
Lemma mouse_moves m l q c : In (q, c) (moves (game R) (Position m l Mouse)) <->
  c = 1%N /\ exists m', step G m m' /\ q = Position m' l Cat.
Proof.
  rewrite legal_moves. unfold legal. cbn [turn mouse_at cats_at]. rewrite in_map_iff. split.
  - intros [[x d] [E I]]. apply runs_spec in I as [-> S]. injection E as <- <-. eauto.
  - intros [-> [m' [S ->]]]. exists (m', 1%N). split; [easy|]. now apply runs_spec.
Qed.
Lemma cat_moves m l q c : l <> [] -> In (q, c) (moves (game R) (Position m l Cat)) <->
  c = 1%N /\ exists l', Forall2 (step G) l l' /\ q = Position m (sorted l') Mouse.
Proof.
  intro N. rewrite legal_moves. unfold legal. cbn [turn mouse_at cats_at cats_move cops_and_robbers]. rewrite in_map_iff. split.
  - intros [[x d] [E I]]. apply all_cats_spec in I as [-> S]; [|easy]. injection E as <- <-. eauto.
  - intros [-> [l' [S ->]]]. exists (l', 1%N). split; [easy|]. now apply all_cats_spec.
Qed.

(** ** The two are one game *)
Lemma caught_perm r : forall l l' m, Permutation l l' -> caught_within G r l m -> caught_within G r l' m.
Proof.
  induction r as [|r IH]; intros l l' m P [I|C]; try (left; now apply Permutation_in with l); right.
  destruct C as [k [F C]]. destruct (Permutation_Forall2 P F) as [k' [P' F']]. exists k'. split; [exact F'|].
  destruct C as [I|C]; [left; now apply Permutation_in with k|right; eauto].
Qed.
Lemma caught_by_nobody r : forall m, ~ caught_within G r [] m.
Proof.
  induction r as [|r IH]; intros m [[]|C]; [easy|]. destruct C as [k [F C]]. inversion F; subst.
  destruct C as [[]|C]. apply (IH m), C. now left.
Qed.
Lemma forced_if_caught r : forall l m, caught_within G r l m ->
  forces (game R) Cat (Position m (sorted l) Cat) (N.of_nat (2 * r)).
Proof.
  assert (forall l m t d, In m l -> forces (game R) Cat (Position m (sorted l) t) d) as W.
  { intros l m t d I. apply Over. rewrite status_spec, member_sorted. now apply member_spec in I as ->. }
  induction r as [|r IH]; intros l m [I|C]; auto; [easy|]. destruct C as [k [F C]].
  destruct (member m l) eqn:M; [apply W; now apply member_spec|].
  destruct (Permutation_Forall2 (sorted_perm l) F) as [k' [P F']].
  assert (sorted l <> []) as N.
  { intro Z. pose proof (sorted_perm l) as Q. rewrite Z in Q. apply Permutation_sym, Permutation_nil in Q. subst.
    inversion F; subst. destruct C as [[]|C]. apply (caught_by_nobody r m), C. now left. }
  apply Choose with (Position m (sorted k) Mouse) 1%N; [now rewrite status_spec, member_sorted, M| |lia|].
  { apply cat_moves; [exact N|]. split; [easy|]. exists k'. split; [exact F'|]. now rewrite (sorted_of_perm _ _ P). }
  destruct C as [I|C]; [auto|]. destruct (member m (sorted k)) eqn:K;
    [apply W; apply member_spec; now rewrite <- member_sorted|].
  apply Await; [now rewrite status_spec, K| |intros q c J; apply mouse_moves in J as [-> [m' [T ->]]]..].
  - intro Z. assert (In (Position m (sorted k) Cat, 1%N) []) as []. rewrite <- Z. apply mouse_moves.
    split; [easy|]. exists m. split; [now left|easy].
  - lia.
  - replace (N.of_nat (2 * S r) - 1 - 1)%N with (N.of_nat (2 * r)) by lia. auto.
Qed.
Lemma caught_if_forced p d : forces (game R) Cat p d ->
  match turn p with
  | Cat => forall r, (d <= N.of_nat (2 * r))%N -> caught_within G r (cats_at p) (mouse_at p)
  | Mouse => forall r, (d <= N.of_nat (2 * r + 1))%N -> In (mouse_at p) (cats_at p) \/
             forall m', step G (mouse_at p) m' -> caught_within G r (cats_at p) m'
  end.
Proof.
  induction 1 as [[m l t] d S|[m l t] q c d S I C F IH|[m l t] d S N C F IH];
  rewrite status_spec in S; cbn [turn cats_at mouse_at]; destruct (member m l) eqn:M; try discriminate.
  - apply member_spec in M. destruct t; intros r L; [now left|destruct r; now left].
  - injection S as ->. intros r L.
    assert (l <> []) as N by (intros ->; rewrite legal_moves in I; now simpl in I).
    apply cat_moves in I as [-> [k [F' ->]]]; [|exact N]. cbn [turn cats_at mouse_at] in IH.
    destruct r as [|r]; [lia|]. right. exists k. split; [exact F'|].
    pose proof (Permutation_sym (sorted_perm k)) as Q. destruct (IH r) as [J|J]; [lia|left|right; intros m' T].
    + now apply Permutation_in with (sorted k).
    + now apply (caught_perm r (sorted k)), J.
  - injection S as ->. intros r L. right. intros m' T.
    assert (In (Position m' l Cat, 1%N) (moves (game R) (Position m l Mouse))) as J by (apply mouse_moves; eauto).
    apply (IH _ _ J). specialize (C _ _ J). lia.
Qed.

(** The cops on l catch the robber on m within r rounds exactly if the Cat can force a win within 2 r plies. *)
Theorem caught_iff_forced r l m :
  caught_within G r l m <-> forces (game R) Cat (Position m (sorted l) Cat) (N.of_nat (2 * r)).
Proof.
  split; [apply forced_if_caught|]. intro F. apply caught_if_forced in F. cbn [turn cats_at mouse_at] in F.
  apply caught_perm with (2 := F r (N.le_refl _)). apply Permutation_sym, sorted_perm.
Qed.

(** k cops win exactly if the Cat can place them so that it wins. *)
Theorem cops_win_iff_placed k : cops_win G k <-> cat_can_place R k Cat (fun o => o = Some Cat).
Proof.
  assert (forall P v, open R P v = true <-> vertex G v) as V.
  { intros P v. unfold open, vertex. cbn [on cops_and_robbers lists is_vertex]. rewrite map_length.
    replace (closed R P v) with false by (now destruct P). rewrite andb_true_r. apply Nat.ltb_lt. }
  unfold cops_win, cat_can_place, placed. split.
  - intros [l [[E F] A]]. exists l. split; [exact E|]. split; [now apply (Forall_impl _ (fun v => proj2 (V Cat v)))|].
    intros m M. apply V in M. exists (Some Cat). split; [left|easy]. destruct (A m M) as [r C].
    exists (N.of_nat (2 * r)). split; [exact Logic.I|]. now apply caught_iff_forced.
  - intros [l [E [F A]]]. exists l. split; [split; [exact E|now apply (Forall_impl _ (fun v => proj1 (V Cat v)))]|].
    intros m M. destruct (A m) as [o [O ->]]; [now apply V|]. destruct O as [[d [_ D]]|[U _]]; [|discriminate U].
    exists (N.to_nat d). apply caught_iff_forced. apply forces_longer with (1 := D). lia.
Qed.

(** ** One more cop does no harm *)
Lemma one_more v r : forall l m, caught_within G r l m -> caught_within G r (v :: l) m.
Proof.
  induction r as [|r IH]; intros l m [I|C]; try (left; now right); right.
  destruct C as [k [F C]]. exists (v :: k). split; [constructor; [now left|exact F]|].
  destruct C as [I|C]; [left; now right|right; auto].
Qed.
Lemma more_cops j k : vertex G 0 -> j <= k -> cops_win G j -> cops_win G k.
Proof.
  intros V L W. induction L as [|k L [l [[E F] A]]]; [exact W|].
  exists (0 :: l). split; [split; [simpl; congruence|now constructor]|].
  intros m M. destruct (A m M) as [r C]. exists r. now apply one_more.
Qed.
Theorem cop_number_unique j k : is_cop_number G j -> is_cop_number G k -> j = k.
Proof.
  intros [A B] [C D]. destruct (lt_eq_lt_dec j k) as [[L|L]|L]; [|auto|]; exfalso; [eapply D|eapply B]; eauto.
Qed.

(** ** The checker *)
(** k cops on the vertices l win: against each robber by one of these strategies, or at once. *)
Definition check_upper l (wins : list (list (entry position))) :=
  let A := quick R in
  all (fun v => v <? length G) l and
  all (fun es => let t := table_of key es in
                 all (fun e => is_right (win_entry A position_eqb key Cat t e)) es) wins and
  let ts := map (table_of key) wins in
  all (fun m => if member m l then true
                else some (fun t => is_right (find key t (Position m (sorted l) Cat))) ts) (seq 0 (length G)).

(** k cops do not win: the robber has positions that it never leaves against its will, and from every placement
    of the cops one of them. *)
Definition check_lower k (es : list (entry position)) :=
  let A := quick R in
  let t := table_of key es in
  all (fun e => is_right (hold_entry A position_eqb key Mouse None t e)) es and
  all (fun l => some (fun m => is_right (find key t (Position m l Cat))) (seq 0 (length G))) (placements k (length G) 0).
Lemma quick_forces P p d : forces (quick R) P p d <-> forces (game R) P p d.
Proof. split; apply forces_same; intro q; rewrite ?quick_status, ?quick_moves; reflexivity. Qed.
Lemma bare_costs p q c : In (q, c) (moves (quick R) p) -> (1 <= c)%N.
Proof.
  apply quick_costs. unfold fair. cbn [on cops_and_robbers lists]. apply forallb_forall. intros l I.
  apply in_map_iff in I as [x [<- I]]. apply forallb_forall. intros a J. apply in_map_iff in J as [y [<- _]]. easy.
Qed.
Theorem check_upper_sound l wins : check_upper l wins = true -> cops_win G (length l).
Proof.
  unfold check_upper. intro K. apply split_and in K as [V K]. apply split_and in K as [W K].
  rewrite all_spec in V, W, K. exists l. split.
  - split; [auto|]. apply Forall_forall. intros v I. now apply Nat.ltb_lt, V.
  - intros m M. specialize (K m). rewrite in_seq in K. specialize (K ltac:(unfold vertex in M; lia)).
    destruct (member m l) eqn:E; [exists 0; left; now apply member_spec|].
    apply some_spec in K as [t [J F]]. apply in_map_iff in J as [es [<- J]].
    specialize (W es J). cbv zeta in W. rewrite all_spec in W.
    destruct (find key _ _) as [e|] eqn:X; [|easy].
    assert (forces (game R) Cat (Position m (sorted l) Cat) (rank e)) as D.
    { apply quick_forces. refine (win_sound _ bare_costs _ position_eqb_true _ key_injective Cat es _ _ X).
      intros x I. apply right_spec. exact (W x I). }
    exists (N.to_nat (rank e)). apply caught_iff_forced. apply forces_longer with (1 := D). lia.
Qed.
Theorem check_lower_sound k es : check_lower k es = true -> ~ cops_win G k.
Proof.
  unfold check_lower. intros K [l [[<- F] A]]. apply split_and in K as [H K]. rewrite all_spec in H, K.
  pose proof (placements_of_all _ _ F) as I.
  apply K, some_spec in I as [m [M X]]. destruct (find key _ _) as [e|] eqn:E; [|easy].
  destruct (A m) as [r C]; [apply in_seq in M; unfold vertex; lia|]. apply caught_iff_forced, quick_forces in C.
  refine (hold_sound _ position_eqb_true _ key_injective Mouse None es _ E (d := N.of_nat (2 * r)) Logic.I C).
  intros x J. apply right_spec. exact (H x J).
Qed.
Definition check_cop_number k l wins hold :=
  (0 <? length G) and (length l =? S k) and check_upper l wins and check_lower k hold.
Theorem check_cop_number_sound k l wins hold : check_cop_number k l wins hold = true -> is_cop_number G (S k).
Proof.
  unfold check_cop_number. intro K. apply split_and in K as [V K]. apply split_and in K as [E K].
  apply split_and in K as [U L]. apply Nat.ltb_lt in V. apply Nat.eqb_eq in E. split.
  - rewrite <- E. now apply check_upper_sound with wins.
  - intros j J W. apply (check_lower_sound k hold L). apply more_cops with j; auto. lia.
Qed.

(** ** Capture times, found by trying everything *)
Definition reachable v := v :: neighbours G v.
Fixpoint choices (ls : list (list nat)) : list (list nat) :=
  match ls with [] => [[]] | l :: ls => let rest := choices ls in flat_map (fun x => map (cons x) rest) l end.
Lemma choices_spec l l' : In l' (choices (map reachable l)) <-> Forall2 (step G) l l'.
Proof.
  assert (forall v w, In w (reachable v) <-> step G v w) as E by (intros; unfold step, adjacent; simpl; reflexivity).
  revert l'. induction l as [|v l IH]; intro l'; cbn [choices map].
  - split; [intros [<-|[]]; constructor|intro F; inversion F; now left].
  - rewrite in_flat_map. split.
    + intros [x [I J]]. apply in_map_iff in J as [k [<- J]]. constructor; [now apply E|now apply IH].
    + intro F. inversion F as [|? x ? k S F']; subst. exists x. split; [now apply E|]. apply in_map. now apply IH.
Qed.
Fixpoint catches r l m : bool :=
  if member m l then true else
  match r with
  | 0 => false
  | S r => some (fun l' => if member m l' then true else all (catches r l') (reachable m)) (choices (map reachable l))
  end.
Lemma catches_spec r : forall l m, catches r l m = true <-> caught_within G r l m.
Proof.
  induction r as [|r IH]; intros l m; cbn [catches caught_within]; destruct (member m l) eqn:M;
  try (apply member_spec in M; tauto);
  (assert (~ In m l) by (rewrite <- member_spec; congruence)); [intuition congruence|].
  rewrite some_spec. split.
  - intros [k [I C]]. right. exists k. split; [now apply choices_spec|].
    destruct (member m k) eqn:K; [left; now apply member_spec|right]. rewrite all_spec in C.
    intros m' S. apply IH, C. destruct S as [->|S]; [now left|now right].
  - intros [I|[k [F C]]]; [easy|]. exists k. split; [now apply choices_spec|].
    destruct (member m k) eqn:K; [easy|]. destruct C as [C|C]; [apply member_spec in C; congruence|].
    apply all_spec. intros m' [->|S]; apply IH, C; [now left|now right].
Qed.
Definition check_time_upper t l := all (fun v => v <? length G) l and all (catches t l) (seq 0 (length G)).
Definition check_time_lower t k :=
  all (fun l => some (fun m => negb (catches t l m)) (seq 0 (length G))) (placements k (length G) 0).
Theorem check_capture_time_sound k t l : is_cop_number G k -> length l = k ->
  check_time_upper (S t) l = true -> check_time_lower t k = true -> is_capture_time G (S t).
Proof.
  intros N E U L. apply split_and in U as [V U]. unfold check_time_lower in L. rewrite all_spec in V, U, L.
  exists k. split; [exact N|]. split.
  - exists l. split; [split; [exact E|]|].
    + apply Forall_forall. intros v I. now apply Nat.ltb_lt, V.
    + intros m M. apply catches_spec, U, in_seq. unfold vertex in M. lia.
  - intros s S [k' [[<- F] A]].
    pose proof (placements_of_all _ _ F) as I.
    apply L, some_spec in I as [m [M C]]. apply negb_true_iff in C.
    assert (caught_within G t (sorted k') m) as D; [|apply catches_spec in D; congruence].
    apply caught_iff_forced. rewrite (sorted_of_perm _ k') by (apply Permutation_sym, sorted_perm).
    apply forces_longer with (d := N.of_nat (2 * s)); [|lia]. apply caught_iff_forced, A.
    apply in_seq in M. unfold vertex. lia.
Qed.

(** ** Which graph it is *)
Definition check_simple :=
  all (fun v => all (fun w => (w <? length G) and negb (v =? w) and member v (neighbours G w)) (neighbours G v))
      (seq 0 (length G)).
Definition check_regular d :=
  all (fun v => (length (neighbours G v) =? d) and (length (nodup Nat.eq_dec (neighbours G v)) =? d)) (seq 0 (length G)).
Definition check_girth_5 :=
  all (fun a => all (fun b => all (fun c =>
    negb (member a (neighbours G c)) and
    all (fun d => if member a (neighbours G d) then if a =? c then true else b =? d else true) (neighbours G c))
    (neighbours G b)) (neighbours G a)) (seq 0 (length G)).
Lemma adjacent_vertex v w : adjacent G v w -> In v (seq 0 (length G)).
Proof.
  intro A. apply in_seq. destruct (le_lt_dec (length G) v); [|lia].
  unfold adjacent, neighbours in A. now rewrite nth_overflow in A.
Qed.
Lemma check_simple_sound : check_simple = true -> simple G.
Proof.
  unfold check_simple. rewrite all_spec. intros K v w A. pose proof (adjacent_vertex _ _ A) as V.
  apply K in V as J. rewrite all_spec in J. specialize (J w A). apply split_and in J as [W J]. apply split_and in J as [N M].
  apply in_seq in V. apply Nat.ltb_lt in W. apply negb_true_iff, Nat.eqb_neq in N. apply member_spec in M.
  unfold vertex, adjacent. repeat split; auto; lia.
Qed.
Lemma check_regular_sound d : check_regular d = true -> regular G d.
Proof.
  unfold check_regular. rewrite all_spec. intros K v V. specialize (K v). rewrite in_seq in K.
  specialize (K ltac:(unfold vertex in V; lia)). apply split_and in K as [A B]. apply Nat.eqb_eq in A, B.
  split; [exact A|]. apply NoDup_incl_NoDup with (nodup Nat.eq_dec (neighbours G v)); [apply NoDup_nodup|lia|].
  intros x I. now apply nodup_In in I.
Qed.
Lemma check_girth_5_sound : check_girth_5 = true -> girth_at_least_5 G.
Proof.
  unfold check_girth_5. rewrite all_spec. intro K.
  assert (forall a b c, adjacent G a b -> adjacent G b c -> ~ adjacent G c a /\
          forall d, adjacent G c d -> adjacent G d a -> a = c \/ b = d) as T.
  { intros a b c A B. pose proof (K a (adjacent_vertex _ _ A)) as L. rewrite all_spec in L.
    specialize (L b A). rewrite all_spec in L. specialize (L c B). apply split_and in L as [X Y]. split.
    - apply negb_true_iff in X. intro C. apply member_spec in C. congruence.
    - intros d C D. rewrite all_spec in Y. specialize (Y d C). apply member_spec in D. rewrite D in Y.
      destruct (a =? c) eqn:Q; [left; now apply Nat.eqb_eq|right; now apply Nat.eqb_eq]. }
  split; intros; [now apply T with b|]. now apply (T a b c).
Qed.
End CopNumber.
