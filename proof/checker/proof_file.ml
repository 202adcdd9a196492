(* Certificates: JSON lines, from the claim to the checksum. *)

open Checker
open Reader

let lines text =
  if text = "" || text.[String.length text - 1] <> '\n' then wrong "the last line is incomplete";
  let lines = String.split_on_char '\n' (String.sub text 0 (String.length text - 1)) in
  List.iter (fun line -> if String.length line >= 65535 then wrong "a line is too long") lines;
  lines

(* The last line counts the lines before it, and has the checksum of their bytes. *)
let check_end text lines =
  let before = List.length lines - 1 in
  let last = List.nth lines before in
  let length = String.length text - String.length last - 1 in
  let checksum = Xxh3.hash (String.sub text 0 length) in
  if last <> Printf.sprintf "{\"end\":true,\"lines\":%d,\"checksum\":\"%016Lx\"}" before checksum
  then wrong "the last line does not fit the lines before it"

(* A set of positions in which the mouse is never caught, as a digit for four of its vertices and a row for each
   ascending list of the cats: the entries of its positions and of those after a move of the cats, with an answer. *)
let entries_of_set (game : Board.game) cats rows bits =
  let around = match game.setup.ruled.on with
    | Graph lists -> Array.of_list (List.mapi (fun v arcs -> v :: List.map (fun arc -> int arc.head) arcs) lists)
    | Grid _ -> wrong "the board is no graph" in
  let size = Array.length around in
  let width = (size + 3) / 4 in
  let row_of = Hashtbl.create rows in
  let rec number k least placed =
    if k = 0 then Hashtbl.add row_of (List.rev placed) (Hashtbl.length row_of)
    else for v = least to size - 1 do number (k - 1) v (v :: placed) done in
  number cats 0 [];
  if Hashtbl.length row_of <> rows || String.length bits <> rows * width then wrong "the set has another size";
  let digit at = match bits.[at] with
    | '0'..'9' as digit -> Char.code digit - 48
    | 'a'..'f' as digit -> Char.code digit - 87
    | _ -> wrong "expected a digit" in
  for row = 1 to rows do
    if size mod 4 > 0 && digit (row * width - 1) lsr (size mod 4) > 0 then wrong "the set has a vertex too many"
  done;
  let is_in_set mouse cats = digit (Hashtbl.find row_of cats * width + mouse / 4) lsr (mouse mod 4) land 1 = 1 in
  let numbers = Array.init size nat in
  let place mouse cats turn = { mouse_at = numbers.(mouse); cats_at = List.map (Array.get numbers) cats; turn } in
  let seen = Hashtbl.create 4096 and entries = ref [] in
  let add place target = entries := { place; rank = N0; target } :: !entries in
  let answer mouse cats =
    if not (List.mem mouse cats || Hashtbl.mem seen (mouse, cats)) then begin
      Hashtbl.add seen (mouse, cats) ();
      match List.find_opt (fun m -> is_in_set m cats) around.(mouse) with
      | Some m -> add (place mouse cats Mouse) (Some (place m cats Cat))
      | None -> wrong "the mouse has no answer in the set"
    end in
  let rec moves placed mouse = function
    | [] -> answer mouse (List.sort compare placed)
    | cat :: rest -> List.iter (fun c -> moves (c :: placed) mouse rest) around.(cat) in
  Hashtbl.iter (fun cats _ ->
      for mouse = 0 to size - 1 do
        if is_in_set mouse cats then (add (place mouse cats Cat) None; moves [] mouse cats)
      done) row_of;
  !entries

let certificate ?(may_be_set = false) (game : Board.game) text =
  let all = lines text in
  if List.length all < 3 || String.length text < 300 then wrong "the file ends too early";
  let vertices value = sorted (List.map game.vertex (Board.list value)) in
  let position field = {
    mouse_at = game.vertex (needed "mouse" (field "mouse"));
    cats_at = vertices (needed "cats" (field "cats"));
    turn = word Board.players (needed "turn" (field "turn")) } in
  let head = fields ["catmouse_certificate"; "board"; "start"; "outcome"; "distance_plies"; "distance_cost"; "strategies"]
      (json (List.hd all)) in
  if digits (needed "version" (head "catmouse_certificate")) <> "2" then wrong "a certificate of another version";
  ignore (Board.text (needed "board" (head "board"))); (* the fingerprint is not checked *)
  let start = position (fields ["mouse"; "cats"; "turn"] (needed "start" (head "start"))) in
  let plies = needed "distance_plies" (head "distance_plies")
  and cost = Option.value (head "distance_cost") ~default:Null in
  let within, other = if game.setup.ruled.has_costs then (cost, plies) else (plies, cost) in
  if other <> Null then wrong "the distance is in another unit than this game's";
  let claimed = match within, word Board.outcomes (needed "outcome" (head "outcome")) with
    | Null, outcome -> Unforced outcome
    | within, Some winner -> WinWithin (winner, binary within)
    | _, None -> wrong "a draw has no distance" in
  let entry line =
    let field = fields ["mouse"; "cats"; "turn"; "to"; "rank"] (json line) in
    let place = position field in
    let target = match needed "to" (field "to"), place.turn with
      | Null, _ -> None
      | value, Mouse -> Some { place with mouse_at = game.vertex value; turn = Cat }
      | value, Cat -> Some { place with cats_at = vertices value; turn = Mouse } in
    { place; rank = binary (needed "rank" (field "rank")); target } in
  let rec take n lines entries = match n, lines with
    | 0, rest -> (List.rev entries, rest)
    | n, line :: rest -> take (n - 1) rest (entry line :: entries)
    | _, [] -> wrong "the file ends too early" in
  let rec strategies n lines =
    if n = 0 then (match lines with [_] -> [] | _ -> wrong "there are more lines than entries")
    else match lines with
      | [] -> wrong "the file ends too early"
      | line :: rest when may_be_set && String.starts_with ~prefix:"{\"hold\"" line ->
        let field = fields ["hold"; "rows"] (json line) in
        if word Board.players (needed "hold" (field "hold")) <> Mouse then wrong "the cats cannot hold";
        let rows = count (needed "rows" (field "rows")) in
        let is_bits line = String.starts_with ~prefix:"{\"bits\"" line in
        let digits line = Board.text (needed "bits" (fields ["bits"] (json line) "bits")) in
        let bits = String.concat "" (List.map digits (List.filter is_bits rest)) in
        let entries = entries_of_set game (List.length start.cats_at) rows bits in
        { follower = Mouse; aimed = ToHold; entries }
        :: strategies (n - 1) (List.filter (fun line -> not (is_bits line)) rest)
      | line :: rest ->
        let field = fields ["strategy"; "player"; "entries"] (json line) in
        let entries, rest = take (count (needed "entries" (field "entries"))) rest [] in
        let follower = word Board.players (needed "player" (field "player"))
        and aimed = word ["win", ToWin; "hold", ToHold] (needed "strategy" (field "strategy")) in
        { follower; aimed; entries } :: strategies (n - 1) rest in
  let strategies = strategies (count (needed "strategies" (head "strategies"))) (List.tl all) in
  check_end text all;
  { start; claimed; strategies }

type cop_proof = {
  cop_number : int;
  lower : string; upper : string; (* what proves each half *)
  holds : position certificate list; wins : position certificate list;
}

let is_cop_proof text = String.starts_with ~prefix:"{\"catmouse_cop_number\"" text

(* The proof of a cop number: a line with the claim, then the certificates of both halves. *)
let cop_proof (game : Board.game) text =
  match lines text with
  | [] -> wrong "the file is empty"
  | first :: rest ->
    let head = fields ["catmouse_cop_number"; "cop_number"; "lower"; "upper"] (json first) in
    if digits (needed "version" (head "catmouse_cop_number")) <> "2" then wrong "a proof of another version";
    let half key =
      let field = fields ["by"; "parts"] (needed key (head key)) in
      (Board.text (needed "by" (field "by")), count (needed "parts" (field "parts"))) in
    let (lower, holds), (upper, wins) = (half "lower", half "upper") in
    let rec split part = function (* a certificate ends with the line that counts its lines *)
      | [] -> if part = [] then [] else wrong "the file ends too early"
      | line :: rest when String.starts_with ~prefix:"{\"end\"" line ->
        certificate ~may_be_set:true game (String.concat "\n" (List.rev (line :: part)) ^ "\n") :: split [] rest
      | line :: rest -> split (line :: part) rest in
    let by_rules by parts = if by = "trial" then parts else 0 in
    let holds, wins = (by_rules lower holds, by_rules upper wins) in
    let all = if lower = "dismantling" || upper = "dismantling" then [] else split [] rest in
    if List.length all <> holds + wins then wrong "the file has another number of certificates than it says";
    { cop_number = count (needed "cop_number" (head "cop_number")); lower; upper;
      holds = List.filteri (fun i _ -> i < holds) all; wins = List.filteri (fun i _ -> i >= holds) all }
