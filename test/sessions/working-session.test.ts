/** The default must not nag: a working session with no rules of anybody's. */
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { runWorkingSession } from "./run-working-session.ts";
import { WORKING_SESSION } from "./working-session.ts";

const MAX_PROMPTS = 6;

describe.skipIf(!hasSandbox)("a working session without rules (needs bubblewrap)", () => {
  it("has at least 60 calls, all of which succeed, and asks a person at most six times", async () => {
    const outcome = await runWorkingSession();
    expect(WORKING_SESSION.length).toBeGreaterThanOrEqual(60);
    expect(outcome.faults).toEqual([]);
    expect(outcome.prompts.length, JSON.stringify(outcome.prompts, null, 2)).toBeLessThanOrEqual(
      MAX_PROMPTS,
    );
  }, 1_200_000);
});
