/** Sessions without an agent, in a project that requires checks: nothing of theirs reaches it unchecked. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type Toolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const CHECK = "grep -q BROKEN list.txt && { echo list.txt is broken; exit 1; }; exit 0\n";

interface World {
  readonly tp: Toolplane;
  readonly workspace: string;
  read(path: string): string;
  close(): Promise<void>;
}

async function openWorld(
  given: Parameters<typeof createToolplane>[0] = {},
  folder = mkdtempSync(join(realpathSync(tmpdir()), "plain-")),
): Promise<World> {
  const workspace = join(folder, "project");
  mkdirSync(workspace, { recursive: true });
  mkdirSync(join(folder, "home"), { recursive: true });
  writeFileSync(join(workspace, "list.txt"), "one\ntwo\n");
  writeFileSync(join(workspace, "verify.sh"), CHECK);
  const tp = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
    require: [{ name: "whole", run: "sh verify.sh" }],
    ...given,
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    tp,
    workspace,
    read: (path) => readFileSync(join(workspace, path), "utf8"),
    close: () => tp.close(),
  };
}

let made = 0;
const bash = (command: string) => {
  made += 1;
  return { id: `call_${made}`, name: "bash", arguments: { command } };
};

describe.skipIf(!hasSandbox)("a program's own session (needs a sandbox)", () => {
  it("lands what passes with the call, and says why the rest did not", async () => {
    const { tp, read } = await openWorld();
    const green = await tp.call(bash("sed -i s/one/ONE/ list.txt"));
    expect(green).toMatchObject({
      type: "output",
      details: { view: { end: { state: "landed" } } },
    });
    expect(green.content ?? []).toEqual([]);
    expect(read("list.txt")).toBe("ONE\ntwo\n");
    const red = await tp.call(bash("sed -i s/two/BROKEN/ list.txt"));
    expect(red.details).toMatchObject({ view: { end: { state: "red" } } });
    expect(JSON.stringify(red.content)).toMatch(/not in the project.*list\.txt is broken/);
    expect(read("list.txt")).toBe("ONE\ntwo\n");
  });

  it("is asked nothing where it only reads, and opens no view", async () => {
    const { tp } = await openWorld();
    const session = tp.session();
    const call = { id: "call_r", name: "read", arguments: { path: "list.txt" } };
    expect((await session.call(call)).details ?? {}).not.toHaveProperty("view");
    expect(tp.host.views?.of(session.id)).toBeNull();
  });

  it("lands calls of one answer, and of two at once, together", async () => {
    const { tp, read } = await openWorld();
    const session = tp.session({ strategy: "parallel" });
    const { results } = await session.callAll([
      bash("echo a > a.txt"),
      bash("sed -i s/two/BROKEN/ list.txt"),
    ]);
    expect(results.map(({ details }) => (details as { view?: object })?.view)).toEqual([
      undefined,
      expect.objectContaining({ end: expect.objectContaining({ state: "red" }) }),
    ]);
    expect(() => read("a.txt")).toThrow("ENOENT");
    await Promise.all([
      session.call(bash("sed -i s/BROKEN/two/ list.txt")),
      session.call(bash("echo b > b.txt")),
    ]);
    expect([read("a.txt"), read("b.txt"), read("list.txt")]).toEqual(["a\n", "b\n", "one\ntwo\n"]);
  });

  it("leaves its view when it is closed, and finds it again when it goes on", async () => {
    const { tp, read } = await openWorld();
    const session = tp.session();
    await session.call(bash("sed -i s/two/BROKEN/ list.txt"));
    await session.close();
    // Why it did not land is kept with it.
    const note = { state: "red", lines: expect.arrayContaining(["    list.txt is broken"]) };
    expect(await tp.views.list()).toMatchObject([{ sessionId: session.id, isLive: false, note }]);
    const again = await tp.resume(session.id);
    const result = await again.call(bash("cat list.txt; sed -i s/BROKEN/TWO/ list.txt"));
    expect(JSON.stringify(result)).toContain("BROKEN");
    expect(read("list.txt")).toBe("one\nTWO\n");
  });

  it("has a view of its own where the program wants one, and lands when it says so", async () => {
    const { tp, read } = await openWorld();
    const session = tp.session();
    const own = await tp.views.own(session);
    await session.call(bash("sed -i s/two/BROKEN/ list.txt"));
    expect(await own.land()).toMatchObject({ state: "red" });
    await session.call(bash("sed -i s/BROKEN/TWO/ list.txt"));
    expect(read("list.txt")).toBe("one\ntwo\n");
    expect(await own.land()).toMatchObject({ state: "landed", lines: [expect.any(String)] });
    expect(read("list.txt")).toBe("one\nTWO\n");
  });

  it("does without both where nothing is required", async () => {
    const { tp, read } = await openWorld({ require: [] });
    const session = tp.session();
    await session.call(bash("sed -i s/two/BROKEN/ list.txt"));
    expect(tp.host.views?.of(session.id)).toBeNull();
    expect(read("list.txt")).toContain("BROKEN");
  });
});

describe("a program's own session where no view can be held", () => {
  it("keeps what passes, and takes back the rest with its call", async () => {
    const policy = [{ permission: "*", pattern: "*", action: "allow" as const }];
    const { tp, read } = await openWorld({ sandbox: "none", policy, onWarning: () => {} });
    const look = { id: "call_l", name: "read", arguments: { path: "list.txt" } };
    expect((await tp.call(look)).details ?? {}).not.toHaveProperty("view");
    const green = await tp.call(bash("sed -i s/one/ONE/ list.txt"));
    expect(green.details).toMatchObject({ view: { view: null, end: { state: "passed" } } });
    const red = await tp.call(bash("sed -i s/two/BROKEN/ list.txt; echo x > new.txt"));
    expect(red.details).toMatchObject({ view: { end: { state: "undone" } } });
    expect(JSON.stringify(red.content)).toMatch(/taken back.*list\.txt is broken/);
    expect(read("list.txt")).toBe("ONE\ntwo\n");
    expect(() => read("new.txt")).toThrow("ENOENT");
  });

  it("takes back what no check could look at", async () => {
    const policy = [{ permission: "fs.write", pattern: "**", action: "allow" as const }];
    const { tp, read } = await openWorld({ sandbox: "none", policy, onWarning: () => {} });
    const write = { id: "call_w", name: "write", arguments: { path: "new.txt", content: "x" } };
    expect((await tp.call(write)).details).toMatchObject({ view: { end: { state: "undone" } } });
    expect(() => read("new.txt")).toThrow("ENOENT");
  });
});
