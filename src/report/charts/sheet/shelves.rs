//! The layout of tables on pages: shelves from top to bottom, each with columns from left to right.

/// The space for tables on a page.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub width: f64,
    pub height: f64,
}

/// The position of a table: its page, counted from 0, and its upper left corner in the [`Room`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub page: usize,
    pub left: f64,
    pub top: f64,
}

/// The gaps between tables.
const ASIDE: f64 = 24.0;
const BELOW: f64 = 20.0;

/// Places tables of these widths and heights in order: below the previous table if the shelf is high
/// enough, else next to it, else on a new shelf or page.
pub fn place(sizes: &[(f64, f64)], room: Room) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::new();
    // The current shelf, then the last column on it.
    let (mut page, mut shelf, mut bottom) = (0, 0.0, 0.0f64);
    let (mut left, mut right, mut end) = (0.0, 0.0f64, 0.0);
    for &(width, height) in sizes {
        let is_first = placed.is_empty();
        let below = end + BELOW;
        let beside = right + ASIDE;
        if !is_first && below + height <= bottom && left + width <= room.width {
            end = below;
        } else if !is_first && beside + width <= room.width && shelf + height <= room.height {
            (left, end) = (beside, shelf);
        } else {
            let next = if is_first { 0.0 } else { bottom + BELOW };
            if next + height <= room.height {
                shelf = next;
            } else {
                (page, shelf) = (page + usize::from(!is_first), 0.0);
            }
            (left, right, end, bottom) = (0.0, 0.0, shelf, shelf);
        }
        placed.push(Placed { page, left, top: end });
        end += height;
        right = right.max(left + width);
        bottom = bottom.max(end);
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { width: 500.0, height: 600.0 };

    #[test]
    fn small_tables_stand_below_each_other_beside_a_high_one() {
        let placed = place(&[(200.0, 400.0), (150.0, 150.0), (150.0, 200.0)], ROOM);
        let corners: Vec<_> = placed.iter().map(|one| (one.page, one.left, one.top)).collect();
        assert_eq!(corners, [(0, 0.0, 0.0), (0, 224.0, 0.0), (0, 224.0, 170.0)]);
    }

    #[test]
    fn what_has_no_room_left_begins_a_shelf_or_a_page() {
        let placed = place(&[(400.0, 250.0), (400.0, 250.0), (100.0, 300.0), (400.0, 90.0)], ROOM);
        let corners: Vec<_> = placed.iter().map(|one| (one.page, one.left, one.top)).collect();
        assert_eq!(corners, [(0, 0.0, 0.0), (0, 0.0, 270.0), (1, 0.0, 0.0), (1, 0.0, 320.0)]);
    }
}
