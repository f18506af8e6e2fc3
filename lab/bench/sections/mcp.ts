/** One MCP call over a pipe and over HTTP (goals 1c and 1d). */
import type { Line, Row, Section } from "../harness/section.ts";
import { measureRoundTrips } from "../mcp/round-trips.ts";

const ROWS: readonly (readonly [name: string, server: string, note: string])[] = [
  ["raw", "raw-server", "parses and writes JSON, no protocol"],
  ["the SDK's own server", "sdk-server", "validates with zod; no policy, no record"],
  [
    "ours",
    "our-server",
    "as createToolplane ships: default policy and one rule, a listener, its recorder over a store in memory (rows of calls that only read wait up to 5 ms, others are written at the end of their turn); a tool that only reads; over HTTP also the token",
  ],
];

const show = (us: number): string => `${us.toFixed(0)} us`;

export const section: Section = {
  title: "one call over MCP",
  method: [
    "A no-op tool with a schema for arguments and results, in a server process of its own; one call at a time by hand-written messages, 5,000 after 3,000 to warm up. Pipes speak 2025-11-25, HTTP 2026-07-28 with a JSON reply on one connection that is kept.",
  ],
  rows: (["stdio", "http"] as const).flatMap((transport) =>
    ROWS.map(
      ([name, server, note]): Row => ({
        name: `${name}, ${transport}`,
        note,
        passes: [{ nodeFlags: [], measure: () => measureRoundTrips(server, transport) }],
      }),
    ),
  ),
  lines: [
    line("1c MCP stdio call", "ours, stdio", "the SDK's own server, stdio", 1.2),
    line("1d MCP HTTP call", "ours, http", "the SDK's own server, http", 1.2),
    line("the SDK against a raw pipe", "the SDK's own server, stdio", "raw, stdio", null),
    line("ours against a raw pipe", "ours, stdio", "raw, stdio", null),
    line("the SDK against raw HTTP", "the SDK's own server, http", "raw, http", null),
    line("ours against raw HTTP", "ours, http", "raw, http", null),
  ],
  columns: [
    { figure: "p50Us", title: "p50", show },
    { figure: "p99Us", title: "p99", show },
  ],
  peers: ["@modelcontextprotocol/server"],
};

function line(text: string, row: string, floor: string, atMost: number | null): Line {
  return { line: text, row, floor, figure: "p50Us", goal: atMost === null ? null : { atMost } };
}
