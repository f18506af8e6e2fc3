import type { RuleAction } from "@toolplane/contract";
import { expect } from "vitest";

/** Counts what rules said in a property, so that one which never meets a denial does not pass for a proof. */
export function createVerdictShares(name: string): {
  count(verdict: RuleAction | null): void;
  /** Prints the shares; fails when rules allowed, asked or denied in fewer than 10 of 100. */
  report(): void;
} {
  const counts = { allow: 0, ask: 0, deny: 0, none: 0 };
  return {
    count: (verdict) => {
      counts[verdict ?? "none"] += 1;
    },
    report: () => {
      const total = counts.allow + counts.ask + counts.deny + counts.none;
      const share = (count: number) => Math.round((100 * count) / total);
      console.info(
        `${name}: ${total} verdicts, allow ${share(counts.allow)} %, ask ${share(counts.ask)} %, deny ${share(counts.deny)} %, none ${share(counts.none)} %`,
      );
      for (const verdict of ["allow", "ask", "deny"] as const)
        expect(counts[verdict] / total).toBeGreaterThan(0.1);
    },
  };
}
