/**
 * Answers that come at the wrong moment, from other processes, with a sandbox and without: after the call gave up, several at once, and
 * together with a cancel. What happens is what the one answer said that was in time, and nothing else.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { createClient } from "../../mcp/world.ts";
import { WAITING_MS } from "../../setup/hanging.ts";

const WAIT = { timeout: WAITING_MS, interval: 20 };
/** Asks in the sandbox when it lands, and without one before it runs. */
const COMMAND = "echo x > .envrc";
const LEVELS = [
  { level: "full", sandbox: "auto", runs: hasSandbox, needs: "bubblewrap" },
  { level: "none", sandbox: "none", runs: true, needs: "nothing" },
] as const;

function openWorld(): CliWorld {
  const world = openCliWorld();
  onTestFinished(world.remove);
  return world;
}

async function waitingId(world: CliWorld): Promise<string> {
  await expect.poll(async () => (await world.waiting()).length, WAIT).toBe(1);
  return String((await world.waiting())[0]?.question.id);
}

for (const { level, sandbox, runs, needs } of LEVELS)
  describe.skipIf(!runs)(`an answer of another process at level ${level} (needs ${needs})`, () => {
    const env = { TOOLPLANE_SANDBOX: sandbox };
    const isMade = (world: CliWorld) => existsSync(join(world.workspace, ".envrc"));
    const call = (world: CliWorld) => {
      const child = world.spawn(["call", "bash", COMMAND, "--wait"], { env });
      return { child, ended: once(child, "close").then(([code]) => code as number) };
    };
    /** Starts a process that answers; its exit code. */
    const answer = async (world: CliWorld, id: string, choice: string): Promise<number> => {
      const [code] = await once(world.spawn(["approvals", "answer", id, choice], { env }), "close");
      return code as number;
    };

    it("is the only one of several at once, and what it said is done", async () => {
      for (const order of [
        ["reject", "once", "reject"],
        ["once", "reject", "session"],
      ]) {
        const world = openWorld();
        const { ended } = call(world);
        const id = await waitingId(world);
        const codes = await Promise.all(order.map((choice) => answer(world, id, choice)));
        const heard = order.filter((_, place) => codes[place] === 0);
        expect(heard).toHaveLength(1);
        const isYes = heard[0] !== "reject";
        expect([(await ended) === 0, isMade(world)]).toEqual([isYes, isYes]);
        const { stdout } = await world.run(["approvals", "--json"]);
        const { waiting, standing } = JSON.parse(stdout);
        expect(waiting).toEqual([]);
        expect(standing).toHaveLength(heard[0] === "session" ? 1 : 0);
        expect(await answer(world, id, "once")).toBe(1);
        expect((await world.run(["verify", "--all"])).code).toBe(0);
      }
    });

    it("lets nothing run that was cancelled in the same moment, unless it was first", async () => {
      const world = openWorld();
      const { child, ended } = call(world);
      const id = await waitingId(world);
      const given = answer(world, id, "once");
      child.kill("SIGINT");
      await given;
      // One that came first ran to its end; else nothing happened. Never half of it.
      expect(isMade(world)).toBe((await ended) === 0);
      expect(await world.waiting()).toEqual([]);
    });

    it("lets nothing run when its client has given up: it is told so, and the server goes on", async () => {
      const world = openWorld();
      const client = createClient("2025-11-25");
      onTestFinished(() => client.close());
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [...programWords(), "mcp", "--wait", "--tools", "everyday"],
        cwd: world.workspace,
        env: { ...world.environment, ...env },
        stderr: "ignore",
      });
      await client.connect(transport);
      const stopping = new AbortController();
      const calling = client
        .callTool(
          { name: "bash", arguments: { command: COMMAND } },
          { signal: stopping.signal, timeout: WAITING_MS },
        )
        .then(JSON.stringify, () => "given up");
      const id = await Promise.race([waitingId(world), calling]);
      // What a client does whose time is over.
      stopping.abort("Request timed out");
      expect(await calling).toBe("given up");
      await expect.poll(() => world.waiting(), WAIT).toEqual([]);
      expect(await answer(world, id, "session")).toBe(1);
      expect(isMade(world)).toBe(false);
      const { stdout } = await world.run(["approvals", "--json"]);
      expect(JSON.parse(stdout)).toMatchObject({ waiting: [], standing: [] });
      const next = await client.callTool({ name: "glob", arguments: { pattern: "*" } });
      expect(next.isError ?? false).toBe(false);
    });
  });
