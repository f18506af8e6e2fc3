// Whether a checkout runs its sources or what was built of them: never what is older than a source.
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const program = "../../../packages/cli/bin/is-built.cjs";
const isBuilt = createRequire(import.meta.url)(program) as (checkout: string) => boolean;

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "toolplane-built-"));
  for (const file of ["one/src/deep/a.ts", "one/src/b.ts", "two/src/c.ts", "three/package.json"])
    put(`packages/${file}`);
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function put(file: string): string {
  const path = join(checkout, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  return path;
}

/** Built after everything that is there now, and before whatever comes. */
function build(): void {
  const mark = put("node_modules/.toolplane-built");
  const began = (statSync(mark).ctimeMs + 1) / 1_000;
  utimesSync(mark, began, began);
  // Times of entries are the file system's own and cannot be set: the next change must be later than the mark.
  while (statSync(put("node_modules/later")).ctimeMs / 1_000 <= began);
}

describe("a checkout", () => {
  it("runs what was built where nothing changed since", () => {
    expect(isBuilt(checkout)).toBe(false);
    build();
    expect(isBuilt(checkout)).toBe(true);
    put("packages/one/src/b.ts");
    expect(isBuilt(checkout)).toBe(false);
  });

  it.each([
    ["one that changed", () => put("packages/one/src/deep/a.ts")],
    ["one that is new", () => put("packages/two/src/new.ts")],
    ["one that is gone", () => rmSync(join(checkout, "packages/one/src/deep/a.ts"))],
    [
      "one whose text says that it is older",
      () => utimesSync(join(checkout, "packages/two/src/c.ts"), 1, 1),
    ],
    ["a build that did not end", () => rmSync(join(checkout, "node_modules/.toolplane-built"))],
  ])("runs its sources after %s", (_, change) => {
    build();
    change();
    expect(isBuilt(checkout)).toBe(false);
  });

  it("does not mind a test that changed", () => {
    put("packages/one/src/deep/a.test.ts");
    build();
    writeFileSync(join(checkout, "packages/one/src/deep/a.test.ts"), "// changed");
    expect(isBuilt(checkout)).toBe(true);
  });
});
