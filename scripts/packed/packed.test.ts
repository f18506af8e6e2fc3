import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkTarballs } from "./check-tarballs.ts";
import { packAll } from "./pack-all.ts";
import { publishedPackages } from "./published-packages.ts";
import { stripConditions } from "./strip-conditions.ts";

type Files = Readonly<Record<string, string>>;

const GOOD: Files = {
  "package.json": JSON.stringify({
    name: "@toolplane/good",
    version: "1.2.3",
    license: "Apache-2.0",
    type: "module",
    files: ["bin", "dist"],
    bin: { good: "./bin/good.cjs" },
    exports: {
      ".": {
        "@toolplane/source": "./src/index.ts",
        types: "./dist/index.d.ts",
        default: "./dist/index.js",
      },
    },
  }),
  "README.md": "# Good\n",
  "bin/good.cjs": "#!/usr/bin/env node\n",
  "dist/index.js": "export const good = 1;\n",
  "dist/index.d.ts": "export declare const good = 1;\n",
  "src/index.ts": "export const good = 1;\n",
};

/** Everything that a stranger could not use, and something that only we need. */
const BAD: Files = {
  "package.json": JSON.stringify({
    name: "@toolplane/bad",
    version: "1.2.3",
    type: "module",
    bin: { bad: "./program.cjs" },
    exports: {
      ".": { default: "./dist/index.js" },
      "./gone": { types: "./dist/gone.d.ts", default: "./dist/gone.js" },
    },
    dependencies: { "@toolplane/good": "1.2.2", semver: "^7.0.0" },
  }),
  "program.cjs": "console.log(1);\n",
  "dist/index.js": "export const bad = 1;\n",
  "dist/other.d.ts": "export declare const other = 1;\n",
  "src/index.ts": "export const bad = 1;\n",
};

function openFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-packed-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeAll(folder, files);
  return folder;
}

function writeAll(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    if (path.startsWith("bin/") || path.includes("/bin/")) chmodSync(join(folder, path), 0o755);
  }
}

/** A repository with one package that is published. */
function openRepository(): string {
  const root = openFolder({
    "package.json": JSON.stringify({ private: true, workspaces: ["rooms/*", "lab"] }),
    LICENSE: "The license.\n",
    "lab/package.json": JSON.stringify({ name: "lab", private: true }),
    "rooms/empty/notes.txt": "No package.\n",
  });
  writeAll(join(root, "rooms/good"), GOOD);
  return root;
}

/** A tarball as it might have been packed: whatever is in `files`, and nothing checked. */
function makeTarball(tarball: string, files: Files): void {
  const folder = openFolder({});
  writeAll(join(folder, "package"), files);
  const paths = Object.keys(files).map((path) => `package/${path}`);
  execFileSync("tar", ["czf", tarball, "-C", folder, ...paths]);
}

describe("packing", () => {
  it("finds the packages by the workspaces of the root, without private ones", () => {
    const root = openRepository();
    expect(publishedPackages(root)).toEqual([
      { name: "@toolplane/good", version: "1.2.3", folder: join(root, "rooms/good") },
    ]);
  });

  it("leaves our own conditions out, and entries that have no other", () => {
    const source = "./src/index.ts";
    expect(
      stripConditions({
        name: "x",
        imports: { "#holder": { "@toolplane/tests": "./a.js", default: "./b.js" } },
        exports: {
          ".": { "@toolplane/source": source, types: "./index.d.ts", default: "./index.js" },
          "./nested": { node: { "@toolplane/source": source, default: "./n.js" } },
          "./for-tests": { "@toolplane/source": source },
          "./data.json": "./data.json",
        },
      }),
    ).toEqual({
      name: "x",
      imports: { "#holder": { default: "./b.js" } },
      exports: {
        ".": { types: "./index.d.ts", default: "./index.js" },
        "./nested": { node: { default: "./n.js" } },
        "./data.json": "./data.json",
      },
    });
    expect(stripConditions({ exports: "./index.js" })).toEqual({ exports: "./index.js" });
  });

  it("takes nothing of ours along, changes nothing in the tree, and is checked", async () => {
    const root = openRepository();
    const tarballs = openFolder({});
    await packAll(root, tarballs);
    const file = join(tarballs, "toolplane-good-1.2.3.tgz");
    const manifest = execFileSync("tar", ["xzfO", file, "package/package.json"]);
    expect(JSON.parse(String(manifest)).exports).toEqual({
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    });
    const kept = Object.keys(GOOD).map((path) =>
      readFileSync(join(root, "rooms/good", path), "utf8"),
    );
    expect(kept).toEqual(Object.values(GOOD));

    // In the same folder, because the linters take a second to load.
    makeTarball(join(tarballs, "bad.tgz"), BAD);
    expect(await checkTarballs(tarballs)).toEqual(
      [
        "holds src/index.ts",
        "program.cjs cannot be run",
        "has no README.md",
        "has no LICENSE",
        "needs @toolplane/good 1.2.2 and is 1.2.3 itself",
        'pkg.exports["./gone"].types is ./dist/gone.d.ts but the file does not exist.',
        'pkg.exports["./gone"].default is ./dist/gone.js but the file does not exist.',
        "pkg.bin.bad is ./program.cjs but the file is not executable. It should start with a shebang, e.g. #!/usr/bin/env node.",
        ". as node16-esm: No types",
        "./gone as node16-esm: Resolution failed",
        ". as bundler: No types",
        "./gone as bundler: Resolution failed",
      ].map((fault) => `@toolplane/bad: ${fault}`),
    );
  });
});
