//! Strongly connected components of a graph.

use std::cmp::Reverse;

/// The strongly connected components in reverse topological order: a component leads only to itself and
/// to those before it (R. Tarjan, SIAM Journal on Computing 1, 1972). The nodes of a component are in
/// reverse postorder, so that most ways lead on to later ones.
#[derive(Debug, Default)]
pub struct Groups {
    members: Vec<u32>,
    /// Where each component ends.
    ends: Vec<u32>,
}

/// No node: the end of a path.
pub const END: u32 = u32::MAX;

impl Groups {
    /// The components of a graph of `count` nodes that can be reached from `starts`. `way` gives the target
    /// of a way from a node, by its index: [`END`] if it leads to none, and `None` behind the last way.
    pub fn new(
        count: usize,
        starts: impl Iterator<Item = u32>,
        way: impl Fn(usize, usize) -> Option<u32>,
    ) -> Groups {
        const NEW: u32 = u32::MAX;
        // When each node was discovered, and the earliest one to which it leads back.
        let (mut come, mut back) = (vec![NEW; count], vec![NEW; count]);
        // When it was left.
        let mut over = vec![0; count];
        let mut is_open = vec![false; count];
        let (mut groups, mut open, mut path) = (Groups::default(), Vec::new(), Vec::new());
        let mut clock = 0;
        for start in starts {
            if come[start as usize] == NEW {
                path.push((start, 0));
            }
            while let Some((member, next)) = path.last_mut() {
                let (member, node) = (*member, *member as usize);
                if *next == 0 && come[node] == NEW {
                    (come[node], back[node]) = (clock, clock);
                    clock += 1;
                    open.push(member);
                    is_open[node] = true;
                }
                if let Some(way) = way(node, *next) {
                    *next += 1;
                    match way as usize {
                        _ if way == END => {}
                        to if come[to] == NEW => path.push((way, 0)),
                        to if is_open[to] => back[node] = back[node].min(come[to]),
                        _ => {}
                    }
                    continue;
                }
                path.pop();
                over[node] = clock;
                clock += 1;
                if let Some(&(before, _)) = path.last() {
                    back[before as usize] = back[before as usize].min(back[node]);
                }
                if back[node] == come[node] {
                    let start = open.iter().rposition(|&other| other == member).expect("it is open");
                    open[start..].iter().for_each(|&member| is_open[member as usize] = false);
                    open[start..].sort_unstable_by_key(|&member| Reverse(over[member as usize]));
                    groups.members.extend(open.drain(start..));
                    groups.ends.push(groups.members.len() as u32);
                }
            }
        }
        groups
    }

    /// The component with an index.
    pub fn get(&self, index: u32) -> &[u32] {
        let begin = if index == 0 { 0 } else { self.ends[index as usize - 1] as usize };
        &self.members[begin..self.ends[index as usize] as usize]
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> + ExactSizeIterator {
        (0..self.ends.len() as u32).map(|index| self.get(index))
    }
}
