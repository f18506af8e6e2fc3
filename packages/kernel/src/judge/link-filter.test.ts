import type { Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { createLinkFilter, createWriteFilter } from "./link-filter.ts";

const variables = { workspace: ["/ws"], "ad-hoc": [], "user-data": [], scratch: [] };

function policies(...texts: readonly string[]) {
  const rules = texts.map((text) => {
    const [action, permission, pattern] = text.split(" ");
    return { action, permission, pattern } as Rule;
  });
  return {
    base: compilePolicy({ layers: [{ scope: "session", rules }], variables }),
    restrictions: [],
  };
}

/** Rules, a link, and whether the judge must look at what it leads to by the link's name. */
const ROWS: readonly (readonly [string, string, boolean])[] = [
  ["deny fs.read **/.env", "/ws/link", false],
  ["deny fs.read **/.env", "/ws/.env", true],
  ["deny fs.read **/.env", "/ws/a/.ENV", true],
  ["deny fs.read **/secrets/**", "/ws/secrets", true],
  ["deny fs.read **/secrets/**", "/ws/secrets/a/link", true],
  ["deny fs.read **/secrets/**", "/ws/other/link", false],
  ["deny fs.read **/secrets/*.pem", "/ws/secrets", true],
  ["deny fs.read **/secrets/*.pem", "/ws/secrets/x", false],
  ["ask fs.read {workspace}/secrets/**", "/ws/secrets/x", true],
  ["ask fs.read {workspace}/a/*/c", "/ws/a/link", true],
  ["ask fs.read {workspace}/a/*/c", "/ws/b/link", false],
  ["deny fs.write **/secrets/**", "/ws/secrets/x", false],
  ["allow fs.read **/secrets/**", "/ws/secrets/x", false],
];

describe("links that matter", () => {
  it.each(ROWS)("by the rule %s the link %s matters: %s", (rule, link, expected) => {
    expect(createLinkFilter(policies(rule), "fs.read", "read")(link)).toBe(expected);
  });

  it("all links matter where a rule opens by one name what another closes", () => {
    const rules = policies("deny fs.read **/.env", "allow fs.read {workspace}/src/.env");
    expect(createLinkFilter(rules, "fs.read", "read")("/ws/link")).toBe(true);
  });

  it("for writing, links of protected names and of names in git's configuration matter too", () => {
    const steering = [
      { path: "/ws/tools/hooks", tree: true as const, why: "git runs its hooks" },
      { path: "/ws/lib/filter", why: "git runs it" },
    ];
    const matters = createWriteFilter(policies(), { roots: ["/ws"], steering });
    const meant = ["/ws/.vscode", "/ws/a/.git", "/ws/mise", "/ws/x/Library", "/ws/tools"];
    const near = ["/ws/tools/hooks", "/ws/tools/hooks/a", "/ws/lib", "/ws/lib/filter"];
    expect([...meant, ...near].filter((link) => !matters(link))).toEqual([]);
    const others = ["/ws/link", "/ws/src/a", "/ws/tools/other", "/ws/lib/other"];
    expect(others.filter(matters)).toEqual([]);
  });
});
