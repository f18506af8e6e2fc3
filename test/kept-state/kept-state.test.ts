import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { describe, expect, it } from "vitest";
import { KEPT, type KeptState, openKeptState } from "./open-kept-state.ts";

const VERSIONS = ["0.1.0"] as const;
const SAME = { outcome: "same" };

const readAll = (world: KeptState, names: readonly string[]): readonly (string | null)[] =>
  names.map((name) => {
    const path = join(world.workspace, name);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  });
const json = async (world: KeptState, ...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await world.run([...words, "--json"])).stdout);
const hashOfStore = ({ data }: KeptState): string =>
  createHash("sha256")
    .update(readFileSync(join(data, "record.sqlite")))
    .digest("hex");

describe.each(VERSIONS)("what version %s left", (version) => {
  it("is listed and shown: calls, refusals, a failure, a mask, a cut result, a call that never settled", async () => {
    const world = await openKeptState(version);
    expect(await json(world, "sessions")).toMatchObject({
      sessions: [
        { state: "unfinished", calls: 0 },
        { sessionId: KEPT.killed, state: "unfinished", calls: 2, unsettled: 1 },
        { sessionId: KEPT.answers, state: "closed", calls: 5, asked: 4, refused: 1 },
        { sessionId: KEPT.files, state: "closed", calls: 8, refused: 1 },
      ],
    });
    const { code, stdout } = await world.run(["show", KEPT.files]);
    expect(code).toBe(0);
    expect(stdout).toContain("8 calls, 1 denied, 1 failed");
    expect(stdout).toContain("echo token [redacted:github-token]");
    expect(stdout).not.toContain("ghp_");
    const cut = await world.run(["show", KEPT.answers, "5", "--sidecar"]);
    expect(cut.code).toBe(0);
    expect(cut.stdout.trim()).toBe("line\n".repeat(42_000).trim());
    const ofBash = await json(world, "show", KEPT.files, "7");
    expect(ofBash).toMatchObject({ result: { metadata: { truncated: true } } });
    const failed = await world.run(["show", KEPT.files, "5"]);
    expect(failed.stdout).toContain("missing.md");
    expect((await world.run(["show", KEPT.killed])).stdout).toContain(
      "One call was started and never settled.",
    );
  });

  it("verifies, every session of it", async () => {
    const world = await openKeptState(version);
    for (const [id, rows] of [
      [KEPT.files, 28],
      [KEPT.answers, 15],
      [KEPT.killed, 4],
    ] as const)
      expect(await json(world, "verify", id)).toMatchObject({ sessionId: id, ok: true, rows });
    world.tamper("UPDATE events SET at_ms = at_ms + 1 WHERE chain = 2 AND sequence = 3");
    expect((await world.run(["verify", KEPT.answers])).code).not.toBe(0);
  });

  it("is sealed as from before with the first session that is opened, and nothing of it is changed unseen from then on", async () => {
    const world = await openKeptState(version);
    const before = await world.run(["verify", "--all"]);
    expect([before.code, before.stderr]).toEqual([0, expect.stringContaining("not sealed yet")]);
    expect((await world.run(["call", "read", "total.txt"])).code).toBe(0);
    const sealed = await world.run(["verify", "--all"]);
    expect([sealed.code, sealed.stderr]).toEqual([
      0,
      expect.stringMatching(/4 sessions from before there was a chain of sessions, and sealed as/),
    ]);
    expect(await json(world, "verify", KEPT.files)).toMatchObject({ ok: true, isFromBefore: true });
    const store = join(world.data, "record.sqlite");
    const whole = readFileSync(store);
    const one = `chain = (SELECT chain FROM chains WHERE session_id = '${KEPT.answers}')`;
    for (const statements of [
      ["UPDATE journal SET path = path || 'x' WHERE row = 1"],
      ["UPDATE journal SET undone = 1 - undone WHERE row = 2"],
      ["DELETE FROM journal WHERE row = (SELECT max(row) FROM journal)"],
      ["UPDATE sessions SET manifest = json_set(manifest, '$.mode', 'yolo')"],
      [`DELETE FROM sessions WHERE session_id = '${KEPT.killed}'`],
      [
        `DELETE FROM sessions WHERE session_id = '${KEPT.answers}'`,
        `DELETE FROM journal WHERE session_id = '${KEPT.answers}'`,
        `DELETE FROM events WHERE ${one}`,
        `DELETE FROM chains WHERE session_id = '${KEPT.answers}'`,
      ],
      [
        "DELETE FROM events WHERE chain = (SELECT chain FROM chains WHERE session_id = 'toolplane:sessions')",
        "DELETE FROM chains WHERE session_id = 'toolplane:sessions'",
      ],
    ]) {
      for (const statement of statements) world.tamper(statement);
      expect([statements, (await world.run(["verify", "--all"])).code]).toEqual([statements, 1]);
      writeFileSync(store, whole);
    }
    expect((await world.run(["verify", "--all"])).code).toBe(0);
  });

  it("is taken back and made again exactly", async () => {
    const world = await openKeptState(version);
    const names = ["notes.md", "total.txt", "old.txt", "made/new.txt"];
    const after = ["# Notes\n\nsecond\n", "42\n", null, "new\n"];
    expect(readAll(world, names)).toEqual(after);
    expect((await world.run(["undo", KEPT.files, "--yes"])).code).toBe(0);
    expect(readAll(world, names)).toEqual(["# Notes\n\nfirst\n", "40\n", "old\n", null]);
    expect((await world.run(["redo", KEPT.files, "--yes"])).code).toBe(0);
    expect(readAll(world, names)).toEqual(after);
    expect((await world.run(["undo", KEPT.killed, "--yes"])).code).toBe(0);
    expect(readAll(world, ["half.txt"])).toEqual([null]);
    expect(await json(world, "verify", KEPT.files)).toMatchObject({ ok: true });
  });

  it("is judged again by a draft, and replayed to the same results", async () => {
    const world = await openKeptState(version);
    world.write({ "draft.jsonc": '{ "rules": [] }' });
    const judged = await world.run(["policy", "what-if", "draft.jsonc", "--days", "36000"]);
    expect(judged.code).toBe(0);
    expect(judged.stdout).toContain("13 calls of 3 sessions judged again");
    expect(judged.stdout).toContain("would no longer be denied");
    // One verdict rests on a rule that the default policy did not have then: it allows the `sed` of the third call.
    const replayed = await json(world, "replay", KEPT.files);
    expect(replayed).toMatchObject({
      calls: [SAME, SAME, { outcome: "different" }, SAME, SAME, SAME, SAME, SAME],
    });
    // Then every edit was asked about. Its fifth call was of a tool that only the recording program had.
    const answers = await world.run(["replay", KEPT.answers, "--set", "contained=off"]);
    expect(answers.stdout).toContain("4 of 5 calls the same");
  });

  it("goes on: from the command line, and in a program with what its tools kept", async () => {
    const world = await openKeptState(version);
    const called = await world.run(["call", "read", "total.txt", "--session", KEPT.files]);
    expect([called.code, called.stdout]).toEqual([0, expect.stringContaining("42")]);
    expect(await json(world, "show", KEPT.files)).toMatchObject({ verified: { ok: true } });
    const tp = await createToolplane({
      workspace: world.workspace,
      userData: world.data,
      environment: world.environment,
      preset: "everyday",
      onWarning: () => {},
    });
    const session = await tp.resume(KEPT.files);
    const todos = [{ content: "Go on", activeForm: "Going on", status: "completed" }];
    expect(await session.call({ id: "todo_2", name: "todo", arguments: { todos } })).toMatchObject({
      type: "output",
      data: { total: 1, completed: 1 },
    });
    await tp.close();
    expect(await json(world, "verify", KEPT.files)).toMatchObject({ ok: true, rows: 37 });
  });

  it("is trusted as before, and its settings and rules hold", async () => {
    const world = await openKeptState(version);
    expect(await json(world, "config")).toMatchObject({
      project: { state: "trusted" },
      values: {
        keepDays: { value: 0 },
        projectApprovals: { value: true },
        tools: { value: { grep: { maxMatches: 7 } } },
      },
    });
    const denied = await world.run(["call", "read", ".env"]);
    expect([denied.code, denied.stderr]).toEqual([
      3,
      expect.stringContaining("is denied by policy.jsonc:4"),
    ]);
    const personal = await world.run(["call", "bash", "npm publish now", "--explain"]);
    expect(personal.stdout).toContain("config/policy.jsonc:1");
  });

  it("lists standing approvals, and a question whose process is gone", async () => {
    const world = await openKeptState(version);
    const waiting = await world.waiting();
    // Genuine by its seal. The command line takes it back after a day, because its process is gone.
    expect(waiting).toMatchObject([{ question: { tool: "write" } }]);
    expect(["gone", "elsewhere"]).toContain(waiting[0]?.state);
    expect(await json(world, "approvals")).toMatchObject({
      standing: [
        { scope: "session", sessionId: KEPT.answers, tool: "write" },
        { scope: "project", sessionId: KEPT.answers, tool: "write" },
      ],
    });
  });

  it("answers calls by its approvals: the session's in its session, the project's in a new one", async () => {
    const world = await openKeptState(version);
    const open = () =>
      createToolplane({
        workspace: world.workspace,
        userData: world.data,
        environment: world.environment,
        preset: "everyday",
        projectApprovals: true,
        onWarning: () => {},
        // Nobody allows anything any more, and what could be undone is asked about too.
        contained: false,
        broker: { ask: async () => ({ choice: "reject" }) },
      });
    const write = (id: string, path: string) => ({
      id,
      name: "write",
      arguments: { path, content: "again\n" },
    });
    const tp = await open();
    const fresh = tp.session();
    expect(await fresh.call(write("a", "project.txt"))).toMatchObject({ type: "output" });
    expect(await fresh.call(write("b", "session.txt"))).toMatchObject({
      code: "approval_rejected",
    });
    const resumed = await tp.resume(KEPT.answers);
    expect(await resumed.call(write("c", "session.txt"))).toMatchObject({ type: "output" });
    expect(await resumed.call(write("d", "once.txt"))).toMatchObject({ code: "approval_rejected" });
    await tp.close();
    // A row that somebody changed counts for nothing: the receipt does not fit it.
    world.tamper("UPDATE approvals SET approval = replace(approval, 'project.txt', 'once.txt')");
    const again = await open();
    expect(await again.session().call(write("e", "once.txt"))).toMatchObject({
      code: "approval_rejected",
    });
    await again.close();
  });

  it("does not run again what was started and never settled", async () => {
    const world = await openKeptState(version);
    const tp = await createToolplane({
      workspace: world.workspace,
      userData: world.data,
      environment: world.environment,
      preset: "everyday",
      session: { mode: "yolo" },
      onWarning: () => {},
    });
    const session = await tp.resume(KEPT.killed);
    const again = { path: "half.txt", content: "whole\n" };
    expect(await session.call({ id: "half", name: "write", arguments: again })).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("never settled"),
    });
    await tp.close();
    expect(readAll(world, ["half.txt"])).toEqual(["half\n"]);
  });

  it("is left alone by a version that is older than it, with one line", async () => {
    const world = await openKeptState(version);
    world.tamper("PRAGMA journal_mode = DELETE; PRAGMA user_version = 99");
    const before = hashOfStore(world);
    for (const words of [["sessions"], ["call", "read", "total.txt"], ["undo", "--yes"]]) {
      const { code, stdout, stderr } = await world.run(words, { columns: 200 });
      expect(code).not.toBe(0);
      expect(stdout).toBe("");
      expect(stderr).toContain("written by a newer version (schema 99, this one knows");
      expect(stderr).toContain("update toolplane");
      expect(stderr).not.toMatch(/defect|\n\s+at /);
    }
    expect(hashOfStore(world)).toBe(before);
  });
});
