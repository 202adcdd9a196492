(** A claimed solution that passes the local conditions is the solution.

    The value of a position follows from the values after its moves: it is the best of them for the
    player to move. (The conditions are those of [check_within] in crates/arena/src/checker.rs.) *)
From Coq Require Import Bool List NArith Lia Wf_nat.
From Catmouse Require Import Arena.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope N_scope.

Inductive value := Win (winner : player) (distance : N) | Endless.

(** Whether P likes x at least as well as y: a quick win most, then endless play, then a slow loss. *)
Definition likes P x y :=
  match x, y with
  | Win Q d, Win R e => if is P Q then if is P R then d <=? e else true else if is P R then false else e <=? d
  | Win Q _, Endless => is P Q
  | Endless, Win R _ => negb (is P R)
  | Endless, Endless => true
  end.
Definition better P x y := if likes P x y then x else y.

(** Wins that come after the horizon are claimed as endless. *)
Definition cut horizon x :=
  match horizon, x with Some h, Win _ d => if d <=? h then x else Endless | _, _ => x end.

Section Solution.
Context [position : Type] (A : arena position) (horizon : option N) (v : position -> value).

(** The value of a move: that of the position after it, with the cost of the move added. *)
Definition after (m : position * N) :=
  match v (fst m) with Win P d => cut horizon (Win P (d + snd m)) | Endless => Endless end.
Definition expected p :=
  match status_of A p with
  | Won P => Win P 0
  | Turn P => match map after (moves A p) with [] => Endless | x :: l => fold_left (better P) l x end
  end.

(** The positions of the game: whatever a move reaches is one of them. *)
Variable region : position -> Prop.
Hypothesis closed : forall p q c, region p -> In (q, c) (moves A p) -> region q.
Hypothesis costs : forall p q c, In (q, c) (moves A p) -> 1 <= c.
Hypothesis conditions : forall p, region p -> v p = expected p.
Definition in_time d := match horizon with None => True | Some h => d <= h end.
Ltac by_cases P x y := destruct P, x as [[] ?|], y as [[] ?|]; simpl; intros; try easy;
  rewrite ?N.leb_le, ?N.leb_gt in *; try lia.
Lemma likes_total P x y : likes P x y = false -> likes P y x = true. Proof. by_cases P x y. Qed.
Lemma likes_self P x : likes P x x = true.
Proof. destruct (likes P x x) eqn:E; [easy|]. now rewrite <- E, (likes_total _ _ _ E). Qed.
Lemma likes_trans P x y z : likes P x y = true -> likes P y z = true -> likes P x z = true.
Proof. by_cases P x y; destruct z as [[] ?|]; simpl in *; try easy; rewrite ?N.leb_le in *; lia. Qed.
Lemma best_spec P l x : let b := fold_left (better P) l x in
  In b (x :: l) /\ forall y, In y (x :: l) -> likes P b y = true.
Proof.
  revert x. induction l as [|y l IH]; intro x; cbn [fold_left].
  - split; [now left|]. intros z [<-|[]]. apply likes_self.
  - destruct (IH (better P x y)) as [I B].
    assert (likes P (better P x y) x = true /\ likes P (better P x y) y = true) as [X Y]
      by (unfold better; destruct (likes P x y) eqn:E; auto using likes_self, likes_total).
    split.
    + destruct I as [<-|I]; [|simpl; auto]. unfold better. destruct (likes P x y); simpl; auto.
    + intros z [<-|[<-|J]]; [eapply likes_trans; [apply B; now left|eassumption]..|apply B; now right].
Qed.

(** What the conditions say of a position in which P is to move. *)
Lemma turn_spec p P : region p -> status_of A p = Turn P ->
  (moves A p = [] /\ v p = Endless) \/
  (exists m, In m (moves A p) /\ v p = after m) /\ forall m, In m (moves A p) -> likes P (v p) (after m) = true.
Proof.
  intros R S. rewrite (conditions R). unfold expected. rewrite S.
  destruct (moves A p) as [|m l]; [auto|right]. cbn [map].
  destruct (best_spec P (map after l) (after m)) as [I B]. change (after m :: map after l) with (map after (m :: l)) in *.
  split; [apply in_map_iff in I; destruct I as [n [E I]]; exists n; now split|].
  intros n I'. apply B. now apply in_map.
Qed.
Lemma after_win m P d : after m = Win P d -> exists e, v (fst m) = Win P e /\ d = e + snd m /\ in_time d.
Proof.
  unfold after, in_time. destruct (v (fst m)) as [Q e|]; [|easy]. unfold cut.
  destruct horizon as [h|]; [destruct (e + snd m <=? h) eqn:E; [apply N.leb_le in E|easy]|];
  intro H; injection H as <- <-; eauto.
Qed.
Lemma after_of_win m P e : v (fst m) = Win P e -> in_time (e + snd m) -> after m = Win P (e + snd m).
Proof. unfold after, cut, in_time. intros -> T. destruct horizon; [|easy]. apply N.leb_le in T. now rewrite T. Qed.
Theorem claimed_wins_are_forced d : forall P p, region p -> v p = Win P d -> forces A P p d /\ (d = 0 \/ in_time d).
Proof.
  induction d as [d IH] using (well_founded_induction N.lt_wf_0). intros P p R E.
  destruct (status_of A p) as [Q|Q] eqn:S.
  - rewrite (conditions R) in E. unfold expected in E. rewrite S in E. injection E as -> <-. split; [now apply Over|auto].
  - destruct (turn_spec R S) as [[_ V]|[[[q c] [I V]] B]]; [congruence|]. rewrite V in E.
    destruct (after_win _ E) as [e [V' [-> T]]]. simpl in *. split; [|auto]. pose proof (costs _ _ _ I).
    destruct (is P Q) eqn:Same.
    + apply is_true in Same as <-. apply Choose with q c; auto; [lia|]. replace (e + c - c) with e by lia.
      apply (IH e); [lia|eauto|easy].
    + apply is_false in Same as ->.
      assert (forall q' c', In (q', c') (moves A p) -> exists e', v q' = Win P e' /\ e' + c' <= e + c) as G.
      { intros q' c' I'. specialize (B _ I'). rewrite V, E in B. unfold likes in B.
        destruct (after (q', c')) as [R' d'|] eqn:A'; [|destruct P; discriminate].
        destruct (after_win _ A') as [e' [V'' [-> _]]]. simpl in *. exists e'.
        destruct P, R'; simpl in B; try discriminate; apply N.leb_le in B; auto. }
      apply Await; [exact S|intro Z; now rewrite Z in I|intros q' c' I'..];
      destruct (G q' c' I') as [e' [V'' L]]; pose proof (costs _ _ _ I'); [lia|].
      apply forces_longer with e'; [|lia]. apply (IH e'); [lia|eauto|easy].
Qed.
Theorem forced_wins_are_claimed P p d : forces A P p d -> region p -> in_time d ->
  exists e, v p = Win P e /\ e <= d.
Proof.
  assert (forall d e, e <= d -> in_time d -> in_time e) as D by (unfold in_time; destruct horizon; intros; lia || easy).
  induction 1 as [p d S|p q c d S I C F IH|p d S N C F IH]; intros R T.
  - exists 0. split; [|lia]. rewrite (conditions R). unfold expected. now rewrite S.
  - destruct (IH (closed _ _ R I)) as [e [V L]]; [apply (D d); [lia|easy]|].
    destruct (turn_spec R S) as [[Z _]|[_ B]]; [now rewrite Z in I|]. specialize (B _ I).
    rewrite (after_of_win (q, c) V) in B by (apply (D d); simpl; [lia|easy]). simpl in B.
    unfold likes in B. destruct (v p) as [Q e'|]; [|now destruct P].
    destruct P, Q; simpl in B; try discriminate; apply N.leb_le in B; exists e'; split; auto; lia.
  - destruct (turn_spec R S) as [[Z _]|[[[q c] [I V]] _]]; [easy|].
    destruct (IH q c I (closed _ _ R I)) as [e [V' L]]; [specialize (C q c I); apply (D d); [lia|easy]|].
    specialize (C q c I). exists (e + c). split; [|lia].
    rewrite V. apply (after_of_win (q, c) V'). apply (D d); [simpl; lia|easy].
Qed.
Corollary exact_win P p d : region p -> v p = Win P d -> forces A P p d /\ forall e, forces A P p e -> d <= e.
Proof.
  intros R E. destruct (claimed_wins_are_forced R E) as [F T]. split; [exact F|]. intros e G.
  destruct (N.le_gt_cases d e) as [L|L]; [easy|]. exfalso.
  assert (in_time e) as T' by (destruct T as [->|T]; [lia|]; unfold in_time in *; destruct horizon; auto; lia).
  destruct (forced_wins_are_claimed G R T') as [d' [V L']]. rewrite E in V. injection V as <-. lia.
Qed.
Corollary exact_endless p : region p -> v p = Endless -> forall P d, in_time d -> ~ forces A P p d.
Proof. intros R E P d T F. destruct (forced_wins_are_claimed F R T) as [e [V _]]. congruence. Qed.
End Solution.
