import type { Host, JsonObject, Question, Resource } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { foreseeChanges } from "./foresee-changes.ts";

const FILES = { "notes.txt": "one\ntwo\nthree\n", "app/.env": "TOKEN=1\n", "w.txt": "a\r\nb\r\n" };

function question(tool: string, given: JsonObject, paths: readonly string[]): Question {
  const resources = paths.flatMap((path): readonly Resource[] => {
    const at = { path: `/workspace/${path}`, real: `/workspace/${path}` };
    return [{ capability: "fs.write", ...at, origin: "direct", via: "argument", argument: "path" }];
  });
  return {
    ...{ id: "q1", kind: "permission", sessionId: "s1", callId: "c1", tool, origin: "bundled" },
    ...{ title: `${tool} asks`, lines: [], reasons: [], footprint: { resources } },
    ...{ arguments: given, cover: null },
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
    const changes = await foreseeChanges(
      question(tool, given as unknown as JsonObject, [path]),
      host,
    );
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
