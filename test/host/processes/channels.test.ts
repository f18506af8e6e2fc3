import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel, ChannelSpec } from "@toolplane/contract/ports";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type ContextOptions, openWorld, type World, wordRedactor } from "./fixture.ts";

const KINDS = [
  { sandbox: "none" as const, name: "without a sandbox", runs: true },
  { sandbox: "bubblewrap" as const, name: "in bubblewrap (needs bubblewrap)", runs: hasSandbox },
];

for (const { sandbox, name, runs } of KINDS)
  describe.skipIf(!runs)(`a program that is spoken with ${name}`, () => {
    const worlds: World[] = [];
    afterEach(async () => {
      await Promise.all(worlds.splice(0).map((world) => world.close()));
    });
    function openIn(): World {
      const world = openWorld({ sandbox, graceMs: 300 });
      worlds.push(world);
      return world;
    }
    async function open(
      world: World,
      code: string,
      { context = {}, spec = {} }: { context?: ContextOptions; spec?: Partial<ChannelSpec> } = {},
    ): Promise<Channel> {
      const { open: start } = world.processes;
      if (start === undefined) throw new TypeError("the host opens no channels");
      const argv = [process.execPath, "-e", code];
      return start({ argv, cwd: world.workspace, env: {}, ...spec }, world.context(context));
    }

    it("answers what it is told, and its end is known with its exit code", async () => {
      const channel = await open(
        openIn(),
        `process.stdin.on("data", (text) => { if (String(text) === "end") process.exit(7); process.stdout.write("got " + text); })`,
      );
      await channel.write(Buffer.from("one"));
      const reader = channel.output[Symbol.asyncIterator]();
      expect(String((await reader.next()).value)).toBe("got one");
      await channel.write(Buffer.from("end"));
      expect(await reader.next()).toMatchObject({ done: true });
      expect(await channel.ended).toEqual({ cause: "exited", exitCode: 7, signal: null });
      await expect(channel.write(Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
    });

    it("takes and gives more than any pipe holds, whole and in order", async () => {
      const channel = await open(openIn(), "process.stdin.pipe(process.stdout)");
      const sent = Buffer.alloc(8 * 1_024 * 1_024, "0123456789abcdef");
      const writing = (async () => {
        for (let at = 0; at < sent.length; at += 512 * 1_024)
          await channel.write(sent.subarray(at, at + 512 * 1_024));
      })();
      const got: Uint8Array[] = [];
      let bytes = 0;
      for await (const piece of channel.output) {
        got.push(piece);
        bytes += piece.length;
        if (bytes >= sent.length) break;
      }
      await writing;
      expect(Buffer.concat(got).equals(sent)).toBe(true);
      await channel.close();
    });

    it("waits for a slow reader, and who writes waits for it", async () => {
      const world = openIn();
      const counted = join(world.workspace, "counted");
      const channel = await open(
        world,
        `const { writeFileSync, writeSync } = require("node:fs");
         let bytes = 0; const piece = Buffer.alloc(65536);
         for (;;) { bytes += writeSync(1, piece); writeFileSync(${JSON.stringify(counted)}, String(bytes)); }`,
      );
      const said = () => (existsSync(counted) ? Number(readFileSync(counted, "utf8")) : 0);
      // Nobody reads: it says as much as the pipe and we hold, and then stands still.
      let before = -1;
      await expect
        .poll(
          () => {
            const now = said();
            const still = now > 0 && now === before;
            before = now;
            return still;
          },
          { interval: 300 },
        )
        .toBe(true);
      expect(said()).toBeLessThan(4 * 1_024 * 1_024);
      let settled = false;
      void channel.write(Buffer.alloc(4 * 1_024 * 1_024)).then(
        () => {
          settled = true;
        },
        () => {},
      );
      expect(settled).toBe(false);
      await channel.close();
    });

    it("keeps the end of what it says on its standard error, masked", async () => {
      const channel = await open(
        openIn(),
        `process.stderr.write("x".repeat(40000) + " key sesame end"); process.stdin.resume()`,
        { context: { redactor: wordRedactor("sesame", "***") } },
      );
      await expect.poll(() => channel.notes()).toContain("key");
      await channel.close();
      expect(channel.notes()).toMatch(/key \*\*\* end$/);
      expect(channel.notes().length).toBeLessThanOrEqual(16_384);
    });

    it("is ended with everything that it started, also when it does not want to", async () => {
      const world = openIn();
      const beats = join(world.workspace, "beats");
      const channel = await open(world, "", {
        spec: {
          argv: [
            "/bin/bash",
            "-c",
            `trap '' TERM HUP INT; setsid bash -c "trap '' TERM HUP INT; while :; do echo beat >> ${beats}; sleep 0.02; done" & while :; do sleep 0.1; done`,
          ],
        },
      });
      await expect.poll(() => existsSync(beats)).toBe(true);
      const [end, again] = await Promise.all([channel.close(), channel.close()]);
      expect(end).toMatchObject({ cause: "closed", exitCode: null, signal: "SIGKILL" });
      expect(again).toBe(end);
      await expectStill(beats);
    });

    it("ends when whoever opened it gives up, and with its session", async () => {
      const world = openIn();
      const given = new AbortController();
      const one = await open(world, "process.stdin.resume()", {
        context: { signal: given.signal },
      });
      const other = await open(world, "process.stdin.resume()");
      given.abort();
      expect(await one.ended).toMatchObject({ cause: "closed" });
      await world.processes.closeSession("session_0001");
      expect(await other.ended).toMatchObject({ cause: "closed" });
    });

    it("says why it cannot be started, and leaves nothing", async () => {
      const world = openIn();
      const missing = { spec: { argv: ["/nowhere/program"] } };
      if (sandbox === "none")
        await expect(open(world, "", missing)).rejects.toMatchObject({ code: "not_found" });
      await expect(open(world, "", { spec: { argv: ["node"] } })).rejects.toMatchObject({
        code: "invalid_input",
      });
      await expect(
        open(world, "", { spec: { cwd: join(world.workspace, "missing") } }),
      ).rejects.toMatchObject({ code: "not_found" });
    });

    it("has one reader", async () => {
      const channel = await open(openIn(), "process.stdin.resume()");
      channel.output[Symbol.asyncIterator]();
      expect(() => channel.output[Symbol.asyncIterator]()).toThrow(/one reader/);
      await channel.close();
    });

    it("gets declared variables and nothing else of ours", async () => {
      const channel = await open(
        openIn(),
        `process.stdout.write(JSON.stringify([process.env.GIVEN, process.env.SECRET ?? null]))`,
        { spec: { env: { GIVEN: "yes" } } },
      );
      expect(await readAll(channel)).toBe('["yes",null]');
    });

    it("ends when the process that starts programs is killed", async () => {
      const world = openWorld({ sandbox, graceMs: 300, marked: true });
      worlds.push(world);
      const channel = await open(world, "process.stdin.resume()");
      // Stopped first: of several, one that outlives another for a moment would still tell of the program's end.
      const holders = holdersOf(world);
      expect(holders).not.toEqual([]);
      for (const signal of ["SIGSTOP", "SIGKILL"] as const)
        for (const pid of holders) signalOne(pid, signal);
      expect(await channel.ended).toMatchObject({ cause: "failed" });
      // Its input ends with us, which is how a program without a sandbox hears of it.
      await expect(channel.write(Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
    });
  });

/** One may go with another. */
function signalOne(pid: number, signal: "SIGSTOP" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function readAll(channel: Channel): Promise<string> {
  let text = "";
  for await (const piece of channel.output) text += Buffer.from(piece).toString("utf8");
  return text;
}

async function expectStill(file: string): Promise<void> {
  let before = "";
  await expect
    .poll(
      () => {
        const now = readFileSync(file, "utf8");
        const still = now === before;
        before = now;
        return still;
      },
      { interval: 200 },
    )
    .toBe(true);
}

/** Its PATH names a folder of this world only. */
function holdersOf(world: World): readonly number[] {
  const all = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return all
    .filter((line) => line.includes("/holder/holder."))
    .map((line) => Number(line.trim().split(/\s+/)[0]))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`:${world.root}\0`);
      } catch {
        return false;
      }
    });
}
