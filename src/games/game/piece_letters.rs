//! The letters of the pieces in texts with moves.

/// The letters of PGN, in the order of the message `piece-letters`.
pub const LETTERS: &str = "KQRBN";

/// The text with the pieces of its moves in other letters; both are in the order of [`LETTERS`]. A letter counts as a
/// piece only in a move, or as the promotion at its end: behind `=` or a square of the first or last rank.
pub fn rewritten(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let rest = &text[at + letter.len_utf8()..];
        let is_piece = if before == '=' || ends_on_last_rank(&text[..at]) {
            !rest.starts_with(char::is_alphanumeric)
        } else {
            !before.is_alphanumeric() && names_square(rest)
        };
        let kind = from.chars().position(|known| known == letter).filter(|_| is_piece);
        out.push(kind.and_then(|kind| to.chars().nth(kind)).unwrap_or(letter));
        before = letter;
    }
    out
}

fn ends_on_last_rank(text: &str) -> bool {
    text.strip_suffix(['1', '8']).is_some_and(|rest| rest.ends_with(|c| matches!(c, 'a'..='h')))
}

/// Whether the text after a piece letter completes a move: file and rank of origin if needed, `x` for a capture, and
/// a square.
fn names_square(rest: &str) -> bool {
    let is_file = |c: &u8| (b'a'..=b'h').contains(c);
    let is_rank = |c: &u8| (b'1'..=b'8').contains(c);
    let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).collect::<Vec<_>>();
    let Some((to, from)) = word.split_last_chunk::<2>().map(|(from, to)| (to, from)) else {
        return false;
    };
    let from = from.strip_suffix(b"x").unwrap_or(from);
    let from = from.first().filter(|c| is_file(c)).map_or(from, |_| &from[1..]);
    let from = from.first().filter(|c| is_rank(c)).map_or(from, |_| &from[1..]);
    from.is_empty() && is_file(&to[0]) && is_rank(&to[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_of_a_promotion_is_a_piece() {
        let pgn = |text| rewritten(text, "KDTLS", LETTERS);
        assert_eq!(pgn("1. Sf3 e8D a1S+ dxe8=T! c1Dame f7D"), "1. Nf3 e8Q a1N+ dxe8=R! c1Dame f7D");
    }
}
