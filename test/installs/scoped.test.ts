import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openInstallWorld, shown } from "./install-world.ts";
import { startRegistry } from "./locked-project.ts";
import { startNpmRegistry } from "./npm-registry.ts";

const manifest = JSON.stringify({
  name: "app",
  version: "1.0.0",
  dependencies: { alpha: "^1.0.0", "@own/thing": "^1.0.0" },
});

describe.skipIf(!hasSandbox)(
  "a scope with a private registry of its own (needs bubblewrap)",
  () => {
    it("comes from there with the person's token, which neither the command nor another registry sees", async () => {
      const registry = await startRegistry();
      const own = await startNpmRegistry();
      for (const name of ["@own/thing", "@own/other"])
        await own.publish({ name, version: "1.0.0" });
      const given = {
        files: { "package.json": manifest },
        home: {
          ".npmrc":
            "registry=http://npm.test/\n@own:registry=http://own.test/\n//own.test/:_authToken=never-inside\n",
        },
        hosts: { "npm.test": registry.port, "own.test": own.port },
      };
      const maker = await openInstallWorld(given);
      const made = await maker.direct("npm install --package-lock-only");
      const lock = readFileSync(join(made, "package-lock.json"), "utf8");
      own.authorizations.clear();
      own.hits.length = 0;
      const world = await openInstallWorld({
        ...given,
        files: { ...given.files, "package-lock.json": lock },
      });
      const result = await world.run(
        "npm ci && node -p 'require(\"@own/thing\")'; env; cat ~/.npmrc; npm config list; npm install @own/other --fetch-retries=0",
      );
      expect(shown(result)).toContain("@own/thing 1.0.0");
      expect(shown(result)).not.toContain("never-inside");
      expect([...own.authorizations]).toEqual(["Bearer never-inside"]);
      expect([...registry.authorizations]).toEqual([]);
      expect(own.hits.filter((line) => line.includes("other"))).toEqual([]);
      expect(registry.hits.filter((line) => line.includes("own"))).toEqual([]);
      expect(readFileSync(join(world.workspace, "package-lock.json"), "utf8")).toBe(lock);
    });
  },
);
