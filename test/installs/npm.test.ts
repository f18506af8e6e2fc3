import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { shown } from "./install-world.ts";
import { openLocked, startRegistry } from "./locked-project.ts";

describe.skipIf(!hasSandbox)("npm in a session (needs bubblewrap)", () => {
  it("what the lock names is installed without a question, and the lock stays as a direct install leaves it", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, { answers: [] });
    const result = await world.run("npm ci && node -p 'require(\"alpha\")'");
    expect(shown(result)).toContain("alpha 1.0.0");
    expect(world.questions()).toEqual([]);
    const direct = await world.direct("rm -rf node_modules && npm install");
    await world.run("npm install");
    const lock = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
    expect(lock(world.workspace)).toBe(lock(direct));
  });

  it("a package that no lock names is refused where nobody can be asked, and its name reaches no registry", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry);
    const result = await world.run("npm install gamma");
    expect(result.type === "error" || shown(result).includes("403"), shown(result)).toBe(true);
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
  });

  it("one card for a package and what it depends on", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, { answers: ["once"] });
    const result = await world.run("npm install gamma && node -p 'require(\"gamma\")'");
    expect(shown(result)).toContain("gamma 1.0.0");
    expect(world.questions()).toHaveLength(1);
    expect(JSON.stringify(world.questions())).toContain("gamma");
  });
});
