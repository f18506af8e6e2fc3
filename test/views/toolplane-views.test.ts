/** Views that runs left behind, as a program lands or discards them for a person. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadRecord, readLandings } from "@toolplane/kernel/record";
import { createMemoryHost, createMemoryStore } from "@toolplane/testkit";
import { createToolplane, type Toolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

interface World {
  readonly tp: Toolplane;
  readonly place: (path: string) => string;
  /** A run that was stopped before its turn was over: its session and its view. */
  leave(files: Readonly<Record<string, string>>): Promise<{ id: string; sessionId: string }>;
}

const key = new Uint8Array(32).fill(7);

async function openWorld(
  policy: NonNullable<Parameters<typeof createToolplane>[0]>["policy"] = [],
) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "views-"));
  const workspace = join(folder, "project");
  const place = (path: string): string => join(workspace, path);
  for (const made of [workspace, join(folder, "home")]) mkdirSync(made, { recursive: true });
  writeFileSync(place("a.txt"), "a\n");
  writeFileSync(place("b.txt"), "b\n");
  const store = createMemoryStore();
  const tp = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    policy,
    record: { store, key },
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const world: World = {
    tp,
    place,
    async leave(files) {
      const calls = Object.entries(files).map(([path, content]) => ({
        name: "write",
        arguments: { path, content },
      }));
      const reads = Object.keys(files)
        .filter((path) => existsSync(place(path)))
        .map((path) => ({ name: "read", arguments: { path } }));
      const look = reads.length === 0 ? [] : [{ calls: reads }];
      const model = scriptedModel([...look, { calls }, { text: "Done." }]);
      const limits = { turns: look.length + 1 };
      const agent = await tp.agent({ model, view: "own", limits });
      const sessionId = agent.session.id;
      expect((await agent.run("Write.")).status).toBe("stopped");
      await agent.close();
      const view = (await tp.views.list()).find((one) => one.sessionId === sessionId);
      return { id: view?.id ?? "", sessionId };
    },
  };
  const landings = async (sessionId: string) => readLandings(await loadRecord(store, sessionId));
  return { ...world, landings };
}

describe.skipIf(!hasSandbox)("tp.views (needs a sandbox)", () => {
  it("shows what a run left, and lands it in a person's name", async () => {
    const { tp, place, leave, landings } = await openWorld();
    const { id, sessionId } = await leave({ "a.txt": "mine\n", "new.txt": "new\n" });
    expect(await tp.views.list()).toMatchObject([{ id, sessionId, isLive: false }]);
    const { changes } = await tp.views.show(id);
    expect(changes.map(({ path, kind }) => [path, kind])).toEqual([
      [place("a.txt"), "changed"],
      [place("new.txt"), "added"],
    ]);
    expect(await tp.views.diff(id, place("a.txt"))).toContain("-a\n+mine\n");
    expect(await tp.views.diff(id, place("b.txt"))).toBeNull();
    expect(await tp.views.overlaps(id)).toEqual([]);
    expect(readFileSync(place("a.txt"), "utf8")).toBe("a\n");

    const landing = await tp.views.land(id, { by: "ada" });
    expect(landing).toMatchObject({ state: "landed", counts: { added: 1, changed: 1 } });
    expect(readFileSync(place("a.txt"), "utf8")).toBe("mine\n");
    expect(await tp.views.list()).toEqual([]);
    expect(await landings(sessionId)).toMatchObject([
      { action: "land", by: "ada", state: "landed" },
    ]);
  });

  it("lands nothing that a rule denies, and nothing waits in a second place", async () => {
    const { tp, place, leave } = await openWorld();
    const { id } = await leave({ "new.txt": "new\n" });
    const rules = [{ permission: "fs.write", pattern: "**/new.txt", action: "deny" } as const];
    await tp.setPolicy({ rules });
    const landing = await tp.views.land(id);
    expect(landing).toMatchObject({ state: "kept", why: "refused" });
    expect(landing.refused?.map(({ path }) => path)).toEqual([place("new.txt")]);
    expect(existsSync(place("new.txt"))).toBe(false);
    expect(await tp.landings.list()).toEqual([]);
    expect((await tp.views.list()).map((view) => [view.id, view.isLive])).toEqual([[id, false]]);
  });

  it("names what both sides changed, and lands it when each is answered", async () => {
    const { tp, place, leave } = await openWorld();
    const { id } = await leave({ "a.txt": "mine\n", "b.txt": "mine too\n" });
    writeFileSync(place("a.txt"), "theirs\n");
    writeFileSync(place("b.txt"), "theirs too\n");
    expect(await tp.views.overlaps(id)).toEqual([place("a.txt"), place("b.txt")]);
    const kept = await tp.views.land(id);
    expect(kept).toMatchObject({ state: "kept", why: "conflict" });
    expect(kept.refused?.map(({ path }) => path)).toEqual([place("a.txt"), place("b.txt")]);
    const { conflicts } = await tp.views.rebase(id);
    expect(conflicts[0]).toMatchObject({ base: "a\n", theirs: "theirs\n", ours: "mine\n" });
    const answers = { [place("a.txt")]: "ours", [place("b.txt")]: "theirs" } as const;
    expect((await tp.views.rebase(id, { answers })).conflicts).toEqual([]);
    expect(await tp.views.land(id)).toMatchObject({ state: "landed" });
    expect(readFileSync(place("a.txt"), "utf8")).toBe("mine\n");
    expect(readFileSync(place("b.txt"), "utf8")).toBe("theirs too\n");
  });

  it("throws one away, which is recorded too", async () => {
    const { tp, place, leave, landings } = await openWorld();
    const { id, sessionId } = await leave({ "a.txt": "mine\n" });
    expect(await tp.views.discard(id, { by: "ada" })).toMatchObject({ state: "dropped" });
    expect(await tp.views.list()).toEqual([]);
    expect(readFileSync(place("a.txt"), "utf8")).toBe("a\n");
    expect(await landings(sessionId)).toMatchObject([{ action: "drop", by: "ada" }]);
    for (const act of [tp.views.show, tp.views.land, tp.views.rebase, tp.views.discard])
      await expect(act(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("tp.views without a host that holds any", () => {
  it("lists none", async () => {
    const tp = await createToolplane({ host: createMemoryHost(), tools: [] });
    onTestFinished(() => tp.close());
    expect(await tp.views.list()).toEqual([]);
    await expect(tp.views.land("v1")).rejects.toMatchObject({ code: "not_found" });
  });
});
