/** Where a person answers, in real terminals: an inbox, plain lines, and a job of a shell, in the background or stopped. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type PtyRun, runInPty } from "./pty.fixture.ts";

let world: CliWorld;
beforeEach(() => {
  // An edit that can be undone would run unasked.
  world = openCliWorld({ "../config/config.jsonc": '{ "contained": false }' });
});
afterEach(() => world.remove());

const write = (path: string): readonly string[] => [
  ...["call", "write", "--path", path, "--content", "hello", "--wait"],
];

const written = (path: string): string | null =>
  existsSync(join(world.workspace, path))
    ? readFileSync(join(world.workspace, path), "utf8")
    : null;

const programLine = (): string =>
  [process.execPath, ...programWords()].map((word) => `'${word}'`).join(" ");

async function openShell(): Promise<PtyRun> {
  const shell = runInPty(world, ["--norc", "--noprofile", "-i"], {
    executable: "bash",
    columns: 200,
    env: { PS1: "ready> ", HISTFILE: "" },
  });
  await shell.shows(/ready> $/);
  return shell;
}

it("waits as a background job of an interactive shell, without touching its terminal", async () => {
  const words = programLine();
  const shell = await openShell();
  shell.type(`toolplane() { ${words} "$@"; }\r`);
  shell.type(`toolplane ${write("a.txt").join(" ")} &\r`);
  await shell.shows(/write {2}a\.txt {2}waits for you: toolplane approvals answer \w{8}/);
  expect(shell.raw()).not.toContain("write asks");
  shell.type("toolplane approvals answer --next once\r");
  await shell.shows(/answered write/);
  // Joined by the shell, so that what is typed is not taken for what is said.
  shell.type("wait; jobs; echo all'-'done\r");
  const end = await shell.shows(/all-done/);
  expect(end).not.toContain("Stopped");
  expect(written("a.txt")).toBe("hello");
  shell.type("exit\r");
  await shell.ended;
});

it("stops at its card on Ctrl-Z, gives the terminal back, and asks again after fg", async () => {
  const shell = await openShell();
  // Not through a function of the shell: that one would go on where the program is stopped.
  shell.type(`${programLine()} call write --path a.txt --content hello\r`);
  await shell.shows(/write asks[\s\S]*then Enter/);
  await shell.typesUntil("\u001a", /Stopped[\s\S]*ready> $/);
  // The cursor is shown again, and pasting is the shell's business.
  expect(shell.raw()).toContain("\u001b[?2004l\u001b[?25h");
  shell.type("stty -a | tr ' ' '\\n' | grep -x icanon; echo still'-'here\r");
  expect(await shell.shows(/still-here[\s\S]*ready> $/)).toMatch(/^icanon$/m);
  expect(written("a.txt")).toBeNull();
  shell.type("fg\r");
  await shell.shows(/write asks[\s\S]*then Enter/);
  await shell.typesUntil("y", /› o {2}Allow once/);
  shell.type("\r");
  await shell.shows(/allowed once[\s\S]*ready> $/);
  expect(written("a.txt")).toBe("hello");
  shell.type("exit\r");
  await shell.ended;
});

it("answers in the inbox what waits, one card after the other, and stays", async () => {
  const inbox = runInPty(world, ["approvals", "--watch"]);
  await inbox.shows(/No approvals wait/);
  // Would tear the line, were it taken as it comes.
  inbox.type("\r\r");
  const first = world.spawn(write("a.txt"));
  const ended = once(first, "exit");
  // The card in another window has the diff too.
  await inbox.shows(/write asks[\s\S]*a\.txt[\s\S]*1 \+ hello[\s\S]*then Enter/);
  await inbox.typesUntil("y", /› o {2}Allow once/);
  inbox.type("\r");
  expect((await ended)[0]).toBe(0);
  await inbox.shows(/No approvals wait/);
  const second = world.spawn(write("b.txt"));
  const refused = once(second, "exit");
  await inbox.shows(/write asks[\s\S]*b\.txt[\s\S]*then Enter/);
  await inbox.typesUntil("n", /› r {2}Reject/);
  inbox.type("\r");
  await inbox.shows(/A note to the model/);
  inbox.type("\r");
  expect((await refused)[0]).toBe(3);
  expect([written("a.txt"), written("b.txt")]).toEqual(["hello", null]);
  await inbox.shows(/No approvals wait/);
  inbox.type("\u0003");
  expect(await inbox.ended).toBe(130);
});

it("asks in plain lines with --plain, and takes no line that was typed before", async () => {
  const run = runInPty(world, [...write("a.txt"), "--plain"], { typedAhead: "once\r" });
  await run.shows(/Change: a\.txt[\s\S]*\+hello[\s\S]*Type once, always, reject: $/);
  expect(run.raw()).not.toContain("\u001b[2K");
  expect(written("a.txt")).toBeNull();
  run.type("perhaps\r");
  await run.shows(/perhaps\s+Type once, always, reject: $/);
  run.type("once\r");
  expect(await run.ended).toBe(0);
  expect(written("a.txt")).toBe("hello");
});

it("asks in plain lines where the terminal is dumb, and sends it no sign that moves a cursor", async () => {
  const run = runInPty(world, write("a.txt"), { env: { TERM: "dumb" } });
  await run.shows(/Change: a\.txt[\s\S]*\+hello[\s\S]*Type once, always, reject: $/);
  run.type("once\r");
  expect(await run.ended).toBe(0);
  expect(written("a.txt")).toBe("hello");
  expect(run.raw()).not.toContain("\u001b");
});
