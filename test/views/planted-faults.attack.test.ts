/**
 * Faults that an agent brings into a project through a view of its own, plainly and behind what hides them: a share of those that
 * `npm run red` plays. What the checks make of the families is tried in test/checks; here the way is the real one.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRedWorld, type RedWorld } from "../../lab/red/open-red-world.ts";
import { redCases } from "../../lab/red/red-cases.ts";
import { NODE } from "../checks/money-project.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../sample.ts";

const CASES = redCases(NODE);

describe.skipIf(!hasSandbox)(
  "what breaks the tests (needs a sandbox)",
  { timeout: SAMPLED_MS },
  () => {
    let world: RedWorld;
    beforeAll(async () => {
      world = await openRedWorld(NODE);
    });
    afterAll(() => world.close());

    it.each([
      ...sampleOf(
        CASES.filter(({ kind }) => kind === "fault"),
        1,
      ),
      ...sampleOf(
        CASES.filter(({ kind }) => kind === "evasion"),
        2,
      ),
    ])("does not land, and lands mended: $name", async (one) => {
      const { spoiled, repaired, faults } = await world.play(one);
      expect(["red", "kept"]).toContain(spoiled);
      expect({ repaired, faults }).toEqual({ repaired: "landed", faults: [] });
    });
  },
);
