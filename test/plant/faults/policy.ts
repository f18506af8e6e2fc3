/** Mistakes in how rules are read, matched and weighed, and in what a call may reach. */
import type { Area } from "../fault.ts";

export const POLICY_FAULTS: Area = {
  name: "policy",
  in: "packages/kernel/src/policy",
  tests: [
    ["packages/kernel/src/policy"],
    ["test/road/default-policy.test.ts", "packages/readings/src"],
  ],
  faults: [
    {
      name: "an-unknown-method-escapes-a-deny",
      anchor: "if (methods === null || method === undefined) return true;",
      replacement: "if (methods === null || method === undefined) return methods === null;",
      tests: ["packages/kernel/src/policy/pattern/request-pattern.test.ts"],
    },
    {
      name: "an-unclear-path-fits-an-allowance",
      anchor: "return path !== null && pattern.matches(path);",
      replacement: "return path === null || pattern.matches(path);",
      tests: ["packages/kernel/src/policy/pattern/request-pattern.test.ts"],
    },
    {
      name: "a-rule-that-matches-perhaps-displaces-a-deny",
      anchor: "const choice = displaces ? { order, kind, displaces } : { order, kind };",
      replacement:
        "const choice = displaces === null ? { order, kind, displaces } : { order, kind };",
      tests: ["test/road/requests.test.ts"],
    },
    {
      name: "a-hidden-folder-that-nobody-listed-lands-unasked",
      anchor: 'if (found === "new")',
      replacement: 'if (found === "new" && RUNNERS.has(name))',
    },
    {
      name: "only-some-files-of-an-agents-folder-ask",
      anchor: "const runner = folders.find((name) => RUNNERS.has(name));",
      replacement:
        'const runner = names.at(-1)?.endsWith(".json") ? folders.find((name) => RUNNERS.has(name)) : undefined;',
      tests: ["packages/kernel/src/policy/protected"],
    },
    {
      name: "a-deny-of-the-manifest-can-be-overruled",
      anchor: 'return rule.scope === "manifest" && rule.action === "deny";',
      replacement: 'return rule.scope === "manifest" && rule.action === "ask";',
    },
    {
      name: "a-link-leads-into-a-closed-place",
      anchor: "if (target.real !== target.path && isClosed(closed, target.real)) return false;",
      replacement: "",
    },
    {
      name: "a-file-is-judged-by-its-lexical-path-only",
      anchor: "return path === real ? lexical : severerFinding(lexical, judge(real));",
      replacement: "return path === real ? lexical : lexical;",
    },
  ],
};
