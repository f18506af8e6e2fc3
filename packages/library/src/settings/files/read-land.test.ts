import { describe, expect, it } from "vitest";
import { readConfigFile } from "./read-config-file.ts";

const read = (text: string) =>
  readConfigFile({ layer: "project", kind: "policy", file: "f.jsonc", bytes: Buffer.from(text) });
const withCheck = (fields: string) =>
  `{ "rules": [], "land": { "require": [{ "name": "a", "run": "b", ${fields} }] } }`;

describe("land.require of a rule file", () => {
  it("gives every check with its line", async () => {
    const { required, rules } = await read(`{
  "rules": [],
  "land": {
    "require": [
      { "name": "tests", "run": "npm test", "when": ["src/**"], "within": "5m", "per": "call" },

      // and the types
      { "name": "types", "run": "tsc --noEmit", "keeps": [".cache/**"], },
    ],
  },
}`);
    expect(rules?.rules).toEqual([]);
    expect(required).toEqual([
      {
        name: "tests",
        run: "npm test",
        when: ["src/**"],
        within: "5m",
        per: "call",
        place: "f.jsonc:5",
      },
      { name: "types", run: "tsc --noEmit", keeps: [".cache/**"], place: "f.jsonc:8" },
    ]);
  });

  it.each([
    ["no list", '{"land": {"require": {}}}', "f.jsonc:1:22: ", "a list of checks"],
    ["nothing required", '{"land": {}}', "f.jsonc:1:10: ", "a list of checks"],
    ["another name", '{"land": {"requires": []}}', "f.jsonc:1:11: ", "it has require"],
    ["a text", '{"land": {"require": ["npm test"]}}', "f.jsonc:1:23: ", "a check is {"],
    ["no command", '{"land":{"require":[{"name":"a"}]}}', "f.jsonc:1:21: ", '"run" must be'],
    ["no name", '{"land":{"require":[{"run":"a"}]}}', "f.jsonc:1:21: ", '"name" must be'],
    ["a slip", withCheck('"wen": ["a"]'), "f.jsonc:1:", 'did you mean "when"'],
    ["no time", withCheck('"within": "soon"'), "f.jsonc:1:", '"within" must be'],
    ["a day", withCheck('"within": "24h"'), "f.jsonc:1:", '"within" must be'],
    ["another part", withCheck('"per": "day"'), "f.jsonc:1:", "call, turn, run"],
    ["a glob that leads up", withCheck('"when": ["../x"]'), "f.jsonc:1:", '"../x" is none'],
    ["no glob", withCheck('"when": []'), "f.jsonc:1:", "a list of globs"],
    [
      "one name twice",
      '{"land":{"require":[{"name":"a","run":"b"},\n{"name":"a","run":"c"}]}}',
      "f.jsonc:2:1: ",
      'two checks named "a"',
    ],
    ["name twice", withCheck('"run": "c"'), "f.jsonc:1:", "twice"],
  ])("is refused with its place: %s", async (_, text, where, words) => {
    await expect(read(text)).rejects.toThrow(where);
    await expect(read(text)).rejects.toThrow(words);
  });
});
