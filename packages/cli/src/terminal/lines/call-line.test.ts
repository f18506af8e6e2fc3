import { describe, expect, it } from "vitest";
import { createPaint } from "../paint.ts";
import { textWidth } from "../text/text-width.ts";
import { callLine } from "./call-line.ts";

const paint = createPaint({ hasColour: false, isAscii: false });

describe("the line of a call", () => {
  it.each([20, 30, 39, 40, 60, 79, 120, 199])("fits %i columns, whatever it says", (width) => {
    const long = ["bash", "general > sleep", "general > search > mcp__a_long_server__a_long_tool"];
    for (const tool of long)
      for (const note of ["", "denied", "waiting for the build", "x".repeat(200)])
        for (const took of [undefined, "5.3 s", "1 h 02 m"]) {
          const what = "for i in 1 2 3 4 5 6 7 8 9 10; do echo line; done";
          const facts = { mark: "running", tool, what, note, ...(took ? { took } : {}) } as const;
          const line = callLine(facts, { paint, width });
          expect(textWidth(line), line).toBeLessThanOrEqual(width);
          if (took) expect(line).toContain(took);
        }
  });

  it("keeps what came of a call that was refused, in forty columns too", () => {
    const facts = { mark: "deny", tool: "search > read", what: ".env", note: "denied" } as const;
    expect(callLine({ ...facts, took: "8 ms" }, { paint, width: 39 })).toMatch(/denied 8 ms$/);
  });
});
