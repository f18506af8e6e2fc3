import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const RULES = `[
  { "permission": "bsah", "pattern": "git *", "action": "deny" },
  { "permission": "fs.read", "pattern": "/src/**", "action": "ask" },
  { "permission": "mcp__github__*", "pattern": "*", "action": "deny" },
]`;

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld({ ".toolplane/policy.jsonc": RULES, "src/a.ts": "" });
});
afterAll(() => world.remove());

describe("rules that match nothing here", () => {
  const flat = (text: string) => text.replace(/\s+/g, " ");

  it.each([["policy"], ["policy", "test"], ["trust"]])(
    "are told by toolplane %s %s, with what was probably meant",
    async (...words) => {
      const { stderr } = await world.run(words.filter(Boolean));
      expect(flat(stderr)).toContain(
        'deny bsah git * (policy.jsonc:2) matches nothing: no tool here is called "bsah". Did you mean "bash"?',
      );
      expect(flat(stderr)).toContain(
        'ask fs.read /src/** (policy.jsonc:3) matches nothing: it names a place outside every open folder, and nothing is there. Did you mean "src/**"?',
      );
      expect(flat(stderr)).toContain('no server here is called "github"');
    },
  );

  it("are told for a file that is not in force, and by doctor", async () => {
    writeFileSync(
      join(world.workspace, "draft.jsonc"),
      '[{ "permission": "fs.read", "pattern": "C:\\\\x", "action": "deny" }]',
    );
    const { stderr } = await world.run(["policy", "test", "draft.jsonc"]);
    expect(flat(stderr)).toContain("its pattern is a path of Windows");
    const { json } = await world.report(["doctor"]);
    const { checks } = json as { readonly checks: readonly { readonly name: string }[] };
    expect(checks.find(({ name }) => name === "Rules")).toMatchObject({
      state: "decide",
      text: expect.stringContaining("bsah"),
    });
  });
});
