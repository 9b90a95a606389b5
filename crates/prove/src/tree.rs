//! [`Tree`]: all processes that came of one, whatever group and session they have made for themselves.
//!
//! Linux says of each process its parent, group and session, and the environment that it was started with, in which a mark is handed down. A process
//! is one of the tree if its parent is, if one of the tree made its group or session, if it has the mark, or if it was seen to be. What leaves parent,
//! session and environment behind between two looks is not found. Elsewhere only the group is known, and stopped.

use std::collections::HashSet;
use std::time::{Duration, Instant};

/// A process, as `/proc/PID/stat` has it.
#[derive(Clone, Copy, Debug)]
struct Stat {
    number: u32,
    /// Whether it has ended, and its parent does not know yet.
    is_over: bool,
    parent: u32,
    group: u32,
    session: u32,
    /// When it was started: with its number, what tells it from others.
    start: u64,
    /// Pages that it holds, those that it shares with others included.
    pages: u64,
}

/// Processes that came of one.
#[derive(Debug)]
pub(crate) struct Tree {
    root: u32,
    /// The variable of the environment that the root was started with, and all that came of it.
    mark: String,
    /// When the root was started.
    start: Option<u64>,
    /// Processes of the tree.
    seen: HashSet<(u32, u64)>,
    /// Numbers of processes of the tree that made groups or sessions which still have some of it.
    leaders: HashSet<u32>,
    /// Processes that were looked at and are none, so that their environment is read once.
    others: HashSet<(u32, u64)>,
    /// When all processes of the system are looked at next.
    due: Instant,
}

/// How often all processes of the system are looked at; or so many times what that takes, if that is more. In between, only children of those that are
/// known are looked for.
const LOOK: Duration = Duration::from_millis(200);
const COST: u32 = 10;

impl Tree {
    pub(crate) fn new(root: u32, mark: &str) -> Tree {
        Tree {
            root,
            mark: mark.to_string(),
            // It has not been waited for: the number is its own.
            start: stat(root).map(|root| root.start),
            seen: HashSet::new(),
            leaders: HashSet::from([root]),
            others: HashSet::new(),
            due: Instant::now(),
        }
    }

    /// The processes of the tree now, as far as they are known or are children of such.
    fn now(&mut self) -> Vec<Stat> {
        let begin = Instant::now();
        if begin >= self.due {
            let found = self.look();
            self.due = Instant::now() + LOOK.max(begin.elapsed().saturating_mul(COST));
            return found;
        }
        let mut found: Vec<Stat> = Vec::new();
        let mut numbers: HashSet<u32> = HashSet::new();
        let mut left: Vec<(u32, Option<u64>)> =
            self.seen.iter().map(|(number, start)| (*number, Some(*start))).collect();
        left.extend(self.start.map(|start| (self.root, Some(start))));
        while let Some((number, start)) = left.pop() {
            let Some(one) = stat(number).filter(|one| start.is_none_or(|start| start == one.start)) else {
                continue;
            };
            if numbers.insert(number) {
                found.push(one);
                left.extend(children(number).into_iter().map(|child| (child, None)));
            }
        }
        self.seen.extend(found.iter().map(|one| (one.number, one.start)));
        self.leaders.extend(numbers);
        found
    }

    /// The processes of the tree now.
    fn look(&mut self) -> Vec<Stat> {
        let mut left = all();
        let mut ours: Vec<Stat> = Vec::new();
        let mut numbers: HashSet<u32> = HashSet::new();
        let mut are_marks_read = false;
        loop {
            let before = ours.len();
            left.retain(|one| {
                let is_ours = self.is_root(one)
                    || numbers.contains(&one.parent)
                    || [one.group, one.session]
                        .iter()
                        .any(|id| self.leaders.contains(id) || numbers.contains(id))
                    || self.seen.contains(&(one.number, one.start));
                if is_ours {
                    numbers.insert(one.number);
                    ours.push(*one);
                }
                !is_ours
            });
            if ours.len() > before {
                continue;
            }
            if are_marks_read {
                break;
            }
            are_marks_read = true;
            let (marked, others) = left.into_iter().partition(|one| self.is_marked(one));
            left = others;
            let marked: Vec<Stat> = marked;
            numbers.extend(marked.iter().map(|one| one.number));
            ours.extend(marked);
        }
        self.others = left.iter().map(|one| (one.number, one.start)).collect();
        self.seen = ours.iter().map(|one| (one.number, one.start)).collect();
        let is_used = |leader: &u32| ours.iter().any(|one| one.group == *leader || one.session == *leader);
        self.leaders.retain(is_used);
        self.leaders.extend(numbers);
        ours
    }

    fn is_root(&self, one: &Stat) -> bool {
        one.number == self.root && self.start == Some(one.start)
    }

    fn is_marked(&self, one: &Stat) -> bool {
        if self.others.contains(&(one.number, one.start)) {
            return false;
        }
        // That of other users cannot be read.
        let environment = std::fs::read(format!("/proc/{}/environ", one.number)).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable.starts_with(self.mark.as_bytes()))
    }

    /// Whether all processes together hold more than so many bytes of memory. What they share counts once.
    pub(crate) fn holds_more_than(&mut self, most: u64) -> bool {
        let ours = self.now();
        let pages = |one: &Stat| one.pages.saturating_mul(page_size());
        let sum = |of: &dyn Fn(&Stat) -> u64| ours.iter().map(of).fold(0, u64::saturating_add);
        // What is shared counts for each here: this is never too little.
        sum(&pages) > most && sum(&|one: &Stat| share(one.number).unwrap_or_else(|| pages(one))) > most
    }

    /// Looks which processes there are, so that those are known that leave the tree later.
    pub(crate) fn watch(&mut self) {
        self.now();
    }

    /// Stops all that came of the root, and the root too, if that is wanted.
    pub(crate) fn stop(&mut self, with_root: bool) {
        /// How long is waited for processes that the system does not end.
        const PATIENCE: Duration = Duration::from_secs(2);
        let begin = Instant::now();
        loop {
            let all = self.look();
            let alive = |one: &&Stat| !one.is_over && (with_root || one.number != self.root);
            let alive: Vec<&Stat> = all.iter().filter(alive).collect();
            if alive.is_empty() || begin.elapsed() > PATIENCE {
                return;
            }
            alive.iter().for_each(|one| kill(one));
            // Those that were started meanwhile are seen the next time.
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// All processes.
#[cfg(target_os = "linux")]
fn all() -> Vec<Stat> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(stat).collect()
}

#[cfg(not(target_os = "linux"))]
fn all() -> Vec<Stat> {
    Vec::new()
}

/// The children of a process, where the kernel lists them.
fn children(number: u32) -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{number}/task")) else { return Vec::new() };
    let lists =
        threads.flatten().filter_map(|entry| std::fs::read_to_string(entry.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|one| one.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

fn stat(number: u32) -> Option<Stat> {
    let text = std::fs::read(format!("/proc/{number}/stat")).ok()?;
    parsed(number, &String::from_utf8_lossy(&text))
}

/// What stands behind the name, which may have anything in it, in brackets: proc(5).
fn parsed(number: u32, text: &str) -> Option<Stat> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    // Some have -1 in place of a number.
    let id = |at: usize| Some(fields.get(at)?.parse().unwrap_or(0));
    Some(Stat {
        number,
        is_over: matches!(*fields.first()?, "Z" | "X" | "x"),
        parent: id(1)?,
        group: id(2)?,
        session: id(3)?,
        start: fields.get(19)?.parse().ok()?,
        pages: fields.get(21)?.parse().unwrap_or(0),
    })
}

/// Bytes that a process holds, with its share of what it has in common with others.
fn share(number: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{number}/smaps_rollup")).ok()?;
    let of = |label: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(label))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
    };
    Some(of("Pss:")?.saturating_add(of("SwapPss:").unwrap_or(0)).saturating_mul(1024))
}

fn page_size() -> u64 {
    #[cfg(unix)]
    return u64::try_from(rustix::param::page_size()).unwrap_or(4096);
    #[cfg(not(unix))]
    4096
}

/// Ends a process, if it is still the one that was looked at.
#[cfg(target_os = "linux")]
fn kill(one: &Stat) {
    use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};
    let Some(number) = i32::try_from(one.number).ok().and_then(Pid::from_raw) else { return };
    let is_same = || stat(one.number).is_some_and(|now| now.start == one.start);
    match pidfd_open(number, PidfdFlags::empty()) {
        // The descriptor is of one process, whoever gets its number later.
        Ok(held) if is_same() => _ = pidfd_send_signal(held, Signal::KILL),
        Err(rustix::io::Errno::NOSYS) if is_same() => _ = kill_process(number, Signal::KILL),
        _ => {}
    }
}

#[cfg(not(target_os = "linux"))]
fn kill(_: &Stat) {}

#[cfg(test)]
mod tests {
    use super::parsed;

    #[test]
    fn a_line_of_proc() {
        let line =
            "7 (a) b (c)) S 1 7 6 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 1000 321 18446744073709551615";
        let stat = parsed(7, line).unwrap();
        assert_eq!((stat.parent, stat.group, stat.session, stat.start, stat.pages), (1, 7, 6, 12345, 321));
        assert!(!stat.is_over);
        assert!(parsed(7, "7 (a").is_none() && parsed(7, "").is_none());
    }
}
