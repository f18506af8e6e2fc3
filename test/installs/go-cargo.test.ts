import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { startFolderServer } from "./folder-server.ts";
import { makeProject, openInstallWorld, shown, type WorldOptions } from "./install-world.ts";
import { zipOf } from "./zip-of.ts";

const GO = "/usr/bin/go";
const hasGo = spawnSync(GO, ["version"]).status === 0;

function moduleFiles(name: string, needs = "", text = name): Record<string, Buffer | string> {
  const mod = `module ${name}\n\ngo 1.19\n${needs}`;
  const source = `package ${name.replace(/^.*\//, "")}\n\nconst Name = ${JSON.stringify(text)}\n`;
  const at = `/${name}/@v/v1.0.0`;
  return {
    [`/${name}/@v/list`]: "v1.0.0\n",
    [`${at}.info`]: '{"Version":"v1.0.0"}',
    [`/${name}/@latest`]: '{"Version":"v1.0.0"}',
    [`${at}.mod`]: mod,
    [`${at}.zip`]: zipOf({ [`${name}@v1.0.0/go.mod`]: mod, [`${name}@v1.0.0/x.go`]: source }),
  };
}

const MAIN = 'package main\n\nimport "m.test/alpha"\n\nfunc main() { println(alpha.Name) }\n';
const RUN = "GOFLAGS=-modcacherw GOCACHE=$PWD/.cache GOPATH=$PWD/.go";

async function openGo(sums: GoSums, options: Partial<WorldOptions> = {}) {
  const proxy = await startFolderServer({
    ...moduleFiles("m.test/alpha"),
    ...moduleFiles("m.test/gamma", "\nrequire m.test/delta v1.0.0\n"),
    ...moduleFiles("m.test/delta"),
  });
  const given = {
    files: {
      "go.mod": "module app\n\ngo 1.19\n\nrequire m.test/alpha v1.0.0\n",
      "main.go": MAIN,
    },
    environment: {
      PATH: "/usr/bin:/bin",
      GOPROXY: "http://go.test",
      GONOSUMDB: "*",
      GOFLAGS: "-mod=mod",
    },
    hosts: { "go.test": proxy.port },
  };
  const files = { ...given.files, "go.sum": await sums(given) };
  proxy.hits.length = 0;
  return { proxy, files, world: await openInstallWorld({ ...given, files, ...options }) };
}

/** The go.sum of a project; the same for every test, because no port stands in it. */
type GoSums = (project: WorldOptions) => Promise<string>;

/** Runs Go without toolplane, once however often the sums are asked for. */
function goSums(): GoSums {
  let made: Promise<string> | null = null;
  return (project) => {
    made ??= makeProject(project)
      .direct(`${RUN} ${GO} mod tidy`)
      .then((folder) => readFileSync(join(folder, "go.sum"), "utf8"));
    return made;
  };
}

describe.skipIf(!hasSandbox || !hasGo)("Go in a session (needs bubblewrap, golang-go)", () => {
  const sums = goSums();

  it("what go.sum names is loaded without a question, and go.sum stays as it was", async () => {
    const { world, files } = await openGo(sums, { answers: [] });
    const result = await world.run(
      `${RUN} ${GO} mod download && cat go.sum && ls .go/pkg/mod/m.test`,
    );
    expect(shown(result)).toContain("alpha@v1.0.0");
    expect(world.questions()).toEqual([]);
    expect(readFileSync(join(world.workspace, "go.sum"), "utf8")).toBe(files["go.sum"]);
  });

  it("another module's name goes nowhere before a person allows it", async () => {
    const { world, proxy } = await openGo(sums);
    await world.run(`${RUN} ${GO} get m.test/gamma`);
    expect(proxy.hits.filter((line) => line.includes("gamma"))).toEqual([]);
  });

  it("one card for a module and what its go.mod requires", async () => {
    const { world } = await openGo(sums, { answers: ["once"] });
    const direct = await world.direct(`${RUN} ${GO} get m.test/gamma`);
    const result = await world.run(`${RUN} ${GO} get m.test/gamma`);
    expect(readFileSync(join(world.workspace, "go.mod"), "utf8"), shown(result)).toContain(
      "m.test/gamma v1.0.0",
    );
    for (const file of ["go.mod", "go.sum"])
      expect(readFileSync(join(world.workspace, file), "utf8")).toBe(
        readFileSync(join(direct, file), "utf8"),
      );
    expect(world.questions()).toHaveLength(1);
  });

  it("a module that the agent wrote into go.mod and go.sum counts as not named", async () => {
    const { world, proxy } = await openGo(sums);
    const direct = await world.direct(`${RUN} ${GO} get m.test/gamma`);
    proxy.hits.length = 0;
    for (const file of ["go.mod", "go.sum"])
      await world.write(file, readFileSync(join(direct, file), "utf8"));
    await world.run(`${RUN} ${GO} mod download`);
    expect(proxy.hits.filter((line) => /gamma|delta/.test(line))).toEqual([]);
  });

  it("a swapped module is not handed on, even where the agent wrote its sum into go.sum", async () => {
    const { world, proxy } = await openGo(sums);
    for (const [path, content] of Object.entries(moduleFiles("m.test/alpha", "", "swapped")))
      proxy.files.set(path, content);
    const result = await world.run(`rm go.sum; ${RUN} ${GO} mod download`);
    expect(shown(result)).toContain("sent another file for m.test/alpha");
  });
});

const crate = Buffer.from("a crate");
const crateSum = createHash("sha256").update(crate).digest("hex");
const cargoLock = `version = 3\n\n[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "sparse+http://cargo.test/"\nchecksum = "${crateSum}"\n`;

describe.skipIf(!hasSandbox)("Cargo's sparse protocol in a session (needs bubblewrap)", () => {
  async function openCargo(options: Partial<WorldOptions> = {}) {
    const line = (name: string, sum: string) =>
      `${JSON.stringify({ name, vers: "1.0.0", deps: [], cksum: sum, features: {}, yanked: false })}\n`;
    const registry = await startFolderServer({
      "/config.json": JSON.stringify({ dl: "http://cargo.test/dl", api: "http://cargo.test" }),
      "/se/rd/serde": line("serde", crateSum),
      "/ot/he/other": line("other", crateSum),
      "/dl/serde/1.0.0/download": crate,
      "/dl/other/1.0.0/download": crate,
    });
    const world = await openInstallWorld({
      files: { "Cargo.lock": cargoLock },
      home: { ".cargo/config.toml": '[registries.own]\nindex = "sparse+http://cargo.test/"\n' },
      hosts: { "cargo.test": registry.port },
      ...options,
    });
    /** The requests of a build, in their order. */
    const load = (name: string) =>
      world.run(
        `for path in config.json ${name.slice(0, 2)}/${name.slice(2, 4)}/${name} dl/${name}/1.0.0/download; do curl -sS -f -o got http://cargo.test/$path || exit 1; done; cat got`,
      );
    return { registry, world, load };
  }

  it("what Cargo.lock names is loaded without a question", async () => {
    const { world, load } = await openCargo({ answers: [] });
    expect(shown(await load("serde"))).toContain("a crate");
    expect(world.questions()).toEqual([]);
  });

  it("another crate's name goes nowhere before a person allows it, and one card covers its file", async () => {
    const refused = await openCargo();
    await refused.load("other");
    expect(refused.registry.hits).toEqual(["GET /config.json"]);
    const asked = await openCargo({ answers: ["once"] });
    expect(shown(await asked.load("other"))).toContain("a crate");
    expect(asked.world.questions()).toHaveLength(1);
  });

  it("a crate that the agent wrote into Cargo.lock counts as not named", async () => {
    const { world, registry, load } = await openCargo();
    const other = cargoLock.slice(cargoLock.indexOf("[[package]]")).replace("serde", "other");
    await world.write("Cargo.lock", `${cargoLock}\n${other}`);
    await load("other");
    expect(registry.hits).toEqual(["GET /config.json"]);
  });

  it("a swapped crate is cut off, even where the agent wrote its sum into Cargo.lock", async () => {
    const { world, registry, load } = await openCargo();
    const other = Buffer.from("another crate");
    registry.files.set("/dl/serde/1.0.0/download", other);
    const sum = createHash("sha256").update(other).digest("hex");
    await world.write("Cargo.lock", cargoLock.replace(crateSum, sum));
    expect(shown(await load("serde"))).toContain("sent another file for serde");
  });
});
