/** Where a person answers, in real terminals: an inbox, plain lines, and a job in the background, which must not ask there. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type CliWorld,
  openCliWorld,
  programWords,
} from "../../../packages/toolplane/src/cli/cli-world.fixture.ts";
import { runInPty } from "./pty.fixture.ts";

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

it("waits as a background job of an interactive shell, without touching its terminal", async () => {
  const words = [process.execPath, ...programWords()].map((word) => `'${word}'`).join(" ");
  const shell = runInPty(world, ["--norc", "--noprofile", "-i"], {
    executable: "bash",
    columns: 200,
    env: { PS1: "ready> ", HISTFILE: "" },
  });
  await shell.shows(/ready> $/);
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
