/** A call of `background` that is cancelled at any moment of its start: it leaves a process that has a name, or none at all. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { processesOf } from "../../mcp/processes-of.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { allowAll, openProduct } from "./fixture.ts";

const WAIT = { timeout: WAITING_MS, interval: 20 };

/** How many turns of the event loop after the call the cancel comes; a start takes some thousands. */
const TURNS = [0, 1, 30, 300, 1_000, 3_000, 10_000];

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const LEVELS = [
  { level: "full", sandbox: "auto", runs: hasSandbox, needs: "bubblewrap" },
  { level: "none", sandbox: "none", runs: true, needs: "nothing" },
] as const;

for (const { level, sandbox, runs, needs } of LEVELS)
  describe.skipIf(!runs)(`a start that is cancelled at level ${level} (needs ${needs})`, () => {
    it("leaves a process that has a name or none, and what it wrote can be taken back", async () => {
      const product = await openProduct({
        preset: "everyday",
        sandbox,
        files: { "out/a.txt": "before\n" },
        rules: [allowAll],
      });
      const { session, toolplane, workspace } = product;
      const { processes } = toolplane.host;
      const outcomes = new Set<string>();
      for (const [place, turns] of TURNS.entries()) {
        const mark = `7${place}.${process.pid}`;
        const stopping = new AbortController();
        const command = `echo gone > out/a.txt; sleep ${mark}; sleep ${mark}`;
        const given = { action: "start", command, writes: ["out"] };
        let result: ToolResult | null = null;
        const calling = session
          .call(
            { id: `start-${place}`, name: "background", arguments: given },
            { signal: stopping.signal },
          )
          .then((settled) => {
            result = settled;
          });
        for (let left = turns; left > 0 && result === null; left -= 1) await turn();
        stopping.abort();
        await calling;
        const { type, code } = result as unknown as { type: string; code?: string };
        outcomes.add(code ?? type);
        const named = processes.list(session.id).filter((each) => each.command.includes(mark));
        const running = named.filter((each) => each.running);
        if (type === "output") {
          expect(running).toHaveLength(1);
          await processes.stop(running[0]?.id ?? "");
        } else expect(code).toBe("cancelled");
        await expect.poll(() => processesOf(`sleep ${mark}`), WAIT).toEqual([]);
      }
      expect(outcomes).toContain("cancelled");
      // The next calls are served as if nothing had been. Without a sandbox nothing keeps what a process replaces.
      const file = join(workspace, "out/a.txt");
      if (level === "none") writeFileSync(file, "before\n");
      else while ((await product.call("undo")).type === "output");
      expect(readFileSync(file, "utf8")).toBe("before\n");
    });
  });
