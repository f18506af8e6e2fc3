import { execFileSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkManifests } from "./check-manifests.ts";
import { checkRelease } from "./check-release.ts";
import type { ListedPackage } from "./list-tarballs.ts";
import { prepareRelease } from "./prepare-release.ts";
import { inOrder } from "./publish-all.ts";
import { readChanges } from "./read-changes.ts";

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

/** A repository with the settings of this one: two packages that are published, and one that is not. */
function openRepository(changes: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-release-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const writeJson = (path: string, value: unknown): void =>
    write(path, `${JSON.stringify(value, null, 2)}\n`);
  writeJson("package.json", { private: true, name: "root", workspaces: ["rooms/*"] });
  writeJson("package-lock.json", {});
  const needs = { "@toolplane/low": "0.1.0", zod: "^4.0.0" };
  writeJson("rooms/high/package.json", {
    name: "toolplane",
    version: "0.1.0",
    dependencies: needs,
  });
  writeJson("rooms/low/package.json", { name: "@toolplane/low", version: "0.1.0" });
  writeJson("rooms/inner/package.json", {
    name: "@toolplane/inner",
    version: "0.1.0",
    private: true,
    dependencies: needs,
  });
  write(
    "CHANGELOG.md",
    "# Changelog\n\n## [Unreleased]\n\nNone.\n\n## [0.1.0] - 2026-01-01\n\nFirst.\n",
  );
  for (const [name, summary] of Object.entries(changes))
    write(`.changeset/${name}.md`, `---\n"toolplane": minor\n---\n\n${summary}\n`);
  write(".changeset/config.json", readFileSync(join(root, ".changeset/config.json"), "utf8"));
  return folder;
}

describe("the next version", () => {
  it("is one for all packages, with a section in the changelog", async () => {
    const folder = openRepository({
      "brave-cats": "Fixed: `read` of an empty file.",
      "calm-dogs": "Added: `toolplane bark`\nand its option.",
      "dry-fish": "Added: `toolplane swim`.",
    });
    expect(await prepareRelease(folder, "2026-01-31")).toEqual({ version: "0.2.0" });
    expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toBe(`# Changelog

## [Unreleased]

None.

## [0.2.0] - 2026-01-31

### Added

- \`toolplane bark\`
  and its option.
- \`toolplane swim\`.

### Fixed

- \`read\` of an empty file.

## [0.1.0] - 2026-01-01

First.
`);
    const manifest = (name: string) =>
      JSON.parse(readFileSync(join(folder, "rooms", name, "package.json"), "utf8"));
    const needs = { "@toolplane/low": "0.2.0", zod: "^4.0.0" };
    expect(manifest("high")).toMatchObject({ version: "0.2.0", dependencies: needs });
    expect(manifest("low")).toMatchObject({ version: "0.2.0" });
    // A package that is not published keeps its version, and needs the others as they are now.
    expect(manifest("inner")).toMatchObject({ version: "0.1.0", dependencies: needs });
    expect(readdirSync(join(folder, ".changeset"))).toEqual(["config.json"]);
    expect(readdirSync(join(folder, "rooms/high"))).toEqual(["package.json"]);
  });

  it("is not made of nothing, nor of a change without a heading", async () => {
    expect(await prepareRelease(openRepository({}), "2026-01-31")).toEqual({
      faults: ["no change waits in .changeset"],
    });
    const folder = openRepository({ "odd-hats": "Nicer hats." });
    expect(await prepareRelease(folder, "2026-01-31")).toEqual({
      faults: [".changeset/odd-hats.md does not begin with a heading of the changelog"],
    });
    expect(readdirSync(join(folder, ".changeset"))).toContain("odd-hats.md");
  });

  it("can be made of all that waits here", () => {
    expect(readChanges(root).filter(({ heading }) => heading === null)).toEqual([]);
  });
});

describe("a release", () => {
  it("is in order here, but for what only the workflow has", () => {
    expect(checkRelease(root, { tag: null, isDry: true })).toEqual([]);
    expect(checkRelease(root, { tag: "v9.9.9", isDry: true })).toEqual([
      expect.stringContaining("the tag is v9.9.9"),
    ]);
    expect(checkRelease(root, { tag: null, isDry: false })).toContainEqual(
      expect.stringContaining("releases are made by the workflow"),
    );
  });

  it("needs exact versions of our packages and ranges of others, and says where it comes from", () => {
    const folder = openRepository({});
    const manifest = {
      name: "toolplane",
      version: "0.1.0",
      keywords: ["tools"],
      homepage: "https://github.com/toolplane/toolplane#readme",
      bugs: "https://github.com/toolplane/toolplane/issues",
      repository: {
        type: "git",
        url: "git+https://github.com/toolplane/toolplane.git",
        directory: "rooms/high",
      },
      dependencies: { "@toolplane/low": "^0.1.0", zod: "4.0.0", diff: "^9.0.0" },
      devDependencies: { "@toolplane/low": "0.1.0", ajv: "8.0.0" },
      peerDependencies: { ai: "*" },
    };
    writeFileSync(join(folder, "rooms/high/package.json"), JSON.stringify(manifest));
    expect(checkManifests(folder)).toEqual([
      "toolplane: needs @toolplane/low ^0.1.0 and is 0.1.0 itself",
      "toolplane: needs zod 4.0.0, which is no range like ^1.2.3",
      "toolplane: needs ai *, which is no range like ^1.2.3",
      expect.stringContaining('@toolplane/low: repository is not {"type":"git"'),
      "@toolplane/low: homepage is not the README",
      "@toolplane/low: bugs does not name the issues",
      "@toolplane/low: has no keywords",
    ]);
  });

  it("holds nothing that a test run built, and all that people start", () => {
    // Something is there, whichever tests have run before this one.
    const planted = join(
      dirname(process.env.TOOLPLANE_TEST_PROGRAM ?? ""),
      `planted-${process.pid}.js`,
    );
    mkdirSync(dirname(planted), { recursive: true });
    writeFileSync(planted, "");
    onTestFinished(() => rmSync(planted));
    // Packing takes half a second of processor time for each package: those are asked that have something of a test run.
    const holding = globSync("packages/*/dist/tests", { cwd: root }).map((path) =>
      path.replace("/dist/tests", ""),
    );
    expect(holding.map((path) => join(root, path, "dist/tests"))).toContain(dirname(planted));
    const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    for (const each of holding) words.push("--workspace", each);
    const said = execFileSync("npm", words, { cwd: root, encoding: "utf8", stdio: "pipe" });
    // npm 11 gives a list, later ones an object by name.
    const packed: readonly Packed[] = Object.values(JSON.parse(said));
    const paths = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name} ${path}`));
    expect(paths).toContain("@toolplane/cli bin/toolplane.cjs");
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
