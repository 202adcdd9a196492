(* catmouse-check BOARD CERTIFICATE: whether the certificate proves its claim, by the proved checker.
   catmouse-check --cop-number BOARD LOWER UPPER...: whether these certificates prove the cop number of a graph.
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

let check board file =
  let game = Board.read (content board) in
  let certificate = Proof_file.read game (content file) in
  if not (accepts game.setup certificate) then not_proved "the certificate does not prove its claim"
  else match certificate.claimed with
    | Unforced outcome -> proved (name outcome ^ ", and nobody can force anything else")
    | WinWithin (winner, d) ->
      let unit = if game.setup.ruled.has_costs then "at a cost of at most" else "in at most" in
      let plies = if game.setup.ruled.has_costs then "" else " plies" in
      proved (Printf.sprintf "%s %s %Lu%s" (name (Some winner)) unit (match d with N0 -> 0L | Npos p -> decimal p) plies)

let check_cops board lower uppers =
  let game = Board.read (content board) in
  let graph = match game.setup.ruled.on with
    | Graph lists -> List.map (List.map (fun arc -> arc.head)) lists
    | Grid _ -> wrong "the board is no graph" in
  if not (check_simple graph) then wrong "the graph is not simple";
  let entries file =
    let game = { game with setup = { game.setup with mouse_start = None; cats_start = None } } in
    let certificate = Proof_file.read game (content file) in
    (certificate.start.cats_at, List.concat_map (fun strategy -> strategy.entries) certificate.strategies) in
  let fewer, hold = entries lower in
  let wins = List.map entries uppers in
  let cats = match wins with (cats, _) :: _ -> cats | [] -> wrong "no certificate of a win" in
  let k = List.length fewer in
  if check_cop_number graph (nat k) cats (List.map snd wins) hold
  then (Printf.printf "Proved: the cop number is %d.\n" (k + 1); 0)
  else not_proved "the certificates do not prove that the cop number is one more than the cats of the first"

let () =
  exit (try match List.tl (Array.to_list Sys.argv) with
      | "--cop-number" :: board :: lower :: uppers -> check_cops board lower uppers
      | [board; file] -> check board file
      | _ -> prerr_endline "usage: catmouse-check BOARD CERTIFICATE, or --cop-number BOARD LOWER UPPER..."; 2
    with Wrong text | Sys_error text | Failure text -> Printf.eprintf "error: %s\n" text; 2)
