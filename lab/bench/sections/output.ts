/** A command that prints 1 GB (goal 6). */
import { heapRow } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import {
  allowance,
  concatenated,
  kept,
  SECRETS,
  toDescriptor,
  toFile,
} from "../host/output-rows.ts";

export const section: Section = {
  title: "1 GB of output",
  method: [
    "`yes TEXT | head -c 1000000000`, one run a process; files lie in the system's temporary directory.",
    "peak memory: how far the high-water mark of this Node process rose during the run; the command's own memory is not in it.",
    "Every row ends when the output is whole: in the file that is named, or in memory.",
  ],
  rows: [
    heapRow("cmd > file", "the shell redirects; nobody reads", toFile),
    heapRow("spawn to a file", "a descriptor as stdout; nobody reads", toDescriptor),
    heapRow(
      "ours",
      "head in the result, secret-looking strings masked, the whole in a private file",
      () => kept({}),
    ),
    heapRow("ours, 5 secrets", "as ours, with five registered values that do not occur", () =>
      kept(SECRETS),
    ),
    heapRow("spawn, concatenated", "everything in memory, no file", concatenated),
    heapRow("allowance", "no measurement: the 4 MiB that goal 6 allows", allowance),
  ],
  lines: [
    line("6 time", { row: "ours", floor: "cmd > file", figure: "totalMs", atMost: 1.1 }),
    line("6 peak memory", { row: "ours", floor: "allowance", figure: "peakBytes", atMost: 1 }),
    line("for comparison: time with secrets", {
      row: "ours, 5 secrets",
      floor: "cmd > file",
      figure: "totalMs",
      atMost: null,
    }),
    line("6 peak memory with secrets", {
      row: "ours, 5 secrets",
      floor: "allowance",
      figure: "peakBytes",
      atMost: 1,
    }),
    line("for comparison: concatenated", {
      row: "spawn, concatenated",
      floor: "cmd > file",
      figure: "totalMs",
      atMost: null,
    }),
  ],
  columns: [
    { figure: "totalMs", title: "time", show: (ms) => `${(ms / 1000).toFixed(2)} s` },
    {
      figure: "bytesPerSecond",
      title: "GB/s",
      show: (bytes) => (bytes / 1e9).toFixed(2),
    },
    {
      figure: "peakBytes",
      title: "peak memory",
      show: (bytes) => `+${(bytes / (1024 * 1024)).toFixed(1)} MiB`,
    },
  ],
  peers: [],
};

function line(
  text: string,
  compared: {
    readonly row: string;
    readonly floor: string;
    readonly figure: string;
    readonly atMost: number | null;
  },
): Line {
  const { atMost, ...rest } = compared;
  return { line: text, ...rest, goal: atMost === null ? null : { atMost } };
}
