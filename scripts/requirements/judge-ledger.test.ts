import { describe, expect, it } from "vitest";
import { judgeLedger } from "./judge-ledger.ts";

const row = (id: string, waitsFor?: string) => ({
  id,
  source: "S0:1",
  behaviour: `does ${id}`,
  ...(waitsFor === undefined ? {} : { waitsFor }),
});
const cite = (id: string) => ({ id, path: "x.test.ts", line: 1 });

describe("judgeLedger", () => {
  it("tells proven, waiting, unproven, stale and unknown apart", () => {
    const requirements = [row("R001"), row("R002"), row("R003", "host"), row("R004", "host")];
    const citations = [cite("R001"), cite("R004"), cite("R005")];
    const runs = new Map([
      ["R001", "passed"],
      ["R004", "passed"],
    ] as const);
    expect(judgeLedger(requirements, { citations, runs })).toEqual({
      total: 4,
      proven: 2,
      waiting: 1,
      unproven: [row("R002")],
      notRunHere: [],
      stale: [row("R004", "host")],
      unknown: [cite("R005")],
    });
  });

  it("counts no proof whose test was skipped, failed or has not run since it was written", () => {
    const requirements = ["R001", "R002", "R003", "R004"].map((id) => row(id));
    const citations = requirements.map(({ id }) => cite(id));
    const runs = new Map([
      ["R001", "passed"],
      ["R002", "skipped"],
      ["R003", "failed"],
    ] as const);
    expect(judgeLedger(requirements, { citations, runs })).toMatchObject({
      proven: 1,
      unproven: [row("R003")],
      notRunHere: [row("R002"), row("R004")],
    });
  });
});
