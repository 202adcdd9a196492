(* Texts in JSON and in TOML, as far as setups and certificates use them. Numbers stay texts. *)

type value =
  | Null | Bool of bool | Number of string | Text of string
  | List of value list | Table of (string * value) list

exception Wrong of string
let wrong format = Printf.ksprintf (fun text -> raise (Wrong text)) format

type scanner = { text : string; mutable at : int; blank : char -> bool; comments : bool }
let peek s = if s.at < String.length s.text then s.text.[s.at] else '\000'
let looks_at s word =
  let n = String.length word in
  s.at + n <= String.length s.text && String.sub s.text s.at n = word
let rec skip s =
  if s.at < String.length s.text then
    if s.blank (peek s) then (s.at <- s.at + 1; skip s)
    else if s.comments && peek s = '#' then begin
      while s.at < String.length s.text && peek s <> '\n' do s.at <- s.at + 1 done; skip s
    end
let take s word = if looks_at s word then (s.at <- s.at + String.length word; true) else false
let expect s word = if not (take s word) then wrong "expected %s at byte %d" word s.at
let span s fits =
  let from = s.at in
  while s.at < String.length s.text && fits (peek s) do s.at <- s.at + 1 done;
  String.sub s.text from (s.at - from)

(* The rest of a text in quotes, up to its end; with escapes. *)
let quoted s ending =
  let out = Buffer.create 16 in
  let rec go () =
    if s.at >= String.length s.text then wrong "a text has no end"
    else if take s ending then Buffer.contents out
    else if ending <> "\"\"\"" && peek s < ' ' then wrong "a control character in a text"
    else if take s "\\" then begin
      (match peek s with
       | ('"' | '\\' | '/') as c -> Buffer.add_char out c
       | 'n' -> Buffer.add_char out '\n' | 't' -> Buffer.add_char out '\t' | 'r' -> Buffer.add_char out '\r'
       | 'b' -> Buffer.add_char out '\b' | 'f' -> Buffer.add_char out '\012'
       | 'u' when s.at + 4 < String.length s.text ->
         (match int_of_string_opt ("0x" ^ String.sub s.text (s.at + 1) 4) with
          | Some code when Uchar.is_valid code -> Buffer.add_utf_8_uchar out (Uchar.of_int code); s.at <- s.at + 4
          | _ -> wrong "an escape is no character")
       | _ -> wrong "an unknown escape");
      s.at <- s.at + 1; go ()
    end else (Buffer.add_char out (peek s); s.at <- s.at + 1; go ()) in
  go ()

let once fields = (* no key twice *)
  List.iteri (fun i (key, _) -> if List.exists (fun (k, _) -> k = key) (List.filteri (fun j _ -> j < i) fields)
                                then wrong "%s is given twice" key) fields;
  fields

let rec items s closing item trailing = (* [item, item, …] behind the opening bracket *)
  skip s;
  if take s closing then []
  else
    let first = item () in
    skip s;
    if take s closing then [first]
    else (expect s ","; skip s;
          if looks_at s closing && not trailing then wrong "a comma before %s" closing;
          first :: items s closing item trailing)

let is_digit c = c >= '0' && c <= '9'
let number s =
  let text = span s (fun c -> is_digit c || String.contains "+-.eE" c) in
  if text = "" then wrong "no value at byte %d" s.at;
  Number text

let rec json_value s =
  skip s;
  if take s "\"" then Text (quoted s "\"")
  else if take s "[" then List (items s "]" (fun () -> json_value s) false)
  else if take s "{" then Table (once (items s "}" (fun () ->
      skip s; expect s "\""; let key = quoted s "\"" in skip s; expect s ":"; (key, json_value s)) false))
  else if take s "null" then Null else if take s "true" then Bool true else if take s "false" then Bool false
  else number s

(* A line of JSON. *)
let json text =
  let s = { text; at = 0; blank = String.contains " \t\r\n"; comments = false } in
  let value = json_value s in
  skip s;
  if s.at < String.length text then wrong "something follows at byte %d" s.at;
  value

let toml_key s =
  if take s "\"" then quoted s "\""
  else
    let key = span s (fun c -> is_digit c || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_' || c = '-') in
    if key = "" then wrong "no key at byte %d" s.at; key

let rec toml_value s =
  skip s;
  if take s "\"\"\"" then (ignore (take s "\n"); Text (quoted s "\"\"\""))
  else if take s "\"" then Text (quoted s "\"")
  else if take s "'" then (let text = span s (fun c -> c <> '\'' && c <> '\n') in expect s "'"; Text text)
  else if take s "[" then List (items s "]" (fun () -> toml_value s) true)
  else if take s "{" then Table (once (items s "}" (fun () -> toml_entry s) false))
  else if take s "true" then Bool true else if take s "false" then Bool false
  else number s
and toml_entry s = skip s; let key = toml_key s in skip s; expect s "="; (key, toml_value s)

(* A document of TOML: its keys, and its tables of one level. *)
let toml text =
  let s = { text; at = 0; blank = String.contains " \t\r\n"; comments = true } in
  let rec entries () =
    skip s;
    if s.at >= String.length text || peek s = '[' then [] else let entry = toml_entry s in entry :: entries () in
  let rec tables () =
    skip s;
    if take s "[" then
      let key = toml_key s in
      expect s "]"; let fields = once (entries ()) in (key, Table fields) :: tables ()
    else [] in
  let top = entries () in once (top @ tables ())

(* The fields of a table, none of which has another key than these. *)
let fields keys = function
  | Table fields ->
    List.iter (fun (key, _) -> if not (List.mem key keys) then wrong "unknown key %s" key) fields;
    fun key -> List.assoc_opt key fields
  | _ -> wrong "expected a table"
let needed key = function Some value -> value | None -> wrong "%s is missing" key

(* A number without sign, of up to 64 bits. *)
let digits = function
  | Number text when text <> "" && String.for_all is_digit text && (text = "0" || text.[0] <> '0') -> text
  | _ -> wrong "expected a number"
let count value = match int_of_string_opt (digits value) with Some n -> n | None -> wrong "a number is too large"
let word choices = function
  | Text text -> (match List.assoc_opt text choices with Some x -> x | None -> wrong "unknown word %s" text)
  | _ -> wrong "expected a word"

(* The numbers of the proof. *)
let rec nat n = if n <= 0 then Checker.O else Checker.S (nat (n - 1))
let rec int = function Checker.O -> 0 | Checker.S n -> 1 + int n
let binary value =
  let rec positive bits =
    let half = Int64.shift_right_logical bits 1 in
    if half = 0L then Checker.XH
    else if Int64.logand bits 1L = 0L then Checker.XO (positive half) else Checker.XI (positive half) in
  match Int64.of_string_opt ("0u" ^ digits value) with
  | Some 0L -> Checker.N0
  | Some bits -> Checker.Npos (positive bits)
  | None -> wrong "a number is too large"
