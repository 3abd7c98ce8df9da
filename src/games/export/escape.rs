//! Text from outside made harmless inside HTML and SVG.

/// Text that stands for itself between tags and inside quotes. Control characters, which no document may hold, go.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A name or a comment: text that may run from right to left or hold marks that turn the direction, kept apart from
/// what stands around it.
pub(super) fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_leave_its_place() {
        assert_eq!(
            escaped("<script>alert('x')</script> & \"y\"\u{0}\u{1b}\u{85}"),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;"
        );
        assert_eq!(isolated("משה\u{202e}"), "<bdi>משה\u{202e}</bdi>");
    }
}
