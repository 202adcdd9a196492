(* catmouse-check BOARD CERTIFICATE: whether the certificate proves its claim, or the file of `catmouse cops` the cop
   number of the graph, by the proved checkers.
   Exit code 0: proved; 1: not proved; 2: a file cannot be read. *)

open Checker
open Reader

let content file =
  let channel = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))
let name = function Some Mouse -> "the Mouse wins" | Some Cat -> "the Cat wins" | None -> "it is a draw"
let rec decimal = function (* up to 64 bits *)
  | XH -> 1L | XO p -> Int64.mul 2L (decimal p) | XI p -> Int64.succ (Int64.mul 2L (decimal p))
let proved text = Printf.printf "Proved: %s. Not checked: the fingerprint of the board.\n" text; 0
let not_proved text = Printf.printf "Not proved: %s.\n" text; 1

let check game text =
  let certificate = Proof_file.certificate game text in
  if not (accepts game.setup certificate) then not_proved "the certificate does not prove its claim"
  else
    let placed = if not (covers game.setup certificate) then ""
      else if outcome_of certificate.claimed = Some Cat then ", wherever the mouse is placed"
      else ", wherever the cats are placed" in
    match certificate.claimed with
    | Unforced outcome -> proved (name outcome ^ ", and nobody can force anything else" ^ placed)
    | WinWithin (winner, d) ->
      let unit = if game.setup.ruled.has_costs then "at a cost of at most" else "in at most" in
      let plies = if game.setup.ruled.has_costs then "" else " plies" in
      let d = match d with N0 -> 0L | Npos p -> decimal p in
      proved (Printf.sprintf "%s %s %Lu%s%s" (name (Some winner)) unit d plies placed)

let check_cops (game : Board.game) text =
  let graph = match game.setup.ruled.on with
    | Graph lists -> List.map (List.map (fun arc -> arc.head)) lists
    | Grid _ -> wrong "the board is no graph" in
  if not (check_simple graph) then wrong "the graph is not simple";
  let game = { game with setup = { game.setup with mouse_start = None; cats_start = None } } in
  let proof = Proof_file.cop_proof game text in
  let entries certificate = List.concat_map (fun strategy -> strategy.entries) certificate.strategies in
  let alone turn target = { place = { mouse_at = nat 0; cats_at = []; turn }; rank = N0; target } in
  let fewer, hold = match proof.lower, proof.holds with
    | "trial", first :: _ -> (List.length first.start.cats_at, List.concat_map entries proof.holds)
    | "trivial", _ -> (* nobody catches a mouse that stays on vertex 0 *)
      (0, [alone Cat None; alone Mouse (Some { mouse_at = nat 0; cats_at = []; turn = Cat })])
    | by, _ -> wrong "the lower half is proved by %s, which this program does not know" by in
  let cats = match proof.upper, proof.wins with
    | "trial", first :: _ -> first.start.cats_at
    | by, _ -> wrong "the upper half is proved by %s, which this program does not know" by in
  if fewer + 1 = proof.cop_number && check_cop_number graph (nat fewer) cats (List.map entries proof.wins) hold
  then (Printf.printf "Proved: the cop number is %d.\n" proof.cop_number; 0)
  else not_proved "the certificates do not prove the cop number"

let () =
  exit (try match Array.to_list Sys.argv with
      | [_; board; file] ->
        let game = Board.read (content board) and text = content file in
        if Proof_file.is_cop_proof text then check_cops game text else check game text
      | _ -> prerr_endline "usage: catmouse-check BOARD CERTIFICATE"; 2
    with Wrong text | Sys_error text | Failure text -> Printf.eprintf "error: %s\n" text; 2)
