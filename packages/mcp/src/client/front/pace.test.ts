import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

it("lets a burst through, then one in an interval", () => {
  let now = 0;
  const may = createPace({ nowMs: () => now }, { burst: 2, everyMs: 100 });
  const said = [may(), may(), may()];
  now = 100;
  said.push(may(), may());
  expect(said).toEqual([true, true, false, true, false]);
});
