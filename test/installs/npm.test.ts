import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { shown } from "./install-world.ts";
import { npmLock, openLocked, startRegistry } from "./locked-project.ts";
import { pack } from "./npm-registry.ts";

describe.skipIf(!hasSandbox)("npm in a session (needs bubblewrap)", () => {
  const lock = npmLock();

  it("what the lock names is installed without a question, and the lock stays as a direct install leaves it", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, lock, { answers: [] });
    const result = await world.run("npm ci && node -p 'require(\"alpha\")'");
    expect(shown(result)).toContain("alpha 1.0.0");
    expect(world.questions()).toEqual([]);
    const direct = await world.direct("rm -rf node_modules && npm install");
    await world.run("npm install");
    const lockIn = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
    expect(lockIn(world.workspace)).toBe(lockIn(direct));
  });

  it("a package that no lock names is refused where nobody can be asked, and its name reaches no registry", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, lock);
    const result = await world.run("npm install gamma");
    expect(result.type === "error" || shown(result).includes("403"), shown(result)).toBe(true);
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
  });

  it("one card for a package and what it depends on", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, lock, { answers: ["once"] });
    const direct = await world.direct("npm install gamma");
    const result = await world.run("npm install gamma && node -p 'require(\"gamma\")'");
    expect(shown(result)).toContain("gamma 1.0.0");
    for (const file of ["package-lock.json", "package.json"])
      expect(readFileSync(join(world.workspace, file), "utf8")).toBe(
        readFileSync(join(direct, file), "utf8"),
      );
    expect(world.questions()).toHaveLength(1);
    expect(JSON.stringify(world.questions())).toContain("gamma");
  });

  it("a look-up asks the registry for that one page, on our side, and the command gets nothing before the yes", async () => {
    const registry = await startRegistry();
    const before: string[][] = [];
    const world = await openLocked(registry, lock, {
      answers: (_question, index) => {
        before.push(registry.hits.filter((line) => /gamma|delta/.test(line)));
        return index === 0 ? { choice: "look-up" } : "reject";
      },
    });
    const result = await world.run("npm install gamma --fetch-retries=0; echo ended");
    expect(before, shown(result)).toEqual([[], ["GET /gamma"]]);
    const [first, second] = world.questions();
    expect(first?.lookUp).toBe("asks npm.test for gamma");
    const facts = Object.fromEntries(
      (second?.facts ?? []).map(({ label, text, warns }) => [label, warns ? "warns" : text]),
    );
    expect(facts).toMatchObject({ version: "1.0.0", "this version": "warns", size: "unknown" });
    expect(registry.hits.filter((line) => /gamma|delta/.test(line))).toEqual(["GET /gamma"]);
  });

  it("what a yes let in is named for the rest of the session: a later npm ci asks nothing and takes that file only", async () => {
    let swaps = false;
    const other = pack({ name: "gamma", version: "1.0.0", files: { "index.js": "swapped" } });
    const registry = await startRegistry((path) =>
      swaps && path === "/gamma/-/gamma-1.0.0.tgz" ? other : null,
    );
    const world = await openLocked(registry, lock, { answers: ["once"] });
    await world.run("npm install gamma");
    const later = await world.run(
      "rm -rf node_modules && npm ci --cache=$PWD/c1 && node -p 'require(\"gamma\")'",
    );
    expect(shown(later)).toContain("gamma 1.0.0");
    expect(world.questions()).toHaveLength(1);
    swaps = true;
    const swapped = await world.run("rm -rf node_modules; npm ci --cache=$PWD/c2");
    expect(shown(swapped)).toContain("sent another file for gamma");
  });
});
