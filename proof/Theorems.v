(** Every statement of Statements.v, proved; and the axioms that the proofs rest on: none. *)
From Coq Require Import List Arith NArith.
From Catmouse Require Import Arena Certificate Rules Literature Statements Pursuit Placement CopNumber Shorthand.
From Catmouse Require Solution.
From Catmouse.data Require Import Graphs Boards.
Import ListNotations.

Ltac computed := vm_cast_no_check (eq_refl true).

(** ** Games in general *)

Theorem outcome_theorem : outcome_statement.
Proof. exact outcome_unique. Qed.

Theorem solution_theorem : solution_statement.
Proof.
  intros position A horizon v region closed costs conditions p R. destruct (v p) as [P d|] eqn:E.
  - now apply (Solution.exact_win A horizon v region closed costs conditions).
  - now apply (Solution.exact_endless horizon v region closed conditions).
Qed.

Theorem certificate_theorem : certificate_statement.
Proof.
  intros S c K. destruct (accepts_sound S c K) as [B H]. split; [exact B|].
  pose proof (claim_is_outcome _ _ _ _ H) as O. destruct (claimed c); destruct H; auto.
Qed.

Theorem placement_theorem : placement_statement.
Proof. exact placed_sound. Qed.

Theorem exact_theorem : exact_statement.
Proof. intros S c s e. apply accepts_exact. Qed.

Theorem run_theorem : run_statement.
Proof. exact run_spec. Qed.

Theorem game_theorem : game_statement.
Proof. split; [apply caught_iff_forced|apply cops_win_iff_placed]. Qed.

(** ** Boards *)

Lemma starts_there S p q : given_start S = Some p -> starts_at S q -> q = p.
Proof.
  unfold given_start, starts_at. destruct (mouse_start S), (cats_start S); try easy.
  intros E [T [_ [M L]]]. injection E as <-. destruct q. cbn in *. now rewrite (M _ eq_refl), (L _ eq_refl), T.
Qed.

Lemma ends_by S c p : given_start S = Some p -> accepts S c = true ->
  ends S match claimed c with WinWithin P _ => Some P | Unforced o => o end.
Proof.
  intros E K. apply certificate_theorem in K as [B H]. exists p. split; [exact E|].
  rewrite <- (starts_there S p (start c) E B). now destruct (claimed c).
Qed.

(** The same setup under a limit, which then is a draw. *)
Definition limited S most : setup :=
  let R := ruled S in
  Setup (Rules (on R) (has_costs R) (holes R) (cat_in_hole R) (movement_of R) (cats_move R) (capture_distance R)
               (stalemate R) (Agreement None (Some (most, None))))
        (cats S) (mouse_start S) (cats_start S) (first S).

(** A win within d, and none within one less. *)
Lemma takes_by S c c' p P d : given_start S = Some p ->
  accepts S c = true -> claimed c = WinWithin P d ->
  accepts (limited S (N.pred d)) c' = true -> claimed c' = Unforced None -> takes S P d.
Proof.
  intros E K C K' C'. apply certificate_theorem in K as [B H], K' as [B' H']. rewrite C in H. rewrite C' in H'.
  exists p. split; [exact E|]. apply (starts_there S p _ E) in B as <-.
  assert (start c' = start c) as Q by (apply (starts_there (limited S (N.pred d))); [exact E|exact B']). rewrite Q in H'.
  split; [apply H|]. intros e F. destruct (N.le_gt_cases d e) as [L|L]; [exact L|]. exfalso.
  destruct H' as [N _]. apply (N P e); [discriminate|now apply N.lt_le_pred|exact F].
Qed.

Theorem problem_913_theorem : problem_913_statement.
Proof. split; [eapply (ends_by _ first_913)|eapply (ends_by _ second_913)]; try reflexivity; computed. Qed.

Theorem problem_1728_theorem : problem_1728_statement.
Proof.
  repeat split; [eapply (ends_by _ first_1728)|eapply (ends_by _ second_1728)|eapply (ends_by _ third_1728)|
    eapply (ends_by _ fourth_1728)|eapply (ends_by _ fifth_1728)]; try reflexivity; computed.
Qed.

Theorem ambush_theorem : ambush_statement.
Proof. eapply (takes_by _ ambush ambush_in_7); try reflexivity; computed. Qed.

Theorem long_way_theorem : long_way_statement.
Proof.
  split; [eapply (ends_by _ Boards.long_way); [reflexivity|computed]|].
  eapply (takes_by _ Boards.long_way long_way_in_16); try reflexivity; computed.
Qed.

(** A wrong certificate is refused: one entry less, or one rank more. *)
Definition spoilt (change : list (entry position) -> list (entry position)) (c : certificate position) :=
  Certificate (start c) (claimed c) (map (fun s => Strategy (follower s) (aimed s) (change (entries s))) (strategies c)).
Example without_an_entry : accepts Statements.long_way (spoilt (fun es => firstn 9 es ++ skipn 10 es) Boards.long_way) = false.
Proof. vm_compute. reflexivity. Qed.
Example with_a_rank_more : accepts Statements.long_way
  (spoilt (map (fun e => Entry (place e) (N.succ (rank e)) (target e))) Boards.long_way) = false.
Proof. vm_compute. reflexivity. Qed.

(** ** Graphs *)

Ltac is_simple := split; [apply check_simple_sound; computed|].
Ltac identify := is_simple; split; [reflexivity|]; split; [apply check_regular_sound; computed|];
  split; [apply check_girth_5_sound; computed|].
Ltac cop_number_by sound := pose proof (sound ltac:(computed)) as N; split; [exact N|].

Theorem petersen_theorem : petersen_statement.
Proof.
  identify. cop_number_by (check_cop_number_sound petersen 2 [0; 2; 6] petersen_wins (of_bits petersen 2 petersen_hold)).
  apply (check_capture_time_sound _ _ 0 [0; 2; 6] N eq_refl); computed.
Qed.

Theorem robertson_theorem : robertson_statement.
Proof.
  identify. apply (check_cop_number_sound _ 3 [0; 0; 0; 1] robertson_wins (of_bits robertson 3 robertson_hold)); computed.
Qed.

Theorem dodecahedron_theorem : dodecahedron_statement.
Proof.
  is_simple. apply (check_cop_number_sound _ 2 [0; 0; 4] dodecahedron_wins (of_bits dodecahedron 2 dodecahedron_hold)); computed.
Qed.

Theorem grid_theorem : grid_statement.
Proof.
  is_simple. cop_number_by (check_cop_number_sound (grid 3 4) 1 [1; 10] grid_3_4_wins (of_bits (grid 3 4) 1 grid_3_4_hold)).
  apply (check_capture_time_sound _ _ 1 [1; 10] N eq_refl); computed.
Qed.

Theorem bipartite_theorem : bipartite_statement.
Proof.
  is_simple. cop_number_by (check_cop_number_sound (complete_bipartite 3 3) 1 [0; 3] bipartite_3_3_wins
                              (of_bits (complete_bipartite 3 3) 1 bipartite_3_3_hold)).
  apply (check_capture_time_sound _ _ 0 [0; 3] N eq_refl); computed.
Qed.

Theorem cop_number_theorem : cop_number_statement.
Proof. exact cop_number_unique. Qed.

Definition everything :=
  (petersen_theorem, robertson_theorem, dodecahedron_theorem, grid_theorem, bipartite_theorem, cop_number_theorem,
   problem_913_theorem, problem_1728_theorem, ambush_theorem, long_way_theorem,
   outcome_theorem, solution_theorem, certificate_theorem, placement_theorem, exact_theorem, run_theorem, game_theorem).
