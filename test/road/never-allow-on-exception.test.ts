import { describe, expect, inject, it } from "vitest";
import { runMutatedCall } from "./mutated-call.ts";

/** Short here; `npm run fuzz -- 1000000` walks a million. */
const RUNS = 600;

describe("a broken part", () => {
  it("never makes a call run that the whole would not have let run", async () => {
    const shares = { allow: 0, ask: 0, deny: 0 };
    const first = inject("propertySeed");
    for (let run = 0; run < RUNS; run += 1) {
      const outcome = await runMutatedCall(first + run);
      shares[outcome.verdict] += 1;
      if (!outcome.settled || (outcome.executed && !outcome.permitted))
        expect.fail(outcome.describe);
    }
    const share = (count: number) => count / RUNS;
    console.info(
      `mutated calls: allow ${share(shares.allow)}, ask ${share(shares.ask)}, deny ${share(shares.deny)}`,
    );
    // The rarest is expected at 0.18: a tenth is five deviations away, so no seed falls below it by chance.
    for (const count of Object.values(shares)) expect(share(count)).toBeGreaterThanOrEqual(0.1);
  });
});
