/** The card in a real terminal, around a real call. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { createTerminalScreen } from "../../../scripts/docs/terminal-screen.ts";
import { runInPty } from "./pty.fixture.ts";

const WRITE = ["call", "write", "--path", "a.txt", "--content", "hello"];
const CARD = /write asks[\s\S]*then Enter/;

let world: CliWorld;
beforeEach(() => {
  // An edit that can be undone would run unasked.
  world = openCliWorld({ "../config/config.jsonc": '{ "contained": false }' });
});
afterEach(() => world.remove());

const written = (): string | null =>
  existsSync(join(world.workspace, "a.txt"))
    ? readFileSync(join(world.workspace, "a.txt"), "utf8")
    : null;

describe("the card in a terminal", () => {
  it("is drawn at 80 columns and lets the call run once", async () => {
    const run = runInPty(world, WRITE, { env: { NO_COLOR: "1" } });
    const card = await run.shows(CARD);
    for (const line of card.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(card).toContain("◆ fs.write   a.txt");
    expect(card).toContain("no rule");
    expect(written()).toBe(null);
    await run.typesUntil("o", /› o {2}Allow once/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(written()).toBe("hello");
    expect(run.frame()).toMatch(/✓ write {2}a\.txt .*allowed once/);
  });

  it("answers nothing by keys that were typed before it, or by a stray Enter", async () => {
    const run = runInPty(world, WRITE, { typedAhead: "o\ro\r\no\n" });
    await run.shows(CARD);
    run.type("o\r");
    await run.typesUntil("\r", /Nothing is selected/);
    const again = await run.typesUntil("w", /› w /);
    expect(again).not.toMatch(/› o/);
    expect(written()).toBe(null);
    run.type("\u0003");
    expect(await run.ended).toBe(130);
    expect(written()).toBe(null);
  });

  it("begins on a line of its own, whatever was typed before it", async () => {
    const run = runInPty(world, WRITE, { typedAhead: "early keys" });
    await run.shows(CARD);
    const screen = createTerminalScreen({ columns: 80, rows: 40 });
    screen.write(run.raw());
    expect(run.raw()).toContain("early keys");
    expect(screen.text()).not.toContain("early");
    run.type("\u0003");
    expect(await run.ended).toBe(130);
  });

  it("hands a rejection's note to the result and ends with 3", async () => {
    const run = runInPty(world, WRITE);
    await run.shows(CARD);
    await run.typesUntil("r", /› r /);
    run.type("\r");
    await run.shows(/A note to the model/);
    run.type("keep a.txt as it is");
    await run.shows(/as it is_/);
    run.type("\r");
    expect(await run.ended).toBe(3);
    expect(written()).toBe(null);
    expect(run.frame()).toContain("keep a.txt as it is");
    const next = runInPty(world, WRITE, { env: { NO_COLOR: "1" } });
    await next.shows(CARD);
    // Counted when the card is there already.
    await next.shows(/30 days: would have let through 1 of 1 calls, 1 rejected\./);
    next.type("\u0003");
    expect(await next.ended).toBe(130);
  });

  it("runs what the person made of the arguments, asked about again", async () => {
    const editor = join(world.root, "editor.sh");
    writeFileSync(
      editor,
      `#!/bin/sh\nsed -i s/hello/changed/ "$1"\nls -ld "$1" "$(dirname "$1")" > ${world.root}/seen\n`,
      {
        mode: 0o755,
      },
    );
    const run = runInPty(world, WRITE, { env: { EDITOR: editor, NO_COLOR: "1" } });
    await run.shows(CARD);
    await run.typesUntil("e", /› e /);
    run.type("\r");
    await run.shows(/1 \+ changed[\s\S]*then Enter/);
    await run.typesUntil("o", /› o/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(written()).toBe("changed");
    const seen = readFileSync(join(world.root, "seen"), "utf8");
    expect(seen).toMatch(/^-rw-------/m);
    expect(seen).toMatch(/^drwx------/m);
    expect(seen).not.toContain(`${world.workspace}/`);
  });

  it("names what the call has become where it is cancelled after an edit", async () => {
    const run = runInPty(world, WRITE, { env: { EDITOR: "sed -i s/a.txt/b.txt/", NO_COLOR: "1" } });
    await run.shows(CARD);
    await run.typesUntil("e", /› e /);
    run.type("\r");
    await run.shows(/fs\.write {3}b\.txt[\s\S]*then Enter/);
    run.type("\u0003");
    expect(await run.ended).toBe(130);
    expect(run.frame()).toMatch(/write {2}b\.txt .*cancelled/);
    expect(run.frame()).not.toContain("a.txt");
  });

  it("edits in place where there is no editor", async () => {
    const run = runInPty(world, WRITE);
    await run.shows(CARD);
    await run.typesUntil("e", /› e /);
    run.type("\r");
    await run.shows(/Arguments, as JSON/);
    run.type("\u007f\u007f");
    run.type(' again"}');
    await run.shows(/hello again"\}_/);
    run.type("\r");
    await run.shows(/1 \+ hello again[\s\S]*then Enter/);
    await run.typesUntil("o", /› o/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(written()).toBe("hello again");
  });

  it("cancels cleanly on Ctrl-C and on SIGTERM, and gives the terminal back", async () => {
    for (const stop of ["key", "signal"] as const) {
      const run = runInPty(world, WRITE);
      await run.shows(CARD);
      if (stop === "key") run.type("\u0003");
      else run.signal("SIGTERM");
      expect(await run.ended).toBe(130);
      expect(run.raw()).toContain("\u001b[?2004l\u001b[?25h");
      expect(run.frame()).toMatch(/cancelled/);
      expect(written()).toBe(null);
    }
  });

  it("survives a resize in the middle, and its keys are dead again", async () => {
    const run = runInPty(world, WRITE, { env: { NO_COLOR: "1" } });
    await run.shows(CARD);
    await run.typesUntil("o", /› o/);
    run.resize(50, 20);
    const narrow = await run.shows(/write asks(?:.{0,40})\n[\s\S]*Enter/);
    for (const line of narrow.split("\n")) expect(line.length).toBeLessThanOrEqual(50);
    run.resize(100, 40);
    await run.typesUntil("o", /› o/);
    await run.typesUntil("\r", /allowed once/);
    expect(await run.ended).toBe(0);
    expect(written()).toBe("hello");
  });

  it("says the same without colour and without UTF-8", async () => {
    const run = runInPty(world, [...WRITE, "--ascii"], { env: { NO_COLOR: "1" } });
    const card = await run.shows(CARD);
    expect(card).toMatch(/^\| \? write asks/m);
    expect(card).toMatch(/^\| {3}\? fs\.write {3}a\.txt/m);
    // With a colour the mark would not stand right behind the bar.
    const [, shown = "\u001b[m"] = run.raw().split("| ? write");
    const [, ...sequences] = shown.split("\u001b[");
    expect(sequences.filter((each) => /^[0-9;]*m/.test(each))).toEqual([]);
    run.type("\u0003");
    expect(await run.ended).toBe(130);
  });

  it("shows colours where they are wanted, as marks and words all the same", async () => {
    const run = runInPty(world, WRITE);
    await run.shows(CARD);
    expect(run.raw()).toContain("\u001b[33m");
    run.type("\u0003");
    expect(await run.ended).toBe(130);
  });

  it("is answered neither by a terminal's replies nor by a paste", async () => {
    const run = runInPty(world, WRITE);
    await run.shows(CARD);
    await run.typesUntil("w", /› w /);
    run.type("\u001b[12;40R\u001b]11;rgb:0000/0000/0000\u0007\u001bP1+r6f\u001b\\");
    run.type("\u001b[200~o\r\u001b[201~");
    run.type("o\r");
    const last = await run.shows(/by itself/);
    expect(last).toMatch(/Press Enter once more/);
    expect(written()).toBe(null);
    run.type("\u0003");
    expect(await run.ended).toBe(130);
    expect(written()).toBe(null);
  });
});

describe("the card and what else may happen on its terminal", () => {
  const start = (what: string) =>
    runInPty(world, [what], {
      program: testProgram(
        join(import.meta.dirname, "../../../packages/cli/src/scenarios/card-program.fixture.ts"),
      ),
    });

  it("is not answered by what a program prints there, nor by the terminal's reply to it", async () => {
    const run = start("noise");
    await run.shows(/qst_1 asks[\s\S]*then Enter/);
    await run.typesUntil("w", /› w /);
    run.type("!");
    await run.shows(/o\n?o/);
    run.type("\u001b[24;1R\u001b]lo\u001b\\");
    await run.typesUntil("r", /› r /);
    expect(run.raw()).not.toContain("ANSWER");
    run.type("\u0003");
    await run.ended;
    expect(run.raw()).toContain("NONE qst_1");
    expect(run.raw()).not.toContain("ANSWER");
  });

  it("gives the terminal back when the program crashes", async () => {
    const run = start("crash");
    await run.shows(/then Enter/);
    run.type("!");
    expect(await run.ended).toBe(1);
    expect(run.raw()).toContain("\u001b[?2004l\u001b[?25h");
  });

  it("shows two questions one after the other, in the order they came", async () => {
    const run = start("two");
    await run.shows(/qst_1 asks[\s\S]*1 of 2 waiting/);
    await run.typesUntil("o", /› o/);
    run.type("\r");
    await run.shows(/qst_2 asks[\s\S]*then Enter/);
    expect(run.raw()).toContain('ANSWER qst_1 {"choice":"once"}');
    run.type("\r");
    await run.typesUntil("a", /› a/);
    run.type("\r");
    await run.ended;
    expect(run.raw()).toContain('ANSWER qst_2 {"choice":"session"}');
  });
});
