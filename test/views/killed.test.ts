/** A run in a view of its own that is killed: the project is as it was or has all of it, and what did not land can still land. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { testProgram } from "../../scripts/build/test-program.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { treeOf } from "../host/landing/landing-world.ts";
import { SAMPLED_MS, sampleOf } from "../sample.ts";
import { TURNS } from "./killed-turns.ts";

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
  return { workspace, userData: join(base, name, "data") };
}

/** The project after each number of the calls. */
async function statesOf(base: string): Promise<readonly unknown[]> {
  const states: unknown[] = [];
  for (let calls = 0; calls < TURNS.length; calls += 1) {
    const { workspace, userData } = newPlace(base, `state-${calls}`);
    const tp = await createToolplane({ workspace, userData, preset: "everyday", policy: [...ANY] });
    const agent = await tp.agent({ model: scriptedModel(TURNS.slice(0, calls)) });
    await agent.run("Work.");
    await agent.close();
    await tp.close();
    states.push(treeOf(workspace));
  }
  return states;
}

function runChild({ workspace, userData }: Place, stop: number): readonly string[] | null {
  const argv = [...testProgram(CHILD), workspace, userData, String(stop)];
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return null;
  if (status !== 0) throw new TypeError(`${stdout}${stderr}`);
  return (JSON.parse(stdout) as { done: string[] }).done;
}

describe.skipIf(!hasSandbox)("a killed run in a view of its own (needs a sandbox)", () => {
  it(
    "leaves the project as it was or with all of it, and a view that can be taken over and landed",
    async () => {
      const base = mkdtempSync(join(realpathSync(tmpdir()), "killed-view-"));
      onTestFinished(() => rmSync(base, { recursive: true, force: true }));
      const states = await statesOf(base);
      const done = runChild(newPlace(base, "whole"), -1) ?? [];
      expect(treeOf(join(base, "whole/ws"))).toEqual(states.at(-1));
      const places = [...done.keys()];
      const stops = process.env.STOPS ? JSON.parse(process.env.STOPS) : sampleOf(places, 14);
      const ends: number[] = [];
      for (const stop of stops) {
        const place = newPlace(base, `stop-${stop}`);
        expect(runChild(place, stop), `stop ${stop}`).toBeNull();
        const tp = await createToolplane({
          ...place,
          preset: "everyday",
          policy: [...ANY],
          onWarning: () => {},
        });
        const before = states.findIndex((state) => same(state, treeOf(place.workspace)));
        expect(
          [0, states.length - 1],
          `stop ${stop} of ${done[stop]}: ${JSON.stringify(treeOf(place.workspace))}`,
        ).toContain(before);
        const left = (await tp.host.views?.list()) ?? [];
        expect(left.length).toBeLessThanOrEqual(1);
        for (const { id } of left) {
          await tp.host.views?.open("later", { id });
          const { signal } = new AbortController();
          const judge = async () => ({ land: "all" }) as const;
          await tp.host.views?.land(id, { callId: "later-1", judge, signal });
        }
        const after = states.findIndex((state) => same(state, treeOf(place.workspace)));
        expect(
          after,
          `stop ${stop} of ${done[stop]}: ${JSON.stringify(treeOf(place.workspace))}`,
        ).toBeGreaterThanOrEqual(before);
        ends.push(after);
        await tp.close();
      }
      // What a view held when its process was killed is not lost.
      expect(Math.max(...ends)).toBeGreaterThan(0);
    },
    SAMPLED_MS,
  );
});

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
