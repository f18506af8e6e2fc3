import { expect, it } from "vitest";
import { keptTrace, readTrace } from "./read-trace.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

it("reads a trace context, of a later version too", () => {
  const context = { traceId: TRACE, spanId: SPAN };
  expect(readTrace(`00-${TRACE}-${SPAN}-01`)).toEqual(context);
  expect(readTrace(`01-${TRACE}-${SPAN}-00-more`)).toEqual(context);
  expect(keptTrace(`00-${TRACE}-${SPAN}-01`)).toEqual({ trace: `00-${TRACE}-${SPAN}-01` });
});

it.each([
  undefined,
  "",
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-01\n`,
])("%s is none", (text) => {
  expect(readTrace(text)).toBeNull();
  expect(keptTrace(text)).toEqual({});
});
