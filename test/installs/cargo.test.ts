/** Cargo itself, through TLS that ends at the relay: what Cargo.lock names comes unasked, anything else stays here. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { startFolderServer } from "./folder-server.ts";
import { openInstallWorld, shown, type WorldOptions } from "./install-world.ts";

/** The program itself: a manager of versions in its place would look for its own files in the home. */
const CARGO = process.env.CARGO ?? "/usr/bin/cargo";
/** Sparse indexes are read since 1.68; an older one asks about the host of its git index. */
const version = /^cargo 1\.(\d+)/.exec(spawnSync(CARGO, ["--version"]).stdout?.toString() ?? "");
const hasCargo = Number(version?.[1] ?? 0) >= 68;

const HOST = "secure.test";
const CONFIG = `[source.crates-io]\nreplace-with = "own"\n[source.own]\nregistry = "sparse+https://${HOST}/"\n`;
const SOURCE = "registry+https://github.com/rust-lang/crates.io-index";

/** A crate as an index sends it. */
function crateOf(name: string, text = name): Buffer {
  const base = mkdtempSync(join(tmpdir(), "crate-"));
  try {
    const folder = join(base, `${name}-1.0.0`);
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "Cargo.toml"), `[package]\nname = "${name}"\nversion = "1.0.0"\n`);
    writeFileSync(join(folder, "src/lib.rs"), `pub const NAME: &str = ${JSON.stringify(text)};\n`);
    return execFileSync("tar", ["-cz", "-C", base, `${name}-1.0.0`]);
  } finally {
    rmSync(base, { recursive: true });
  }
}
const sumOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const lineOf = (name: string, bytes: Buffer): string =>
  `${JSON.stringify({ name, vers: "1.0.0", deps: [], cksum: sumOf(bytes), features: {}, yanked: false })}\n`;
const lockOf = (crates: Readonly<Record<string, string>>): string =>
  [
    "version = 3\n",
    ...Object.entries({ ...crates, app: null }).map(([name, sum]) =>
      sum === null
        ? `[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [${Object.keys(crates).map((one) => `"${one}"`)}]\n`
        : `[[package]]\nname = "${name}"\nversion = "1.0.0"\nsource = "${SOURCE}"\nchecksum = "${sum}"\n`,
    ),
  ].join("\n");
const manifestOf = (...names: readonly string[]): string =>
  `[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\n${names.map((name) => `${name} = "1.0.0"\n`).join("")}`;

describe.skipIf(!hasSandbox || !hasCargo)(
  "Cargo in a session (needs bubblewrap, cargo 1.68)",
  () => {
    const alpha = crateOf("alpha");
    const other = crateOf("other");
    const FETCH = `export PATH=${dirname(CARGO)}:$PATH CARGO_HOME=$PWD/.home; cargo fetch`;

    async function open({ files, ...options }: Partial<WorldOptions> = {}) {
      const registry = await startFolderServer(
        {
          "/config.json": JSON.stringify({ dl: `https://${HOST}/dl`, api: `https://${HOST}` }),
          "/al/ph/alpha": lineOf("alpha", alpha),
          "/ot/he/other": lineOf("other", other),
          "/dl/alpha/1.0.0/download": alpha,
          "/dl/other/1.0.0/download": other,
        },
        true,
      );
      const world = await openInstallWorld({
        files: {
          "Cargo.toml": manifestOf("alpha"),
          "Cargo.lock": lockOf({ alpha: sumOf(alpha) }),
          "src/main.rs": 'fn main() { println!("{}", alpha::NAME); }\n',
          // Cargo takes a replaced source from a file only, so the project has what the person has.
          ".cargo/config.toml": CONFIG,
          ...files,
        },
        home: { ".cargo/config.toml": CONFIG },
        hosts: { [HOST]: registry.port },
        readRoots: [join(CARGO, "../..")],
        ...options,
      });
      return { world, registry };
    }

    it("takes the session's authority: what Cargo.lock names comes without a question, and the lock stays as it was", async () => {
      const { world, registry } = await open({ answers: [] });
      const lock = readFileSync(join(world.workspace, "Cargo.lock"), "utf8");
      const result = await world.run(`${FETCH} --locked && find .home -name '*.crate'`);
      expect(shown(result)).toContain("alpha-1.0.0.crate");
      expect(world.questions()).toEqual([]);
      expect(registry.hits).toContain("GET /dl/alpha/1.0.0/download");
      expect(readFileSync(join(world.workspace, "Cargo.lock"), "utf8")).toBe(lock);
    });

    it("another crate's name goes nowhere before a person allows it", async () => {
      const refused = await open();
      await refused.world.write("Cargo.toml", manifestOf("alpha", "other"));
      await refused.world.run(FETCH);
      expect(refused.registry.hits.filter((hit) => hit.includes("other"))).toEqual([]);
      const { world } = await open({ answers: ["once"] });
      await world.write("Cargo.toml", manifestOf("alpha", "other"));
      const result = await world.run(`${FETCH} && find .home -name '*.crate'`);
      expect(shown(result)).toContain("other-1.0.0.crate");
      expect(world.questions()).toHaveLength(1);
    });

    it("a swapped crate is cut off, even where the agent wrote its sum into Cargo.lock", async () => {
      const { world, registry } = await open();
      const swapped = crateOf("alpha", "swapped");
      registry.files.set("/dl/alpha/1.0.0/download", swapped);
      registry.files.set("/al/ph/alpha", lineOf("alpha", swapped));
      await world.write("Cargo.lock", lockOf({ alpha: sumOf(swapped) }));
      expect(shown(await world.run(FETCH))).toContain("sent another file for alpha");
    });

    it("hears at once that a closed host is closed, and its result names the host", async () => {
      const { world } = await open({
        files: { ".cargo/config.toml": CONFIG.replaceAll(HOST, "closed.test") },
      });
      const result = shown(await world.run(FETCH));
      expect(result).toContain("The network refused closed.test:443");
      expect(result).toContain("allow net.fetch closed.test");
      // Once more is left to what may be a real fault.
      expect(result.match(/spurious network error/g)?.length ?? 0).toBeLessThanOrEqual(1);
    });
  },
);
