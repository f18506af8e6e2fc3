/** Files of another program, written by a stranger: nothing looser than they say, nowhere but where it was meant, and readable. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
});
afterEach(() => world.remove());

function claude(allow: readonly unknown[], deny: readonly unknown[] = []): void {
  world.write({ ".claude/settings.json": JSON.stringify({ permissions: { allow, deny } }) });
}

async function imported(): Promise<readonly { readonly permission: string; pattern: string }[]> {
  const { stdout } = await world.run(["policy", "import", "claude-code", "--json"]);
  return JSON.parse(stdout).lines.flatMap(({ rules }: { rules: never[] }) => rules);
}

describe("an import", () => {
  it("writes nothing through a link that a project brings in place of its own rules", async () => {
    claude(["Bash(*)"]);
    mkdirSync(world.config, { recursive: true });
    symlinkSync(world.config, join(world.workspace, ".toolplane"));
    const words = ["policy", "import", "claude-code", "--write"];
    const { code, stderr } = await world.run(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is a link")]);
    expect(existsSync(join(world.config, "policy.jsonc"))).toBe(false);
  });

  it("nor through one in place of the file", async () => {
    claude(["Bash(*)"]);
    mkdirSync(world.config, { recursive: true });
    mkdirSync(join(world.workspace, ".toolplane"));
    const own = join(world.config, "policy.jsonc");
    writeFileSync(own, '{"rules":[]}');
    symlinkSync(own, join(world.workspace, ".toolplane/policy.jsonc"));
    expect((await world.run(["policy", "import", "claude-code", "--write"])).code).toBe(2);
    expect(readFileSync(own, "utf8")).toBe('{"rules":[]}');
  });

  it("takes names that every object has for tools that it does not know", async () => {
    const names = ["constructor", "toString(x)", "valueOf(*)", "__proto__", "hasOwnProperty"];
    claude([...names, "Bash(ls *)"], ["constructor(x)"]);
    const rules = await imported();
    expect(rules).toEqual([{ permission: "shell.run", pattern: "ls *", action: "allow" }]);
    for (const [source, text] of [
      ["opencode.json", JSON.stringify({ permission: { constructor: "allow" } })],
      [".gemini/settings.json", JSON.stringify({ tools: { allowed: ["constructor"] } })],
    ] as const) {
      world.write({ [source]: text });
      const program = source.startsWith("open") ? "opencode" : "gemini";
      const { code } = await world.run(["policy", "import", program, source]);
      expect([program, code]).toEqual([program, 0]);
    }
  });

  it.each(["rm\nx:*", "git\u2028log *", "git\u00a0push *", "a\u0000b"])(
    "allows nothing for a command whose blanks only look like blanks: %j",
    async (what) => {
      claude([`Bash(${what})`]);
      expect(await imported()).toEqual([]);
    },
  );

  it("hides nothing of what it writes", async () => {
    claude(["Read(docs/\u202etxt.\u2066x)"], ["Bash(rm \u202e*)"]);
    await world.run(["policy", "import", "claude-code", "--write"]);
    const text = readFileSync(join(world.workspace, ".toolplane/policy.jsonc"), "utf8");
    expect(text).not.toMatch(/\p{Cf}/u);
    expect(text).toContain("docs/\\u202etxt.\\u2066x");
  });
});
