//! Cards that are drawn from a deck.

use super::errors::check;
use super::{exact, readers_agree};

/// The kind of a hand of five cards of 52; a card is four times its rank, and its suit.
const POKER: &str = "
deck cards = 0..51
labels hand = 'high card' | 'pair' | 'two pair' | 'three' | 'straight' | 'flush' | 'full house' | 'four' | 'straight flush'
pairs = 0
threes = 0
fours = 0
lowest = -1
highest = -1
before = -1
same = 0
suit = -1
is_flush = true
for card, n in 5 of cards {
    if n == 1 {
        if card / 4 == highest { same += 1 } else { same = 1 }
        if same == 2 { pairs += 1 }
        if same == 3 {
            pairs -= 1
            threes += 1
        }
        if same == 4 {
            threes -= 1
            fours += 1
        }
        if suit >= 0 && card % 4 != suit { is_flush = false }
        suit = card % 4
        if lowest < 0 { lowest = card / 4 }
        if card / 4 != highest { before = highest }
        highest = card / 4
    }
}
# An ace is also below the two.
is_wheel = highest == 12 && before == 3 && lowest == 0
is_straight = pairs + threes + fours == 0 && (highest - lowest == 4 || is_wheel)
hand = 'high card'
if pairs == 1 { hand = 'pair' }
if pairs == 2 { hand = 'two pair' }
if threes == 1 { hand = 'three' }
if is_straight { hand = 'straight' }
if is_flush { hand = 'flush' }
if pairs == 1 && threes == 1 { hand = 'full house' }
if fours == 1 { hand = 'four' }
if is_straight && is_flush { hand = 'straight flush' }
report hand
";

#[test]
fn hands_of_poker_are_as_likely_as_everybody_counts_them() {
    let law = exact(POKER);
    let counted = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40];
    assert_eq!(law.len(), counted.len());
    for ((values, p), hands) in law.iter().zip(counted) {
        let expected = f64::from(hands) / 2_598_960.0;
        assert!((p - expected).abs() < 1e-13, "{values:?}: {p} and {expected}");
    }
}

#[test]
fn all_readers_draw_no_card_twice() {
    let deck = "deck cards = [1, 5, 2, 1, 3]\n";
    for asked in [
        "hand = 3 of cards\nreport x = hand.sum(), y = hand.max(), z = hand.most()",
        "n = d6\nhand = (min(n, 5)) of cards\nreport n, x = hand.count(x, x == 1), y = hand.nth(2)",
        "x = 0\nfor card, n in 2 of cards from high { x = 10 * x + n * card }\nreport x",
        "report x = 2 of cards - 2 of cards",
    ] {
        readers_agree(&format!("{deck}{asked}"), 100_000, 10_000).unwrap();
    }
}

#[test]
fn a_deck_has_so_many_cards() {
    check("deck cards = [1, 2]\nreport x = 3 of cards", &[("3 of cards", "this can be 3 cards")]);
    check(
        "deck cards = 1..4\nn = d6\nreport x = n of cards",
        &[("n of cards", "this can be 5 cards, where n = 5")],
    );
    check("deck cards = 1..4\nreport x = 2 of card", &[("2 of card", "there is no deck `card`")]);
    check(
        "deck cards = 1..4\ncards = 3\nreport x = cards",
        &[("cards", "`cards` is a deck, and cannot be a name")],
    );
    check(
        "deck cards = 1..4\nreport x = (2 of cards).explode(4)",
        &[("(2 of cards).explode(4)", "cards are not drawn again")],
    );
    check("deck cards = 1..4\nreport x = d6 & 2 of cards", &[("2 of cards", "cards are read by themselves")]);
}

#[test]
fn all_readers_know_a_hand_of_poker() {
    let small = POKER.replace("0..51", "0..11").replace("5 of cards", "3 of cards");
    let small = small.replace("highest == 12 && before == 3", "highest == 2 && before == 1");
    readers_agree(&small, 1_000_000, 10_000).unwrap();
}

#[test]
fn a_deck_says_how_often_each_card_is_there() {
    let law = |cards: &str| exact(&format!("deck cards = {cards}\nh = 3 of cards\nreport n = h.sum(x, x)"));
    assert_eq!(law("d{0: 4, 1: 2}"), law("[0, 0, 0, 0, 1, 1]"));
}
