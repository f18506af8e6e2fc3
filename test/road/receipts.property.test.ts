/** A receipt opens the very call it was given for, and the policy is judged again when it is used. */
import type { Rule } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf, openWorld } from "./fixture.ts";

const key = new Uint8Array(32).fill(3);

describe("a receipt used in another process", () => {
  it("lets its own call through unless a rule denies it by now, and no other call", async () => {
    const shares = { allow: 0, ask: 0, deny: 0 };
    const runs = 300;
    const drawn = fc.record({
      path: fc.constantFrom("README.md", ".env"),
      other: fc.constantFrom(null, null, null, "id", "arguments", "session", "key"),
      rule: fc.constantFrom<Rule | null>(
        null,
        { permission: "fs.read", pattern: "**", action: "ask" },
        { permission: "fs.read", pattern: "**", action: "deny" },
      ),
    });
    const property = fc.asyncProperty(drawn, async ({ path, other, rule }) => {
      const first = openWorld({
        answers: [{ choice: "once" }],
        session: { id: "s" },
        kernel: { receiptKey: key },
      });
      await first.call("read", { path }, { id: "c" });
      const receipt = first.recorder.settled()[0]?.answers[0]?.receipt;
      const later = openWorld({
        rules: rule ? [rule] : [],
        answers: () => ({ choice: "reject" }),
        session: { id: other === "session" ? "other" : "s" },
        kernel: { receiptKey: other === "key" ? new Uint8Array(32) : key },
      });
      const call = {
        id: other === "id" ? "d" : "c",
        name: "read",
        arguments: { path: other === "arguments" ? "other" : path },
      };
      const result = await later.session.call(call, receipt ? { receipt } : {});
      const expected =
        rule?.action === "deny"
          ? "permission_denied"
          : other === null
            ? "output"
            : "approval_rejected";
      expect(codeOf(result)).toBe(expected);
      shares[expected === "output" ? "allow" : expected === "permission_denied" ? "deny" : "ask"] +=
        1;
    });
    await fc.assert(property, { numRuns: runs });
    console.info(
      `receipts: allow ${shares.allow / runs}, ask ${shares.ask / runs}, deny ${shares.deny / runs}`,
    );
    for (const count of Object.values(shares)) expect(count / runs).toBeGreaterThanOrEqual(0.15);
  });
});
