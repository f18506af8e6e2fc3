import type { JsonObject, Question, Resource, Tool } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { ForeseeContext } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { applyPatchTool, bashTool, editTool, multiEditTool, writeTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { createForesee } from "./foresee-changes.ts";

const TOOLS: readonly unknown[] = [editTool, writeTool, multiEditTool, applyPatchTool, bashTool];

function foreseeChanges(
  asked: Question,
  host: Parameters<typeof createForesee>[0],
  context: Partial<ForeseeContext> = {},
) {
  const tool = (TOOLS as readonly Tool[]).find(({ id }) => id === asked.tool) as Tool;
  const { signal } = new AbortController();
  return createForesee(host)(asked, { tool, signal, mayRead: () => true, ...context });
}

const FILES = { "notes.txt": "one\ntwo\nthree\n", "app/.env": "TOKEN=1\n", "w.txt": "a\r\nb\r\n" };

function question(tool: string, given: JsonObject, paths: readonly string[]): Question {
  const resources = paths.flatMap((path): readonly Resource[] => {
    const at = { path: `/workspace/${path}`, real: `/workspace/${path}` };
    return [{ capability: "fs.write", ...at, origin: "direct", via: "argument", argument: "path" }];
  });
  return {
    id: "q1",
    kind: "permission",
    sessionId: "s1",
    callId: "c1",
    tool,
    origin: "bundled",
    title: `${tool} asks`,
    lines: [],
    reasons: [],
    footprint: { resources },
    arguments: given,
    cover: null,
  };
}

const edit = { path: "notes.txt", old_string: "two", new_string: "2" };

describe("what a call would change", () => {
  it("is the diff that the tool itself would make, and nothing is written", async () => {
    const host = createMemoryHost({ files: FILES });
    const [change, ...more] = await foreseeChanges(question("edit", edit, ["notes.txt"]), host);
    expect(more).toEqual([]);
    expect(change).toMatchObject({ path: "notes.txt", kind: "changed", added: 1, removed: 1 });
    expect(change?.diff).toContain("-two\n+2\n");
    const again = await foreseeChanges(question("edit", edit, ["notes.txt"]), host);
    expect(again).toEqual([change]);
  });

  it.each([
    ["write", { path: "new.txt", content: "x\ny\n" }, "new.txt", { kind: "created", added: 2 }],
    [
      "write",
      { path: "notes.txt", content: "one\n" },
      "notes.txt",
      { kind: "changed", removed: 2 },
    ],
    ["write", { path: "w.txt", content: "a\nb\nc\n" }, "w.txt", { added: 1, removed: 0 }],
    [
      "multi_edit",
      { path: "notes.txt", edits: [edit].map(({ path: _, ...rest }) => rest) },
      "notes.txt",
      { added: 1 },
    ],
    [
      "apply_patch",
      { patch: "*** Begin Patch\n*** Delete File: notes.txt\n*** End Patch\n" },
      "notes.txt",
      { kind: "removed" },
    ],
  ] as const)("is known for %s", async (tool, given, path, expected) => {
    const host = createMemoryHost({ files: FILES });
    const changes = await foreseeChanges(question(tool, given as JsonObject, [path]), host);
    expect(changes).toMatchObject([{ path, ...expected }]);
  });

  it("opens no file but those that the question names", async () => {
    const host = createMemoryHost({ files: FILES });
    const other = { ...edit, path: "app/.env", old_string: "TOKEN" };
    expect(await foreseeChanges(question("edit", other, ["notes.txt"]), host)).toEqual([]);
  });

  it.each([
    ["an edit that does not fit", question("edit", { ...edit, old_string: "ten" }, ["notes.txt"])],
    [
      "a tool of the same name from elsewhere",
      { ...question("edit", edit, ["notes.txt"]), origin: "project" },
    ],
    [
      "a tool that does more than write files",
      question("bash", { command: "rm notes.txt" }, ["notes.txt"]),
    ],
    ["a call that writes nothing", question("edit", edit, [])],
  ])("is left out for %s", async (_, asked) => {
    expect(await foreseeChanges(asked, createMemoryHost({ files: FILES }))).toEqual([]);
  });

  it("is left out where a rule denies to read the file, and for a tool that only has the name", async () => {
    const host = createMemoryHost({ files: FILES });
    const asked = question("edit", edit, ["notes.txt"]);
    expect(await foreseeChanges(asked, host, { mayRead: () => false })).toEqual([]);
    const own = { ...editTool, execute: () => "something else" } as Tool;
    expect(await foreseeChanges(asked, host, { tool: own })).toEqual([]);
  });

  it("is cut where it is longer than anybody reads, and says so", async () => {
    const host = createMemoryHost({ files: FILES });
    const content = `${"x".repeat(200)}\n`.repeat(1_000);
    const [change] = await foreseeChanges(
      question("write", { path: "long.txt", content }, ["long.txt"]),
      host,
    );
    expect(change?.added).toBe(1_000);
    expect(change?.diff.length).toBeLessThan(33_000);
    expect(change?.diff).toContain("the rest of the diff is not shown");
  });

  it("of a command that asks to land its changes is what its view holds, of the paths that ask", async () => {
    const asked: Question = {
      ...question("bash", { command: "make" }, ["deep/ci.yml", "gone"]),
      kind: "landing",
      changeSet: {
        changes: ["deep/ci.yml", "other.txt"].map((path) => ({
          path: `/workspace/${path}`,
          kind: "added",
          type: "file",
          mode: 0o644,
          bytes: 3,
        })),
      },
    };
    const landings = {
      diff: async (_: string, path: string) => `--- a\n+++ ${path}\n@@ -0,0 +1 @@\n+on\n`,
    };
    const host = { ...createMemoryHost({}), landings } as unknown as Host;
    expect(await foreseeChanges(asked, host)).toMatchObject([
      { path: "/workspace/deep/ci.yml", kind: "created", added: 1, removed: 0 },
    ]);
    expect(await foreseeChanges(asked, host, { mayRead: () => false })).toEqual([]);
  });

  it("is left out when reading takes too long, so that nobody waits for it", async () => {
    const memory = createMemoryHost({ files: FILES });
    const timers: (() => void)[] = [];
    const host: Pick<Host, "files" | "clock"> = {
      files: (context) => ({ ...memory.files(context), read: () => new Promise(() => {}) }),
      clock: {
        ...memory.clock,
        setTimer(_, callback) {
          timers.push(callback);
          return () => {};
        },
      },
    };
    const changes = foreseeChanges(question("edit", edit, ["notes.txt"]), host);
    for (const timer of timers) timer();
    expect(await changes).toEqual([]);
  });
});
