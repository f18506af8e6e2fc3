import { describe, expect, it } from "vitest";
import { createLockBook } from "./lock-book.ts";
import { isLockName } from "./lock-names.ts";
import { readLock } from "./read-lock.ts";

const SHA512 = `sha512-${Buffer.alloc(64, 7).toString("base64")}`;
const HEX512 = `sha512:${Buffer.alloc(64, 7).toString("hex")}`;
const SHA1 = "a".repeat(40);
const SHA256 = "b".repeat(64);
const H1 = `h1:${"A".repeat(43)}=`;

describe("A lock file names packages with the sums of their files", () => {
  it.each([
    [
      "npm, version 3",
      "package-lock.json",
      JSON.stringify({
        lockfileVersion: 3,
        packages: {
          "": { name: "app", version: "1.0.0" },
          "node_modules/a": {
            version: "1.0.0",
            resolved: "https://r.test/a.tgz",
            integrity: SHA512,
          },
          "node_modules/x/node_modules/@s/b": { version: "2.0.0", integrity: SHA512 },
          "node_modules/other": { name: "real", version: "3.0.0", integrity: SHA512 },
          "node_modules/linked": { link: true, resolved: "packages/linked" },
          "node_modules/from-git": { version: "1.0.0", resolved: "git+ssh://git@h.test/x.git" },
        },
      }),
      ["npm a 1.0.0", "npm @s/b 2.0.0", "npm real 3.0.0"],
      [HEX512],
    ],
    [
      "npm, version 1",
      "npm-shrinkwrap.json",
      JSON.stringify({
        dependencies: {
          a: {
            version: "1.0.0",
            integrity: SHA512,
            dependencies: { b: { version: "2.0.0", integrity: SHA512 } },
          },
          alias: { version: "npm:@s/c@3.0.0", integrity: SHA512 },
        },
      }),
      ["npm a 1.0.0", "npm b 2.0.0", "npm @s/c 3.0.0"],
      [HEX512],
    ],
    [
      "pnpm, version 5",
      "pnpm-lock.yaml",
      `lockfileVersion: 5.4\npackages:\n  /a/1.0.0:\n    resolution: {integrity: ${SHA512}}\n  /@s/b/2.0.0_peer@1.0.0:\n    resolution: {integrity: ${SHA512}}\n`,
      ["npm a 1.0.0", "npm @s/b 2.0.0"],
      [HEX512],
    ],
    [
      "pnpm, version 9, behind a document of pnpm's own",
      "pnpm-lock.yaml",
      `---\nlockfileVersion: '9.0'\nimporters: {}\n---\nlockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: {integrity: ${SHA512}}\n  '@s/b@2.0.0':\n    resolution: {integrity: ${SHA512}}\nsnapshots:\n  c@1.0.0: {}\n`,
      ["npm a 1.0.0", "npm @s/b 2.0.0"],
      [HEX512],
    ],
    [
      "pnpm, version 6",
      "pnpm-lock.yaml",
      `lockfileVersion: '6.0'\npackages:\n  /a@1.0.0(b@2.0.0):\n    resolution: {integrity: ${SHA512}}\n`,
      ["npm a 1.0.0"],
      [HEX512],
    ],
    [
      "Yarn 1",
      "yarn.lock",
      `# yarn lockfile v1\n\n\n"@s/b@^2.0.0", "@s/b@~2.0.0":\n  version "2.0.0"\n  resolved "https://r.test/b.tgz#${SHA1}"\n\na@^1.0.0:\n  version "1.0.0"\n  resolved "https://r.test/a.tgz#${SHA1}"\n\n"n@npm:real@1.0.0":\n  version "1.0.0"\n  resolved "https://r.test/r.tgz#${SHA1}"\n`,
      ["npm @s/b 2.0.0", "npm a 1.0.0", "npm real 1.0.0"],
      [`sha1:${SHA1}`],
    ],
    [
      "pip",
      "requirements-dev.txt",
      `# a note\na.B_c[extra]==1.0 \\\n    --hash=sha256:${SHA256}\nopen-ended>=2\nunsummed==1.0\n`,
      ["pypi a-b-c 1.0"],
      [`sha256:${SHA256}`],
    ],
    [
      "poetry",
      "poetry.lock",
      `[[package]]\nname = "A"\nversion = "1.0"\nfiles = [{file = "a.whl", hash = "sha256:${SHA256}"}]\n[[package]]\nname = "g"\nversion = "1.0"\nfiles = [{file = "g.whl", hash = "sha256:${SHA256}"}]\n[package.source]\ntype = "git"\nurl = "https://h.test"\n`,
      ["pypi a 1.0"],
      [`sha256:${SHA256}`],
    ],
    [
      "poetry, before version 2 of its format",
      "poetry.lock",
      `[[package]]\nname = "a"\nversion = "1.0"\n[metadata.files]\na = [{file = "a.whl", hash = "sha256:${SHA256}"}]\n`,
      ["pypi a 1.0"],
      [`sha256:${SHA256}`],
    ],
    [
      "uv",
      "uv.lock",
      `version = 1\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "https://r.test/simple" }\nsdist = { url = "https://f.test/a.tar.gz", hash = "sha256:${SHA256}" }\nwheels = []\n[[package]]\nname = "app"\nversion = "0.1"\nsource = { virtual = "." }\n`,
      ["pypi a 1.0"],
      [`sha256:${SHA256}`],
    ],
    [
      "Cargo",
      "Cargo.lock",
      `version = 3\n[[package]]\nname = "A_b"\nversion = "1.0.0"\nsource = "registry+https://r.test"\nchecksum = "${SHA256}"\n[[package]]\nname = "app"\nversion = "0.1.0"\n`,
      ["cargo a_b 1.0.0"],
      [`sha256:${SHA256}`],
    ],
    ["Go", "go.sum", `m.test/A v1.0.0 ${H1}\nnot a line\n`, ["go m.test/A v1.0.0"], [H1]],
  ])("%s", (_kind, name, text, named, sums) => {
    const files = readLock(name, text);
    const found = files.map((file) => `${file.manager} ${file.name} ${file.version}`);
    expect([...new Set(found)]).toEqual(named);
    for (const file of files) expect(file.sums).toEqual(sums);
  });

  it("Yarn 2 sums archives of its own, so name and version are all that is held", () => {
    const text = `__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  checksum: 10c0/abc\n\n"app@workspace:.":\n  version: 0.0.0\n  resolution: "app@workspace:."\n\n"p@patch:a@1":\n  version: 1.0.0\n  resolution: "p@patch:a@npm%3A1.0.0#x"\n`;
    expect(readLock("yarn.lock", text)).toEqual([
      { manager: "npm", name: "a", version: "1.0.0", sums: [] },
    ]);
  });

  it.each([
    "package-lock.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "poetry.lock",
    "Cargo.lock",
    "go.sum",
  ])("what cannot be read names nothing: %s", (name) => {
    for (const text of ["", "{", "\0\0", "<<<<<<< ours\n", "[1]", "a: &x [*x, *x]"])
      expect(readLock(name, text)).toEqual([]);
  });

  it("only the names of lock files are lock files", () => {
    expect(["package.json", "requirements.in", "a.lock", "constructor"].filter(isLockName)).toEqual(
      [],
    );
  });

  it("a name that is one letter away is noticed, the name itself is not", () => {
    const book = createLockBook(readLock("go.sum", `m.test/lodash v1.0.0 ${H1}`));
    const near = ["m.test/lodahs", "m.test/lodas", "m.test/loodash", "m.test/lodesh"];
    expect(near.map((name) => book.nearTo("go", name))).toEqual(near.map(() => "m.test/lodash"));
    expect(book.nearTo("go", "m.test/other")).toBeUndefined();
    expect(book.nearTo("npm", "m.test/lodas")).toBeUndefined();
  });
});
