/** Lock files that change after the session began: a person's changes and approvals count at once, the session's own never. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { shown, type WorldOptions } from "./install-world.ts";
import { npmLock, openLocked, startRegistry } from "./locked-project.ts";
import { pack } from "./npm-registry.ts";

const INSTALL =
  "rm -rf node_modules; npm ci --fetch-retries=0 --cache=$PWD/.cache; ls node_modules";

/** Lock and manifest with these packages more. */
function withMore(workspace: string, names: readonly string[]) {
  const manifest = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(join(workspace, "package-lock.json"), "utf8"));
  for (const name of names) {
    const bytes = pack({ name, version: "1.0.0" });
    lock.packages[`node_modules/${name}`] = {
      version: "1.0.0",
      resolved: `http://npm.test/${name}/-/${name}-1.0.0.tgz`,
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    };
    for (const { dependencies } of [lock.packages[""], manifest]) dependencies[name] = "^1.0.0";
  }
  return { manifest: JSON.stringify(manifest, null, 2), lock: JSON.stringify(lock, null, 2) };
}

describe.skipIf(!hasSandbox)("a lock file that changes during a session (needs bubblewrap)", () => {
  const lock = npmLock();

  async function open(options: Partial<WorldOptions> = {}) {
    const registry = await startRegistry();
    await registry.publish({ name: "epsilon", version: "1.0.0" });
    const world = await openLocked(registry, lock, { soleWriter: true, ...options });
    const path = (name: string) => join(world.workspace, name);
    return {
      world,
      hits: (name: string) => registry.hits.filter((line) => line.includes(name)),
      /** As an editor or another terminal does, beside the session. */
      byPerson(names: readonly string[]) {
        const { manifest, lock: text } = withMore(world.workspace, names);
        writeFileSync(path("package.json"), manifest);
        writeFileSync(path("package-lock.json"), text);
      },
      async byAgent(names: readonly string[]) {
        const { manifest, lock: text } = withMore(world.workspace, names);
        await world.write("package.json", manifest);
        await world.write("package-lock.json", text);
      },
    };
  }

  it("counts at once as a person changed it, also after the session has written it", async () => {
    const { world, byPerson, byAgent, hits } = await open();
    byPerson(["delta"]);
    expect(shown(await world.run(INSTALL))).toMatch(/alpha.*beta.*delta/s);
    await byAgent(["gamma"]);
    byPerson(["epsilon"]);
    const both = shown(await world.run(INSTALL));
    expect(both).toContain("gamma");
    expect(hits("gamma")).toEqual([]);
    const { manifest, lock: text } = withMore(world.workspace, []);
    const without = (json: string, key: "dependencies" | "packages") => {
      const read = JSON.parse(json);
      for (const one of [read, read.packages?.[""]]) delete one?.dependencies?.gamma;
      if (key === "packages") delete read.packages["node_modules/gamma"];
      return JSON.stringify(read, null, 2);
    };
    writeFileSync(join(world.workspace, "package.json"), without(manifest, "dependencies"));
    writeFileSync(join(world.workspace, "package-lock.json"), without(text, "packages"));
    expect(shown(await world.run(INSTALL))).toMatch(/alpha.*beta.*delta.*epsilon/s);
    expect(hits("gamma")).toEqual([]);
  });

  it("counts at once as a person approved it when it landed", async () => {
    const { world, hits } = await open({
      soleWriter: false,
      answers: ["once"],
      rules: [{ permission: "fs.write", pattern: "package-lock.json", action: "ask" }],
    });
    const { manifest, lock: text } = withMore(world.workspace, ["delta"]);
    await world.write("package.json", manifest);
    await world.write("other.json", text);
    await world.write(
      "copy.cjs",
      'require("node:fs").copyFileSync("other.json", "package-lock.json")',
    );
    await world.run("node copy.cjs");
    expect(world.questions().map(({ kind }) => kind)).toEqual(["landing"]);
    expect(shown(await world.run(INSTALL))).toMatch(/alpha.*beta.*delta/s);
    expect(hits("delta")).not.toEqual([]);
    expect(world.questions()).toHaveLength(1);
  });

  it("does not count as the session wrote it, by a tool, a command or a child that begins afterwards", async () => {
    const { world, byAgent, hits } = await open();
    await byAgent(["gamma"]);
    await world.run(INSTALL);
    await world.runInChild(INSTALL);
    await world.runInChild("cp package-lock.json new.json; mv new.json package-lock.json");
    await world.run("mkdir sub && cp package.json package-lock.json sub/ && mv sub elsewhere");
    await world.run(`cd elsewhere && ${INSTALL}`);
    await world.runInChild(`cd elsewhere && ${INSTALL}`);
    expect(hits("gamma")).toEqual([]);
  });

  it("does not count where the model has other hands, such as a client's own tools", async () => {
    const { world, byPerson, hits } = await open({ soleWriter: false });
    byPerson(["delta"]);
    await world.run(INSTALL);
    expect(hits("delta")).toEqual([]);
  });
});
