/** A run in a view of its own that is killed: the project is as it was or has all of it, and what did not land can still land. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { testProgram } from "../../scripts/build/test-program.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { treeOf } from "../host/landing/landing-world.ts";
import { SAMPLED_MS, sampleOf } from "../sample.ts";
import { LIST, TURNS } from "./killed-turns.ts";

const CHILD = join(import.meta.dirname, "killed-run-child.ts");
const ANY = [{ permission: "*", pattern: "**", action: "allow" }] as const;

interface Place {
  readonly workspace: string;
  readonly userData: string;
}

function newPlace(base: string, name: string): Place {
  const workspace = join(base, name, "ws");
  mkdirSync(join(workspace, "old/x"), { recursive: true });
  for (const file of ["a", "b", "gone", "name", "run", "old/x/y"])
    writeFileSync(join(workspace, file), `${file}\n`);
  writeFileSync(join(workspace, "list"), LIST.before);
  return { workspace, userData: join(base, name, "data") };
}

interface States {
  /** The project after each number of the calls. */
  readonly calls: readonly unknown[];
  /** As it was, but for what somebody else changed. */
  readonly theirs: unknown;
  /** With the work of both. */
  readonly merged: unknown;
}

async function statesOf(base: string): Promise<States> {
  const calls: unknown[] = [];
  const { workspace, userData } = newPlace(base, "states");
  const tp = await createToolplane({ workspace, userData, preset: "everyday", policy: [...ANY] });
  const agent = await tp.agent({
    model: scriptedModel((_request, turn) => {
      calls.push(treeOf(workspace));
      return TURNS[turn] ?? null;
    }),
  });
  await agent.run("Work.");
  await agent.close();
  await tp.close();
  writeFileSync(join(workspace, "list"), LIST.merged);
  const before = newPlace(base, "before");
  writeFileSync(join(before.workspace, "list"), LIST.theirs);
  return { calls, theirs: treeOf(before.workspace), merged: treeOf(workspace) };
}

interface Whole {
  readonly done: readonly string[];
  readonly lands: number;
}

function runChild({ workspace, userData }: Place, stop: number): Whole | null {
  const argv = [...testProgram(CHILD), workspace, userData, String(stop)];
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return null;
  if (status !== 0) throw new TypeError(`${stdout}${stderr}`);
  return JSON.parse(stdout) as Whole;
}

/** Some before the turn is over, and more while it is merged, checked and landed. */
function stopsOf({ done, lands }: Whole): readonly number[] {
  if (process.env.STOPS) return JSON.parse(process.env.STOPS) as number[];
  const all = [...done.keys()];
  return [...sampleOf(all.slice(0, lands), 1), ...sampleOf(all.slice(lands), 3)];
}

describe.skipIf(!hasSandbox)("a killed run in a view of its own (needs a sandbox)", () => {
  it(
    "leaves the project as it was or with all of it, and a view that can be taken over and landed",
    async () => {
      const base = mkdtempSync(join(realpathSync(tmpdir()), "killed-view-"));
      onTestFinished(() => rmSync(base, { recursive: true, force: true }));
      const states = await statesOf(base);
      const whole = runChild(newPlace(base, "whole"), -1) as Whole;
      expect(treeOf(join(base, "whole/ws"))).toEqual(states.merged);
      for (const stop of stopsOf(whole)) {
        const place = newPlace(base, `stop-${stop}`);
        const told = `stop ${stop} of ${whole.done.length}, ${whole.done[stop]}`;
        expect(runChild(place, stop), told).toBeNull();
        const tp = await createToolplane({
          ...place,
          preset: "everyday",
          policy: [...ANY],
          onWarning: () => {},
        });
        const wasHeard = readFileSync(join(place.workspace, "list"), "utf8") !== LIST.before;
        expect([states.calls[0], states.theirs, states.merged], told).toContainEqual(
          treeOf(place.workspace),
        );
        for (const { id } of await tp.views.list())
          expect(await tp.views.land(id), told).toMatchObject({ state: "landed" });
        // What a view held when its process was killed is not lost.
        const after = treeOf(place.workspace);
        if (wasHeard) expect(after, told).toEqual(states.merged);
        else expect(states.calls, told).toContainEqual(after);
        await tp.close();
        rmSync(join(base, `stop-${stop}`), { recursive: true, force: true });
      }
    },
    SAMPLED_MS,
  );
});
