/** Sessions of one toolplane share the workspace and nothing else: scratch, home and kept output are each one's own. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, Rule } from "@toolplane/contract";
import { createToolplane, type Session } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../sandbox-levels.ts";

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`sessions of one toolplane (needs ${needs})`, () => {
    it("share the workspace and nothing else", { timeout: 120_000 }, async () => {
      const world = await open(sandbox);
      await shareNoScratch(world);
      await shareNoOutput(world);
      await poisonNoHome(world);
    });
  });

async function shareNoScratch({ first, second, child }: World): Promise<void> {
  await run(first, "write", { path: "/tmp/x.txt", content: "MINE\n" });
  expect(await run(first, "bash", { command: "cat /tmp/x.txt" })).toContain("MINE");
  const look = { command: "cat /tmp/x.txt; ls -R /tmp" };
  const seen = await Promise.all([
    run(second, "read", { path: "/tmp/x.txt" }),
    run(second, "list", { path: "/tmp" }),
    run(second, "bash", look),
    run(child, "read", { path: "/tmp/x.txt" }),
    run(child, "bash", look),
  ]);
  expect(seen.filter((text) => text.includes("MINE"))).toEqual([]);
  await run(second, "bash", { command: "echo THEIRS > /tmp/x.txt" });
  await run(child, "write", { path: "/tmp/x.txt", content: "CHILD\n" });
  const own = await Promise.all(
    [first, second, child].map((session) => run(session, "read", { path: "/tmp/x.txt" })),
  );
  expect(own.map((text) => /MINE|THEIRS|CHILD/.exec(text)?.[0])).toEqual([
    "MINE",
    "THEIRS",
    "CHILD",
  ]);
}

async function shareNoOutput({ first, second }: World): Promise<void> {
  const told = await run(first, "bash", { command: "seq -f KEPT-%.0f 1 60000" });
  const path = /\/[^\s"'\\]*toolplane-[^\s"'\\]+\.txt/.exec(told)?.[0] ?? "";
  expect(await run(first, "read", { path, limit: 5 })).toContain("KEPT-1");
  const seen = [
    await run(second, "read", { path, limit: 5 }),
    await run(second, "bash", { command: `cat ${path}` }),
  ];
  expect(seen.filter((text) => text.includes("KEPT-1"))).toEqual([]);
}

/** The one writes wherever a home may be for as long as the other runs, which says when it has seen enough. */
const POISON =
  "while [ ! -e /tmp/stop ]; do for d in ~ /tmp/home* /tmp/.home* /tmp/*/.home* /toolplane/home; do " +
  "echo POISON > $d/.npmrc; done 2>/dev/null; touch /tmp/round; sleep 0.01; done";
const APPROVED =
  "printenv HOME; for i in 1 2 3; do rm -f /tmp/round; while [ ! -e /tmp/round ]; do sleep 0.01; done; done; " +
  "cat ~/.npmrc; touch /tmp/stop; echo own > ~/.own && cat ~/.own";

async function poisonNoHome({ first }: World): Promise<void> {
  const [, approved] = await Promise.all([
    run(first, "bash", { command: POISON }),
    run(first, "bash", { command: APPROVED }),
  ]);
  expect(approved).toContain("own");
  expect(approved).not.toContain("POISON");
  expect(await run(first, "bash", { command: "cat ~/.npmrc" })).toContain("POISON");
}

type World = Awaited<ReturnType<typeof open>>;

const ASK: Rule = { permission: "bash", pattern: "printenv *", action: "ask" };

async function open(sandbox: "auto" | "plain") {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-sessions-")));
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  const toolplane = await createToolplane({
    ...{ workspace, sandbox, preset: "everyday", contained: true, policy: [ASK] },
    userData: join(base, "data"),
    environment: { PATH: process.env.PATH, HOME: base, LANG: "C.UTF-8" },
    broker: { ask: async () => ({ choice: "once" }) },
    onWarning: () => {},
  });
  onTestFinished(async () => {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  });
  const first = toolplane.session();
  return { first, second: toolplane.session(), child: toolplane.session({ parent: first }) };
}

let calls = 0;

async function run(session: Session, name: string, args: JsonObject): Promise<string> {
  calls += 1;
  return JSON.stringify(await session.call({ id: `call-${calls}`, name, arguments: args }));
}
