import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { checkVersions } from "./check-versions.ts";
import type { ListedPackage } from "./list-tarballs.ts";
import { inOrder } from "./publish-all.ts";

const root = join(import.meta.dirname, "../..");
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: unknown;
  readonly strategy?: { readonly matrix: unknown };
  readonly steps: readonly { readonly run?: string }[];
}

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const workflow = (name: string): Workflow =>
  load(readFileSync(join(root, ".github/workflows", name), "utf8")) as Workflow;

const listed = (name: string, needs: readonly string[]): ListedPackage => ({
  name,
  needs,
  version: "1.0.0",
  tarball: "",
  files: [],
  settings: [],
  packedBytes: 0,
  bytes: 0,
});

describe("a release", () => {
  it("is in order here, but for what only the workflow has", () => {
    expect(checkVersions(root, { tag: null, isDry: true })).toEqual([]);
    expect(checkVersions(root, { tag: "v9.9.9", isDry: true })).toEqual([
      expect.stringContaining("the tag is v9.9.9"),
    ]);
    expect(checkVersions(root, { tag: null, isDry: false })).toContainEqual(
      expect.stringContaining("releases are made by the workflow"),
    );
  });

  it("holds nothing that a test run built, and all that people start", () => {
    // Packing takes half a second of processor time for each package: those are asked that have something of a test run.
    const holding = globSync("packages/*/dist/tests", { cwd: root }).map((path) =>
      path.replace("/dist/tests", ""),
    );
    expect(holding).toContain("packages/cli");
    const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    for (const each of holding) words.push("--workspace", each);
    const said = execFileSync("npm", words, { cwd: root, encoding: "utf8", stdio: "pipe" });
    // npm 11 gives a list, later ones an object by name.
    const packed: readonly Packed[] = Object.values(JSON.parse(said));
    const paths = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name} ${path}`));
    expect(paths).toContain("toolplane bin/toolplane.cjs");
    expect(paths.filter((path) => / dist\/tests\//.test(path))).toEqual([]);
  });

  it("publishes what others need before them", () => {
    const order = inOrder([listed("a", ["b", "zod"]), listed("c", []), listed("b", ["c"])]);
    expect(order.map(({ name }) => name)).toEqual(["c", "b", "a"]);
    expect(() => inOrder([listed("a", ["b"]), listed("b", ["a"])])).toThrow(/need each other/);
  });

  it("is made by workflows that run the gate, and may write nothing else", () => {
    const ci = workflow("ci.yml");
    expect(ci.jobs.gate?.strategy?.matrix).toEqual({
      os: ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15"],
    });
    const release = workflow("release.yml");
    for (const { permissions, jobs } of [ci, release]) {
      expect(permissions).toEqual({ contents: "read" });
      const runs = jobs.gate?.steps.map(({ run }) => run);
      expect(runs).toContain("bash .ci/run");
    }
    expect(release.jobs.publish?.needs).toBe("gate");
    expect(release.jobs.publish?.permissions).toEqual({ contents: "read", "id-token": "write" });
  });
});
