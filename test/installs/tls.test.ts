import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { startFolderServer } from "./folder-server.ts";
import { openInstallWorld, shown } from "./install-world.ts";
import { MANIFEST, npmLock, startRegistry } from "./locked-project.ts";

const HOST = "secure.test";

describe.skipIf(!hasSandbox)("a registry behind TLS (needs bubblewrap)", () => {
  it("npm takes the session's authority: the lock's packages come, another one's name stays here", async () => {
    const registry = await startRegistry();
    const plain = await npmLock()(registry);
    registry.hits.length = 0;
    const lock = plain.replaceAll("http://npm.test/", `https://${HOST}/`);
    const world = await openInstallWorld({
      files: { "package.json": MANIFEST, "package-lock.json": lock },
      home: { ".npmrc": `registry=https://${HOST}/\n//${HOST}/:_authToken=never-inside\n` },
      hosts: { [HOST]: registry.securePort },
    });
    const result = await world.run(
      "npm ci && node -p 'require(\"alpha\")'; env; npm install gamma --fetch-retries=0",
    );
    expect(shown(result)).toContain("alpha 1.0.0");
    expect(shown(result)).not.toContain("never-inside");
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
    expect(readFileSync(join(world.workspace, "package-lock.json"), "utf8")).toBe(lock);
  });

  it("pages and files of a Python index come to a client that speaks for itself", async () => {
    const wheel = "a wheel";
    const sum = createHash("sha256").update(wheel).digest("hex");
    const file = "alpha-1.0-py3-none-any.whl";
    const index = await startFolderServer(
      { "/simple/alpha/": `<a href="../../${file}">${file}</a>`, [`/${file}`]: wheel },
      true,
    );
    const world = await openInstallWorld({
      files: { "requirements.txt": `alpha==1.0 --hash=sha256:${sum}\n` },
      environment: { PIP_INDEX_URL: `https://${HOST}/simple` },
      hosts: { [HOST]: index.port },
    });
    const result = await world.run(
      `for path in simple/alpha/ ${file}; do curl -sS -f -o got https://${HOST}/$path || exit 1; done`,
    );
    expect(existsSync(join(world.workspace, "got")), shown(result)).toBe(true);
    expect(readFileSync(join(world.workspace, "got"), "utf8")).toBe(wheel);
  });
});
