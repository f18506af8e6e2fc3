import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatRules } from "./format-rules.ts";

describe("formatRules", () => {
  test("puts a rule on a line, names in one order, and rules in the order of what they are about", () => {
    const text = `{"rules":[{"action":"allow","pattern":"npm test","permission":"bash"},
{"permission":"fs.read","pattern":"**/.env","action":"deny","match":["a/.env"]}]}`;
    expect(formatRules(text, "policy.jsonc")).toBe(`{"rules":[
  { "permission": "fs.read", "pattern": "**/.env", "action": "deny", "match": ["a/.env"] },
  { "permission": "bash", "pattern": "npm test", "action": "allow" }
]}
`);
  });

  test("keeps comments: at the head of a block, above a rule, beside it, inside it, at the end", () => {
    const text = `// rules of the team
{
  "rules": [
    // secrets
    { "permission": "fs.write", "pattern": "a", "action": "ask" }, // beside a
    // about b
    { "permission": "fs.read", "pattern": "b", "action": "deny" },

    /* commands */
    { "permission": "bash", /* inside */ "pattern": "c", "action": "allow" },
    // the end
  ],
}
`;
    const once = formatRules(text, "policy.jsonc");
    expect(once).toBe(`// rules of the team
{
  "rules": [
    // secrets
    // about b
    { "permission": "fs.read", "pattern": "b", "action": "deny" },
    { "permission": "fs.write", "pattern": "a", "action": "ask" }, // beside a

    /* commands */
    { "permission": "bash", /* inside */ "pattern": "c", "action": "allow" }
    // the end
  ],
}
`);
  });

  test("breaks a rule that is too long for a line", () => {
    const rule = { permission: "bash", pattern: "x".repeat(90), action: "allow" };
    expect(formatRules(JSON.stringify([rule]), "p").split("\n")).toHaveLength(8);
  });

  test("refuses what is no rule file", () => {
    expect(() => formatRules('{"rules":{}}', "p.jsonc")).toThrow("p.jsonc: rules must be a list");
    expect(() => formatRules("[{]", "p.jsonc")).toThrow("p.jsonc");
  });

  test("changes nothing the second time", () => {
    const word = fc.constantFrom("fs.read", "bash", "env", "mcp__x__*", "*");
    const rule = fc.record({
      permission: word,
      pattern: fc.constantFrom("a", "b *", "**/c", "// no comment", "x]}"),
      action: fc.constantFrom("allow", "ask", "deny"),
    });
    const gap = fc.constantFrom("", "\n", "\n\n", " // c\n", "\n  // above\n", "\n\n /* d */ ");
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, rule, gap), { maxLength: 6 }), gap, (parts, tail) => {
        const text = `{ "rules": [${parts.map(([before, one, after]) => `${before}${JSON.stringify(one)}${after}`).join(",")}${tail}] }`;
        const once = formatRules(text, "p");
        expect(formatRules(once, "p")).toBe(once);
        const comments = (given: string): number =>
          [...given.replace(/"(?:[^"\\]|\\.)*"/g, "").matchAll(/\/\/|\/\*/g)].length;
        expect(comments(once)).toBe(comments(text));
      }),
    );
  });

  test("keeps what a rule holds after, and rules that label", () => {
    const text = `{ "rules": [
  { "action": "ask", "unless": "named", "after": ["private"], "permission": "data.send", "pattern": "*" },
  { "pattern": "**/customers/**", "permission": "fs.read", "label": "private" }
] }`;
    const formatted = formatRules(text, "policy.jsonc");
    expect(formatted).toContain('"after": ["private"]');
    expect(formatted).toContain('"unless": "named"');
    expect(formatted).toContain('{ "label": "private", "permission": "fs.read"');
  });
});
