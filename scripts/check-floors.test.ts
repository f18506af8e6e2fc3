import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { checkFloors } from "./check-floors.ts";
import { readFloors } from "./floors/floors.ts";
import { writeTree } from "./source/write-tree.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const MANIFESTS = {
  "package.json": JSON.stringify({ devDependencies: { vitest: "5.1.0" } }),
  "packages/contract/package.json": "{}",
  "packages/kernel/package.json": JSON.stringify({
    dependencies: { "@toolplane/contract": "0.1.0", ajv: "8.20.0" },
    devDependencies: { "@toolplane/testkit": "0.1.0" },
    exports: { ".": {} },
  }),
  "packages/testkit/package.json": JSON.stringify({
    dependencies: { "@toolplane/contract": "0.1.0", "@toolplane/kernel": "0.1.0" },
  }),
  "packages/console/package.json": JSON.stringify({
    dependencies: { "@toolplane/contract": "0.1.0" },
  }),
};

function failuresOf(files: Readonly<Record<string, string>>): readonly string[] {
  const floors = JSON.stringify(readFloors(join(import.meta.dirname, "..")));
  const root = writeTree({ "floors.json": floors, ...MANIFESTS, ...files });
  roots.push(root);
  return checkFloors(root).failures;
}

describe("checkFloors", () => {
  it("passes a tree that obeys", () => {
    expect(
      failuresOf({
        "packages/contract/src/index.ts": 'export * from "./tool.ts";\n',
        "packages/contract/src/tool.ts": "export interface Tool { fetch(url: string): void }\n",
        "packages/kernel/src/index.ts": 'export { run } from "./pipeline/run.ts";\n',
        "packages/kernel/src/pipeline/run.ts":
          'import { createHash } from "node:crypto";\nimport { match } from "../policy/match.ts";\nimport { keep } from "../record/keep.ts";\nexport const run = [createHash, match, keep];\n',
        "packages/kernel/src/policy/match.ts":
          'import type { Tool } from "@toolplane/contract";\nimport Ajv from "ajv/dist/2020.js";\nexport const match = (tool: Tool) => [tool, Ajv];\n',
        "packages/kernel/src/policy/match.test.ts":
          'import { readFileSync } from "node:fs";\nimport { it } from "vitest";\nit(String(readFileSync), () => { setTimeout(() => {}, 0); });\n',
        "packages/kernel/src/policy/clock.test.ts":
          'import { clock } from "@toolplane/testkit";\nimport { rows } from "./rows.fixture.ts";\nit(rows, clock);\n',
        "packages/kernel/src/policy/rows.fixture.ts": 'export const rows = "rows";\n',
        "packages/kernel/src/record/keep.ts":
          'import { match } from "../policy/match.ts";\nexport const keep = match;\n',
        "packages/testkit/src/index.ts": 'export { run } from "@toolplane/kernel";\n',
        "test/road/a.test.ts":
          'import { run } from "@toolplane/kernel";\nimport { rows } from "@toolplane/kernel/fixtures";\nit(rows, run);\n',
        "test/host/files/a.test.ts":
          'import { match } from "@toolplane/kernel/inside";\nit("matches", match);\n',
      }),
    ).toEqual([]);
  });

  it.each([
    {
      what: "a package below importing one above",
      path: "packages/contract/src/a.ts",
      text: 'import type { Run } from "@toolplane/kernel";',
      says: "contract may not import kernel (it may import no sibling)",
    },
    {
      what: "source importing what only its tests may",
      path: "packages/kernel/src/policy/a.ts",
      text: 'import { clock } from "@toolplane/testkit";',
      says: "kernel may not import testkit (it may import readings, contract)",
    },
    {
      what: "a test importing what is not built on its package",
      path: "packages/kernel/src/policy/a.test.ts",
      text: 'import { createHost } from "@toolplane/host";',
      says: "kernel may not import host (it may import readings, contract, testkit)",
    },
    {
      what: "source importing a fixture",
      path: "packages/kernel/src/policy/a.ts",
      text: 'import { rows } from "./rows.fixture.ts";',
      says: '"./rows.fixture.ts" is for tests: source may not import it',
    },
    {
      what: "a package importing itself by name",
      path: "packages/kernel/src/policy/a.ts",
      text: 'import { run } from "@toolplane/kernel";',
      says: "kernel may not import kernel (it may import readings, contract)",
    },
    {
      what: "an undeclared dependency, in a type",
      path: "packages/kernel/src/schema/a.ts",
      text: 'export type Z = import("zod").ZodType;',
      says: '"zod" is not declared in packages/kernel/package.json',
    },
    {
      what: "a development dependency outside a test",
      path: "packages/kernel/src/schema/a.ts",
      text: 'import { it } from "vitest";',
      says: '"vitest" is not declared in packages/kernel/package.json',
    },
    {
      what: "a path that leaves its package",
      path: "packages/kernel/src/policy/a.ts",
      text: 'export { tool } from "../../../contract/src/tool.ts";',
      says: '"../../../contract/src/tool.ts" leaves packages/kernel/src/: import the package by its name',
    },
    {
      what: "a deep import into a sibling",
      path: "packages/testkit/src/a.ts",
      text: 'const x = await import("@toolplane/kernel/src/policy/match.ts");',
      says: '"@toolplane/kernel/src/policy/match.ts" reaches into kernel past its exports',
    },
    {
      what: "a test at the root that reaches into a package",
      path: "test/road/a.test.ts",
      text: 'const x = await import("../../packages/kernel/src/policy/match.ts");',
      says: '"../../packages/kernel/src/policy/match.ts" reaches into packages/kernel/src: import a public entry, or @toolplane/kernel/inside',
    },
    {
      what: "a node: module in contract",
      path: "packages/contract/src/a.ts",
      text: 'import { createHash } from "node:crypto";',
      says: '"node:crypto" is not for contract, which may use no node: module',
    },
    {
      what: "an I/O module in kernel",
      path: "packages/kernel/src/policy/a.ts",
      text: 'import type { Stats } from "node:fs";',
      says: '"node:fs" is not for kernel, which may use only node:crypto, node:module, node:util',
    },
    {
      what: "a builtin without its prefix",
      path: "packages/kernel/src/policy/a.ts",
      text: 'import { createHash } from "crypto";',
      says: 'write "node:crypto", not "crypto"',
    },
    {
      what: "a forbidden global",
      path: "packages/kernel/src/policy/a.ts",
      text: "export const now = (): number => Date.now();",
      says: "kernel may not use Date.now: take it as an argument",
    },
    {
      what: "a leaf importing a leaf, as a type",
      path: "packages/kernel/src/policy/a.ts",
      text: 'import type { Schema } from "../schema/b.ts";',
      says: "policy/ is a leaf and may not import schema/",
    },
    {
      what: "a middle folder importing one that is not listed",
      path: "packages/kernel/src/approval/a.ts",
      text: 'import { b } from "../record/b.ts";',
      says: "approval/ may import leaves only, not record/ (floors.json lists exceptions)",
    },
    {
      what: "ground that stands on something",
      path: "packages/kernel/src/digest/a.ts",
      text: 'import { b } from "../policy/b.ts";',
      says: "digest/ is ground and may not import policy/",
    },
    {
      what: "a top importing a later one",
      path: "packages/kernel/src/pipeline/a.ts",
      text: 'import { b } from "../face/b.ts";',
      says: "only src/index.ts and later tops import face/",
    },
    {
      what: "a folder importing the pipeline",
      path: "packages/kernel/src/session/a.ts",
      text: 'import { b } from "../pipeline/b.ts";',
      says: "only src/index.ts and later tops import pipeline/",
    },
    {
      what: "a command importing another command",
      path: "packages/cli/src/commands/mcp/a.ts",
      text: 'import { b } from "../serve/b.ts";',
      says: "commands/mcp/ may not import commands/serve/: what both need lies in a folder below commands/",
    },
    {
      what: "a folder importing the entry",
      path: "packages/kernel/src/session/a.ts",
      text: 'import { b } from "../index.ts";',
      says: "the entry src/index.ts is for other packages, not for this package's own files",
    },
    {
      what: "a file beside the entry",
      path: "packages/kernel/src/session/a.ts",
      text: 'import { b } from "../shared.ts";',
      says: "src/shared.ts stands on no floor: put it into a folder",
    },
    {
      what: "a folder without a floor",
      path: "packages/kernel/src/pipeline/a.ts",
      text: 'import { b } from "../extra/b.ts";',
      says: "folder extra/ has no floor in floors.json",
    },
    {
      what: "export * outside contract",
      path: "packages/testkit/src/index.ts",
      text: 'export * from "./a.ts";',
      says: 'export * from "./a.ts": packages export by name (floors.json names those that may use export *)',
    },
    {
      what: "a computed import",
      path: "packages/testkit/src/a.ts",
      text: "export const load = (name: string) => import(name);",
      says: "a computed import() hides its target from this check",
    },
    {
      what: "a page importing what its server may",
      path: "packages/console/src/page/a.ts",
      text: 'import { createKernel } from "@toolplane/kernel";',
      says: "console may not import kernel (it may import readings, contract)",
    },
  ])("refuses $what", ({ path, text, says }) => {
    expect(failuresOf({ [path]: `// line one\n${text}\n` })).toEqual([`${path}:2 ${says}`]);
  });

  it("refuses a ring, type imports included", () => {
    expect(
      failuresOf({
        "packages/contract/src/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\n',
        "packages/contract/src/b.ts": 'import type { C } from "./c.ts";\nexport type B = C;\n',
        "packages/contract/src/c.ts": 'export type C = import("./a.ts").A;\n',
      }),
    ).toEqual([
      "import ring: packages/contract/src/a.ts -> packages/contract/src/b.ts -> packages/contract/src/c.ts -> packages/contract/src/a.ts",
    ]);
  });

  it("refuses a ring of folders at any depth, type imports included", () => {
    expect(
      failuresOf({
        "packages/kernel/src/schema/engine/a.ts":
          'import type { B } from "./part/b.ts";\nexport type A = B;\n',
        "packages/kernel/src/schema/engine/part/b.ts":
          'import type { C } from "../c.ts";\nexport type B = C;\n',
        "packages/kernel/src/schema/engine/c.ts": "export type C = 1;\n",
      }),
    ).toEqual([
      "folder ring: packages/kernel/src/schema/engine -> packages/kernel/src/schema/engine/part -> packages/kernel/src/schema/engine",
    ]);
  });

  it("refuses a package that floors.json does not know", () => {
    expect(failuresOf({ "packages/extra/src/index.ts": "export {};\n" })).toEqual([
      "packages/extra has no floor in floors.json",
    ]);
  });
});
