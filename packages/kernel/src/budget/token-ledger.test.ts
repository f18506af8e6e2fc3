import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenLedger, estimateTokens } from "./token-ledger.ts";

describe("a token ledger", () => {
  it("refuses what would pass the limit and takes back what did not run", () => {
    const ledger = createTokenLedger({ maxTokens: 10 });
    const first = ledger.reserve(6);
    expect(ledger.reserve(5)).toBeNull();
    first?.release();
    first?.release();
    expect(ledger.used()).toBe(0);
    expect(ledger.reserve(10)).not.toBeNull();
  });

  it("replaces the estimate by what was used, and says when that overshoots", () => {
    const ledger = createTokenLedger({ maxTokens: 10 });
    expect(ledger.reserve(5)?.settle(2)).toBe(true);
    expect(ledger.used()).toBe(2);
    expect(ledger.reserve(1)?.settle(20)).toBe(false);
    expect(ledger.used()).toBe(22);
    expect(ledger.reserve(1)).toBeNull();
  });

  it("starts at zero again, and what an earlier workflow still settles does not count", () => {
    const ledger = createTokenLedger({ maxTokens: 10 });
    const old = ledger.reserve(8);
    ledger.reset();
    expect(ledger.used()).toBe(0);
    expect(old?.settle(9)).toBe(true);
    expect(ledger.used()).toBe(0);
  });

  it("never holds more than the limit in reservations, whatever the order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(20), fc.constantFrom("settle", "release", "keep"))),
        (steps) => {
          const ledger = createTokenLedger({ maxTokens: 50 });
          for (const [tokens, end] of steps) {
            const reservation = ledger.reserve(tokens);
            if (end === "settle") reservation?.settle(Math.floor(tokens / 2));
            if (end === "release") reservation?.release();
            expect(ledger.used()).toBeLessThanOrEqual(50);
            expect(ledger.used()).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it("estimates by length", () => {
    expect([estimateTokens(""), estimateTokens("abcd"), estimateTokens("abcde")]).toEqual([
      0, 1, 2,
    ]);
  });
});
