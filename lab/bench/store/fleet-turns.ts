/** Counts in the server's own log what a turn with one call writes to a team's database. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresStore } from "@toolplane/fleet";
import { createToolplane, defineTool } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { Figures } from "../harness/section.ts";

const TURNS = 40;
/** As `store-queue.ts` writes them. */
const WRITE = "set_config('synchronous_commit'";
const QUICK = `${WRITE}, 'off'`;

const touch = defineTool({
  id: "touch",
  description: "Changes something.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
  requires: { fs: { write: ["{workspace}/**"] } },
  resources: { path: "fs.write" },
  execute: async ({ path }) => `touched ${path}`,
});

/** A run of that many turns, each with a call that changes something. Its beginning and its end are left out. */
export async function countTurns(): Promise<Figures> {
  const server = await startPostgres();
  const root = mkdtempSync(join(realpathSync(tmpdir()), "bench-turns-"));
  try {
    server.sql("postgres", "CREATE DATABASE record");
    server.stop("fast");
    server.start(["log_statement=all"]);
    const store = await openPostgresStore({ url: server.url("record") });
    const run = async (turns: number) => {
      const before = countWrites(server.folder);
      const toolplane = await createToolplane({
        workspace: root,
        userData: join(root, "data"),
        tools: [touch],
        skills: false,
        record: { store, key: new Uint8Array(32).fill(7) },
        onWarning: () => {},
        policy: [{ permission: "*", pattern: "*", action: "allow" }],
      });
      const model = scriptedModel((_, turn) =>
        turn < turns
          ? { calls: [{ name: "touch", arguments: { path: `${turn}.txt` } }] }
          : { text: "done" },
      );
      const agent = await toolplane.agent({ model, suspends: true });
      const { status } = await agent.run("Go.");
      if (status !== "done") throw new TypeError(`the run ended with ${status}`);
      await agent.close();
      await toolplane.close();
      const after = countWrites(server.folder);
      return { writes: after.writes - before.writes, durable: after.durable - before.durable };
    };
    const none = await run(0);
    const all = await run(TURNS);
    await store.close();
    return {
      writesPerTurn: (all.writes - none.writes) / TURNS,
      durablePerTurn: (all.durable - none.durable) / TURNS,
    };
  } finally {
    server.remove();
    rmSync(root, { recursive: true, force: true });
  }
}

function countWrites(folder: string): { readonly writes: number; readonly durable: number } {
  const log = readFileSync(join(folder, "log"), "utf8");
  const writes = log.split(WRITE).length - 1;
  return { writes, durable: writes - (log.split(QUICK).length - 1) };
}
