//! `outlast serve` and `outlast fetch` as programs: the guide, a server that is killed, a full disk, and exit codes.

mod disk;
mod fetch;
mod guide;
mod kills;
mod server;
mod uploaders;

use libtest_mimic::Trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("the_guide_to_the_service_does_what_it_says", guide::guide),
        Trial::test("a_server_that_is_killed_loses_nothing_that_it_acknowledged", kills::killed),
        Trial::test("a_full_disk_is_said_and_leaves_nothing_half", disk::full_disk),
        Trial::test("errors_of_the_disk_are_said_and_lose_nothing", disk::disk_errors),
        Trial::test("a_file_is_read_by_a_process_of_its_own", fetch::reading),
        Trial::test("fetch_answers_with_its_exit_status", fetch::fetching),
    ]
}
