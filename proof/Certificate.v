(** Certificates: a claim about one position with the strategies that prove it, a checker that looks at each entry
    once, and the proof that the checker believes no wrong claim, whoever wrote the entries. The conditions are those
    of crates/arena/src/certificate.rs, in the same order. *)
From Coq Require Import Bool List NArith Lia.
From Catmouse Require Import Arena Table.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope N_scope.

Inductive aim := ToWin | ToHold.

(** P can force a win within this distance, and within the limit if there is one; or nobody can force
    what endless play or the limit denies. *)
Inductive claim := WinWithin (winner : player) (distance : N) | Unforced (winner : option player).
Definition is_winner o o' :=
  match o, o' with Some P, Some Q => is P Q | None, None => true | _, _ => false end.

(** [a && b] without computing b in vain. *)
Notation "a 'and' b" := (if a then b else false) (at level 60, right associativity, only parsing).
Lemma split_and (a b : bool) : (if a then b else false) = true -> a = true /\ b = true.
Proof. now destruct a. Qed.

Section Lists.
Context [X : Type] (f : X -> bool).
Fixpoint all l := match l with [] => true | x :: l => f x and all l end.
Fixpoint some l := match l with [] => false | x :: l => if f x then true else some l end.
Lemma all_spec l : all l = true <-> forall x, In x l -> f x = true.
Proof.
  induction l as [|y l IH]; simpl; [easy|]. destruct (f y) eqn:E.
  - rewrite IH. split; [intros H x [<-|I]; auto|auto].
  - split; [easy|]. intro H. rewrite <- E. auto.
Qed.
Lemma some_spec l : some l = true <-> exists x, In x l /\ f x = true.
Proof.
  induction l as [|y l IH]; simpl; [split; [easy|now intros [x [[] _]]]|]. destruct (f y) eqn:E.
  - split; eauto.
  - rewrite IH. split; intros [x [I F]]; [eauto|]. destruct I as [->|I]; [congruence|eauto].
Qed.
End Lists.
Definition late limit d := match limit with None => false | Some most => most <? d end.

Section Certificates.
Context [position : Type] (A : arena position).
Hypothesis costs : forall p q c, In (q, c) (moves A p) -> 1 <= c.
Variable eqb : position -> position -> bool.
Hypothesis eqb_true : forall p q, eqb p q = true -> p = q.
Variable key : position -> list nat.
Hypothesis key_injective : forall p q, key p = key q -> p = q.
(** Where a strategy may begin, besides the start of the certificate. *)
Variable other_start : position -> bool.

(** In a win the rank is the distance within which the game is won from here; in a hold it is the least
    distance from the start at which the position can arise. The target is the position after the
    player's move. *)
Record entry := Entry { place : position; rank : N; target : option position }.
Record strategy := Strategy { follower : player; aimed : aim; entries : list entry }.
Record certificate := Certificate { start : position; claimed : claim; strategies : list strategy }.

(** ** The entries by position *)
Definition table_of (es : list entry) := fold_left (fun t e => put (key (place e)) e t) es empty.
Definition find (t : table entry) p := get (key p) t.
Lemma find_spec es p e : find (table_of es) p = Some e -> In e es /\ place e = p.
Proof.
  unfold find, table_of. intro H.
  assert (forall t, get (key p) (fold_left (fun t e => put (key (place e)) e t) es t) = Some e ->
          (In e es /\ place e = p) \/ get (key p) t = Some e) as G.
  { clear H. induction es as [|x es IH]; simpl; [auto|]. intros t H.
    destruct (IH _ H) as [[I E]|F]; [auto|]. apply get_put in F as [[E ->]|F]; auto. }
  destruct (G _ H) as [D|Z]; [exact D|]. now rewrite get_empty in Z.
Qed.

(** Each entry is about a position of its own. *)
Fixpoint distinct es t :=
  match es with
  | [] => true
  | e :: es => match get (key (place e)) t with Some _ => false | None => distinct es (put (key (place e)) e t) end
  end.
Lemma distinct_spec es e : distinct es empty = true -> In e es -> find (table_of es) (place e) = Some e.
Proof.
  unfold find, table_of. intros D I.
  assert (forall t, distinct es t = true -> In e es \/ get (key (place e)) t = Some e ->
          get (key (place e)) (fold_left (fun t e => put (key (place e)) e t) es t) = Some e) as G; [|auto].
  clear D I. induction es as [|x es IH]; simpl; [tauto|]. intros t D H.
  destruct (get (key (place x)) t) eqn:F; [easy|]. apply IH; [exact D|].
  destruct H as [[->|I]|H]; [right; apply get_put_same|auto|right]. apply get_put_other; [congruence|exact H].
Qed.
Definition costs_to p q := map snd (filter (fun m => eqb (fst m) q) (moves A p)).
Definition extreme (f : N -> N -> N) l := match l with [] => None | c :: l => Some (fold_left f l c) end.
Definition least := extreme N.min.
Definition greatest := extreme N.max.
Lemma extreme_in f l c : (forall a b, f a b = a \/ f a b = b) -> extreme f l = Some c -> In c l.
Proof.
  intro F. destruct l as [|x l]; simpl; [easy|]. intro H. injection H as <-. revert x.
  induction l as [|y l IH]; simpl; [auto|]. intro x. destruct (IH (f x y)) as [E|I]; [|auto].
  rewrite <- E. destruct (F x y) as [->| ->]; auto.
Qed.
Lemma least_in l c : least l = Some c -> In c l.
Proof. apply extreme_in. intros a b. destruct (N.min_spec a b) as [[_ ->]|[_ ->]]; auto. Qed.
Lemma greatest_in l c : greatest l = Some c -> In c l.
Proof. apply extreme_in. intros a b. destruct (N.max_spec a b) as [[_ ->]|[_ ->]]; auto. Qed.
Lemma costs_to_in p q c : In c (costs_to p q) -> In (q, c) (moves A p).
Proof.
  unfold costs_to. rewrite in_map_iff. intros [[q' c'] [<- I]]. apply filter_In in I. destruct I as [I E].
  simpl in *. now apply eqb_true in E as ->.
Qed.

(** ** Wins *)

(** The moves that may follow an entry: the player's own, at its least cost, or all of the opponent's, who
    must have one. [None] if the entry is wrong. *)
Definition win_follow P e : option (list (position * N)) :=
  match status_of A (place e), target e with
  | Won Q, None => if is P Q then Some [] else None
  | Turn Q, Some q =>
      if is P Q then option_map (fun c => [(q, c)]) (least (costs_to (place e) q)) else None
  | Turn Q, None => if is P Q then None else match moves A (place e) with [] => None | ms => Some ms end
  | Won _, Some _ => None
  end.

(** The greatest rank plus cost, or 0; [None] if a position has no entry. *)
Fixpoint latest t ms :=
  match ms with
  | [] => Some 0
  | (q, c) :: ms =>
      match find t q with
      | Some e => option_map (N.max (rank e + c)) (latest t ms)
      | None => None
      end
  end.

(** The positions that follow, if the entry is right. *)
Definition win_entry P t e : option (list position) :=
  match win_follow P e with
  | None => None
  | Some ms =>
      match latest t ms with
      | None => None
      | Some r => if rank e =? r then Some (map fst ms) else None
      end
  end.
Lemma latest_spec t ms r : latest t ms = Some r ->
  forall q c, In (q, c) ms -> exists e, find t q = Some e /\ rank e + c <= r.
Proof.
  revert r. induction ms as [|[q' c'] ms IH]; simpl; [easy|]. intros r H q c I.
  destruct (find t q') as [e|] eqn:F; [|easy]. destruct (latest t ms) as [s|]; [|easy]. injection H as <-.
  destruct I as [E|I]; [injection E as -> ->; exists e; split; [auto|lia]|].
  destruct (IH s eq_refl q c I) as [e' [F' L]]. exists e'. split; [auto|lia].
Qed.
Lemma win_sound P es : (forall e, In e es -> win_entry P (table_of es) e <> None) ->
  forall p e, find (table_of es) p = Some e -> forces A P p (rank e).
Proof.
  intro T. assert (forall r p e, rank e = r -> find (table_of es) p = Some e -> forces A P p r) as G; [|eauto].
  induction r as [r IH] using (well_founded_induction N.lt_wf_0). intros p e R F.
  destruct (find_spec _ _ F) as [I <-]. specialize (T e I). unfold win_entry in T.
  destruct (win_follow P e) as [ms|] eqn:W; [|easy]. destruct (latest _ ms) as [s|] eqn:L; [|easy].
  destruct (rank e =? s) eqn:E; [|easy]. apply N.eqb_eq in E. rewrite R in E. subst s.
  assert (forall q c, In (q, c) ms -> In (q, c) (moves A (place e)) -> c <= r /\ forces A P q (r - c)) as K.
  { intros q c J M. destruct (latest_spec _ _ L _ _ J) as [e' [F' L']]. pose proof (costs _ _ _ M).
    split; [lia|]. apply forces_longer with (rank e'); [|lia]. apply IH with e'; auto; lia. }
  unfold win_follow in W. destruct (status_of A (place e)) as [Q|Q] eqn:S, (target e) as [q|]; try easy;
    destruct (is P Q) eqn:X; try easy.
  - apply is_true in X as <-. now apply Over.
  - apply is_true in X as <-. destruct (least _) as [c|] eqn:C; [|easy]. injection W as <-.
    apply least_in, costs_to_in in C. destruct (K q c) as [B D]; [now left|easy|]. now apply Choose with q c.
  - apply is_false in X as ->. destruct (moves A (place e)) as [|m l] eqn:M; [easy|]. injection W as <-.
    rewrite <- M in *. apply Await; [auto|congruence|intros q c J; destruct (K q c J J); assumption..].
Qed.

(** ** Holds *)

(** The moves that may follow an entry within the limit: the player's own, at its greatest cost, or all of
    the opponent's. The player names no move who has none, or whose dearest move comes too late. *)
Definition hold_follow H limit e : option (list (position * N)) :=
  if late limit (rank e) then None else
  match status_of A (place e), target e with
  | Won Q, None => if is H Q then Some [] else None
  | Turn Q, Some q =>
      if is H Q then
        match greatest (costs_to (place e) q) with
        | Some c => if late limit (rank e + c) then None else Some [(q, c)]
        | None => None
        end
      else None
  | Turn Q, None =>
      if is H Q then
        match greatest (map snd (moves A (place e))) with
        | None => Some []
        | Some c => if late limit (rank e + c) then Some [] else None
        end
      else Some (filter (fun m => negb (late limit (rank e + snd m))) (moves A (place e)))
  | Won _, Some _ => None
  end.

(** The positions that arise just now, if none of those that follow has an entry of a greater rank. *)
Fixpoint arising t r (ms : list (position * N)) :=
  match ms with
  | [] => Some []
  | (q, c) :: ms =>
      match find t q with
      | None => None
      | Some e =>
          if rank e <=? r + c
          then option_map (fun qs => if rank e =? r + c then q :: qs else qs) (arising t r ms)
          else None
      end
  end.
Definition hold_entry H limit t e : option (list position) :=
  match hold_follow H limit e with Some ms => arising t (rank e) ms | None => None end.
Lemma arising_spec t r ms qs : arising t r ms = Some qs ->
  forall q c, In (q, c) ms -> exists e, find t q = Some e /\ rank e <= r + c.
Proof.
  revert qs. induction ms as [|[q' c'] ms IH]; simpl; [easy|]. intros qs H q c I.
  destruct (find t q') as [e|] eqn:F; [|easy]. destruct (rank e <=? r + c') eqn:L; [|easy].
  destruct (arising t r ms) as [rs|]; [|easy]. apply N.leb_le in L.
  destruct I as [E|I]; [injection E as -> ->; eauto|eauto].
Qed.
Definition in_limit limit d := match limit with None => True | Some most => d <= most end.
Lemma late_spec limit d : late limit d = true -> ~ in_limit limit d.
Proof. destruct limit; simpl; [rewrite N.ltb_lt; lia|easy]. Qed.
Lemma in_limit_le limit d e : in_limit limit d -> e <= d -> in_limit limit e.
Proof. destruct limit; simpl; [lia|easy]. Qed.
Lemma hold_sound H limit es : (forall e, In e es -> hold_entry H limit (table_of es) e <> None) ->
  forall p e, find (table_of es) p = Some e ->
  forall d, in_limit limit (rank e + d) -> ~ forces A (opponent H) p d.
Proof.
  intros T p e F d W G. revert e F W.
  induction G as [p d S|p q c d S I C G IH|p d S N C G IH]; intros e F W;
  destruct (find_spec _ _ F) as [J <-]; specialize (T e J); unfold hold_entry in T;
  destruct (hold_follow H limit e) as [ms|] eqn:M; try easy;
  destruct (arising (table_of es) (rank e) ms) as [qs|] eqn:R; try easy;
  unfold hold_follow in M; destruct (late limit (rank e)); try easy; rewrite S in M;
  destruct (target e) as [q'|]; try (now destruct H).
  - replace (is H (opponent H)) with false in M by (now destruct H). injection M as <-.
    destruct (late limit (rank e + c)) eqn:L; [apply late_spec in L; apply L; apply in_limit_le with (1 := W); lia|].
    destruct (arising_spec _ _ _ R q c) as [e' [F' B]]; [apply filter_In; split; [auto|]; simpl; now rewrite L|].
    apply (IH e' F'). apply in_limit_le with (1 := W). lia.
  - rewrite opponent_twice in *. replace (is H H) with true in M by (now destruct H).
    destruct (greatest _) as [c|] eqn:K; [|easy]. apply greatest_in, costs_to_in in K.
    destruct (late limit (rank e + c)) eqn:L; [easy|]. injection M as <-.
    destruct (arising_spec _ _ _ R q' c) as [e' [F' B]]; [now left|]. specialize (C _ _ K).
    apply (IH q' c K e' F'). apply in_limit_le with (1 := W). lia.
  - rewrite opponent_twice in *. replace (is H H) with true in M by (now destruct H).
    destruct (greatest _) as [c|] eqn:K.
    + apply greatest_in in K. apply in_map_iff in K. destruct K as [[q c'] [E I]]. simpl in E. subst c'.
      destruct (late limit (rank e + c)) eqn:L; [|easy]. apply late_spec in L. apply L.
      apply in_limit_le with (1 := W). specialize (C _ _ I). lia.
    + now destruct (moves A (place e)).
Qed.

(** ** The whole certificate *)

(** The entries are right, and these positions follow them. *)
Fixpoint following (check : entry -> option (list position)) es seen : option (table unit) :=
  match es with
  | [] => Some seen
  | e :: es =>
      match check e with
      | None => None
      | Some qs => following check es (fold_left (fun s q => put (key q) tt s) qs seen)
      end
  end.
Lemma following_spec check es : forall seen, following check es seen <> None ->
  forall e, In e es -> check e <> None.
Proof.
  induction es as [|x es IH]; simpl; [easy|]. intros seen H e [<-|I]; destruct (check x) eqn:E; try easy; eauto.
Qed.
Definition check_entry J P a t e :=
  match a with ToWin => win_entry P t e | ToHold => hold_entry P (option_map fst (limit J)) t e end.

(** The rank that the claim gives the start, and the entries at which the strategy begins as well. *)
Definition first_rank c := match claimed c with WinWithin _ d => d | Unforced _ => 0 end.
Definition begins_too c e := other_start (place e) && (rank e <=? first_rank c).
Definition begun c es := fold_left (fun t e => if begins_too c e then put (key (place e)) tt t else t) es
  (put (key (start c)) tt empty).

(** The entries are right, none is about the position of another, the start has the rank that the claim
    gives it, and each position follows another or is a start. *)
Definition check_strategy J c s : bool :=
  let es := entries s in
  let t := table_of es in
  distinct es empty and
  match find t (start c) with Some e => rank e =? first_rank c | None => false end and
  match following (check_entry J (follower s) (aimed s) t) es (begun c es) with
  | Some seen => all (fun e => match get (key (place e)) seen with Some _ => true | None => false end) es
  | None => false
  end.

(** The positions that can arise from a start while the player follows the strategy. *)
Inductive reached c s : position -> Prop :=
| At_start : reached c s (start c)
| At_other_start e : In e (entries s) -> begins_too c e = true -> reached c s (place e)
| By_move e q cost : In e (entries s) -> reached c s (place e) -> In (q, cost) (moves A (place e)) ->
    (forall to, target e = Some to -> q = to) -> reached c s q.
Lemma follow_spec J P a t e qs q : check_entry J P a t e = Some qs -> In q qs ->
  exists cost, In (q, cost) (moves A (place e)) /\ (forall to, target e = Some to -> q = to) /\
  exists e', find t q = Some e' /\ match a with ToWin => rank e' + cost <= rank e | ToHold => rank e' = rank e + cost end.
Proof.
  intros K I. assert (exists ms cost, In (q, cost) ms /\
    (win_follow P e = Some ms \/ hold_follow P (option_map fst (limit J)) e = Some ms) /\
    exists e', find t q = Some e' /\ match a with ToWin => rank e' + cost <= rank e | ToHold => rank e' = rank e + cost end)
    as [ms [cost [M [F R]]]].
  { destruct a; cbn [check_entry] in K.
    - unfold win_entry in K. destruct (win_follow P e) as [ms|]; [|easy]. destruct (latest t ms) as [r|] eqn:L; [|easy].
      destruct (rank e =? r) eqn:E; [|easy]. apply N.eqb_eq in E. injection K as <-.
      apply in_map_iff in I as [[q' cost] [<- I]]. destruct (latest_spec _ _ L _ _ I) as [e' [X Y]].
      exists ms, cost. rewrite E. eauto 8.
    - unfold hold_entry in K. destruct (hold_follow P _ e) as [ms|]; [|easy]. clear -K I.
      assert (forall ms qs, arising t (rank e) ms = Some qs -> In q qs ->
              exists cost, In (q, cost) ms /\ exists e', find t q = Some e' /\ rank e' = rank e + cost) as G.
      { clear. induction ms as [|[x y] ms IH]; simpl; intros qs K I; [injection K as <-; easy|].
        destruct (find t x) as [e'|] eqn:F; [|easy]. destruct (rank e' <=? rank e + y); [|easy].
        destruct (arising t (rank e) ms) as [rs|]; [|easy]. injection K as <-.
        assert (In q rs \/ (x = q /\ rank e' = rank e + y)) as [J|[<- E]].
        { destruct (rank e' =? rank e + y) eqn:E; [|auto]. apply N.eqb_eq in E. destruct I; auto. }
        - destruct (IH rs eq_refl J) as [z [A' B]]. exists z. split; [now right|exact B].
        - exists y. split; [now left|eauto]. }
      destruct (G _ _ K I) as [cost [A' B]]. exists ms, cost. auto. }
  exists cost. enough (In (q, cost) (moves A (place e)) /\ forall to, target e = Some to -> q = to) by tauto.
  clear -F M eqb_true. unfold win_follow, hold_follow in F. destruct F as [F|F].
  - destruct (status_of A (place e)) as [Q|Q], (target e) as [x|]; try easy; destruct (is P Q); try easy.
    + injection F as <-. easy.
    + destruct (least _) as [d|] eqn:L; [|easy]. injection F as <-. destruct M as [M|[]]. injection M as -> ->.
      apply least_in, costs_to_in in L. split; [exact L|congruence].
    + destruct (moves A (place e)); [easy|]. injection F as <-. easy.
  - destruct (late _ (rank e)); [easy|].
    destruct (status_of A (place e)) as [Q|Q], (target e) as [x|]; try easy; destruct (is P Q); try easy.
    + injection F as <-. easy.
    + destruct (greatest _) as [d|] eqn:L; [|easy]. destruct (late _ _); [easy|]. injection F as <-. destruct M as [M|[]].
      injection M as -> ->. apply greatest_in, costs_to_in in L. split; [exact L|congruence].
    + destruct (greatest _) as [d|]; [destruct (late _ _); [|easy]|]; injection F as <-; easy.
    + injection F as <-. apply filter_In in M as [M _]. easy.
Qed.
Lemma seen_spec check es : forall seen seen' k, following check es seen = Some seen' -> get k seen' = Some tt ->
  get k seen = Some tt \/ exists e qs q, In e es /\ check e = Some qs /\ In q qs /\ key q = k.
Proof.
  induction es as [|x es IH]; simpl; intros seen seen' k F G; [injection F as ->; auto|].
  destruct (check x) as [qs|] eqn:C; [|easy].
  destruct (IH _ _ _ F G) as [H|[e [rs [q [I [H J]]]]]]; [|right; exists e, rs, q; auto].
  assert (forall l seen, get k (fold_left (fun s q => put (key q) tt s) l seen) = Some tt ->
          get k seen = Some tt \/ exists q, In q l /\ key q = k) as L.
  { clear. induction l as [|y l IH]; simpl; [auto|]. intros seen H.
    destruct (IH _ H) as [H'|[q [I E]]]; [|eauto]. apply get_put in H' as [[E _]|H']; eauto. }
  destruct (L _ _ H) as [H'|[q [I E]]]; [auto|]. right. exists x, qs, q. auto.
Qed.

Lemma begun_spec c p es : get (key p) (begun c es) = Some tt ->
  p = start c \/ exists e, In e es /\ begins_too c e = true /\ place e = p.
Proof.
  unfold begun. assert (forall t, get (key p) (fold_left (fun t e => if begins_too c e then put (key (place e)) tt t else t) es t)
    = Some tt -> get (key p) t = Some tt \/ exists e, In e es /\ begins_too c e = true /\ place e = p) as G.
  { induction es as [|x es IH]; simpl; [auto|]. intros t H. destruct (IH _ H) as [H'|[e [I [B E]]]]; [|eauto 6].
    destruct (begins_too c x) eqn:B; [|auto].
    apply get_put in H' as [[E _]|H']; [right; exists x; repeat split; auto; symmetry; now apply key_injective|auto]. }
  intro H. destruct (G _ H) as [H'|D]; [left|auto].
  apply get_put in H' as [[E _]|H']; [now apply key_injective|now rewrite get_empty in H'].
Qed.

(** An accepted strategy has no entry too many: each position can arise while the player follows it. *)
Theorem entries_are_reached J c s : check_strategy J c s = true -> forall e, In e (entries s) -> reached c s (place e).
Proof.
  unfold check_strategy. intro K. apply split_and in K as [D K]. apply split_and in K as [_ K].
  destruct (following _ _ _) as [seen|] eqn:F; [|easy]. rewrite all_spec in K.
  set (t := table_of (entries s)) in *.
  assert (forall e, In e (entries s) -> place e = start c \/ begins_too c e = true \/ exists e' cost,
    In e' (entries s) /\ In (place e, cost) (moves A (place e')) /\ (forall to, target e' = Some to -> place e = to) /\
    match aimed s with ToWin => rank e < rank e' | ToHold => rank e' < rank e end) as B.
  { intros e I. specialize (K e I). destruct (get (key (place e)) seen) as [[]|] eqn:G; [|easy].
    destruct (seen_spec _ _ _ _ F G) as [H|[e' [qs [q [I' [C [J' E]]]]]]].
    - apply begun_spec in H as [E|[x [I' [T E]]]]; [auto|right; left].
      assert (find t (place x) = Some x) as X by now apply distinct_spec.
      rewrite E in X. unfold t in X. rewrite (distinct_spec _ _ D I) in X. injection X as ->. exact T.
    - right. right. apply key_injective in E as ->. destruct (follow_spec _ _ _ _ _ _ C J') as [cost [M [T [e2 [X R]]]]].
      unfold t in X. rewrite (distinct_spec _ _ D I) in X. injection X as <-. pose proof (costs _ _ _ M).
      exists e', cost. split; [exact I'|]. split; [exact M|]. split; [exact T|]. destruct (aimed s); lia. }
  assert (exists most, forall e, In e (entries s) -> rank e <= most) as [most L].
  { clear. induction (entries s) as [|x es [most L]]; [exists 0; easy|]. exists (N.max (rank x) most).
    intros e [<-|I]; [lia|]. specialize (L e I). lia. }
  assert (forall n e, In e (entries s) -> (match aimed s with ToWin => most - rank e | ToHold => rank e end) = n ->
          reached c s (place e)) as G; [|eauto].
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros e I E.
  destruct (B e I) as [->|[T|[e' [cost [I' [M [T R]]]]]]]; [apply At_start|now apply At_other_start|].
  apply By_move with e' cost; auto. eapply IH; [|exact I'|reflexivity].
  pose proof (L e I). pose proof (L e' I'). subst n. destruct (aimed s); lia.
Qed.

(** The strategies that prove a claim: one for the winner, or in a draw one for each player. *)
Definition proved_by c :=
  match c with
  | WinWithin P _ => [(P, ToWin)]
  | Unforced (Some P) => [(P, ToHold)]
  | Unforced None => [(Mouse, ToHold); (Cat, ToHold)]
  end.
Fixpoint proves (ks : list (player * aim)) ss :=
  match ks, ss with
  | [], [] => true
  | (P, a) :: ks, s :: ss =>
      is P (follower s) and
      match a, aimed s with ToWin, ToWin | ToHold, ToHold => true | _, _ => false end and
      proves ks ss
  | _, _ => false
  end.
Definition check_certificate J p c : bool :=
  eqb (start c) p and
  match claimed c with
  | WinWithin _ d => negb (late (option_map fst (limit J)) d)
  | Unforced o => is_winner o (unforced J)
  end and
  proves (proved_by (claimed c)) (strategies c) and
  all (check_strategy J c) (strategies c).

(** What a certificate claims. *)
Definition claim_holds J p c :=
  match c with
  | WinWithin P d => within J d /\ forces A P p d
  | Unforced o => o = unforced J /\ forall P d, o <> Some P -> within J d -> ~ forces A P p d
  end.
Lemma within_limit J d : within J d <-> in_limit (option_map fst (limit J)) d.
Proof. unfold within. now destruct (limit J) as [[]|]. Qed.
Lemma strategy_sound J c s : check_strategy J c s = true ->
  match aimed s with
  | ToWin => match claimed c with WinWithin _ d => forces A (follower s) (start c) d | _ => True end
  | ToHold => match claimed c with
              | Unforced _ => forall d, within J d -> ~ forces A (opponent (follower s)) (start c) d
              | _ => True end
  end.
Proof.
  unfold check_strategy. intro K. apply split_and in K as [_ K]. apply split_and in K as [R K].
  destruct (find _ (start c)) as [e|] eqn:F; [|easy]. apply N.eqb_eq in R. unfold first_rank in R.
  destruct (following _ _ _) as [seen|] eqn:E; [|easy].
  assert (forall e, In e (entries s) -> check_entry J (follower s) (aimed s) (table_of (entries s)) e <> None) as T
    by (eapply following_spec; now rewrite E).
  unfold check_entry in T. destruct (aimed s), (claimed c) as [Q d|o]; auto.
  - rewrite <- R. now apply win_sound with (entries s).
  - intros d W. apply within_limit in W. apply hold_sound with (1 := T) (2 := F). now rewrite R.
Qed.
Lemma right_entries J c s : check_strategy J c s = true ->
  forall e, In e (entries s) -> check_entry J (follower s) (aimed s) (table_of (entries s)) e <> None.
Proof.
  unfold check_strategy. intro K. apply split_and in K as [_ K]. apply split_and in K as [_ K].
  destruct (following _ _ _) as [seen|] eqn:E; [|easy]. eapply following_spec. now rewrite E.
Qed.

(** An accepted strategy also proves the claim of every entry whose rank is at most that of the start; and
    without a limit a hold proves that of every entry. *)
Definition proves_at J c s e := (rank e <=? first_rank c) ||
  match aimed s, limit J with ToHold, None => true | _, _ => false end.
Lemma proved_at J c s e : check_strategy J c s = true -> In e (entries s) -> proves_at J c s e = true ->
  match aimed s, claimed c with
  | ToWin, WinWithin _ d => forces A (follower s) (place e) d
  | ToHold, Unforced _ => forall d, within J d -> ~ forces A (opponent (follower s)) (place e) d
  | _, _ => True
  end.
Proof.
  intros K I V. pose proof (right_entries _ _ _ K) as T. unfold check_strategy in K. apply split_and in K as [D _].
  pose proof (distinct_spec _ _ D I) as F. unfold check_entry in T. unfold proves_at, first_rank in V.
  destruct (aimed s), (claimed c) as [Q d|o]; auto.
  - rewrite orb_false_r in V. apply N.leb_le in V. apply forces_longer with (2 := V). now apply win_sound with (entries s).
  - intros d W. apply within_limit in W. apply hold_sound with (1 := T) (2 := F).
    destruct (limit J) as [[most z]|]; [|exact Logic.I]. rewrite orb_false_r in V. apply N.leb_le in V.
    simpl in *. lia.
Qed.
Theorem check_certificate_sound J p c : check_certificate J p c = true -> claim_holds J p (claimed c).
Proof.
  unfold check_certificate. intro K. apply split_and in K as [S K]. apply split_and in K as [C K].
  apply split_and in K as [B K]. apply eqb_true in S as <-. rewrite all_spec in K.
  assert (forall P a, In (P, a) (proved_by (claimed c)) ->
          exists s, In s (strategies c) /\ follower s = P /\ aimed s = a) as G.
  { revert B. generalize (proved_by (claimed c)), (strategies c). intros ks ss. revert ss.
    induction ks as [|[Q b] ks IH]; intros [|s ss]; simpl; try easy. intros B P a [I|I];
    apply split_and in B as [X B]; apply split_and in B as [Y B].
    - injection I as -> ->. exists s. apply is_true in X. split; [auto|]. now destruct a, (aimed s).
    - destruct (IH ss B P a I) as [s' [I' E]]. eauto. }
  unfold claim_holds. destruct (claimed c) as [P d|o] eqn:E; simpl in G.
  - destruct (G P ToWin) as [s [I [F M]]]; [auto|]. pose proof (strategy_sound _ _ _ (K s I)) as Z.
    rewrite M, F, E in Z. split; [|exact Z]. apply within_limit.
    destruct (limit J) as [[most o]|]; simpl in *; [|easy]. apply negb_true_iff, N.ltb_ge in C. exact C.
  - split; [destruct o as [[]|], (unforced J) as [[]|]; easy|]. intros P d N W.
    assert (In (opponent P, ToHold) (proved_by (Unforced o))) as I by (destruct o as [[]|], P; simpl; auto; congruence).
    destruct (G _ _ I) as [s [I' [F M]]]. pose proof (strategy_sound _ _ _ (K s I')) as Z.
    rewrite M, F, E, opponent_twice in Z. now apply Z.
Qed.

(** A claim of one player's success holds wherever the strategy proves it. *)
Theorem claim_holds_at J p c s e : check_certificate J p c = true -> strategies c = [s] -> In e (entries s) ->
  proves_at J c s e = true -> claim_holds J (place e) (claimed c).
Proof.
  intros K One I V. pose proof (check_certificate_sound _ _ _ K) as H. unfold check_certificate in K.
  apply split_and in K as [_ K]. apply split_and in K as [_ K]. apply split_and in K as [B K].
  rewrite One in *. apply split_and in K as [K _]. pose proof (proved_at _ _ _ _ K I V) as Z.
  unfold claim_holds in *. destruct (claimed c) as [P d|[P|]]; simpl in B; [| |now destruct (follower s), (aimed s)];
    apply split_and in B as [F B]; apply is_true in F; destruct (aimed s); try easy; rewrite <- F in Z;
    (split; [apply H|]); [exact Z|].
  intros Q d N W. assert (Q = opponent P) as -> by (destruct P, Q; congruence || easy). now apply Z.
Qed.

(** A claim that holds is the outcome. *)
Definition outcome_of c := match c with WinWithin P _ => Some P | Unforced o => o end.
Theorem claim_is_outcome J p c : claim_holds J p c -> outcome A J p (outcome_of c).
Proof.
  destruct c as [P d|o]; simpl; [eauto|]. intros [-> N]. unfold outcome.
  destruct (unforced J) as [P|]; [right|]; (split; [auto|]).
  - intros d W. apply N; [|auto]. destruct P; discriminate.
  - intros P d W. apply N; [discriminate|auto].
Qed.
End Certificates.
Arguments entry : clear implicits. Arguments strategy : clear implicits. Arguments certificate : clear implicits.
