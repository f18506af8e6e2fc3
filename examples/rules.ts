// One rule, three ways to the same file, and why each verdict is what it is.
import type { PolicyLayer } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { command, createMemoryHost } from "@toolplane/testkit";
import { bashTool, readTool } from "@toolplane/tools";

// A host reads its rule files itself and says where each rule stands; that is what explanations name.
const project: PolicyLayer = {
  scope: "project",
  file: "rules.json",
  lines: [3, 4, 5],
  rules: [
    { permission: "fs.read", pattern: "**/.env", action: "deny", match: ["app/.env"] },
    {
      permission: "fs.read",
      pattern: "{workspace}/**",
      action: "allow",
      no_match: ["/etc/passwd"],
    },
    { permission: "bash", pattern: "cat *", action: "allow" },
  ],
};

const host = createMemoryHost({
  files: { "app/.env": "TOKEN=1\n", "app/main.ts": "run();\n" },
  links: { "app/settings": ".env" },
  commands: { "cat app/.env": command({ units: ["cat app/.env"], reads: ["app/.env"] }) },
});
const kernel = createKernel({
  host,
  tools: [readTool, bashTool],
  policy: [project],
  defaultPolicy: false,
});
const session = kernel.session();

const calls = [
  { id: "1", name: "read", arguments: { path: "app/main.ts" } },
  { id: "2", name: "read", arguments: { path: "app/settings" } },
  { id: "3", name: "bash", arguments: { command: "cat app/.env" } },
];
for (const call of calls) console.log(`${(await session.explain(call)).text}\n`);
await kernel.close();
