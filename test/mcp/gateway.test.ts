import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { createClient, REVISIONS } from "./world.ts";

const require = createRequire(import.meta.url);
const EVERYTHING = join(
  dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")),
  "dist/index.js",
);

const worlds: CliWorld[] = [];
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => {
  for (const world of worlds) world.remove();
});

/** A world in which a person agreed to the stock server. */
async function openWorld() {
  const world = openCliWorld();
  worlds.push(world);
  const add = async (name: string): Promise<void> => {
    const added = await world.run(["add", name, "--yes", "--", process.execPath, EVERYTHING]);
    expect(added).toMatchObject({ code: 0 });
  };
  await add("real");
  return {
    world,
    add,
    rules: (...rules: readonly object[]) =>
      world.write({ "../config/policy.jsonc": JSON.stringify({ rules }) }),
    async connect(
      revision: string,
      answer: Parameters<typeof createClient>[1] = () => ({ action: "decline" }),
    ) {
      const client = createClient(revision as never, answer);
      clients.push(client);
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [...programWords(), "mcp"],
          cwd: world.workspace,
          env: { ...world.environment },
          stderr: "pipe",
        }),
      );
      return client;
    },
  };
}

/** The one that tests share: agreeing starts the server, and only rules and clients differ. */
let agreed: ReturnType<typeof openWorld> | null = null;
function openAgreed(): ReturnType<typeof openWorld> {
  agreed ??= openWorld();
  return agreed;
}

const allow = { permission: "mcp__real__*", pattern: "**", action: "allow" };
const READ = "mcp__real__resources.read";

describe.runIf(hasSandbox).each(REVISIONS)(
  "a server behind toolplane, to a client of %s (needs bubblewrap)",
  (revision) => {
    it("has its resources and prompts read down the road, by the rules and into the record", async () => {
      const { world, rules, connect } = await openAgreed();
      rules(allow);
      const client = await connect(revision);
      const { resources } = await client.listResources();
      const [first] = resources;
      if (!first) throw new TypeError("it lists none");
      const { contents } = await client.readResource({ uri: first.uri });
      expect(contents[0]).toMatchObject({ uri: first.uri });
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.length).toBeGreaterThan(0);
      const { prompts } = await client.listPrompts();
      const plain = prompts.find((one) => !one.arguments || one.arguments.length === 0);
      const { messages } = await client.getPrompt({ name: plain?.name ?? "" });
      expect(messages[0]).toMatchObject({ role: "user", content: { type: "text" } });
      const filling = prompts.find(({ name }) => name === "completable-prompt");
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: filling?.name ?? "" },
        argument: { name: "department", value: "" },
      });
      expect(completion.values.length).toBeGreaterThan(0);
      await expect(client.getPrompt({ name: "none" })).rejects.toThrow("there is no prompt none");
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).filter((name) => name.includes("resources"))).toEqual(
        [],
      );
      await client.close();
      const record = await recordOf(world);
      expect(record).toContain(READ);
      expect(record).toContain("mcp__real__prompts.get");
    });

    it("is neither listed nor read where a rule denies it, whatever allows the rest", async () => {
      const { world, rules, connect } = await openAgreed();
      rules(allow);
      const client = await connect(revision);
      const [first] = (await client.listResources()).resources;
      rules(allow, { permission: READ, pattern: "**", action: "deny" });
      expect((await client.listResources()).resources).toEqual([]);
      expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
      await expect(client.readResource({ uri: first?.uri ?? "" })).rejects.toThrow(/den(y|ied)/);
      await client.close();
      expect(await recordOf(world)).toContain(READ);
    });

    it("is asked about where no rule decides, and a no is a no", async () => {
      const { rules, connect } = await openAgreed();
      rules();
      const asked: string[] = [];
      const client = await connect(revision, (message) => {
        asked.push(message);
        const isFirst = asked.length === 1;
        return { action: "accept", content: { answer: isFirst ? "Reject" : "Allow once" } };
      });
      const [first] = (await client.listResources()).resources;
      const uri = first?.uri ?? "";
      await expect(client.readResource({ uri })).rejects.toThrow();
      expect((await client.readResource({ uri })).contents[0]).toMatchObject({ uri });
      expect(asked).toEqual([expect.stringContaining(READ), expect.stringContaining(READ)]);
    });
  },
);

describe.runIf(hasSandbox)("two servers that have the same (needs bubblewrap)", () => {
  it("are told apart by the source's name, and read from the one that was named", async () => {
    const { add, rules, connect } = await openAgreed();
    rules(allow);
    await add("twin");
    rules(allow, { permission: "mcp__twin__*", pattern: "**", action: "deny" });
    const client = await connect("2025-11-25");
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(new Set(uris).size).toBe(uris.length);
    const real = uris.find((uri) => uri.startsWith("toolplane://real/")) ?? "";
    const twin = real.replace("toolplane://real/", "toolplane://twin/");
    expect(uris).not.toContain(twin);
    expect((await client.readResource({ uri: real })).contents[0]).toMatchObject({ uri: real });
    await expect(client.readResource({ uri: twin })).rejects.toThrow(/den(y|ied)/);
    const own = real.slice("toolplane://real/".length);
    await expect(client.readResource({ uri: own })).rejects.toThrow("not found");
  });
});

/** The record of the last session. */
async function recordOf(world: CliWorld): Promise<string> {
  return (await world.run(["show"])).stdout;
}
