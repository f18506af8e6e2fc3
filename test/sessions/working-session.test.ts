/** The default must not nag: a working session whose only rules name the host that it fetches from. */
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { runWorkingSession } from "./run-working-session.ts";
import { WORKING_SESSION } from "./working-session.ts";

describe.skipIf(!hasSandbox)("a working session (needs bubblewrap)", () => {
  it("has 73 calls, all of which succeed, and asks nothing", async () => {
    const outcome = await runWorkingSession();
    expect(WORKING_SESSION.length).toBe(73);
    expect(outcome.faults).toEqual([]);
    expect(outcome.prompts).toEqual([]);
  });
});
