/** Where no view can be held: what could not be taken back after a red check is asked about before, whatever the rules allow. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "@toolplane/contract";
import type { FunctionCheck } from "toolplane";
import type { ScriptedTurn } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { PRODUCT_LEVELS } from "../sandbox-levels.ts";
import { ALLOW, bash, openWorld, type World } from "./red-world.ts";

const says: ScriptedTurn = { text: "It is fine." };
const passes: FunctionCheck = { name: "looks", check: async () => true };
const fails: FunctionCheck = { name: "looks", check: async () => "it is not fine" };
const LARGE = 65 * 1024 * 1024;

/** What calls were told that did not run. Nobody is here to be asked. */
function refusalsIn({ tp }: World): readonly string[] {
  const said: string[] = [];
  tp.on((event) => {
    if (event.type !== "call-settle" || event.result.type !== "error") return;
    said.push(event.result.error_text);
  });
  return said;
}

describe.each(PRODUCT_LEVELS.filter(({ level }) => level === "bound" || level === "none"))(
  "a command whose effects last, at $level",
  ({ sandbox, userDataInside, needs, runs }) => {
    const open = (require = [passes]) =>
      openWorld({ sandbox, policy: ALLOW, require }, { userDataInside });

    it.skipIf(!runs).each([
      ["git commit --allow-empty -m work", "may write what git keeps"],
      ["npm install left-pad", "installs packages"],
      ["rm -r node_modules/gone; true", "It writes below node_modules"],
    ])(`%s asks first (needs ${needs})`, async (command, reason) => {
      const world = await open();
      execFileSync("git", ["init", "-q", world.workspace]);
      const said = refusalsIn(world);
      const { ends } = await world.run([bash(command), says]);
      expect(said).toEqual([expect.stringContaining(reason)]);
      expect(ends).toEqual([]);
    });

    it.skipIf(!runs)(
      `one that cannot be read asks where not all is kept (needs ${needs})`,
      async () => {
        const world = await open();
        const video = join(world.workspace, "video.bin");
        writeFileSync(video, "");
        truncateSync(video, LARGE);
        const said = refusalsIn(world);
        writeFileSync(join(world.workspace, "make.js"), "");
        await world.run([bash("node make.js"), bash("echo one > seen.txt"), says]);
        expect(said).toEqual([expect.stringContaining("video.bin is larger than 64 MB")]);
        expect(world.read("seen.txt")).toBe("one\n");
      },
    );

    it.skipIf(!runs)(`takes back what a command did to a large file (needs ${needs})`, async () => {
      const world = await open([fails]);
      const data = join(world.workspace, "data.bin");
      const was = Buffer.alloc(3_000_000, "a");
      writeFileSync(data, was);
      writeFileSync(
        join(world.workspace, "make.js"),
        'import { writeFileSync } from "node:fs";\nwriteFileSync("data.bin", "b".repeat(2e6));\n',
      );
      const { ends } = await world.run([
        bash("node make.js; echo > new"),
        ...[says, says, says, says],
      ]);
      expect(ends.at(-1)?.end.state).toBe("undone");
      expect(readFileSync(data).equals(was)).toBe(true);
      expect(existsSync(join(world.workspace, "new"))).toBe(false);
    });
  },
);

describe("without a sandbox", () => {
  const open = () => openWorld({ sandbox: "none", policy: ALLOW, require: [passes] });

  it("a server's tool asks first", async () => {
    const world = await open();
    let ran = 0;
    const tool = defineTool({
      id: "mcp__wx__deploy",
      description: "Deploys.",
      parameters: { type: "object" },
      requires: {},
      execute: () => {
        ran += 1;
        return "done";
      },
    });
    const pin = { nameOf: () => "deploy", now: () => "a", drift: () => null, reading: () => null };
    world.tp.kernel.register(tool, { layer: "mcp", source: "wx", pin });
    const said = refusalsIn(world);
    await world.run([{ calls: [{ name: tool.id, arguments: {} }] }, says]);
    expect(said).toEqual([expect.stringContaining("The server wx works outside of the project")]);
    expect(ran).toBe(0);
  });

  it("runs what lasts where a person says yes", async () => {
    const world = await open();
    execFileSync("git", ["init", "-q", world.workspace]);
    const session = world.tp.session({ broker: { ask: async () => ({ choice: "once" }) } });
    const call = {
      id: "1",
      name: "bash",
      arguments: {
        command: "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m work",
      },
    };
    const result = await session.call(call);
    expect(result.type).toBe("output");
    const log = execFileSync("git", ["-C", world.workspace, "log", "--format=%s"]);
    expect(String(log)).toBe("work\n");
  });
});
