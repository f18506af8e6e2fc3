import type { Rule } from "@toolplane/contract";
import {
  createMemoryHost,
  createScriptedBroker,
  describeToolConformance,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { editTool } from "../edit/edit-tool.ts";
import { openSessionWorld, type SessionWorldOptions } from "../fixtures/session-world.fixture.ts";
import { writeTool } from "../write/write-tool.ts";
import { undoTool } from "./undo-tool.ts";

const files = { "a.txt": "one\n", "b.txt": "two\n" };

describeToolConformance(
  { describe, it },
  {
    tool: undoTool,
    host: () => createMemoryHost({ files }),
    valid: [{}, { action: "list" }, { action: "redo", paths: ["a.txt"] }, { changes: ["x"] }],
    invalid: [
      { action: "rewind" },
      { paths: "a.txt" },
      { paths: [] },
      { changes: [1] },
      { id: "x" },
    ],
    mayFailWith: ["not_found"],
    patienceMs: 50,
  },
);

function open(options: SessionWorldOptions = {}) {
  const world = openSessionWorld(undoTool, {
    host: { files },
    more: [writeTool, editTool],
    ...options,
  });
  const write = (path: string, content: string) => world.call({ path, content }, "write");
  const texts = () => ["a.txt", "b.txt"].map((path) => world.host.fileText(path));
  return { ...world, write, texts };
}

describe("the tool undo", () => {
  it("takes back the last call, then the one before, and makes both again", async () => {
    const { call, write, texts } = open();
    await write("a.txt", "1\n");
    await write("b.txt", "2\n");
    expect(await call({})).toMatchObject({
      type: "output",
      data: {
        action: "undo",
        changes: [{ path: "/workspace/b.txt", did: "change", undone: true }],
      },
      details: {
        diffs: [{ path: "/workspace/b.txt", diff: expect.stringContaining("-two\n+2\n") }],
      },
    });
    expect(texts()).toEqual(["1\n", "two\n"]);
    await call({});
    expect(texts()).toEqual(["one\n", "two\n"]);
    expect(await call({})).toMatchObject({
      code: "not_found",
      error_text: "There is nothing to undo in this session. list shows the changes.",
    });
    await call({ action: "redo" });
    expect(texts()).toEqual(["1\n", "two\n"]);
    await call({ action: "redo" });
    expect(texts()).toEqual(["1\n", "2\n"]);
    expect(await call({ action: "redo" })).toMatchObject({ code: "not_found" });
  });

  it("takes back the last change of the files that are named", async () => {
    const { call, write, texts } = open();
    await write("a.txt", "1\n");
    await write("a.txt", "11\n");
    await write("b.txt", "2\n");
    await call({ paths: ["./a.txt"] });
    expect(texts()).toEqual(["1\n", "2\n"]);
    await call({ paths: ["a.txt", "b.txt"] });
    expect(texts()).toEqual(["one\n", "two\n"]);
    await call({ action: "redo", paths: ["a.txt"] });
    expect(texts()).toEqual(["1\n", "two\n"]);
    expect(await call({ paths: ["c.txt"] })).toMatchObject({
      code: "not_found",
      error_text: "There is nothing to undo in c.txt. list shows the changes.",
    });
  });

  it("takes the name that the changing tool gave", async () => {
    const { call, write, texts } = open();
    const written = await write("a.txt", "1\n");
    await write("b.txt", "2\n");
    const { journal } = (written.type === "output" ? written.data : {}) as { journal: string };
    await call({ changes: [journal], paths: ["a.txt"] });
    expect(texts()).toEqual(["one\n", "2\n"]);
    expect(await call({ changes: [journal] })).toMatchObject({ code: "conflict" });
    expect(await call({ changes: ["nothing"] })).toMatchObject({ code: "not_found" });
  });

  it("lists, newest first, what was created, changed and removed", async () => {
    const { call, write } = open();
    await write("a.txt", "1\n");
    await write("new.txt", "n\n");
    await call({ paths: ["a.txt"] });
    expect(await call({ action: "list" })).toMatchObject({
      data: {
        changes: [
          { path: "/workspace/new.txt", did: "create", undone: false },
          { path: "/workspace/a.txt", did: "change", undone: true },
        ],
      },
    });
    expect(await call({ action: "list", paths: ["new.txt"] })).toMatchObject({
      data: { changes: [{ path: "/workspace/new.txt" }] },
    });
  });

  it("never overwrites what came later", async () => {
    const { call, write, texts, open: openSession } = open();
    await write("a.txt", "1\n");
    const other = openSession();
    const args = { path: "a.txt", content: "someone else's\n" };
    await other.call({ id: "o", name: "write", arguments: args });
    expect(await call({})).toMatchObject({ code: "conflict" });
    expect(texts()[0]).toBe("someone else's\n");
  });
});

describe("permission to undo", () => {
  const soft: Rule[] = [{ permission: "write", pattern: "**", action: "allow" }];

  it("undo is asked about by the files that are named, as any write", async () => {
    const broker = createScriptedBroker(() => "once");
    const { call, write, texts } = open({
      kernel: { broker, policy: [], defaultPolicy: true, contained: false },
    });
    await write("a.txt", "1\n");
    expect(await call({ paths: ["a.txt"] })).toMatchObject({ type: "output" });
    expect(texts()[0]).toBe("one\n");
    const [, question] = broker.questions();
    expect(question?.footprint.resources).toMatchObject([
      { capability: "fs.read", path: "/workspace/a.txt" },
      { capability: "fs.write", path: "/workspace/a.txt" },
    ]);
    expect(broker.questions()).toHaveLength(2);
  });

  it("undo is refused for files that were not named, with the way out", async () => {
    const { call, write, texts } = open({
      kernel: { policy: [{ scope: "project", rules: soft }], defaultPolicy: true },
      session: { mode: "yolo" },
    });
    await write("a.txt", "1\n");
    expect(await call({})).toMatchObject({
      code: "permission_denied",
      error_text: expect.stringMatching(/Name the files in paths\.$/),
    });
    expect(await call({ paths: ["a.txt"] })).toMatchObject({ type: "output" });
    expect(texts()[0]).toBe("one\n");
  });

  it("undo keeps to the rules, and shows no content that may not be read", async () => {
    const { call, write, texts } = open({
      session: { rules: [{ permission: "fs.read", pattern: "**/a.txt", action: "deny" }] },
    });
    await write("a.txt", "1\n");
    expect(await call({ paths: ["a.txt"] })).toMatchObject({ code: "permission_denied" });
    expect(await call({})).toMatchObject({
      type: "output",
      details: { diffs: expect.stringMatching(/denies/) },
    });
    expect(texts()[0]).toBe("one\n");
  });
});
