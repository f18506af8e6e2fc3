/** The agent's loop: what a turn costs beside its model (goal 13), and whether a long run stays small (goal 14). */
import { aiSdkLoop, longRun, ourLoop, TURNS } from "../agent/loop-rows.ts";
import { heapRow, row } from "../harness/row.ts";
import type { Section } from "../harness/section.ts";

export const section: Section = {
  title: "the agent's loop",
  method: [
    `Runs of ${TURNS} tool calls, one in each turn, with the AI SDK's own model in memory that streams the same answers to both; a tool that does nothing.`,
    "a turn: the median run divided by its answers. The long run has a scripted model whose memory fills, so that its conversation is shortened again and again; heap after a full collection.",
  ],
  rows: [
    row(
      "ours",
      "every call validated, judged by the default policy, and told to listeners",
      ourLoop,
    ),
    row("AI SDK streamText", "validated; no policy, no record", aiSdkLoop),
    heapRow("first", "calls 1 to 100 of a long run", () => longRun("first")),
    heapRow("last", "calls 9,901 to 10,000 of a long run", () => longRun("last")),
  ],
  lines: [
    {
      line: "13 a turn of the loop",
      row: "ours",
      floor: "AI SDK streamText",
      figure: "turnUs",
      goal: { atMost: 0.5 },
    },
    {
      line: "14 a turn at the end of 10,000 calls",
      row: "last",
      floor: "first",
      figure: "turnUs",
      goal: { atMost: 1.1 },
    },
    {
      line: "14 heap after 10,000 calls",
      row: "last",
      floor: "first",
      figure: "heapBytes",
      goal: { atMost: 1.2 },
    },
  ],
  columns: [
    { figure: "turnUs", title: "a turn", show: (us) => `${us.toFixed(1)} us` },
    { figure: "heapBytes", title: "heap", show: (bytes) => `${(bytes / 1e6).toFixed(2)} MB` },
  ],
  peers: ["ai", "ajv"],
};
