/** Skills to an MCP client: told of in the instructions, loaded by a tool that is there only where there are some. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient, textOf } from "./world.ts";

function open(): CliWorld {
  const world = openCliWorld({ "a.txt": "alpha\n" });
  onTestFinished(() => world.remove());
  return world;
}

async function connect(world: CliWorld) {
  const client = createClient("2025-11-25");
  const command = process.execPath;
  const args = [...programWords(), "mcp"];
  const env = { ...world.environment };
  await client.connect(
    new StdioClientTransport({ command, args, env, cwd: world.workspace, stderr: "ignore" }),
  );
  onTestFinished(() => client.close());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  return { client, names, instructions: client.getInstructions() ?? "" };
}

describe("toolplane mcp", () => {
  it("says nothing of skills where there are none, and the rest as the recipes show it", async () => {
    const { names, instructions } = await connect(open());
    expect(names).toContain("read");
    expect(names).not.toContain("skill");
    expect(instructions).not.toContain("# Skills");
    // The page shows what clients are sent, for prompts of one's own.
    const page = readFileSync(join(import.meta.dirname, "../../docs/guides/recipes.md"), "utf8");
    expect(page).toContain(instructions);
    expect(instructions.split("\n")).toHaveLength(3);
  });

  it("tells of the person's skills, loads them, and narrows the client's session", async () => {
    const world = open();
    const place = join(world.environment.HOME as string, ".agents/skills/look/SKILL.md");
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(
      place,
      "---\nname: look\ndescription: Looks around.\nallowed-tools: Read\n---\nLook at a.txt.\n",
    );
    const { client, names, instructions } = await connect(world);
    expect(names).toContain("skill");
    expect(instructions).toContain("\n- look: Looks around.");
    expect(instructions).not.toContain("Look at a.txt");
    const call = async (name: string, args: object) =>
      textOf(await client.callTool({ name, arguments: args as never }));
    expect(await call("skill", { name: "look" })).toContain('<skill_content name="look">');
    expect(await call("read", { path: "a.txt" })).toContain("alpha");
    expect(await call("write", { path: "b.txt", content: "x" })).toContain(
      "The skill look is in use",
    );
  });
});
