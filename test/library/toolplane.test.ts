import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryHost, createMemoryStore, createScriptedBroker } from "@toolplane/testkit";
import {
  createToolplane,
  type Rule,
  type Toolplane,
  type ToolplaneEvent,
  type ToolplaneOptions,
  type ToolResult,
  winnerOf,
} from "toolplane";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import { openLibrary, readTool } from "./fixture.ts";

const readIt = { id: "1", name: "read", arguments: { path: "a.txt" } };
const readSecret = { id: "2", name: "read", arguments: { path: ".env" } };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-library-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("a home folder as the workspace", () => {
  it("has its hidden files asked about, and nothing runs unasked because it is contained", async () => {
    const home = makeFolder();
    writeFileSync(join(home, ".netrc"), "secret\n");
    writeFileSync(join(home, "notes.txt"), "mine\n");
    const tp = await createToolplane({
      workspace: home,
      userData: makeFolder(),
      record: false,
      environment: { ...process.env, HOME: home },
      onWarning: () => {},
    });
    onTestFinished(() => tp.close());
    const read = (path: string) => tp.call({ id: path, name: "read", arguments: { path } });
    expect(await read("notes.txt")).toMatchObject({ type: "output" });
    expect(await read(".netrc")).toMatchObject({ code: "permission_denied" });
    const command = "node -e 1";
    const { verdict } = await tp.explain({ id: "1", name: "bash", arguments: { command } });
    expect(verdict?.action).toBe("ask");
    const edit = { path: "notes.txt", content: "x" };
    const edited = await tp.explain({ id: "2", name: "write", arguments: edit });
    expect(edited.verdict?.action).toBe("ask");
  });
});

describe("the default session", () => {
  it("answers call, callAll and explain, and is opened when it is first used", async () => {
    const seen: ToolplaneEvent["type"][] = [];
    const { tp } = await openLibrary({ onEvent: ({ type }) => seen.push(type) });
    expect(seen).toEqual([]);
    expect(await tp.call(readIt)).toMatchObject({ type: "output", data: "alpha\n" });
    const { results } = await tp.callAll([{ ...readIt, id: "3" }, readSecret]);
    expect(results).toMatchObject([{ data: "alpha\n" }, { code: "permission_denied" }]);
    expect((await tp.explain(readSecret)).verdict?.action).toBe("deny");
    expect(seen.filter((type) => type === "session-open")).toHaveLength(1);
  });

  it("refuses what would ask, because nobody can be asked, and says so", async () => {
    const { tp } = await openLibrary({ contained: false });
    const call = { id: "1", name: "save", arguments: { path: "b.txt" } };
    expect(await tp.call(call)).toMatchObject({
      code: "permission_denied",
      error_text: expect.stringContaining("nobody can be asked here"),
    });
    expect(tp.session().manifest.headless).toBe(true);
  });

  it("is opened as every session is, unless that one says otherwise", async () => {
    const { tp } = await openLibrary({ session: { mode: "yolo" }, contained: false });
    const call = { id: "1", name: "save", arguments: { path: "b.txt" } };
    expect(await tp.call(call)).toMatchObject({ type: "output" });
    expect(await tp.session({ mode: "ask" }).call(call)).toMatchObject({
      code: "permission_denied",
    });
  });

  it("runs nothing after close, and closing twice is closing once", async () => {
    const { tp } = await openLibrary();
    await Promise.all([tp.close(), tp.close()]);
    expect(await tp.call(readIt)).toMatchObject({ code: "cancelled" });
  });
});

describe("on", () => {
  it("hears every session until it is stopped, and survives a listener that throws", async () => {
    const { tp } = await openLibrary();
    const heard: string[] = [];
    tp.on(() => {
      throw new Error("mine");
    });
    const stop = tp.on((event) => {
      if (event.type === "call-settle") heard.push(event.sessionId);
    });
    const one = tp.session();
    const two = tp.session();
    await one.call(readIt);
    await two.call(readIt);
    stop();
    await one.call({ ...readIt, id: "9" });
    expect(heard).toEqual([one.id, two.id]);
  });
});

describe("policy", () => {
  const verdictOf = async (policy: ToolplaneOptions["policy"]) => {
    const { tp } = await openLibrary(policy === undefined ? {} : { policy });
    return tp.explain(readIt);
  };
  const rule: Rule = { permission: "fs.read", pattern: "a.txt", action: "deny" };

  it("is a list of layers, a list of rules, or a file", async () => {
    const file = join(makeFolder(), "policy.jsonc");
    writeFileSync(
      file,
      '// why\n[\n  /* two\n     lines */\n  { "permission": "fs.read", "pattern": "a.txt", "action": "deny", },\n]\n',
    );
    for (const policy of [[rule], [{ scope: "project", rules: [rule] } as const], file]) {
      const { verdict } = await verdictOf(policy);
      expect(verdict?.action).toBe("deny");
      expect(verdict && winnerOf(verdict).rule?.source.scope).toBe("project");
    }
    const { verdict } = await verdictOf(file);
    expect(verdict && winnerOf(verdict).reason).toContain(`(${file}:5)`);
    expect((await verdictOf([])).verdict?.action).toBe("allow");
  });

  it("is refused at the start when it cannot be read", async () => {
    const folder = makeFolder();
    const broken = join(folder, "broken.jsonc");
    writeFileSync(broken, '[{ "permission": "fs.read", "permission": "x" }]');
    const mixed = [rule, { scope: "project", rules: [rule] }] as readonly Rule[];
    const noList = join(folder, "no-list.jsonc");
    writeFileSync(noList, "[,]");
    for (const policy of [broken, noList, join(folder, "missing.json"), mixed])
      await expect(openLibrary({ policy })).rejects.toMatchObject({ name: "ConfigurationError" });
  });
});

describe("the record", () => {
  it("is the embedded store in the user-data directory, with a key that only its owner reads", async () => {
    const folder = makeFolder();
    const userData = join(folder, "data");
    const open = (more: ToolplaneOptions = {}): Promise<Toolplane> =>
      createToolplane({
        workspace: folder,
        userData,
        sandbox: "none",
        onWarning: () => {},
        ...more,
      });
    const tp = await open();
    const session = tp.session();
    writeFileSync(join(folder, "a.txt"), "alpha\n");
    expect(await session.call(readIt)).toMatchObject({ type: "output" });
    await tp.close();
    expect(readdirSync(userData)).toEqual(expect.arrayContaining(["record.key", "record.sqlite"]));
    expect(statSync(userData).mode & 0o777).toBe(0o700);
    expect(statSync(join(userData, "record.key")).mode & 0o777).toBe(0o600);

    const again = await open();
    const resumed = await again.resume(session.id);
    expect(resumed.manifest.createdAtMs).toBe(session.manifest.createdAtMs);
    await again.close();

    const silent = await open({ record: false, userData: join(folder, "other") });
    await expect(silent.resume(session.id)).rejects.toMatchObject({ code: "unavailable" });
    await silent.close();
    expect(readdirSync(join(folder, "other"))).not.toContain("record.sqlite");
  });

  it("is not kept for a host of one's own, unless a store is given; that store stays open", async () => {
    const store = createMemoryStore();
    const key = new Uint8Array(32).fill(1);
    const { tp } = await openLibrary({ record: { store, key } });
    await tp.call(readIt);
    await tp.close();
    expect(await store.sessions.list({ limit: 10 })).toHaveLength(1);
    const { tp: none } = await openLibrary();
    await expect(none.resume("ses_1")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("that cannot be opened is refused at the start, with what to do", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "file"), "");
    const opening = createToolplane({ workspace: folder, userData: join(folder, "file") });
    await expect(opening).rejects.toThrow(/record.*cannot be opened.*record: false/);
  });
});

describe("what is typed", () => {
  it("is what a program writes: calls, results, rules", () => {
    expectTypeOf<Toolplane["call"]>().returns.resolves.toEqualTypeOf<ToolResult>();
    expectTypeOf<readonly Rule[]>().toExtend<ToolplaneOptions["policy"]>();
    expectTypeOf<string>().toExtend<ToolplaneOptions["policy"]>();
    expectTypeOf<false>().toExtend<ToolplaneOptions["record"]>();
    expectTypeOf<number>().not.toExtend<ToolplaneOptions["policy"]>();
  });
});

describe("a broker", () => {
  it("answers for the default session and for those that are opened", async () => {
    const broker = createScriptedBroker(["once", "once"]);
    const tp = await createToolplane({
      host: createMemoryHost({ files: { "a.txt": "alpha\n" } }),
      tools: [readTool],
      defaultPolicy: false,
      broker,
    });
    expect(await tp.call(readIt)).toMatchObject({ type: "output" });
    expect(await tp.session().call(readIt)).toMatchObject({ type: "output" });
    expect(broker.questions()).toHaveLength(2);
    await tp.close();
  });
});
