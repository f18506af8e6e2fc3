import { describe, expect, it } from "vitest";
import { completeRules } from "./complete-rules.ts";

const words = {
  permissions: [{ name: "fs.read", detail: "" }],
  actions: [{ name: "deny", detail: "" }],
  names: [{ name: "permission", detail: "" }],
  labels: [{ name: "private", detail: "" }],
};

function offered(text: string, isAsked = false): unknown {
  const found = completeRules(text, text.length, { words, isAsked });
  return found?.options.map(({ apply }) => apply) ?? null;
}

describe("completeRules", () => {
  it("offers what fits the member", () => {
    expect(offered('{ "rules": [{ "')).toEqual(["permission"]);
    expect(offered('{ "rules": [{ "permission": "f')).toEqual(["fs.read"]);
    expect(offered('{ "rules": [{ "action": "')).toEqual(["deny"]);
    expect(offered('{ "rules": [{ "after": ["')).toEqual(["private"]);
    expect(offered('{ "rules": [{ "pattern": "')).toBeNull();
  });

  it("writes the quotes that are missing, and waits to be asked for more", () => {
    expect(offered('{ "rules": [{ ')).toBeNull();
    expect(offered('{ "rules": [{ ', true)).toEqual(['"permission": ']);
    expect(offered('{ "rules": [{ "action": ', true)).toEqual(['"deny"']);
  });
});
