// SPDX-License-Identifier: MIT
// What the command line names and does not find, or cannot have. Wrong usage
// (an option that there is not, a missing value) is a message without a code.
#include "cli/options/command_line_catalogue.hpp"

#include "cli/options/codes.hpp"

namespace vicinal::cli::inline options {

namespace {

constexpr network::Entry entries[] = {
    {codes::definition_without_value, "-D without a value",
     "Write -D name=value.", "vicinal prove -D n ring.vic\n",
     "vicinal prove -D n=3 ring.vic\n"},
    {codes::definition_twice, "-D of one name twice",
     "Which of them counts would be a guess.",
     "vicinal prove -D n=3 -D n=4 ring.vic\n",
     "vicinal prove -D n=4 ring.vic\n"},
    {codes::unreadable_file, "a file that cannot be read",
     "The message has the reason of the system.",
     "vicinal prove no-such-file.vic\n", "vicinal prove ring.vic\n"},
    {codes::no_such_property, "no such property",
     "--property names an invariant of the model.",
     "vicinal prove --property mutx ring.vic\n",
     "vicinal prove --property mutex ring.vic\n"},
    {codes::no_trace, "a file without a trace",
     "--replay takes a trace as --json prints it, or a whole report.",
     "vicinal explore --replay ring.vic ring.vic\n",
     "vicinal explore --replay trace.json ring.vic\n"},
    {codes::file_outside_of_folder, "a file outside of the model's folder",
     "'network from' names a file in the folder of the model or below it, so "
     "that a model from elsewhere reads nothing else.",
     "vicinal explore outside.vic\n", "vicinal explore inside.vic\n"},
    {codes::model_has_a_graph, "a graph for a model that has one",
     "--on gives a 'network any' its graph; other networks have their own.",
     "vicinal prove --on graph.json ring.vic\n", "vicinal prove ring.vic\n"},
    {codes::no_certificate, "no certificate",
     "A certificate is of a proof for every size. Nothing was proved for every "
     "size, or one instance was asked for, so that none was written; the "
     "report "
     "says what is missing.",
     "vicinal prove --property mutex --certificate cert mutex-broken.vic\n",
     "vicinal prove --certificate cert token-ring.vic\n"},
    {codes::certificate_not_written, "the certificate cannot be written",
     "A certificate is a new folder. One that has something in it is left "
     "alone.",
     "vicinal prove --certificate . token-ring.vic\n",
     "vicinal prove --certificate token-ring.cert token-ring.vic\n"},
    {codes::triples_of_an_instance, "triples of an instance",
     "Instances are looked at by single nodes and by pairs; triples are for "
     "proofs for every size.",
     "vicinal prove --views 3 -D n=3 ring.vic\n",
     "vicinal prove --views 3 ring.vic\n"},
    {codes::no_instance_to_generalize, "no instance to generalize",
     "--generalize names the instance whose local invariant is tried for every "
     "size: a value in range for every parameter that -D does not set.",
     "vicinal prove --generalize n=0 ring.vic\n",
     "vicinal prove --generalize n=4 ring.vic\n"},
    {codes::not_in_certificate, "proved, but not by the certificate",
     "A certificate holds proofs for every size. What was proved because all "
     "instances were explored or decided, where there are finitely many, is "
     "not among its claims.",
     "vicinal prove --certificate cert one-lane-bridge.vic\n",
     "vicinal prove --property one_crosses --certificate cert "
     "one-lane-bridge.vic\n"},
    {codes::no_run_to_write, "no run to write",
     "--itf writes the first run of the report. Where nothing is violated, or "
     "no run was found, there is none.",
     "vicinal explore --itf run.itf.json token-ring.vic\n",
     "vicinal explore --itf run.itf.json mutex-broken.vic\n"},
    {codes::run_not_written, "the run cannot be written",
     "The message has the reason of the system.",
     "vicinal explore --itf . mutex-broken.vic\n",
     "vicinal explore --itf run.itf.json mutex-broken.vic\n"},
    {codes::report_not_written, "the report cannot be written",
     "A report is a file; its folder has to be there, and writable.",
     "vicinal prove --report nowhere/ring.html ring.vic\n",
     "vicinal prove --report ring.html ring.vic\n"},
    {codes::no_folder_for_states, "no folder for states",
     "--disk takes a folder that is empty, or not there yet, so that nothing "
     "of yours is among its files. It is empty again afterwards, however the "
     "run ends.",
     "vicinal explore --disk . ring.vic\n",
     "vicinal explore --disk states ring.vic\n"},
    {codes::no_toml, "settings that are no TOML",
     "A vicinal.toml is TOML 1.0, of at most 256 KiB. With --no-config it is "
     "not read.",
     "timeout =\n", "timeout = 60\n"},
    {codes::unknown_setting, "a setting that there is not",
     "The settings of a vicinal.toml are those options of a command that may "
     "stand there: parameters, properties and limits. In the table of a "
     "command, only those that it has.",
     "[explore]\nmax-state = 1000\n", "[explore]\nmax-states = 1000\n"},
    {codes::wrong_setting, "a setting of another kind",
     "A setting takes what its option takes: a limit is a number, parameters "
     "are a table, properties a list of names. A model is named as its file "
     "is.",
     "timeout = \"60\"\n", "timeout = 60\n"},
};

}  // namespace

std::span<const network::Entry> command_line_catalogue() {
  return entries;
}

}  // namespace vicinal::cli::inline options
