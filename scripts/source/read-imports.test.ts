import { describe, expect, it } from "vitest";
import { COMPUTED_SPECIFIER, readImports } from "./read-imports.ts";
import { tokenize } from "./tokenize.ts";

const read = (source: string) =>
  readImports(tokenize(source)).map(
    ({ specifier, kind, typeOnly, line }) =>
      `${line} ${kind}${typeOnly ? " type" : ""} ${specifier}`,
  );

describe("readImports", () => {
  it("reads every static form", () => {
    expect(
      read(`import "side";
import a, { b as from } from "named";
import type { C } from "typed";
import { type D } from "inline";
import type from "default-called-type";
import * as e from "star";
import data from "./x.json" with { type: "json" };
export { f } from "again";
export type { G } from "again-typed";
export * from "all";
export * as h from "all-named";`),
    ).toEqual([
      "1 import side",
      "2 import named",
      "3 import type typed",
      "4 import inline",
      "5 import default-called-type",
      "6 import star",
      "7 import ./x.json",
      "8 export again",
      "9 export type again-typed",
      "10 export-star all",
      "11 export-star all-named",
    ]);
  });

  it("reads imports in expressions and in types", () => {
    expect(
      read(`type A = import("types").A;
const b = await import("lazy");
const c = await import(\`./plain\`);
const d = await import(\`./\${name}\`);
const e = await import(path);
const f = require("old");`),
    ).toEqual([
      "1 dynamic types",
      "2 dynamic lazy",
      "3 dynamic ./plain",
      `4 dynamic ${COMPUTED_SPECIFIER}`,
      `5 dynamic ${COMPUTED_SPECIFIER}`,
      "6 dynamic old",
    ]);
  });

  it("is not fooled by text that only looks like an import", () => {
    expect(
      read(`// import "comment";
const text = 'import "string"';
const template = \`export * from "template" \${x} import "template"\`;
const regex = /import "regex"/;
const here = import.meta.url;
const key = { import: "key", require: "key" };
loader.import("member"); loader?.require("member");
export const list = ["a"];
export { list as other };
export default { from: "b" };`),
    ).toEqual([]);
  });
});
