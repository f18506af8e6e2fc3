import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ProcessHandle } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type ContextOptions, openWorld, type World, wordRedactor } from "./fixture.ts";

const KINDS = [
  { sandbox: "none" as const, name: "without a sandbox", runs: true },
  { sandbox: "bubblewrap" as const, name: "in bubblewrap (needs bubblewrap)", runs: hasSandbox },
];

for (const { sandbox, name, runs } of KINDS)
  describe.skipIf(!runs)(`a command in the background ${name}`, () => {
    const worlds: World[] = [];
    afterEach(async () => {
      await Promise.all(worlds.splice(0).map((world) => world.close()));
    });
    function open(): World {
      const world = openWorld({ sandbox, graceMs: 200 });
      worlds.push(world);
      return world;
    }
    const start = (
      world: World,
      shell: string,
      context: ContextOptions = {},
    ): Promise<ProcessHandle> =>
      world.processes.start(
        { command: { shell }, cwd: world.workspace, env: {} },
        world.context(context),
      );
    async function readsUntil(world: World, id: string, text: string): Promise<string> {
      let seen = "";
      const read = async (): Promise<string> => {
        seen = (await world.processes.read(id, { offset: 0, limit: 100_000 })).text;
        return seen;
      };
      await expect.poll(read).toContain(text);
      return seen;
    }

    it("runs on, is listed, read, written to and stopped", async () => {
      const world = open();
      const handle = await start(world, 'echo ready; while read line; do echo "got $line"; done');
      expect(handle).toMatchObject({ running: true, exitCode: null });
      await readsUntil(world, handle.id, "ready");
      await world.processes.write(handle.id, "one\n");
      await readsUntil(world, handle.id, "got one");
      expect(world.processes.list("session_0001")).toMatchObject([
        { id: handle.id, running: true },
      ]);
      expect(world.processes.list("session_0002")).toEqual([]);
      const result = await world.processes.stop(handle.id);
      expect(result).toMatchObject({
        cancelled: true,
        timedOut: false,
        output: "ready\ngot one\n",
      });
      expect(world.processes.list("session_0001")).toMatchObject([{ running: false }]);
      const after = await world.processes.read(handle.id, { offset: 6, limit: 3 });
      expect(after).toEqual({ text: "got", nextOffset: 9 });
      await expect(world.processes.write(handle.id, "two\n")).rejects.toMatchObject({
        code: "conflict",
      });
    });

    it("outlives its call, and tells how it ended by itself", async () => {
      const world = open();
      const controller = new AbortController();
      const { id } = await start(world, "read line; exit 5", { signal: controller.signal });
      controller.abort();
      await world.processes.write(id, "go\n");
      await expect
        .poll(() => world.processes.list("session_0001"))
        .toMatchObject([{ exitCode: 5 }]);
      expect(await world.processes.stop(id)).toMatchObject({ exitCode: 5, cancelled: false });
    });

    it("is read with secrets masked, and pages that agree", async () => {
      const world = open();
      const redactor = wordRedactor("hunter2secret", "[masked]");
      const { id } = await start(world, "printf 'aé-hunter2secret-z%.0s' 1 2 3; echo end; read x", {
        redactor,
      });
      await world.processes.write(id, "\n");
      await expect
        .poll(() => world.processes.list("session_0001"))
        .toMatchObject([{ running: false }]);
      const whole = `${"aé-[masked]-z".repeat(3)}end\n`;
      let pages = "";
      for (let offset = 0, page = ""; ; pages += page) {
        const read = await world.processes.read(id, { offset, limit: 4 });
        page = read.text;
        offset = read.nextOffset;
        if (page === "") break;
      }
      expect(pages).toBe(whole);
    });

    it("ends with its session, and leaves nothing", async () => {
      const world = open();
      const beat = join(world.workspace, "beat");
      await start(world, `trap '' TERM; while :; do echo x >> ${beat}; sleep 0.02; done`);
      await expect.poll(() => existsSync(beat)).toBe(true);
      await world.processes.closeSession("session_0001");
      const { size } = statSync(beat);
      expect(world.processes.list("session_0001")).toEqual([]);
      await world.processes.run(
        { command: { shell: "sleep 0.2" }, cwd: world.workspace, env: {} },
        world.context({ sessionId: "session_0002" }),
      );
      expect(statSync(beat).size).toBe(size);
    });

    it("keeps output that does not fit, until the session closes", async () => {
      const world = open();
      const { id } = await start(world, "seq 1 5000");
      await expect
        .poll(() => world.processes.list("session_0001"))
        .toMatchObject([{ running: false }]);
      const result = await world.processes.stop(id);
      expect(readFileSync(result.outputPath ?? "", "utf8")).toHaveLength(23_893);
      const page = await world.processes.read(id, { offset: 23_888, limit: 100 });
      expect(page).toEqual({ text: "5000\n", nextOffset: 23_893 });
      await world.processes.closeSession("session_0001");
      expect(existsSync(result.outputPath ?? "")).toBe(false);
    });

    it("is unknown under another name", async () => {
      const world = open();
      await expect(world.processes.stop("process_none")).rejects.toMatchObject({
        code: "not_found",
      });
      const bad = { offset: -1, limit: 1 };
      const { id } = await start(world, "true");
      await expect(world.processes.read(id, bad)).rejects.toMatchObject({ code: "invalid_input" });
    });

    it("takes its spool folder with it when the host closes", async () => {
      const world = open();
      await start(world, "sleep 100");
      await world.processes.close();
      expect(readdirSync(join(world.places.userData, "spool"))).toEqual([]);
    });
  });
