/** A command that changed thousands of files is taken back as it landed: in one step, all of it or nothing. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

/** More than one call can name. */
const FILES = 1_200;

function openChanged() {
  const names = Array.from({ length: FILES }, (_, index) => `d${index % 12}/f${index}.txt`);
  const world = openCliWorld(Object.fromEntries(names.map((name) => [name, "line\n"])));
  onTestFinished(() => world.remove());
  const texts = (): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const name of names) {
      const text = readFileSync(join(world.workspace, name), "utf8");
      counts[text] = (counts[text] ?? 0) + 1;
    }
    return counts;
  };
  return { world, texts, first: join(world.workspace, names[0] ?? "") };
}

describe.skipIf(!hasSandbox)("undo of what a command did to many files (needs bubblewrap)", () => {
  it("takes all of it back in one call, and makes it again", async () => {
    const { world, texts } = openChanged();
    const landed = await world.run(["call", "bash", "sed -i s/line/LINE/ d*/*.txt"]);
    expect([landed.code, texts()]).toEqual([0, { "LINE\n": FILES }]);
    const undone = await world.run(["undo", "--yes", "--json"]);
    expect([undone.code, texts()]).toEqual([0, { "line\n": FILES }]);
    const { sessionId, moved } = JSON.parse(undone.stdout) as { sessionId: string; moved: object };
    expect(moved).toEqual({ changes: FILES, files: FILES, failure: null });
    const shown = await world.run(["show", sessionId, "--json"]);
    const { calls, verified } = JSON.parse(shown.stdout) as { calls: object[]; verified: object };
    expect(calls).toMatchObject([{ tool: "bash" }, { tool: "undo", asked: true }]);
    expect(verified).toMatchObject({ ok: true });
    expect((await world.run(["redo", "--yes"])).code).toBe(0);
    expect(texts()).toEqual({ "LINE\n": FILES });
    // Nothing of how it was done is left beside the files.
    expect(readdirSync(world.workspace).filter((name) => !/^d\d+$/.test(name))).toEqual([]);
  });

  it("takes nothing back when one of the files was changed since, and names it", async () => {
    const { world, texts, first } = openChanged();
    await world.run(["call", "bash", "sed -i s/line/LINE/ d*/*.txt"]);
    writeFileSync(first, "mine\n");
    writeFileSync(join(world.workspace, "d1/f1.txt"), "mine too\n");
    const refused = await world.run(["undo", "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("2 files were changed since, so nothing was taken back.");
    expect(refused.stderr).toContain("d0/f0.txt   is not what the session left there");
    expect(refused.stderr).toContain("d1/f1.txt   is not what the session left there");
    const others = `--without d0/f0.txt --without d1/f1.txt\n  leaves them and goes on with the others (1,198).`;
    expect(refused.stderr.replace(/\s+/g, " ")).toContain(others.replace(/\s+/g, " "));
    const all = { "mine\n": 1, "mine too\n": 1 };
    expect(texts()).toEqual({ "LINE\n": FILES - 2, ...all });
    const without = ["--without", "d0/f0.txt", "--without", "d1/f1.txt"];
    expect((await world.run(["undo", "--yes", ...without])).code).toBe(0);
    expect(texts()).toEqual({ "line\n": FILES - 2, ...all });
  });

  it("takes nothing back when a rule denies one of the files", async () => {
    const { world, texts } = openChanged();
    await world.run(["call", "bash", "sed -i s/line/LINE/ d*/*.txt"]);
    const rule = { permission: "fs.write", pattern: "**/f1199.txt", action: "deny" };
    mkdirSync(join(world.workspace, ".toolplane"));
    writeFileSync(join(world.workspace, ".toolplane/policy.jsonc"), JSON.stringify([rule]));
    const refused = await world.run(["undo", "--yes"]);
    expect(refused.stderr).toContain("A rule denies fs.write");
    expect([refused.code === 0, texts()]).toEqual([false, { "LINE\n": FILES }]);
  });
});
