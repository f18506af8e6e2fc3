/** Measures a session that works in a view of its own, beside one that works in the project. */
import { row } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import { door, opened } from "../host/view-rows.ts";

const FIRST = "a new session and its first `bash true`";
const CALL = "a call of the tool, the road around it; a file of two thousand bytes";

export const section: Section = {
  title: "views of their own",
  method: [
    "One product, one session after the other; every row a process of its own. What a landing costs where nothing is required is 5d in `spawn`.",
  ],
  rows: [
    row("first command, in a view of the command", FIRST, opened("project")),
    row("first command, in a view of its own", `${FIRST}, its view opened before`, opened("own")),
    ...(["read", "write"] as const).flatMap((tool) => [
      row(`${tool} in the project`, CALL, door("project", tool)),
      row(`${tool} in a view of its own`, CALL, door("own", tool)),
    ]),
  ],
  lines: [
    line("a view of its own opens", {
      row: "first command, in a view of its own",
      floor: "first command, in a view of the command",
      atMost: 1.2,
    }),
    ...(["read", "write"] as const).map((tool) =>
      line(`${tool} in a view of its own`, {
        row: `${tool} in a view of its own`,
        floor: `${tool} in the project`,
        atMost: 1.3,
      }),
    ),
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: ms },
    { figure: "bestMs", title: "best", show: ms },
  ],
  peers: [],
};

function line(
  name: string,
  { row: measured, floor, atMost }: { row: string; floor: string; atMost: number },
): Line {
  return { line: name, row: measured, floor, figure: "p50Ms", goal: { atMost } };
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
