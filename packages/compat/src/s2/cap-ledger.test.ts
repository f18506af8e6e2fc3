import { createTokenLedger } from "@toolplane/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capLedger } from "./cap-ledger.ts";

describe("capLedger", () => {
  it("ends earlier than the workflow, and spends the same tokens", () => {
    const ledger = createTokenLedger({ maxTokens: 100 });
    const capped = capLedger(() => ledger, 40);
    expect(capped.maxTokens).toBe(40);
    expect(capped.reserve(41)).toBe(null);
    const first = capped.reserve(30);
    expect(ledger.used()).toBe(30);
    expect(capped.reserve(11)).toBe(null);
    expect(ledger.reserve(11)?.settle(11)).toBe(true);
    expect(first?.settle(20)).toBe(true);
    expect(capped.used()).toBe(31);
    capped.reset();
    expect(ledger.used()).toBe(0);
  });

  it("withholds what overshoots its own end, and gives back what did not run", () => {
    const ledger = createTokenLedger({ maxTokens: 100 });
    const capped = capLedger(() => ledger, 40);
    expect(capped.reserve(10)?.settle(41)).toBe(false);
    ledger.reset();
    capped.reserve(10)?.release();
    expect(ledger.used()).toBe(0);
  });

  it("never lets reservations pass either end", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.array(fc.nat(60)), (max, cap, estimates) => {
        const ledger = createTokenLedger({ maxTokens: max });
        const capped = capLedger(() => ledger, cap);
        for (const estimate of estimates) capped.reserve(estimate);
        expect(ledger.used()).toBeLessThanOrEqual(Math.min(max, cap));
      }),
    );
  });
});
