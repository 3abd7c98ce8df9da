//! Numbers in the format of the current language, including scores: `+0.35` is `+0,35` in German, as in books and
//! magazines. Output for programs (JSON, CSV, UCI) has a point and a hyphen in every language and does not use this module.

use fluent_bundle::FluentValue;
use fluent_bundle::types::FluentNumber;

use crate::Language;

/// A number with this many decimals: `1,234.5`, in German `1.234,5`.
pub fn number(n: f64, digits: usize) -> String {
    let plain = format!("{:.digits$}", n.abs());
    let negative = n < 0.0 && plain.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    match plain.split_once('.') {
        Some((whole, rest)) => {
            format!("{}{}{rest}", grouped(negative, whole), Language::current().decimal_sign())
        }
        None => grouped(negative, &plain),
    }
}

/// The same with its sign: `+0.35`, `−0.07`; a number that rounds to zero has none.
pub fn signed(n: impl Into<f64>, digits: usize) -> String {
    let n = n.into();
    let text = number(n, digits);
    let positive = n > 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    if positive { format!("+{text}") } else { text }
}

/// Parses a number typed in the format of the language. A thousands separator in another position is read as the
/// decimal separator.
pub fn read_number(text: &str) -> Option<f64> {
    let language = Language::current();
    let (decimal, group) = (language.decimal_sign(), language.group_sign());
    let text = text.trim().replace('−', "-");
    let (whole, rest) = text.split_once(decimal).unwrap_or((&text, ""));
    let whole = match whole.split_once(group).filter(|_| !group.is_empty()) {
        Some((first, groups)) => {
            let first = first.trim_start_matches(['-', '+']);
            let is_grouped = (1..=3).contains(&first.len())
                && first != "0"
                && groups.split(group).all(|digits| digits.len() == 3);
            whole.replace(group, if is_grouped || !rest.is_empty() { "" } else { "." })
        }
        None => whole.to_owned(),
    };
    if rest.is_empty() { whole.parse().ok() } else { format!("{whole}.{rest}").parse().ok() }
}

fn grouped(negative: bool, digits: &str) -> String {
    let sign = Language::current().group_sign();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 * sign.len() + 1);
    if negative {
        text.push('−');
    }
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(sign);
        }
        text.push(digit);
    }
    text
}

/// The text that Fluent writes for a number argument.
pub(crate) fn of_argument<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    let FluentValue::Number(FluentNumber { value, options }) = value else { return None };
    let digits = options.minimum_fraction_digits.unwrap_or_else(|| {
        let text = value.to_string();
        text.split_once('.').map_or(0, |(_, rest)| rest.len())
    });
    Some(number(*value, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_signs_of_the_language() {
        let numbers = || {
            [
                number(999.0, 0),
                number(-1234.0, 0),
                number(1_234_567.0, 0),
                number(1234.56, 1),
                number(-0.01, 1),
            ]
        };
        assert_eq!(numbers(), ["999", "−1,234", "1,234,567", "1,234.6", "0.0"]);
        let _german = Language::by_id("de").unwrap().on_this_thread();
        assert_eq!(numbers(), ["999", "−1.234", "1.234.567", "1.234,6", "0,0"]);
        assert_eq!(crate::t!("count-moves", n = 1234), "1.234 Züge");
    }

    #[test]
    fn a_number_is_read_as_the_language_writes_it() {
        let read = |texts: [&str; 5]| texts.map(read_number);
        let numbers = [Some(10.5), Some(1234.0), Some(-1234.56), Some(7.0), None];
        assert_eq!(read(["10.5", "1,234", "−1,234.56", " 7. ", "x"]), numbers);
        assert_eq!(read_number("10,5"), Some(10.5));
        let not_grouped = [Some(1234.567), Some(0.5), Some(-0.25), None, Some(0.0)];
        assert_eq!(read(["1234,567", "0,500", "-0,250", "1,2,3", "0"]), not_grouped);
        let _german = Language::by_id("de").unwrap().on_this_thread();
        assert_eq!(read(["10,5", "1.234", "-1.234,56", "7,", ","]), numbers);
        assert_eq!(read_number("10.5"), Some(10.5));
        Language::add("zz", &[("zz.ftl", "number-decimal = ,\nnumber-group = {\"\"}")]);
        let _ungrouped = Language::by_id("zz").unwrap().on_this_thread();
        assert_eq!((number(1234.5, 1), read_number("1234,5")), ("1234,5".to_owned(), Some(1234.5)));
        assert_eq!([read_number("123"), read_number("-1234")], [Some(123.0), Some(-1234.0)]);
    }

    #[test]
    fn signed_numbers_have_a_plus_or_a_minus() {
        let numbers = || [signed(0.349, 2), signed(-7, 0), signed(0.001, 1), signed(-0.001, 1)];
        assert_eq!(numbers(), ["+0.35", "−7", "0.0", "0.0"]);
        let _german = Language::by_id("de").unwrap().on_this_thread();
        assert_eq!(numbers(), ["+0,35", "−7", "0,0", "0,0"]);
    }
}
