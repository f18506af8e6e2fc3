import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "@toolplane/contract";
import { EVERY_TOOL } from "@toolplane/tools";
import { afterEach, describe, expect, it } from "vitest";
import { checkTools } from "./check-tools.ts";
import { writeTree } from "./source/write-tree.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const tool = defineTool({
  id: "word_count",
  description: "Counts words.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  requires: {},
  execute: async () => 1,
});
const FOLDER = "packages/tools/src/word-count";
const WHOLE = {
  [`${FOLDER}/word-count-tool.ts`]: "export const wordCountTool = 1;\n",
  [`${FOLDER}/word-count-tool.test.ts`]:
    'import { describeToolConformance } from "@toolplane/testkit";\nimport { wordCountTool } from "./word-count-tool.ts";\ndescribeToolConformance({ describe, it }, { tool: wordCountTool });\n',
  [`${FOLDER}/examples.json`]: '[{ "text": "one two" }]\n',
};

function failuresOf(changes: Readonly<Record<string, string | null>>): readonly string[] {
  const files = Object.entries({ ...WHOLE, ...changes }).flatMap(([path, text]) =>
    text === null ? [] : [[path, text] as const],
  );
  const root = writeTree(Object.fromEntries(files));
  roots.push(root);
  return checkTools(root, [tool]).failures;
}

describe("checkTools", () => {
  it("passes a folder with source, test, conformance run and examples", () => {
    expect(failuresOf({})).toEqual([]);
  });

  it("passes the tools of this repository", () => {
    expect(checkTools(join(import.meta.dirname, ".."), EVERY_TOOL).failures).toEqual([]);
  });

  it.each([
    {
      what: "no source",
      changes: { [`${FOLDER}/word-count-tool.ts`]: null },
      says: `tool word_count has no source: ${FOLDER}/word-count-tool.ts is missing`,
    },
    {
      what: "no test",
      changes: { [`${FOLDER}/word-count-tool.test.ts`]: null },
      says: `tool word_count has no test: ${FOLDER}/word-count-tool.test.ts is missing`,
    },
    {
      what: "a test that only speaks of the suite",
      changes: {
        [`${FOLDER}/word-count-tool.test.ts`]:
          'import { wordCountTool } from "./word-count-tool.ts";\n// describeToolConformance(\nit("runs", () => wordCountTool);\n',
      },
      says: `tool word_count has no conformance run: call describeToolConformance of @toolplane/testkit in ${FOLDER}/word-count-tool.test.ts`,
    },
    {
      what: "a test of another tool",
      changes: {
        [`${FOLDER}/word-count-tool.test.ts`]:
          'import { readTool } from "../read/read-tool.ts";\ndescribeToolConformance({ describe, it }, { tool: readTool });\n',
      },
      says: `tool word_count has no conformance run: call describeToolConformance of @toolplane/testkit in ${FOLDER}/word-count-tool.test.ts`,
    },
    {
      what: "no examples",
      changes: { [`${FOLDER}/examples.json`]: null },
      says: `tool word_count has no example: ${FOLDER}/examples.json holds a list of calls, one at least`,
    },
    {
      what: "an empty list of examples",
      changes: { [`${FOLDER}/examples.json`]: "[]" },
      says: `tool word_count has no example: ${FOLDER}/examples.json holds a list of calls, one at least`,
    },
    {
      what: "an example that its schema refuses",
      changes: { [`${FOLDER}/examples.json`]: '[{ "text": "a" }, { "text": 1 }]' },
      says: `${FOLDER}/examples.json: call 2 is not one that word_count takes: /text must be string`,
    },
    {
      what: "a tool in no preset",
      changes: { "packages/tools/src/lost/lost-tool.ts": "export const lostTool = 1;\n" },
      says: "packages/tools/src/lost holds a tool that stands in no preset",
    },
  ])("refuses $what", ({ changes, says }) => {
    expect(failuresOf(changes)).toEqual([says]);
  });
});
