import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, type World } from "./fixture.ts";

const KINDS = [
  { sandbox: "none" as const, name: "without a sandbox", runs: true },
  { sandbox: "bubblewrap" as const, name: "in bubblewrap (needs bubblewrap)", runs: hasSandbox },
];
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

function startHost(sandbox: string, uid?: number): ChildProcess {
  const program = fileURLToPath(new URL("./crashing-host.ts", import.meta.url));
  return spawn(process.execPath, [...testProgram(program), sandbox], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

async function firstLine(host: ChildProcess): Promise<{ root: string; workspace: string }> {
  const text = await new Promise<string>((resolve) => {
    host.stdout?.once("data", (data: Buffer) => resolve(data.toString("utf8")));
  });
  return JSON.parse(text) as { root: string; workspace: string };
}

for (const { sandbox, name, runs } of KINDS)
  describe.skipIf(!runs)(`a holder ${name}`, () => {
    const worlds: World[] = [];
    const roots: string[] = [];
    afterEach(async () => {
      await Promise.all(worlds.splice(0).map((world) => world.close()));
      for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
    });
    function open(options: { readonly marked?: boolean } = {}): World {
      const world = openWorld({ sandbox, ...options });
      worlds.push(world);
      return world;
    }
    const grows = async (file: string): Promise<boolean> => {
      const { size } = statSync(file);
      await open().processes.run(
        { command: { shell: "sleep 0.2" }, cwd: "/", env: {} },
        (worlds.at(-1) as World).context(),
      );
      return statSync(file).size > size;
    };

    for (const uid of isRoot ? [undefined, NOBODY] : [undefined])
      it(`dies with its host, and so does every command${uid === undefined ? "" : ", for an unprivileged user too"}`, async () => {
        const host = startHost(sandbox, uid);
        const { root, workspace } = await firstLine(host);
        roots.push(root);
        const beat = join(workspace, "beat");
        await expect.poll(() => existsSync(beat)).toBe(true);
        expect(await grows(beat)).toBe(true);
        const gone = new Promise((resolve) => host.once("exit", resolve));
        host.kill("SIGKILL");
        await gone;
        await expect.poll(() => grows(beat)).toBe(false);
      });

    it("is started again when it was killed, and what ran is over", async () => {
      const world = open({ marked: true });
      const run = (shell: string, onOutput: () => void = () => {}) =>
        world.processes.run(
          { command: { shell }, cwd: world.workspace, env: {} },
          world.context({ onOutput }),
        );
      await run("true");
      const holders = readdirSync("/proc").filter((pid) => isHolderOf(pid, world));
      expect(holders.length).toBeGreaterThan(0);
      const kill = () => {
        for (const pid of holders) process.kill(Number(pid), "SIGKILL");
      };
      const ended = await run("echo ready; sleep 100", kill);
      expect(ended).toMatchObject({ exitCode: null, signal: "SIGKILL" });
      expect((await run("echo again")).output).toBe("again\n");
    });

    it("removes the spools of hosts that are gone, and no others", async () => {
      const world = open();
      const spools = join(world.places.userData, "spool");
      const run = ({ processes, context }: World) =>
        processes.run({ command: { shell: "true" }, cwd: "/", env: {} }, context());
      // A host has one from its first command on.
      await run(world);
      const [mine = ""] = readdirSync(spools);
      for (const left of ["999999999-123-abc", `${process.pid}-1-abc`]) {
        mkdirSync(join(spools, left));
        writeFileSync(join(spools, left, "1"), "raw");
      }
      mkdirSync(join(spools, "keep"));
      const second = openWorld({ sandbox, userData: world.places.userData });
      worlds.push(second);
      expect(readdirSync(spools).toSorted()).toEqual([mine, "keep"].toSorted());
      await run(second);
      const names = readdirSync(spools);
      expect(names).toHaveLength(3);
      expect(names).toEqual(expect.arrayContaining([mine, "keep"]));
    });
  });

/** Our child that leads to the holder of this world; others in this process have theirs. */
function isHolderOf(pid: string, world: World): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return (
      parent === process.pid && readFileSync(`/proc/${pid}/environ`, "utf8").includes(world.root)
    );
  } catch {
    return false;
  }
}
