/** One call of a third party's MCP server through us (goal 12). */
import type { Row, Section } from "../harness/section.ts";
import { measureDirect, measureGateway, measureSameRequest } from "../mcp/gateway-trips.ts";

const row = (name: string, note: string, measure: Row["passes"][number]["measure"]): Row => ({
  name,
  note,
  passes: [{ nodeFlags: [], measure }],
});

const show = (us: number): string => `${us.toFixed(0)} us`;
const ours = { row: "through us", floor: "the SDK's own client" } as const;

export const section: Section = {
  title: "one call of another server, through us",
  method: [
    "The official server with a no-op tool, in a process of its own over stdio; one call at a time, 3,000 after 1,000 to warm up. All rows call the same tool over the same kind of pipe. The first row speaks 2025-11-25, as the SDK does unless told otherwise; the others 2026-07-28, whose requests are three times as long and cost the server more.",
  ],
  rows: [
    row("the SDK's own client", "checks the answer's schema; no policy, no record", measureDirect),
    row(
      "the SDK's own client, our request",
      "the same, with the revision, progress and signal that we ask with",
      measureSameRequest,
    ),
    row(
      "through us",
      "validated, judged by a rule, recorded over a store in memory, sent by our client, the answer bounded, cleaned and marked; the server is not sandboxed here, as it is not in the other rows",
      measureGateway,
    ),
  ],
  lines: [
    { line: "12 gateway call, p50", ...ours, figure: "p50Us", goal: { atMost: 1.5 } },
    { line: "12 gateway call, p99", ...ours, figure: "p99Us", goal: { atMost: 2 } },
  ],
  columns: [
    { figure: "p50Us", title: "p50", show },
    { figure: "p99Us", title: "p99", show },
  ],
  peers: ["@modelcontextprotocol/client", "@modelcontextprotocol/server"],
};
