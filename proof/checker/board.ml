(* Setups: from the text to the rules of the proof. *)

open Checker
open Reader

type game = {
  setup : setup;
  vertex : value -> nat; (* of a certificate: a number, or [row, column] on a grid *)
}

let players = ["mouse", Mouse; "cat", Cat]
let outcomes = ["mouse", Some Mouse; "cat", Some Cat; "draw", None]

(* The cells of a drawing row by row, its width, and its thin walls. *)
let drawing rows =
  match rows with
  | [] -> wrong "the grid is empty"
  | first :: _ when first <> "" && first.[0] = '+' ->
    let lines = Array.of_list rows in
    let posts = List.filter (fun at -> first.[at] = '+') (List.init (String.length first) Fun.id) in
    let posts = Array.of_list posts in
    let columns = Array.length posts - 1 and height = Array.length lines / 2 in
    let char line at = if at < String.length lines.(line) then lines.(line).[at] else ' ' in
    let cell row column =
      let inside = List.init (posts.(column + 1) - posts.(column) - 1) (fun i -> char (2 * row + 1) (posts.(column) + 1 + i)) in
      match List.filter (( <> ) ' ') inside with [] -> '.' | [c] -> c | _ -> wrong "a cell holds two letters" in
    let all = List.concat (List.init height (fun row -> List.init columns (fun column -> (row, column)))) in
    let number (row, column) = nat (row * columns + column) in
    let walls = List.concat_map (fun (row, column) ->
        (if column + 1 < columns && char (2 * row + 1) posts.(column + 1) = '|'
         then [number (row, column), number (row, column + 1)] else []) @
        (if row + 1 < height && char (2 * row + 2) (posts.(column) + 1) = '-'
         then [number (row, column), number (row + 1, column)] else [])) all in
    (List.map (fun (row, column) -> cell row column) all, columns, walls)
  | first :: _ ->
    let columns = String.length first in
    if columns = 0 || List.exists (fun row -> String.length row <> columns) rows then wrong "rows of different length";
    (List.concat_map (fun row -> List.of_seq (String.to_seq row)) rows, columns, [])

let list = function List items -> items | _ -> wrong "expected a list"
let text = function Text text -> text | _ -> wrong "expected a text"
let switch = function Bool b -> b | _ -> wrong "expected true or false"
let rec index i x = function [] -> wrong "not in the list" | y :: rest -> if y = x then i else index (i + 1) x rest

let read source =
  let top = fields ["catmouse"; "title"; "source"; "preset"; "board"; "rules"; "start"; "expect"] (Table (toml source)) in
  if count (needed "catmouse" (top "catmouse")) <> 1 then wrong "a setup of another version";
  let board = fields ["adjacency"; "edges"; "vertices"; "grid"; "names"; "directed"] (needed "[board]" (top "board")) in
  let rules = fields ["hole"; "cat-in-hole"; "mouse-may-stay"; "cat-may-stay"; "cats"; "cats-move"; "placement"; "mouse-jump";
                      "cat-jump"; "mouse-speed"; "cat-speed"; "mouse-uses"; "cat-uses"; "capture-distance"; "endless"; "limit";
                      "limit-winner"; "stalemate"] (Option.value (top "rules") ~default:(Table [])) in
  let start = fields ["mouse"; "cat"; "cats"; "first"] (Option.value (top "start") ~default:(Table [])) in
  let is_grid = board "grid" <> None in
  let preset = match top "preset" with
    | Some value -> word ["cat-and-mouse", `Graph; "cat-and-mouse-ii", `Grid; "cops", `Cops] value
    | None -> if is_grid then `Grid else `Graph in
  let by_preset graph grid cops = match preset with `Graph -> graph | `Grid -> grid | `Cops -> cops in
  let setting key read default = match rules key with Some value -> read value | None -> default in
  let directed = match board "directed" with Some value -> switch value | None -> false in

  (* The vertices, by number or name, and the board. *)
  let names = ref (match board "names" with Some (List names) -> List.mapi (fun i name -> (text name, i)) names | _ -> []) in
  let named name =
    match List.assoc_opt name !names with
    | Some v -> v
    | None when board "names" = None -> let v = List.length !names in names := (name, v) :: !names; v
    | None -> wrong "no vertex is called %s" name in
  let in_edge = function Text name -> named name | value -> count value in
  let kinds = ref [] in
  let kind_of name =
    if not (List.mem name !kinds) then kinds := !kinds @ [name];
    index 0 name !kinds in
  let has_costs = ref false in
  let plain v = (v, Number "1", 0) in
  let graph n arcs = (* (from, (to, cost, kind)) *)
    let lists = Array.make n [] in
    List.iter (fun (v, (w, c, k)) ->
        if v >= n || w >= n then wrong "there is no vertex %d" (max v w);
        if digits c = "0" then wrong "a cost of 0";
        lists.(v) <- { head = nat w; cost = binary c; kind = nat k } :: lists.(v)) arcs;
    Graph (Array.to_list (Array.map List.rev lists)) in
  let both arcs = if directed then arcs else List.concat_map (fun (v, (w, c, k)) -> [v, (w, c, k); w, (v, c, k)]) arcs in
  let letters, columns, on = match board "adjacency", board "edges", board "grid" with
    | Some lists, None, None ->
      let arcs = List.concat (List.mapi (fun v row -> List.map (function
          | List [w; c] -> has_costs := true; (v, (count w, c, 0))
          | w -> (v, plain (count w))) (list row)) (list lists)) in
      List.iter (fun (v, (w, c, k)) ->
          if not directed && not (List.mem (w, (v, c, k)) arcs) then wrong "no arc leads back from %d to %d" w v) arcs;
      ([], 0, graph (List.length (list lists)) arcs)
    | None, Some edges, None ->
      let arcs = List.map (fun edge -> match list edge with
          | [v; w] -> let v = in_edge v in (v, plain (in_edge w))
          | [v; w; Text kind] -> let v = in_edge v in (v, (in_edge w, Number "1", kind_of kind))
          | [v; w; c] -> has_costs := true; let v = in_edge v in (v, (in_edge w, c, 0))
          | _ -> wrong "an edge has two ends") (list edges) in
      let n = match board "vertices" with Some value -> count value | None -> List.length !names in
      ([], 0, graph n (both arcs))
    | None, None, Some drawn ->
      let rows = match drawn with
        | List rows -> List.map text rows
        | drawn -> List.filter (( <> ) "") (String.split_on_char '\n' (text drawn)) in
      let letters, columns, walls = drawing rows in
      (letters, columns, Grid (nat columns, List.map (( <> ) '#') letters, walls))
    | _ -> wrong "[board] needs one of adjacency, edges and grid" in
  let size = int (places on) in
  let checked v = if v < size && is_vertex on (nat v) then nat v else wrong "there is no vertex %d" v in
  let vertex = function
    | List [row; column] when is_grid ->
      if count column >= columns || count row >= size then wrong "outside the grid";
      checked (count row * columns + count column)
    | List _ -> wrong "a cell needs a grid"
    | value -> if is_grid then wrong "a number on a grid" else checked (count value) in
  let place = function Text name -> (match List.assoc_opt name !names with
      | Some v -> checked v | None -> wrong "no vertex is called %s" name) | value -> vertex value in
  let marked letter = List.concat (List.mapi (fun v c -> if c = letter then [nat v] else []) letters) in
  List.iter (fun c -> if not (String.contains "#.MCF" c) then wrong "unknown letter %c in the grid" c) letters;

  (* The rules. *)
  let bounded value = nat (min (count value) (size + 1)) in (* no run, jump or path needs more *)
  let holes = match rules "hole" with
    | Some (Text "none") | Some (List [Text "none"]) -> []
    | Some (List items) -> List.map place items
    | Some value -> [place value]
    | None ->
      let food = marked 'F' in
      if is_grid then (if food = [] && preset <> `Cops then wrong "the grid has no food" else food)
      else by_preset [checked 0] [] [] in
  if not is_grid && preset = `Grid && rules "hole" = None then wrong "the hole is missing";
  let used key = setting key (function
      | Text kind -> Some [nat (kind_of kind)]
      | value -> Some (List.map (fun kind -> nat (kind_of (text kind))) (list value))) None in
  let movement side =
    let jump = setting (side ^ "-jump") bounded (nat 1) in
    if not is_grid && int jump > 1 then wrong "a jump needs a grid";
    let speed = setting (side ^ "-speed") bounded (nat 1) in
    if int speed < 1 then wrong "a speed is at least 1";
    { may_stay = setting (side ^ "-may-stay") switch (by_preset false true true); jump; speed; uses = used (side ^ "-uses") } in
  let mouse_moves = movement "mouse" and cat_moves = movement "cat" in
  let endless = setting "endless" (word outcomes) (by_preset None (Some Cat) (Some Mouse)) in
  let late = setting "limit-winner" (word outcomes) (by_preset endless (Some Cat) endless) in
  let limit = setting "limit" (function Text "none" -> None | value -> Some (binary value))
      (by_preset None (Some (binary (Number "1000"))) None) in
  let ruled = {
    on; has_costs = !has_costs; holes;
    cat_in_hole = setting "cat-in-hole" (word ["forbidden", Forbidden; "allowed", Allowed; "guards", Guards; "wins", Wins])
        (by_preset Forbidden Wins Forbidden);
    movement_of = (function Mouse -> mouse_moves | Cat -> cat_moves);
    cats_move = setting "cats-move" (word ["all", AllMove; "one", OneMoves]) AllMove;
    capture_distance = setting "capture-distance" bounded (nat 0);
    stalemate = setting "stalemate" (word ["draw", SameAsEndless; "pass", Pass; "loss", Loss]) SameAsEndless;
    agreed = { endless; limit = Option.map (fun most -> (most, late)) limit };
  } in

  (* The start. *)
  let placed = setting "placement" switch (by_preset false false true) in
  let default v letter = match marked letter with
    | [] when placed -> None
    | [] when is_grid || preset <> `Graph -> wrong "a start is missing"
    | [] -> Some [checked v]
    | at -> Some at in
  let mouse_start = match start "mouse" with
    | Some value -> Some (place value)
    | None -> (match default 1 'M' with Some [v] -> Some v | Some _ -> wrong "two mice" | None -> None) in
  let cats_start = match start "cat", start "cats" with
    | Some value, None -> Some [place value]
    | None, Some value -> Some (List.map place (list value))
    | None, None -> default 2 'C'
    | _ -> wrong "both cat and cats are given" in
  let number = Option.map count (rules "cats") in
  let cats = match cats_start, number with
    | Some at, Some n when List.length at <> n -> wrong "%d cats have %d starts" n (List.length at)
    | Some at, _ -> List.length at
    | None, n -> Option.value n ~default:1 in
  if cats < 1 then wrong "there is no cat";
  let first = match start "first" with Some value -> word players value | None -> by_preset Mouse Mouse Cat in
  { setup = { ruled; cats = nat cats; mouse_start; cats_start; first }; vertex }
