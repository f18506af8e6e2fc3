import { type Opinion, type RuleReference, type Verdict, winnerOf } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../digest/digest-of.ts";
import { readVerdict, type StoredVerdict } from "./read-verdict.ts";
import { createVerdictTexts } from "./verdict-texts.ts";

const reference = fc.record<RuleReference>({
  rule: fc.record({
    permission: fc.string(),
    pattern: fc.string(),
    action: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
  }),
  source: fc.record(
    { scope: fc.constant("project" as const), file: fc.string(), line: fc.nat() },
    { requiredKeys: ["scope"] },
  ),
});

const opinion = fc.record(
  {
    judge: fc.constantFrom("rules" as const, "floor" as const),
    action: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
    hard: fc.boolean(),
    reason: fc.string(),
    resource: fc.nat(),
    rule: reference,
    considered: fc.array(reference, { maxLength: 2 }),
  },
  { requiredKeys: ["judge", "action", "hard", "reason"] },
) as fc.Arbitrary<Opinion>;

const anyVerdict: fc.Arbitrary<Verdict> = fc
  .tuple(
    fc.array(opinion, { minLength: 1, maxLength: 3 }),
    fc.nat(),
    fc.constantFrom(undefined, "yolo" as const),
  )
  .map(([opinions, at, answeredBy]) => {
    const winner = at % opinions.length;
    const { action, hard } = opinions[winner] as Opinion;
    return { action, ...(answeredBy ? { answeredBy } : {}), hard, opinions, winner };
  });

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("the texts of verdicts", () => {
  it("texts of verdicts are canonical, also when they are made again", () => {
    const textOf = createVerdictTexts();
    fc.assert(
      fc.property(anyVerdict, (verdict) => {
        const expected = canonicalJson(verdict);
        expect([textOf(verdict), textOf(verdict)]).toEqual([expected, expected]);
      }),
    );
    expect(textOf(null)).toBe("null");
  });

  it("verdicts are read back as they were, also from rows that hold the winner itself", () => {
    const textOf = createVerdictTexts();
    fc.assert(
      fc.property(anyVerdict, (verdict) => {
        expect(readVerdict(JSON.parse(textOf(verdict)) as StoredVerdict)).toEqual(json(verdict));
        const stored: StoredVerdict = json({ ...verdict, winner: winnerOf(verdict) });
        const read = readVerdict(stored) as Verdict;
        expect(winnerOf(read)).toEqual(json(winnerOf(verdict)));
        expect(read.opinions).toEqual(json(verdict.opinions));
      }),
    );
  });

  it("two verdicts that differ in their winner only have different texts", () => {
    const textOf = createVerdictTexts();
    const opinion = { judge: "rules", action: "ask", hard: true, reason: "r" } as const;
    const first: Verdict = { action: "ask", hard: true, opinions: [opinion, opinion], winner: 0 };
    const second: Verdict = { ...first, winner: 1 };
    expect([textOf(first), textOf(second)]).toEqual([canonicalJson(first), canonicalJson(second)]);
  });
});
