(* XXH3 with 64 bits, for texts of more than 240 bytes; every certificate is one. *)

let ( +% ) = Int64.add and ( *% ) = Int64.mul and ( ^% ) = Int64.logxor and ( >>% ) = Int64.shift_right_logical
let low x = Int64.logand x 0xFFFFFFFFL

let secret =
  "\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c\xde\xd4\x6d\xe9\x83\x90\x97\xdb\x72\x40\xa4\xa4\xb7\xb3\x67\x1f\
   \xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c\
   \x3c\x28\x52\xbb\x91\xc3\x00\xcb\x88\xd0\x65\x8b\x1b\x53\x2e\xa3\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8\
   \xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\xc8\x9f\x7e\xc9\xd9\x78\x73\x64\
   \xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e\
   \x2b\x16\xbe\x58\x7d\x47\xa1\xfc\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e"

let key at = String.get_int64_le secret at

(* The product of two numbers of 64 bits, its halves combined. *)
let folded a b =
  let al = low a and ah = a >>% 32 and bl = low b and bh = b >>% 32 in
  let ll = al *% bl and hl = ah *% bl and lh = al *% bh and hh = ah *% bh in
  let middle = (ll >>% 32) +% low hl +% lh in
  let upper = (hl >>% 32) +% (middle >>% 32) +% hh in
  upper ^% Int64.logor (Int64.shift_left middle 32) (low ll)

let hash text =
  let length = String.length text in
  assert (length > 240);
  let p1 = 0x9E3779B185EBCA87L in
  let acc = [| 0xC2B2AE3DL; p1; 0xC2B2AE3D27D4EB4FL; 0x165667B19E3779F9L;
               0x85EBCA77C2B2AE63L; 0x85EBCA77L; 0x27D4EB2F165667C5L; 0x9E3779B1L |] in
  let accumulate at secret_at =
    for i = 0 to 7 do
      let data = String.get_int64_le text (at + 8 * i) in
      let keyed = data ^% key (secret_at + 8 * i) in
      acc.(i lxor 1) <- acc.(i lxor 1) +% data;
      acc.(i) <- acc.(i) +% (low keyed *% (keyed >>% 32))
    done in
  let blocks = (length - 1) / 1024 in
  for block = 0 to blocks do
    let stripes = if block < blocks then 16 else (length - 1 - 1024 * blocks) / 64 in
    for stripe = 0 to stripes - 1 do accumulate (1024 * block + 64 * stripe) (8 * stripe) done;
    if block < blocks then
      for i = 0 to 7 do
        acc.(i) <- (acc.(i) ^% (acc.(i) >>% 47) ^% key (128 + 8 * i)) *% 0x9E3779B1L
      done
  done;
  accumulate (length - 64) 121;
  let sum = ref (Int64.of_int length *% p1) in
  for i = 0 to 3 do
    sum := !sum +% folded (acc.(2 * i) ^% key (11 + 16 * i)) (acc.(2 * i + 1) ^% key (19 + 16 * i))
  done;
  let mixed = (!sum ^% (!sum >>% 37)) *% 0x165667919E3779F9L in
  mixed ^% (mixed >>% 32)
