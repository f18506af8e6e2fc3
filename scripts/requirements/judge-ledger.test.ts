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
    const rows = [row("R001"), row("R002"), row("R003", "host"), row("R004", "host")];
    expect(judgeLedger(rows, [cite("R001"), cite("R004"), cite("R005")])).toEqual({
      total: 4,
      proven: 2,
      waiting: 1,
      unproven: [row("R002")],
      stale: [row("R004", "host")],
      unknown: [cite("R005")],
    });
  });
});
