import { describe, expect, it } from "vitest";
import { runMutatedCall } from "./mutated-call.ts";

/** Short here; `npm run fuzz -- 1000000` walks a million. */
const RUNS = 2_000;

describe("a broken part", () => {
  it("never makes a call run that the whole would not have let run", {
    timeout: 60_000,
  }, async () => {
    const shares = { allow: 0, ask: 0, deny: 0 };
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const outcome = await runMutatedCall(seed);
      shares[outcome.verdict] += 1;
      if (!outcome.settled || (outcome.executed && !outcome.permitted))
        expect.fail(outcome.describe);
    }
    const share = (count: number) => count / RUNS;
    console.info(
      `mutated calls: allow ${share(shares.allow)}, ask ${share(shares.ask)}, deny ${share(shares.deny)}`,
    );
    for (const count of Object.values(shares)) expect(share(count)).toBeGreaterThanOrEqual(0.15);
  });
});
