import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** A server of one file that writes down each start of it, with the words that it was started with. */
const SERVER = `
const { createInterface } = require("node:readline");
require("node:fs").appendFileSync(__dirname + "/starts.txt", process.argv.slice(2).join(" ") + "\\n");
require("node:fs").writeFileSync(__dirname + "/pid.txt", String(process.pid));
const tools = [{ name: "say", description: "Says it.", inputSchema: { type: "object", properties: { wait: { type: "boolean" } } } }];
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") tools[0].description += " Asks: " + Object.keys(params.capabilities).sort().join(" ");
  if (id === undefined || params?.arguments?.wait) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "one", version: "1" } }
    : method === "tools/list" ? { tools }
    : method === "tools/call" ? { content: [{ type: "text", text: "it ran" }] }
    : null;
  process.stdout.write(JSON.stringify(result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
});
`;

/** Nothing confines it, so that a start is seen; what starts it must hold without a sandbox too. */
const OPEN = ["--set", "sandbox=none"];

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
  writeFileSync(join(world.root, "server.cjs"), SERVER);
});
afterEach(() => world.remove());

const list = () => join(world.data, "sources.jsonc");
const starts = (): readonly string[] => {
  const file = join(world.root, "starts.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
};
const add = (...more: readonly string[]) =>
  world.run([
    ...["add", "one", "--unconfined", ...OPEN, ...more],
    ...["--", process.execPath, join(world.root, "server.cjs"), "gentle"],
  ]);

/** A call of its tool by somebody who says this to whatever is asked. */
async function callWith(choice: "once" | "session" | "project") {
  const broker = createScriptedBroker(() => choice);
  const toolplane = await createToolplane({
    workspace: world.workspace,
    userData: world.data,
    sources: "kept",
    tools: [],
    sandbox: "none",
    broker,
    onWarning: () => undefined,
  });
  try {
    const call = { id: "call-1", name: "mcp__one__say", arguments: {} };
    return { result: await toolplane.call(call), asked: broker.questions().length };
  } finally {
    await toolplane.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the command of a server", () => {
  it("starts only by trust in exactly that command: no answer to a question about a call is that", async () => {
    expect(await add("--yes")).toMatchObject({ code: 0 });
    expect(await callWith("once")).toMatchObject({ result: { type: "output" } });
    const before = starts();
    expect(new Set(before)).toEqual(new Set(["gentle"]));
    const changed = readFileSync(list(), "utf8").replace('"gentle"', '"--delete-all"');
    expect(changed).toContain("--delete-all");
    writeFileSync(list(), changed);
    for (const choice of ["once", "session", "project"] as const) {
      const { result, asked } = await callWith(choice);
      expect([choice, result]).toEqual([
        choice,
        expect.objectContaining({ type: "error", code: "unavailable" }),
      ]);
      expect(JSON.stringify(result)).toContain("toolplane sources accept one");
      expect(asked).toBeGreaterThan(0);
    }
    expect(await world.run(["sources", "accept", "one", ...OPEN])).toMatchObject({ code: 4 });
    expect(starts()).toEqual(before);
    expect(readFileSync(list(), "utf8")).toBe(changed);
    expect(await world.run(["sources", "accept", "one", "--yes", ...OPEN])).toMatchObject({
      code: 0,
    });
    expect(starts().at(-1)).toBe("--delete-all");
    expect(await callWith("once")).toMatchObject({ result: { type: "output" } });
  });

  it.each([
    ["removed", () => world.run(["sources", "remove", "one"])],
    ["switched off", () => world.run(["sources", "disable", "one"])],
    [
      "no longer agreed to",
      async () => {
        const text = readFileSync(list(), "utf8").replace(/"trusted": "[0-9a-f]{64}",/, "");
        writeFileSync(list(), text);
      },
    ],
  ] as const)("ends with its calls in a process that runs on when it is %s", async (_, revoke) => {
    expect(await add("--yes")).toMatchObject({ code: 0 });
    const toolplane = await createToolplane({
      workspace: world.workspace,
      userData: world.data,
      sources: "kept",
      tools: [],
      sandbox: "none",
      broker: createScriptedBroker(() => "session"),
      onWarning: () => undefined,
    });
    try {
      const session = await toolplane.session();
      const call = (id: string, args = {}) =>
        session.call({ id, name: "mcp__one__say", arguments: args });
      expect(await call("call-1")).toMatchObject({ type: "output" });
      const pid = Number(readFileSync(join(world.root, "pid.txt"), "utf8"));
      const hanging = call("call-2", { wait: true });
      await revoke();
      await toolplane.sources.refresh();
      expect(await hanging).toMatchObject({ type: "error", code: "unavailable" });
      expect(await call("call-3")).toMatchObject({ type: "error" });
      await expect.poll(() => isAlive(pid)).toBe(false);
    } finally {
      await toolplane.close();
    }
  });

  it("is told the same of its clients by every face, so that a tool that depends on it is no other", async () => {
    expect(await add("--yes")).toMatchObject({ code: 0 });
    const listed = JSON.parse((await world.run(["sources", "--json", ...OPEN])).stdout);
    const toolplane = await createToolplane({
      workspace: world.workspace,
      userData: world.data,
      sources: "kept",
      tools: [],
      sandbox: "none",
      onWarning: () => undefined,
    });
    try {
      await toolplane.sources.start();
      const [state] = toolplane.sources.list();
      expect(state?.tools).toEqual(listed.sources[0].tools);
      expect(state?.tools).toMatchObject([
        { drift: null, description: "Says it. Asks: elicitation roots sampling" },
      ]);
    } finally {
      await toolplane.close();
    }
  });

  it("is not started by adding it where nobody can be asked", async () => {
    expect(await add()).toMatchObject({ code: 4 });
    expect(starts()).toEqual([]);
    expect(existsSync(list())).toBe(false);
  });
});
