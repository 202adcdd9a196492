(** A short notation for certificates, for the files in [data], which data/write.py writes. *)
From Coq Require Import List NArith.
From Catmouse Require Import Arena Certificate Rules Pursuit Placement Literature CopNumber.
Import ListNotations.

(** An entry with the cats to move, and one with the mouse to move; an empty list is no move. *)
Definition c mouse cats rank to :=
  Entry (Position mouse cats Cat) rank match to with [] => None | _ => Some (Position mouse to Mouse) end.
Definition m mouse cats rank to :=
  Entry (Position mouse cats Mouse) rank match to with [] => None | v :: _ => Some (Position v cats Cat) end.

(** A hold without a limit as one bit for each position, by placement, vertex of the robber and turn, in words
    of 64 bits. The robber's answers are found here. *)
Fixpoint bits n (word : N) : list bool := match n with 0 => [] | S n => N.odd word :: bits n (N.div2 word) end.
Definition of_bits (G : graph) k (words : list N) : list (entry position) :=
  let n := length G in
  let all := flat_map (fun l => flat_map (fun v => [Position v l Cat; Position v l Mouse]) (seq 0 n)) (placements k n 0) in
  let set := map fst (filter snd (combine all (flat_map (bits 64) words))) in
  let t := table_of key (map (fun p => Entry p 0 None) set) in
  let answer p :=
    match turn p with
    | Cat => None
    | Mouse => List.find (fun q => is_right (find key t q))
                         (map (fun v => Position v (cats_at p) Cat) (reachable G (mouse_at p)))
    end in
  map (fun p => Entry p 0 (answer p)) set.
