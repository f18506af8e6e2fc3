/**
 * SECURITY.md: "what runs under rules ends when they do not let it run any more". Seen at each level, in what a process prints and
 * in what lands; connections and servers: test/flow/leases.attack.test.ts, rule files and trust: test/mcp/followed-rules.test.ts.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rule, ToolResult } from "@toolplane/contract";
import { describe, expect, it, vi } from "vitest";
import { PRODUCT_LEVELS, type ProductLevel } from "../../sandbox-levels.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { allowAll, openProduct, type Product } from "./fixture.ts";

const WAIT = { timeout: WAITING_MS, interval: 50 };

/** Prints what the file holds, again and again, and never ends by itself. */
const LOOP = [
  "import sys, time",
  "while True:",
  "    print(open('a.txt').read().strip(), flush=True)",
  "    time.sleep(0.02)",
].join("\n");

const deny = (pattern: string, permission = "fs.read"): Rule => ({
  permission,
  pattern,
  action: "deny",
});

async function openAt({ sandbox, userDataInside }: ProductLevel) {
  return openProduct({
    preset: "everyday",
    sandbox,
    userDataInside,
    files: { "a.txt": "before\n", "loop.py": LOOP },
    rules: [allowAll],
  });
}

function textOf(result: ToolResult): string {
  if (result.type === "error") return result.error_text;
  const parts = (result.content ?? []).map((part) => ("text" in part ? part.text : ""));
  return [String(result.data), ...parts].join("\n");
}

async function start({ call }: Product, command: string): Promise<string> {
  const started = await call("background", { action: "start", command });
  expect(started).toMatchObject({ type: "output" });
  return (started as { details: { id: string } }).details.id;
}

const read = async ({ call }: Product, id: string) =>
  textOf(await call("background", { action: "read", id, limit: 190_000 }));

async function startLoop(product: Product): Promise<string> {
  const id = await start(product, "python3 loop.py");
  await vi.waitFor(async () => expect(await read(product, id)).toContain("before"), WAIT);
  return id;
}

for (const level of PRODUCT_LEVELS)
  describe.skipIf(!level.runs)(`at level ${level.level} (needs ${level.needs})`, () => {
    it("a process in the background is ended by a rule that closes what it reads, told so, and by no other", async () => {
      const product = await openAt(level);
      const { toolplane, workspace } = product;
      const id = await startLoop(product);
      // Without a sandbox every file is within reach, so only rules about other tools are about something else.
      await toolplane.setPolicy([
        level.level === "none" ? deny("**", "web_fetch") : deny("/srv/**"),
      ]);
      await toolplane.setPolicy([{ ...allowAll, permission: "fs.read" }]);
      await toolplane.setPolicy([]);
      writeFileSync(join(workspace, "a.txt"), "between\n");
      await vi.waitFor(async () => expect(await read(product, id)).toContain("between"), WAIT);
      await toolplane.setPolicy([deny("**/a.txt")]);
      writeFileSync(join(workspace, "a.txt"), "after\n");
      expect(textOf(await product.call("background", { action: "list" }))).toContain(
        "fs.read **/a.txt deny",
      );
      const printed = await read(product, id);
      expect(printed).toContain("was ended by rules");
      expect(printed).not.toContain("after");
    });

    it("a command in the foreground is stopped, names the rule and lands nothing", async () => {
      const product = await openAt(level);
      const { workspace, session, toolplane } = product;
      const begun = Promise.withResolvers<void>();
      session.on((event) => JSON.stringify(event).includes("before") && begun.resolve());
      const command = "cd . && echo made > made.txt && python3 loop.py";
      const running = product.call("bash", { command });
      await begun.promise;
      await toolplane.setPolicy([deny("**/a.txt")]);
      expect(await running).toMatchObject({ type: "error", code: "permission_denied" });
      expect(textOf(await running)).toContain("fs.read **/a.txt deny");
      expect(existsSync(join(workspace, "made.txt"))).toBe(
        !["full", "plain"].includes(level.level),
      );
    });
  });
