import type { OfferedRules } from "@toolplane/contract";
import { countOffer } from "@toolplane/library/rooms/rules";
import { describe, expect, it } from "vitest";
import { openRecordedWorld, type Step } from "./record-world.fixture.ts";

const OFFER: OfferedRules = {
  rules: [{ permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" }],
  words: "write files below src/",
};
const write = (path: string): Step => ["write", { path, content: "x\n" }];

async function openWorld() {
  const world = openRecordedWorld();
  await world.record([write("src/a.ts"), write("b.ts"), write("src/.envrc")], {
    answers: ["once", "once", "once"],
  });
  await world.record([write("src/deep/c.ts"), write("src/d.ts"), ["read", { path: "src/a.ts" }]], {
    answers: ["reject", "session"],
  });
  const state = await world.state();
  const { signal } = new AbortController();
  const options = { store: state.store, workspace: world.workspace, signal };
  return { state, options };
}

describe("what an offered rule would have covered", () => {
  it("is counted in the record: what asked about nothing else, and what of it was refused", async () => {
    const { state, options } = await openWorld();
    // Of six calls: not the file at the top, not the protected one, not the one that only reads.
    expect(await countOffer({ offer: OFFER }, options)).toEqual({
      calls: 6,
      covered: 3,
      refused: 1,
      isWhole: true,
    });
    const elsewhere = { ...options, workspace: "/elsewhere" };
    expect(await countOffer({ offer: OFFER }, elsewhere)).toMatchObject({ calls: 0, covered: 0 });
    expect(await countOffer({}, options)).toBeNull();
    await state.close();
  });

  it("is bounded in calls, the newest first, and in time, and says so", async () => {
    const { state, options } = await openWorld();
    expect(await countOffer({ offer: OFFER }, { ...options, mostCalls: 2 })).toEqual({
      calls: 2,
      covered: 1,
      refused: 0,
      isWhole: false,
    });
    const late = await countOffer({ offer: OFFER }, { ...options, budgetMs: 0 });
    expect(late).toMatchObject({ isWhole: false });
    await state.close();
  });

  it("is given up when the question is over", async () => {
    const { state, options } = await openWorld();
    const over = new AbortController();
    const counting = countOffer({ offer: OFFER }, { ...options, signal: over.signal });
    over.abort();
    expect(await counting).toBeNull();
    await state.close();
  });
});
