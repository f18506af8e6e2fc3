/**
 * SECURITY.md: "On a full disk a landing happens whole or not at all, and the record stays whole". The same for a process of ours that
 * is killed: the product is ended before one change of a file after the other, and met again by a person's commands.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { clearTree } from "@toolplane/disk/inside";
import { describe, expect, it, onTestFinished } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { hasSandbox } from "../../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../../sample.ts";
import { treeOf } from "./landing-world.ts";

const CHILD = join(import.meta.dirname, "killed-product-child.ts");

/** Files replaced, removed, renamed and made again; links; modes; folders that are new, gone, moved and put in a file's place. */
const COMMAND = [
  "echo more >> a; echo new > b.tmp; mv b.tmp b; rm gone; mv name other; chmod 755 run; chmod 600 shut",
  "mv old moved; rm -r gone.d; mkdir -p new/in/deep; echo x > new/in/deep/x; rm turns; mkdir turns; echo t > turns/t",
  "rm -r flat; echo f > flat; ln -s a link; ln -sfn other again; chmod 700 src; echo s > src/s",
].join("\n");

function seed(workspace: string): void {
  for (const name of readdirSync(workspace)) clearTree(join(workspace, name));
  const at = (name: string) => join(workspace, name);
  for (const folder of ["old/x", "gone.d", "src", "flat"])
    mkdirSync(at(folder), { recursive: true });
  for (const file of [
    "a",
    "b",
    "gone",
    "name",
    "run",
    "shut",
    "turns",
    "old/x/y",
    "gone.d/z",
    "flat/f",
  ])
    writeFileSync(at(file), `${file}\n`);
  chmodSync(at("shut"), 0o640);
  symlinkSync("a", at("again"));
}

/** Around moves, which most of a landing is, and elsewhere; all of them where nothing is left out. */
function stopsOf(done: readonly string[]): readonly number[] {
  const places = [...done.keys()];
  const moves = places.filter((place) => done[place] === "renameSync");
  return [...new Set([0, ...sampleOf(moves, 6), ...sampleOf(places, 3), done.length - 1])];
}

function child({ workspace, data }: CliWorld, stop: number): string | null {
  const argv = [...testProgram(CHILD), workspace, data, String(stop), COMMAND];
  const { signal, stdout, stderr, status } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return null;
  if (status !== 0) throw new TypeError(`${stdout}${stderr}`);
  return stdout;
}

describe.runIf(hasSandbox)(
  "a process of ours that is killed in a landing (needs bubblewrap)",
  () => {
    it(
      "has landed all of it or nothing when it is met again, the record says which, undo takes it back, and verify finds no fault",
      async () => {
        const world = openCliWorld();
        onTestFinished(world.remove);
        const { workspace } = world;
        seed(workspace);
        const before = treeOf(workspace);
        const { done, type } = JSON.parse(child(world, -1) ?? "{}");
        expect(type).toBe("output");
        const after = treeOf(workspace);
        expect(after).not.toEqual(before);
        expect(done.length).toBeGreaterThan(30);
        const outcomes = new Set<string>();
        for (const stop of stopsOf(done)) {
          seed(workspace);
          if (child(world, stop) !== null) continue;
          // Whatever is called next finds one state or the other; this only reads.
          expect(await world.run(["call", "read", "a"])).toMatchObject({ code: 0 });
          const met = treeOf(workspace);
          const isLanded = "/moved" in met;
          outcomes.add(isLanded ? "landed" : "taken back");
          expect(met, `killed before change ${stop}`).toEqual(isLanded ? after : before);
          const listed = JSON.parse((await world.run(["sessions", "--json"])).stdout);
          const cut = listed.sessions.find(
            ({ state }: { state: string }) => state === "unfinished",
          );
          const { sessionId } = cut ?? expect.fail("the session that was cut off is not listed");
          const verified = await world.run(["verify", "--all"]);
          expect(verified, verified.stdout + verified.stderr).toMatchObject({ code: 0 });
          const undone = await world.run(["undo", sessionId, "--yes"]);
          expect(undone.code, undone.stderr).toBe(isLanded ? 0 : 2);
          expect(treeOf(workspace)).toEqual(before);
          const { stdout } = await world.run(["land", "--json"]);
          expect(stdout).not.toContain("call_1");
        }
        expect(outcomes).toEqual(new Set(["landed", "taken back"]));
      },
      SAMPLED_MS,
    );
  },
);
