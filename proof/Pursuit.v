(** The games are arenas as the checker needs them, and the checker of their certificates.

    Every move has a cost of at least 1. What a piece may do from each vertex is computed once, and the
    theorems are about the rules all the same. *)
From Coq Require Import List Arith NArith Bool Lia.
From Catmouse Require Import Arena Certificate Rules.
Import ListNotations.

(** ** Costs *)
Definition fair R :=
  match on R with Graph arcs => forallb (forallb (fun a => 1 <=? cost a)%N) arcs | Grid _ _ _ => true end.
Definition positive {X} (ways : list (X * N)) := forall x c, In (x, c) ways -> (1 <= c)%N.
Lemma cheapest_in ways : forall v c, In (v, c) (cheapest ways) -> In (v, c) ways.
Proof.
  induction ways as [|[w d] ways IH]; simpl; [easy|]. intros v c [E|I]; [|apply filter_In in I as [I _]; auto].
  destruct (List.find _ (cheapest ways)) as [[w' d']|] eqn:F; injection E as <- <-; [|now left].
  apply find_some in F as [J E]. apply Nat.eqb_eq in E. simpl in E. subst w'.
  destruct (N.min_spec d d') as [[_ ->]|[_ ->]]; [now left|right; now apply IH].
Qed.
Lemma cheapest_once ways v c c' : In (v, c) (cheapest ways) -> In (v, c') (cheapest ways) -> c = c'.
Proof.
  induction ways as [|[w d] ways IH]; [easy|]. cbn [cheapest]. intros [E|I] [F|J]; [congruence| | |];
  try (apply filter_In in I as [I N]); try (apply filter_In in J as [J N']); [..|auto];
  apply negb_true_iff, Nat.eqb_neq in N || apply negb_true_iff, Nat.eqb_neq in N'; simpl in *; congruence.
Qed.

Section Costs.
Variable R : rules.
Hypothesis is_fair : fair R = true.
Lemma edges_positive M v : positive (edges R M v).
Proof.
  unfold edges, fair, positive in *. destruct (on R) as [arcs|columns free walls]; intros w c I.
  - destruct (jump M =? 0); [easy|]. apply in_map_iff in I. destruct I as [a [E I]].
    apply filter_In in I as [I _]. injection E as <- <-. destruct (has_costs R); [|lia].
    destruct (nth_in_or_default v arcs []) as [J|J]; [|now rewrite J in I].
    rewrite forallb_forall in is_fair. specialize (is_fair _ J). rewrite forallb_forall in is_fair.
    now apply N.leb_le, is_fair.
  - apply in_map_iff in I. destruct I as [x [E _]]. injection E as _ <-. lia.
Qed.
Lemma steps_positive P v : positive (steps R P v).
Proof.
  intros w c I. unfold steps in I. apply in_app_or in I as [I|I].
  - apply filter_In in I as [I _]. now apply edges_positive in I.
  - destruct (may_stay _); [|easy]. destruct I as [E|[]]. injection E as _ <-. lia.
Qed.
Lemma run_positive P far : forall v, positive (run R P far v).
Proof.
  induction far as [|far IH]; intro v; [easy|]. intros w c I. cbn [run] in I.
  apply cheapest_in, in_app_or in I as [I|I]; [now apply steps_positive in I|].
  apply in_flat_map in I as [[x d] [J I]]. destruct (is_hole R x); [easy|].
  apply in_map_iff in I as [[y e] [E I]]. injection E as _ <-. apply IH in J. destruct (has_costs R); lia.
Qed.
Lemma runs_positive P v : positive (runs R P v).
Proof. unfold runs. destruct (_ <=? 1); [apply steps_positive|apply run_positive]. Qed.

Section Pieces.
Variable piece : player -> nat -> list (nat * N).
Hypothesis pieces_positive : forall P v, positive (piece P v).
Lemma all_cats_positive l : positive (all_cats R (piece Cat) l).
Proof.
  induction l as [|v l IH]; [easy|]. intros ws c I. simpl in I. destruct l as [|w l].
  - apply in_map_iff in I as [[x d] [E I]]. injection E as _ <-. now apply pieces_positive in I.
  - apply in_flat_map in I as [[x d] [J I]]. apply in_map_iff in I as [[xs e] [E I]]. injection E as _ <-.
    apply pieces_positive in J. apply IH in I. destruct (has_costs R); lia.
Qed.
Lemma one_cat_positive l : positive (one_cat (piece Cat) l).
Proof.
  induction l as [|v l IH]; [easy|]. intros ws c I. simpl in I.
  apply in_app_or in I as [I|I]; apply in_map_iff in I as [[x d] [E I]]; injection E as _ <-.
  - now apply pieces_positive in I.
  - now apply IH in I.
Qed.
Theorem moves_positive p q c : In (q, c) (moves_of R piece p) -> (1 <= c)%N.
Proof.
  unfold moves_of. intro I. assert (In (q, c) (legal R piece p) \/ c = 1%N) as [J| ->]; [|clear I|lia].
  - destruct (legal R piece p), (stalemate R); auto; destruct I as [E|[]]; injection E as _ <-; auto.
  - unfold legal in J. destruct (turn p); apply in_map_iff in J as [[x d] [E J]]; injection E as _ <-.
    + now apply pieces_positive in J.
    + destruct (cats_move R); [now apply all_cats_positive in J|now apply one_cat_positive in J].
Qed.
End Pieces.
Theorem game_costs p q c : In (q, c) (moves (game R) p) -> (1 <= c)%N.
Proof. apply moves_positive, runs_positive. Qed.
End Costs.

(** ** A run is the cheapest of all runs between its ends *)
Lemma find_in v (l : list (nat * N)) : match List.find (fun m => fst m =? v) l with
  | Some (w, c) => w = v /\ In (v, c) l | None => forall c, ~ In (v, c) l end.
Proof.
  destruct (List.find _ l) as [[w c]|] eqn:F.
  - apply find_some in F as [I E]. apply Nat.eqb_eq in E. simpl in E. subst. auto.
  - intros c I. apply (find_none _ _ F) in I. simpl in I. now rewrite Nat.eqb_refl in I.
Qed.
Lemma cheapest_least ways v c : In (v, c) ways -> exists c', In (v, c') (cheapest ways) /\ (c' <= c)%N.
Proof.
  induction ways as [|[w d] ways IH]; [easy|]. cbn [cheapest]. pose proof (find_in w (cheapest ways)) as F. intro I.
  destruct (Nat.eq_dec v w) as [->|N].
  - eexists. split; [now left|]. destruct (List.find _ (cheapest ways)) as [[x e]|].
    + destruct I as [E|I]; [injection E as ->; lia|]. destruct (IH I) as [c' [J L]]. destruct F as [-> F].
      rewrite <- (cheapest_once ways w c' e J F). lia.
    + destruct I as [E|I]; [injection E as ->; lia|]. destruct (IH I) as [c' [J _]]. now apply F in J.
  - destruct I as [E|I]; [congruence|]. destruct (IH I) as [c' [J L]]. exists c'. split; [right|exact L].
    apply filter_In. split; [exact J|]. now apply negb_true_iff, Nat.eqb_neq.
Qed.

Section Runs.
Variables (R : rules) (P : player) (v : nat).
Lemma run_is_some_run far : forall w c, In (w, c) (run R P far v) -> exists k, k <= far /\ some_run R P v k w c.
Proof.
  induction far as [|far IH]; [easy|]. intros w c I. cbn [run] in I. apply cheapest_in, in_app_or in I as [I|I].
  - exists 1. split; [lia|now apply One_edge].
  - apply in_flat_map in I as [[x d] [J I]]. destruct (is_hole R x) eqn:H; [easy|].
    apply in_map_iff in I as [[y e] [E I]]. injection E as <- <-. destruct (IH x d J) as [k [L W]].
    exists (S k). split; [lia|now apply One_more with x].
Qed.
Lemma some_run_is_listed far : forall k w c, some_run R P v k w c -> k <= far ->
  exists c', In (w, c') (run R P far v) /\ (c' <= c)%N.
Proof.
  induction far as [|far IH]; intros k w c W L; [destruct W; lia|]. cbn [run].
  destruct W as [w c I|k w c x c' W H I].
  - apply cheapest_least, in_or_app. now left.
  - destruct (IH k w c W) as [d [J M]]; [lia|].
    destruct (cheapest_least (steps R P v ++ flat_map (fun '(w, c) => if is_hole R w then [] else
                map (fun '(x, c') => (x, if has_costs R then (c + c')%N else 1%N)) (steps R P w)) (run R P far v))
              x (if has_costs R then d + c' else 1)%N) as [e [K Q]].
    + apply in_or_app. right. apply in_flat_map. exists (w, d). split; [exact J|]. rewrite H.
      apply in_map_iff. now exists (x, c').
    + exists e. split; [exact K|]. destruct (has_costs R); lia.
Qed.
Theorem run_spec far w c : In (w, c) (run R P far v) <->
  (exists k, k <= far /\ some_run R P v k w c) /\ forall k c', k <= far -> some_run R P v k w c' -> (c <= c')%N.
Proof.
  split.
  - intro I. split; [now apply run_is_some_run|]. intros k c' L W. destruct (some_run_is_listed far k w c' W L) as [d [J M]].
    destruct far as [|far]; [easy|]. now rewrite (cheapest_once _ w c d I J).
  - intros [[k [L W]] M]. destruct (some_run_is_listed far k w c W L) as [d [J Q]].
    destruct (run_is_some_run far w d J) as [k' [L' W']]. pose proof (M k' d L' W'). now replace c with d by lia.
Qed.
End Runs.

(** ** Two arenas with the same moves are the same game *)
Lemma forces_same {X} (A B : arena X) :
  (forall p, status_of A p = status_of B p) -> (forall p, moves A p = moves B p) ->
  forall P p d, forces A P p d -> forces B P p d.
Proof.
  intros S M P p d. induction 1 as [p d E|p q c d E I C F IH|p d E N C F IH].
  - apply Over. now rewrite <- S.
  - apply Choose with q c; [now rewrite <- S|now rewrite <- M|exact C|exact IH].
  - apply Await; [now rewrite <- S|now rewrite <- M|intros q c; rewrite <- M; auto using IH..]. all: exact (C q c).
Qed.

Section Same.
Variable R : rules.
Variables (piece piece' : player -> nat -> list (nat * N)) (reach reach' : nat -> list nat).
Hypothesis pieces : forall P v, piece P v = piece' P v.
Hypothesis reaches : forall v, reach v = reach' v.
Lemma legal_same p : legal R piece p = legal R piece' p.
Proof.
  assert (forall l, all_cats R (piece Cat) l = all_cats R (piece' Cat) l) as A
    by (induction l as [|v l IH]; simpl; [easy|]; now rewrite IH, pieces).
  assert (forall l, one_cat (piece Cat) l = one_cat (piece' Cat) l) as O
    by (induction l as [|v l IH]; simpl; [easy|]; now rewrite IH, pieces).
  unfold legal. destruct (turn p), (cats_move R); now rewrite ?pieces, ?A, ?O.
Qed.
Lemma moves_same p : moves_of R piece p = moves_of R piece' p.
Proof. unfold moves_of. now rewrite legal_same. Qed.
Lemma status_same p : status_at R piece reach p = status_at R piece' reach' p.
Proof.
  assert (captured reach p = captured reach' p) as C
    by (unfold captured; induction (cats_at p) as [|v l IH]; simpl; [easy|]; now rewrite reaches, IH).
  unfold status_at, verdict, endings. rewrite legal_same.
  assert (forall e, applies R reach p e = applies R reach' p e) as E by (intros []; simpl; auto).
  destruct (cat_in_hole R); simpl; now rewrite C.
Qed.
End Same.

(** ** Tables of what a piece may do *)
Definition look {X} (table : list X) (f : nat -> X) v := match nth_error table v with Some x => x | None => f v end.
Definition places b := match b with Graph arcs => length arcs | Grid _ free _ => length free end.
Definition with_tables R mouse cat near : arena position :=
  arena_by R (fun P => match P with Mouse => look mouse (runs R Mouse) | Cat => look cat (runs R Cat) end)
    (look near (ball R (capture_distance R))).
Definition quick R : arena position :=
  let all := seq 0 (places (on R)) in
  with_tables R (map (runs R Mouse) all) (map (runs R Cat) all) (map (ball R (capture_distance R)) all).
Lemma look_spec {X} (f : nat -> X) n v : look (map f (seq 0 n)) f v = f v.
Proof.
  unfold look. destruct (nth_error _ v) as [x|] eqn:E; [|easy]. rewrite nth_error_map in E.
  destruct (nth_error (seq 0 n) v) as [w|] eqn:F; [|easy]. injection E as <-. f_equal.
  assert (v < n) by (rewrite <- (seq_length n 0); apply nth_error_Some; congruence).
  pose proof (nth_error_nth _ _ 0 F) as G. now rewrite seq_nth in G.
Qed.
Lemma quick_moves R p : moves (quick R) p = moves (game R) p.
Proof. apply moves_same. intros [] v; apply look_spec. Qed.
Lemma quick_status R p : status_of (quick R) p = status_of (game R) p.
Proof. apply status_same; [intros [] v; apply look_spec|apply look_spec]. Qed.

(** ** Positions compared, and as keys of a table *)
Definition key p := match turn p with Mouse => 0 | Cat => 1 end :: mouse_at p :: cats_at p.
Lemma key_injective p q : key p = key q -> p = q.
Proof. destruct p as [m l []], q as [m' l' []]; intro E; inversion E; now subst. Qed.
Definition list_eqb (l l' : list nat) := if list_eq_dec Nat.eq_dec l l' then true else false.
Lemma list_eqb_true l l' : list_eqb l l' = true -> l = l'.
Proof. unfold list_eqb. now destruct (list_eq_dec _ l l'). Qed.
Definition position_eqb p q := list_eqb (key p) (key q).
Lemma position_eqb_true p q : position_eqb p q = true -> p = q.
Proof. intro E. now apply key_injective, list_eqb_true. Qed.

(** ** The checker *)
Definition begins S p : bool :=
  is (turn p) (first S) && stands (ruled S) (cats S) p &&
  match mouse_start S with Some m => mouse_at p =? m | None => true end &&
  match cats_start S with Some l => list_eqb (cats_at p) (sorted l) | None => true end.

(** A strategy of the Cat also begins where other places of the mouse face the same cats, and one of the Mouse
    at every start. *)
Definition other_start S c p : bool :=
  begins S p and
  match outcome_of (claimed c) with
  | Some Cat => list_eqb (cats_at p) (cats_at (Certificate.start c))
  | Some Mouse => true
  | None => false
  end.

(** Whether a certificate proves its claim about the start of a setup. *)
Definition accepts (S : setup) (c : certificate position) : bool :=
  let R := ruled S in
  fair R && begins S (Certificate.start c) &&
  all (fun s => all (fun e => stands R (cats S) (place e)) (entries s)) (strategies c) &&
  check_certificate (quick R) position_eqb key (other_start S c) (agreed R) (Certificate.start c) c.
Lemma claim_of_quick R J p c : claim_holds (quick R) J p c -> claim_holds (game R) J p c.
Proof.
  pose proof (forces_same (quick R) (game R) (quick_status _) (quick_moves _)) as Q.
  pose proof (forces_same (game R) (quick R) (fun p => eq_sym (quick_status _ p)) (fun p => eq_sym (quick_moves _ p))) as G.
  unfold claim_holds. destruct c; intros [C D]; split; auto. intros P d N W X. now apply (D P d N W), G.
Qed.
Lemma quick_costs R p q c : fair R = true -> In (q, c) (moves (quick R) p) -> (1 <= c)%N.
Proof. intro F. rewrite quick_moves. now apply game_costs. Qed.
Theorem accepts_sound S c : accepts S c = true ->
  starts_at S (Certificate.start c) /\
  claim_holds (game (ruled S)) (agreed (ruled S)) (Certificate.start c) (claimed c).
Proof.
  unfold accepts. rewrite !andb_true_iff. intros [[[F B] _] C]. split.
  - unfold begins in B. rewrite !andb_true_iff in B. destruct B as [[[T O] M] L]. repeat split; [now apply is_true|exact O|..].
    + intros m E. rewrite E in M. now apply Nat.eqb_eq.
    + intros l E. rewrite E in L. now apply list_eqb_true.
  - apply claim_of_quick. apply check_certificate_sound in C;
      [exact C|intros p q c'; now apply quick_costs|apply position_eqb_true|apply key_injective].
Qed.

(** An accepted certificate has no entry that cannot arise. *)
Theorem accepts_exact S c s e : accepts S c = true -> In s (strategies c) -> In e (entries s) ->
  reached (game (ruled S)) (other_start S c) c s (place e).
Proof.
  unfold accepts. rewrite !andb_true_iff. intros [[[F _] _] C] I J. unfold check_certificate in C.
  apply split_and in C as [_ C]. apply split_and in C as [_ C]. apply split_and in C as [_ C].
  rewrite all_spec in C. specialize (C s I).
  apply entries_are_reached with (e := e) in C;
    [|intros p q c'; rewrite quick_moves; now apply game_costs|apply position_eqb_true|apply key_injective|exact J].
  induction C as [|e' I' B|e' q cost I' _ IH M T]; [apply At_start|now apply At_other_start|].
  rewrite quick_moves in M. now apply By_move with e' cost; [|apply IH|..].
Qed.
