import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { checkExports } from "./check-exports.ts";
import { writeTree } from "./source/write-tree.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const entry = "packages/kernel/src/index.ts";

function failuresOf(
  files: Readonly<Record<string, string>>,
  forOthers: Readonly<Record<string, string>> = {},
): readonly string[] {
  const root = writeTree({
    "packages/kernel/package.json": JSON.stringify({
      exports: { ".": { "@toolplane/source": "./src/index.ts" }, "./data": "./data.json" },
    }),
    [entry]: 'export { makeThing, type Thing, other as renamed } from "./thing.ts";\n',
    "packages/kernel/src/thing.ts": "export const makeThing = renamed;",
    "packages/kernel/src/thing.test.ts": "makeThing();",
    ...files,
  });
  roots.push(root);
  return checkExports(root, forOthers).failures;
}

describe("what a package offers", () => {
  it("is used by another package, a program or a page", () => {
    const files = { "packages/host/src/a.ts": "makeThing()", "docs/a.md": "Call `renamed`." };
    const manifest = { "packages/host/package.json": "{}" };
    expect(failuresOf({ ...files, ...manifest })).toEqual([]);
    expect(failuresOf({ "packages/kernel/README.md": "makeThing and renamed" })).toEqual([]);
  });

  it("is stopped when only the package itself uses it; a type is not asked about", () => {
    expect(failuresOf({ "test/a.test.ts": "makeThing();" })).toEqual([
      `${entry} exports renamed, which nothing outside of it uses`,
    ]);
  });

  it("may be there for others, and an excuse must be needed", () => {
    const files = { "test/a.test.ts": "makeThing();" };
    expect(failuresOf(files, { [`${entry} renamed`]: "why" })).toEqual([]);
    expect(failuresOf(files, { [entry]: "why" })).toEqual([]);
    expect(
      failuresOf({ "docs/a.md": "makeThing renamed" }, { [`${entry} renamed`]: "why" }),
    ).toEqual([`${entry} renamed needs no excuse any more`]);
  });
});
