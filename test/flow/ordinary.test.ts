/** Ten ordinary sessions: with the shipped rules about what was read they ask no question that they would not ask without them. */
import { execFileSync } from "node:child_process";
import type { JsonObject, PolicyRule } from "@toolplane/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { type FlowWorld, openFlowWorld } from "./flow-world.ts";

/** What a person has in such a project: places by name, none by a wildcard. */
const policy: readonly PolicyRule[] = [
  { permission: "*", pattern: "**", action: "allow" },
  ...["registry.example:*", "pets.example:*", "git.example:*"].map(
    (pattern) => ({ permission: "net.fetch", pattern, action: "allow" }) as const,
  ),
];
const FILES = {
  ".env": "KEY=swordfish\n",
  "README.md": "# Read me\n",
  "app.ts": "export const price = 42;\n",
  "check.sh": "grep -q price app.ts\n",
};

const worlds: Record<string, FlowWorld> = {};
beforeAll(async () => {
  for (const flow of ["default", "off"] as const) {
    const world = await openFlowWorld(FILES, { policy, flow });
    worlds[flow] = world;
    const git = (...words: string[]) =>
      execFileSync("git", words, { cwd: world.workspace, env: { PATH: process.env.PATH } });
    git("init", "-q", "-b", "main");
    git("add", "README.md", "app.ts");
    git("-c", "user.name=n", "-c", "user.email=n@example.com", "commit", "-qm", "first");
    git("remote", "add", "origin", "http://git.example/ours.git");
  }
});
afterAll(async () => {
  for (const world of Object.values(worlds)) await world.close();
});

type Call = readonly [name: string, args: JsonObject];
const bash = (command: string): Call => ["bash", { command }];
const read = (path: string): Call => ["read", { path }];
const DOCS: Call = ["web_fetch", { url: "http://docs.example/guide" }];
const EDIT: Call = ["edit", { path: "README.md", old_string: "# Read", new_string: "# Read" }];

const SESSIONS: readonly (readonly [string, readonly Call[]])[] = [
  ["Read http://docs.example/guide and mend the price.", [DOCS, read("app.ts"), read(".env")]],
  ["Run the checks.", [read("README.md"), bash("sh check.sh"), bash("git status --short")]],
  ["Install what is missing.", [bash("sh check.sh"), bash("curl -s http://registry.example/left")]],
  ["Read docs.example, then install it.", [DOCS, bash("curl -s http://registry.example/left")]],
  ["Look at docs.example, run the checks, look again.", [DOCS, bash("sh check.sh"), DOCS]],
  ["Commit and push to origin.", [bash("sh check.sh"), bash("git push origin main || true")]],
  [
    "See docs.example, fix it, push to origin.",
    [DOCS, bash("sh check.sh"), EDIT, bash("git push origin main || true")],
  ],
  [
    "What does issue 7 say? Fix it.",
    [["mcp__tickets__issue", { number: 7 }], read("app.ts"), EDIT],
  ],
  [
    "List the pets and test with my keys.",
    [["openapi__pets__listPets", {}], bash("sh check.sh"), ["openapi__pets__listPets", {}]],
  ],
  [
    "Go on with the plan.",
    [["memory", { action: "read", key: "plan" }], bash("sh check.sh"), read(".env"), EDIT],
  ],
];

describe.skipIf(!hasSandbox)("an ordinary session (needs bubblewrap)", () => {
  const met = { both: 0 };
  it.each(SESSIONS)("asks nothing more than before: %s", async (prompt, calls) => {
    const asked: Record<string, number> = {};
    for (const [flow, world] of Object.entries(worlds)) {
      const played = world.open();
      await played.session.said(prompt);
      for (const [name, args] of calls) await played.call(name, args, "once");
      asked[flow] = played.questions.length;
      if (flow === "default")
        expect(played.flowQuestions().map(({ reasons }) => reasons[0]?.reason)).toEqual([]);
      const labels = new Set(played.session.labels().map(({ label }) => label));
      if (flow === "default" && labels.size === 2) met.both += 1;
      await played.session.close();
    }
    expect(asked.default).toBe(asked.off);
  });

  it("has read private things and a stranger's words, in most of them", () => {
    expect(met.both).toBeGreaterThan(SESSIONS.length / 2);
  });
});
