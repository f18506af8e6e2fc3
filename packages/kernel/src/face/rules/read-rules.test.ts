import { describe, expect, it } from "vitest";
import { readRules } from "./read-rules.ts";

const at = { file: "policy.json", scope: "project" } as const;

describe("readRules", () => {
  it("reads a list and keeps the line of every rule", () => {
    const text = `[
  {"permission": "fs.read", "pattern": "**/.env", "action": "deny"},

  {
    "permission": "bash", "pattern": "git { [ *", "action": "ask"
  }
]
`;
    expect(readRules(text, at)).toEqual({
      scope: "project",
      file: "policy.json",
      rules: [
        { permission: "fs.read", pattern: "**/.env", action: "deny" },
        { permission: "bash", pattern: "git { [ *", action: "ask" },
      ],
      lines: [2, 4],
    });
  });

  it("reads an object with a list of rules, a byte order mark before it", () => {
    const text = `\uFEFF{"$schema": "x", "rules": [\n{"permission": "*", "pattern": "*", "action": "ask"}]}`;
    expect(readRules(text, at)).toMatchObject({ lines: [2], rules: [{ permission: "*" }] });
  });

  it.each([
    ["a name written twice", '[{"permission":"bash","action":"deny","action":"allow"}]', /action/],
    ["an unknown name beside the rules", '{"rules":[],"mode":"yolo"}', /unknown name "mode"/],
    ["rules that are no list", '{"rules":{}}', /must be a list/],
    ["text after the list", "[] []", /./],
    ["no JSON at all", "deny everything", /./],
    ["an empty file", "", /./],
  ])("refuses %s and names the file", (_name, text, message) => {
    expect(() => readRules(text, at)).toThrow(message);
    expect(() => readRules(text, at)).toThrow(/policy\.json/);
  });
});
