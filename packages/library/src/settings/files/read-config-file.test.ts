import { describe, expect, it } from "vitest";
import type { FileKind, FileLayer } from "../declaration/file-kind.ts";
import { readConfigFile } from "./read-config-file.ts";

function read(text: string, layer: FileLayer = "global", kind: FileKind = "config") {
  return readConfigFile({ layer, kind, file: "f.jsonc", bytes: Buffer.from(text) });
}

describe("a configuration file", () => {
  it("takes comments and trailing commas, and keeps the line of everything", async () => {
    const { values, rules } = await read(
      `// mine
{
  "$schema": "./config.schema.json",
  /* two
     lines */ "mode": "ask", // here
  "tools": {
    "grep": { "maxMatches": 5, },
  },
  "rules": [
    // { "permission": "not", "pattern": "this", "action": "one" },
    { "permission": "bash", "pattern": "echo // no comment, }", "action": "ask", },

    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
  ],
}
`,
    );
    expect(values.mode).toEqual({ value: "ask", line: 5 });
    expect(values.tools).toMatchObject({ line: 6, toolLines: { grep: 7 } });
    expect(rules).toMatchObject({
      scope: "manifest",
      file: "f.jsonc",
      lines: [11, 13],
      rules: [{ pattern: "echo // no comment, }" }, { action: "deny" }],
    });
  });

  it("of a project cannot hold secrets, and says so by name", async () => {
    const text = '{ "secrets": { "T": { "for": ["a.example"], "as": "bearer" } } }';
    await expect(read(text, "project")).rejects.toThrow(/a project cannot set "secrets"/);
    expect((await read(text)).values.secrets).toMatchObject({ line: 1 });
    await expect(read('{ "secrets": { "T": "the value itself" } }')).rejects.toThrow(
      /"secrets" must/,
    );
  });

  it("may be the bare list where it holds rules only", async () => {
    const text = '\n[{ "permission": "bash", "pattern": "x", "action": "ask" }]';
    const { rules } = await read(text, "project", "policy");
    expect(rules).toMatchObject({ scope: "project", lines: [2] });
  });

  it.each([
    ["a name written twice", '{\n "mode": "ask",\n "mode": "yolo" }', "f.jsonc:3:2", "twice"],
    ["one hidden by an escape", '{"mode":"ask","m\\u006fde":"yolo"}', "f.jsonc:1:15", "twice"],
    ["one deep inside", '{"tools":{"a":{"b":1,"b":2}}}', "f.jsonc:1:22", "twice"],
    ["a prototype", '{"tools":{"__proto__":{}}}', "f.jsonc:1:11", "no name"],
    ["an unknown name", '{\n  "moed": "ask"}', "f.jsonc:2:3", 'did you mean "mode"'],
    ["a far name", '{"colour": 1}', "f.jsonc:1:2", "there are rules, land, profile, preset, mode"],
    ["a wrong choice", '{"mode": "auto"}', "f.jsonc:1:10", '"ask", "allowlist", "yolo"'],
    ["a text for a switch", '{"contained": "no"}', "f.jsonc:1:15", "true or false"],
    ["a bound of nothing", '{"viewFiles": 0}', "f.jsonc:1:15", "from 1 to"],
    ["a place above", '{"backgroundWrites": ["../x"]}', "f.jsonc:1:22", "below the workspace"],
    ["the whole workspace", '{"backgroundWrites": ["./"]}', "f.jsonc:1:22", "below the workspace"],
    ["a fraction", '{"keepDays": 1.5}', "f.jsonc:1:14", "whole number"],
    ["a number that is none", '{"keepDays": 1e999}', "f.jsonc:1:14", "too large"],
    ["half a character", '{"allowlist": ["\\ud800"]}', "f.jsonc:1:16", "half a character"],
    ["a tool that is no object", '{"tools": {"bash": false}}', "f.jsonc:1:20", "object"],
    ["rules that are no list", '{"rules": {}}', "f.jsonc:1:11", "list of rules"],
    ["a list", "[]", "f.jsonc:1:1", "an object is expected"],
    ["nothing", "", "f.jsonc:1:1", "value is expected"],
    ["text after the end", "{} {}", "f.jsonc:1:4", "nothing may follow"],
    ["single quotes", "{'mode': 1}", "f.jsonc:1:2", "double quotes"],
    ["a missing comma", '{"mode": "ask" "contained": true}', "f.jsonc:1:16", "comma"],
    ["two commas", '{"allowlist": ["a",,]}', "f.jsonc:1:20", "value is expected"],
    ["a comment without end", "{} /* ", "f.jsonc:1:4", "does not end"],
  ])("is refused with its place: %s", async (_, text, where, words) => {
    await expect(read(text)).rejects.toThrow(`${where}: `);
    await expect(read(text)).rejects.toThrow(words);
  });

  it("is refused when it is nested without end, or is no UTF-8", async () => {
    await expect(read("[".repeat(500_000))).rejects.toThrow(/nested|expected/);
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    await expect(
      readConfigFile({ layer: "global", kind: "config", file: "f.jsonc", bytes }),
    ).rejects.toThrow("not UTF-8");
  });

  it("holds rules only where it is the policy", async () => {
    await expect(read('{"mode":"ask","rules":[]}', "global", "policy")).rejects.toThrow(
      "belongs into config.jsonc",
    );
  });
});

describe("a project's file", () => {
  it("can ask for more care about what was read, not for less", async () => {
    expect((await read('{"flow": "wary"}', "project")).values.flow?.value).toBe("wary");
    await expect(read('{"flow": "off"}', "project")).rejects.toThrow(
      "f.jsonc:1:10: a project can ask for more care, not for less",
    );
    expect((await read('{"flow": "off"}')).values.flow?.value).toBe("off");
  });

  it.each([
    "preset",
    "mode",
    "allowlist",
    "sandbox",
    "contained",
    "defaultPolicy",
    "projectApprovals",
    "keepDays",
    "keepMegabytes",
    "caps",
    "hooks",
    "watchdog",
  ])("cannot set %s, and says whose it is", async (name) => {
    const text = `{\n  "${name}": null }`;
    await expect(read(text, "project")).rejects.toThrow(
      `f.jsonc:2:3: a project cannot set "${name}"; it is yours to say`,
    );
  });

  it.each([
    ["switch a tool on", '{"bash":{"enabled":true}}', "off, not on"],
    ["say it is on in another way", '{"bash":{"enabled":"false"}}', "off, not on"],
    [
      "name services and variables",
      '{"web_search":{"providers":[{"kind":"json","url":"https://x.test","headers":{"a":{"env":"TOKEN"}}}]}}',
      '"providers" is yours',
    ],
    ["give a text", '{"anything":{"url":"https://x.test"}}', '"url" is yours'],
  ])("cannot %s", async (_, tools, words) => {
    await expect(read(`{"tools":${tools}}`, "project")).rejects.toThrow(words);
  });

  it("can switch a tool off, set numbers, and narrow a search", async () => {
    const tools = {
      bash: { enabled: false },
      grep: { maxMatches: 5 },
      code_search: { include: "s" },
    };
    const { values } = await read(JSON.stringify({ tools }), "project");
    expect(values.tools?.value).toEqual(tools);
  });
});
