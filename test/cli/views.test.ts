/** Views through the command line alone: what runs left there, and what a person does with it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedTurn } from "@toolplane/agent";
import { type CliWorld, linesWiderThan, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const TURNS: readonly ScriptedTurn[] = [
  { calls: [{ name: "read", arguments: { path: "a.txt" } }] },
  {
    calls: [
      { name: "edit", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } },
      { name: "write", arguments: { path: "new.txt", content: "new\n" } },
    ],
  },
  { text: "Done." },
];

interface Told {
  readonly type: string;
}

function open(turns: readonly ScriptedTurn[] = TURNS) {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "a.txt": "one\ntwo\n", "turns.jsonl": script });
  worlds.push(world);
  const read = (path: string): string => readFileSync(join(world.workspace, path), "utf8");
  const run = (...words: string[]) =>
    world.run(["run", "Mend it.", "--script", "turns.jsonl", ...words]);
  const views = (...words: string[]) => world.run(["views", ...words]);
  const list = async () => {
    const { stdout } = await views("--json");
    return (JSON.parse(stdout) as { readonly views: readonly { readonly id: string }[] }).views;
  };
  /** A run that was stopped before its turn was over. */
  const leave = async (): Promise<string> => {
    expect((await run("--view", "own", "--max-turns", "2")).code).toBe(1);
    return (await list())[0]?.id ?? "";
  };
  return { world, read, run, views, list, leave };
}

describe.skipIf(!hasSandbox)("toolplane views (needs a sandbox)", () => {
  it("lands a turn that is over, and says so as text and as an event", async () => {
    const { read, run, views } = open();
    const { code, stderr } = await run("--view", "own");
    expect(code).toBe(0);
    expect(stderr).toContain("2 files landed");
    expect(read("a.txt")).toBe("one\nTWO\n");
    expect((await views()).stdout).toContain("No views.");
  });

  it("takes back what landed, and makes it again", async () => {
    const { world, read, run } = open();
    expect((await run("--view", "own")).code).toBe(0);
    expect((await world.run(["undo", "--yes"])).code).toBe(0);
    expect(read("a.txt")).toBe("one\ntwo\n");
    expect(existsSync(join(world.workspace, "new.txt"))).toBe(false);
    expect((await world.run(["redo", "--yes"])).code).toBe(0);
    expect([read("a.txt"), read("new.txt")]).toEqual(["one\nTWO\n", "new\n"]);
  });

  it("has each turn's end among the events of --json", async () => {
    const { run } = open();
    const { stdout } = await run("--view", "own", "--json");
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Told);
    expect(events.filter(({ type }) => type === "view-end")).toMatchObject([
      { end: { state: "landed", landing: { counts: { added: 1, changed: 1 } } }, goesOn: false },
    ]);
  });

  it("works in a view where the settings say so", async () => {
    const { run, list } = open();
    expect((await run("--set", "view=own", "--max-turns", "2")).stderr).toContain("held: 2 files");
    expect(await list()).toHaveLength(1);
    expect((await run("--view", "project", "--set", "view=own", "--max-turns", "2")).code).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  it("shows what a stopped run left, and lands it after a yes", async () => {
    const { world, read, leave, views, list } = open();
    const id = await leave();
    const listed = await views();
    expect(listed.stdout).toMatch(/left {3}\+1 ~1 -0/);
    expect(listed.stdout).toContain("Mend it.");
    expect(linesWiderThan(80, listed.stdout)).toEqual([]);
    expect(listed.stdout).toMatch(/1 of 64 views are\s+held/);
    expect(listed.stdout).toMatch(/Each\s+may\s+hold/);
    expect((await views("--set", "viewFiles=2")).stdout).toContain("nearly full, it holds");
    const shown = await views("show", id);
    expect(shown.stdout).toContain("2 files changed: 1 new, 1 changed.");
    expect((await views("diff", id, "a.txt")).stdout).toContain("+ TWO");
    expect((await views("diff", id, "b.txt")).stderr).toContain("does not change b.txt");
    expect(await views("land", id)).toMatchObject({ code: 4 });
    expect(read("a.txt")).toBe("one\ntwo\n");
    expect(await views("land", id.slice(-4), "--yes")).toMatchObject({ code: 0 });
    expect(read("a.txt")).toBe("one\nTWO\n");
    expect(existsSync(join(world.workspace, "new.txt"))).toBe(true);
    expect(await list()).toEqual([]);
  });

  it("shows conflicts with their three sides, and takes an answer by path", async () => {
    const { world, read, leave, views } = open();
    const id = await leave();
    world.write({ "a.txt": "one\nTHEIRS\n" });
    expect((await views()).stdout).toContain("the project changed too: a.txt");
    const landed = await views("land", id, "--yes");
    expect(landed.code).toBe(1);
    expect(landed.stderr).toContain(`toolplane views rebase ${id}`);
    const conflict = await views("rebase", id);
    expect(conflict.code).toBe(1);
    for (const line of ["two", "THEIRS", "TWO"]) expect(conflict.stdout).toContain(line);
    expect((await views("rebase", id, "--ours", "new.txt")).stderr).toContain("is not in conflict");
    expect((await views("rebase", id, "--ours", "a.txt")).code).toBe(0);
    expect((await views("land", id, "--yes")).code).toBe(0);
    expect(read("a.txt")).toBe("one\nTWO\n");
  });

  it("takes an answer for each place of a file that conflicts in several", async () => {
    const text = (third: string, ninth: string) => `1\n2\n${third}\n4\n5\n6\n7\n8\n${ninth}\n10\n`;
    const rewrite = { path: "a.txt", content: text("OURS", "OURS") };
    const { world, read, leave, views } = open([
      { calls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { calls: [{ name: "write", arguments: rewrite }] },
      { text: "Done." },
    ]);
    world.write({ "a.txt": text("3", "9") });
    const id = await leave();
    world.write({ "a.txt": text("THEIRS", "THEIRS") });
    const { stdout, stderr } = await views("rebase", id);
    for (const part of ["place 1, line 3", "place 2, line 9"]) expect(stdout).toContain(part);
    expect(stderr.replace(/\s+/g, " ")).toContain("--ours a.txt:1 --theirs a.txt:2");
    const wrong = async (...words: string[]) => (await views("rebase", id, ...words)).stderr;
    expect(await wrong("--ours", "a.txt:1")).toContain("Place 2 of a.txt is not answered.");
    expect(await wrong("--ours", "a.txt:3")).toContain("a.txt:3 is not in conflict.");
    expect(await wrong("--ours", "a.txt:1", "--theirs", "a.txt:1")).toContain("both sides");
    expect(await wrong("--ours", "a.txt", "--theirs", "a.txt:1")).toContain("as a whole and by");
    expect((await views("rebase", id, "--theirs", "a.txt:2", "--ours", "a.txt:1")).code).toBe(0);
    expect((await views("land", id, "--yes")).code).toBe(0);
    expect(read("a.txt")).toBe(text("OURS", "THEIRS"));
  });

  it("throws one away, and names one that is not there", async () => {
    const { read, leave, views, list } = open();
    const id = await leave();
    expect((await views("discard", id)).code).toBe(4);
    expect((await views("discard", id, "--yes")).stdout).toContain("Discarded.");
    expect(read("a.txt")).toBe("one\ntwo\n");
    expect(await list()).toEqual([]);
    expect((await views("show", id)).stderr).toContain(`There is no view ${id}`);
  });

  it("is taken over by another run, and by the same run when it goes on", async () => {
    const { world, read, leave, run, list } = open();
    const id = await leave();
    world.write({
      "turns.jsonl": `${JSON.stringify({
        calls: [{ name: "bash", arguments: { command: "cat a.txt > copy.txt" } }],
      })}\n${JSON.stringify({ text: "Done." })}\n`,
    });
    expect((await run("--view", id)).stderr).toContain("files landed");
    expect([read("a.txt"), read("copy.txt")]).toEqual(["one\nTWO\n", "one\nTWO\n"]);
    expect(await list()).toEqual([]);
  });
});
