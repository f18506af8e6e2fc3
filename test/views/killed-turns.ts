import type { ScriptedTurn } from "toolplane/agent";

const bash = (command: string): ScriptedTurn => ({
  calls: [{ name: "bash", arguments: { command } }],
});

/** A file that the agent changes in one place, and somebody else in another while it works. */
const LINES = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const listWith = (changed: Readonly<Record<number, string>>): string =>
  LINES.map((line, at) => `${changed[at] ?? line}\n`).join("");
export const LIST: Readonly<Record<"before" | "theirs" | "merged", string>> = {
  before: listWith({}),
  theirs: listWith({ 6: "theirs" }),
  merged: listWith({ 1: "ours", 6: "theirs" }),
};

/** Runs on every view before it lands. It names no file: what a check names, only a person lands. */
export const CHECK = 'test "$(ls | wc -l)" -gt 3';

/** What the agent does, a call after the other: each leaves another project. */
export const TURNS: readonly ScriptedTurn[] = [
  { calls: [{ name: "write", arguments: { path: "a", content: "by a door\n" } }] },
  bash(
    "sed -i s/two/ours/ list; echo more >> b; rm gone; mv name other; mkdir -p new/in; echo x > new/in/x",
  ),
  bash("rm -r old; echo f > old; ln -s a link; chmod 755 run; echo y >> new/in/x"),
  { text: "Done." },
];
