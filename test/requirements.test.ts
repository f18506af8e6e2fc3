import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectCitations } from "../scripts/requirements/collect-citations.ts";
import { judgeLedger } from "../scripts/requirements/judge-ledger.ts";
import { REQUIREMENTS } from "./requirements.ts";

describe("the requirements ledger", () => {
  const citations = collectCitations(join(import.meta.dirname, ".."));
  // Whether they ran on this machine is told by `npm run requirements`, after the run.
  const runs = new Map(citations.map(({ id }) => [id, "passed"] as const));
  const ledger = judgeLedger(REQUIREMENTS, { citations, runs });

  it("holds R001 to R294 in order, each once", () => {
    const expected = Array.from({ length: 294 }, (_, at) => `R${String(at + 1).padStart(3, "0")}`);
    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(expected);
  });

  it("is cited only by ids that it holds", () => {
    expect(ledger.unknown).toEqual([]);
  });

  it("has a test for every row that waits for nothing", () => {
    expect(ledger.unproven.map(({ id, behaviour }) => `${id} ${behaviour}`)).toEqual([]);
  });

  it("has no waiting mark on a row that a test proves", () => {
    expect(ledger.stale.map(({ id, waitsFor }) => `${id} waits for ${waitsFor}`)).toEqual([]);
  });
});
