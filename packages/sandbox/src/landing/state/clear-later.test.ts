import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLateClearing } from "./clear-later.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "clear-later-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function callIn(name: string) {
  const folder = join(base, name);
  const [upper, work, merged] = ["u", "w", "m"].map((part) => join(folder, "0", part)) as [
    string,
    string,
    string,
  ];
  for (const part of [upper, merged, join(work, "work/incompat")])
    mkdirSync(part, { recursive: true });
  writeFileSync(join(folder, "state.json"), "{}");
  const roots = [{ root: "/ws", upper, work, merged, stampNs: "0", renames: true }];
  return { folder, state: { roots } };
}

it("gives the answer first and has removed everything once it is settled", async () => {
  const clearing = createLateClearing();
  const calls = [callIn("one"), callIn("two")];
  for (const call of calls) clearing.add(call);
  expect(calls.map(({ folder }) => existsSync(folder))).toEqual([true, true]);
  await clearing.settled();
  expect(calls.map(({ folder }) => existsSync(folder))).toEqual([false, false]);
  await clearing.settled();
});

it("leaves what cannot be removed to the next start", async () => {
  const clearing = createLateClearing();
  clearing.add({ folder: join(base, "x\0y"), state: { roots: [] } });
  await expect(clearing.settled()).resolves.toBeUndefined();
});
