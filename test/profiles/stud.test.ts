/** The document of stud-cli, read aloud: `createToolplane({ profile: "stud" })` behaves as it says, in its order. */
import { defineTool, type JsonObject, type Question } from "@toolplane/contract";
import { createMemoryStore } from "@toolplane/testkit";
import type { ToolplaneOptions } from "toolplane";
import { describe, expect, it } from "vitest";
import { openStud } from "./stud.fixture.ts";

const NOTHING = { type: "object", properties: {} } as const;
const keysOf = (questions: readonly Question[]) => questions.map(({ byKey }) => byKey?.key);

/** One tool that reads files, one that writes them, one that runs commands, one that touches nothing. */
function touching(gated: boolean, key: string) {
  const common = { gated, description: "Touches.", approvalKey: () => key } as const;
  const parameters = { type: "object", properties: { at: { type: "string" } } } as const;
  return [
    defineTool({
      ...common,
      parameters,
      id: "reader",
      requires: { fs: { read: ["{workspace}/**"] } },
      resources: { at: "fs.read" },
      execute: () => "ran",
    }),
    defineTool({
      ...common,
      parameters,
      id: "writer",
      requires: { fs: { write: ["{workspace}/**"] } },
      resources: { at: "fs.write" },
      execute: () => "ran",
    }),
    defineTool({
      ...common,
      parameters,
      id: "runner",
      requires: { shell: [{ cmd: "*" }] },
      resources: { at: "shell" },
      execute: () => "ran",
    }),
    defineTool({
      ...common,
      parameters: NOTHING,
      id: "thinker",
      requires: {},
      execute: () => "ran",
    }),
  ];
}

const ARGUMENTS: Readonly<Record<string, JsonObject>> = {
  reader: { at: "a.txt" },
  writer: { at: "b.txt" },
  runner: { at: "true" },
  thinker: {},
};

describe("gated: true, every invocation runs the chain", () => {
  it("asks in mode ask about each call of a gated tool with a new key, reads too [R123] [R126]", async () => {
    const { call, broker } = await openStud({}, () => "session");
    const gated = [
      ["glob", { pattern: "*.txt" }],
      ["grep", { pattern: "one", path: "src" }],
      ["bash", { command: "ls" }],
      ["bash", { command: "cat a.txt" }],
      ["bash", { command: "true" }],
      ["write", { path: "b.txt", content: "two\n" }],
    ] as const;
    for (const [name, args] of gated)
      expect(await call(name, args), name).toMatchObject({ type: "output" });
    expect(broker.questions().map(({ tool }) => tool)).toEqual(gated.map(([name]) => name));
    expect(keysOf(broker.questions())).toEqual([".", "src", "ls", "cat", "true", "."]);
  });

  it("runs what is ungated without the stack: read, sleep, tool-search", async () => {
    const { call, broker } = await openStud({}, () => "reject");
    expect(await call("read", { path: "a.txt" })).toMatchObject({ type: "output" });
    expect(await call("sleep", { durationMs: 1 })).toMatchObject({ type: "output" });
    expect(await call("tool-search", { query: "file" })).toMatchObject({ type: "output" });
    expect(broker.questions()).toEqual([]);
  });

  it("gives every tool the posture of its gated and its key, whatever it touches [R138]", async () => {
    for (const gated of [true, false]) {
      const { call, broker } = await openStud({ tools: touching(gated, "k") }, () => "session");
      for (const [name, args] of Object.entries(ARGUMENTS))
        expect(await call(name, args), name).toMatchObject({ type: "output", data: "ran" });
      expect(keysOf(broker.questions())).toEqual(gated ? ["k", "k", "k", "k"] : []);
      for (const [name, args] of Object.entries(ARGUMENTS)) await call(name, args);
      expect(broker.questions()).toHaveLength(gated ? 4 : 0);
    }
  });

  it("refuses without a person what would be asked", async () => {
    const { call } = await openStud({ session: { headless: true } }, () => "session");
    for (const [name, args] of [
      ["glob", { pattern: "*" }],
      ["bash", { command: "ls" }],
      ["bash", { command: "true" }],
    ] as const)
      expect(await call(name, args)).toMatchObject({ code: "permission_denied" });
  });
});

describe("deriveApprovalKey: the pair of tool and key is the identity", () => {
  it("knows an approved key again whatever the call touches, for this tool alone [R125]", async () => {
    const { call, broker } = await openStud({}, () => "session");
    await call("write", { path: "b.txt", content: "" });
    await call("write", { path: "c.txt", content: "" });
    expect(broker.questions()).toHaveLength(1);
    await call("edit", { path: "a.txt", old_string: "one", new_string: "two" });
    await call("write", { path: "src/d.txt", content: "" });
    expect(broker.questions().map(({ tool, byKey }) => [tool, byKey?.key])).toEqual([
      ["write", "."],
      ["edit", "."],
      ["write", "src"],
    ]);
  });

  it("asks about a line of several commands by the programs of all of them", async () => {
    const { call, broker } = await openStud({}, () => "session");
    await call("bash", { command: "ls" });
    await call("bash", { command: "ls && touch x" });
    expect(keysOf(broker.questions())).toEqual(["ls", "ls + touch"]);
  });

  it("names the key, says what the answer covers, and labels it this session", async () => {
    const { call, broker } = await openStud({}, () => "session");
    await call("write", { path: "src/b.txt", content: "" });
    const [question] = broker.questions();
    expect(question?.byKey?.note).toContain("Approval key: src.");
    expect(question?.byKey?.note).toContain(
      '"This session" covers every later call of write with this key in this session',
    );
  });

  it("keeps an approved key for the session, and only for this one [R127]", async () => {
    const { call, broker, tp } = await openStud({}, () => "session");
    await call("glob", { pattern: "*.txt" });
    await call("glob", { pattern: "**/*.md" });
    expect(broker.questions()).toHaveLength(1);
    await tp.session().call({ id: "other", name: "glob", arguments: { pattern: "*.txt" } });
    expect(broker.questions()).toHaveLength(2);
  });

  it("does not ask again about an approved key, unless the session manifest was cleared [R131]", async () => {
    const { call, broker, session } = await openStud({}, () => "session");
    for (const path of ["b.txt", "c.txt", "d.txt"]) await call("write", { path, content: "" });
    expect(broker.questions()).toHaveLength(1);
    session.clearApprovals();
    await call("write", { path: "e.txt", content: "" });
    expect(broker.questions()).toHaveLength(2);
  });

  it("keeps it where the session goes on in another process, and never reads it where covers count [R131]", async () => {
    const record = { store: createMemoryStore(), key: new Uint8Array(32).fill(7) };
    const first = await openStud({ record });
    await first.call("write", { path: "b.txt", content: "" });
    await first.tp.close();
    const { workspace } = first;
    const goOn = async (more: ToolplaneOptions) => {
      const { tp, broker } = await openStud({ ...more, record, workspace });
      const session = await tp.resume(first.session.id);
      const call = { name: "write", arguments: { path: "c.txt", content: "" } };
      await session.call({ ...call, id: `${more.approvalsBy ?? "stud"} again` });
      await tp.close();
      return broker.questions().length;
    };
    expect(await goOn({})).toBe(0);
    expect(await goOn({ approvalsBy: "cover" })).toBe(1);
  });

  it("still asks, or denies, where a rule, a protected file or a place outside says so", async () => {
    const rules = [
      { permission: "fs.write", pattern: "{workspace}/asked.txt", action: "ask" },
      { permission: "fs.write", pattern: "{workspace}/denied.txt", action: "deny" },
    ] as const;
    const { call, broker } = await openStud({ session: { rules } }, () => "session");
    await call("write", { path: "b.txt", content: "" });
    await call("bash", { command: "cat a.txt" });
    expect(broker.questions()).toHaveLength(2);
    await call("write", { path: "asked.txt", content: "" });
    await call("write", { path: ".envrc", content: "" });
    await call("bash", { command: "cat /etc/hostname" });
    expect(broker.questions()).toHaveLength(5);
    expect(keysOf(broker.questions().slice(2))).toEqual([undefined, undefined, undefined]);
    expect(await call("write", { path: "denied.txt", content: "" })).toMatchObject({
      code: "permission_denied",
    });
    // An answer to a hard question is no answer for the key, and the key's none for a hard question.
    await call("write", { path: "asked.txt", content: "x" });
    expect(broker.questions()).toHaveLength(5);
  });
});

describe("the security modes", () => {
  it("allowlist proceeds on a matching key and prompts on a miss, reads too [R129]", async () => {
    const allowlist = ["glob:src*", "bash:ls"];
    const { call, broker } = await openStud(
      { session: { mode: "allowlist", allowlist } },
      () => "reject",
    );
    expect(await call("glob", { pattern: "*", path: "src" })).toMatchObject({ type: "output" });
    expect(await call("bash", { command: "ls" })).toMatchObject({ type: "output" });
    expect(broker.questions()).toEqual([]);
    expect(await call("glob", { pattern: "*" })).toMatchObject({ code: "approval_rejected" });
    expect(await call("bash", { command: "cat a.txt" })).toMatchObject({
      code: "approval_rejected",
    });
    expect(await call("bash", { command: "true" })).toMatchObject({ code: "approval_rejected" });
    expect(keysOf(broker.questions())).toEqual([".", "cat", "true"]);
  });

  it("yolo skips the gate: nobody is asked", async () => {
    const { call, broker } = await openStud({ session: { mode: "yolo" } }, () => "reject");
    expect(await call("bash", { command: "true" })).toMatchObject({ type: "output" });
    expect(await call("write", { path: "b.txt", content: "" })).toMatchObject({ type: "output" });
    expect(broker.questions()).toEqual([]);
  });
});
