/** From a command to its answer, in a process of its own (goals 7a and 7b). */
import { join } from "node:path";
import type { Line, Row, Section } from "../harness/section.ts";
import { peerPrograms } from "../startup/peer-programs.ts";
import { prepareStartup } from "../startup/prepare-startup.ts";
import { measureStart, type StartRuns } from "../startup/run-rows.ts";
import type { PreparedSection } from "../tools/prepared-section.ts";

const { here, missing } = peerPrograms();
const toolplane = join(import.meta.dirname, "../../../packages/toolplane/bin/toolplane.cjs");
type Command = readonly [string, ...string[]];

const MANY: StartRuns = { warmUp: 3, timed: 9, memory: 3 };
/** Some peers take seconds. */
const FEW: StartRuns = { warmUp: 1, timed: 3, memory: 1 };
const FLOOR = "node -e 0";

const OURS: readonly (readonly [name: string, words: readonly string[], note: string])[] = [
  ["toolplane --version", ["--version"], "answered before anything is loaded"],
  ["toolplane tools", ["tools"], "the registry with every tool of the preset"],
  [
    "toolplane call read",
    ["call", "read", '{"path":"notes.txt"}'],
    "settings, store, sandbox, judged, run, recorded durably, closed",
  ],
];

export const prepare: PreparedSection["prepare"] = prepareStartup;

export const section: Section = {
  title: "starting",
  method: [
    "Each run is a process of its own, timed from the start of it to its end; the first ones do not count, so that files are in memory and compiled code is kept where a program keeps it. Memory is the high-water mark of the process and of what it started.",
    ...missing.map(({ name, reason }) => `${name} is left out: ${reason}.`),
  ],
  rows: [
    row(FLOOR, { note: "Node itself", command: [process.execPath, "-e", "0"] }),
    ...OURS.map(([name, words, note]) =>
      row(name, { note, command: [process.execPath, toolplane, ...words] }),
    ),
    ...here.map(({ name, command, note }) =>
      row(`${name} --version`, { note, command: [...command, "--version"], runs: FEW }),
    ),
  ],
  lines: [
    line("7a --version", "toolplane --version", { atMost: 1.1 }),
    line("7b call read", "toolplane call read", { atMost: 1.5 }),
    {
      ...line("7b call read, memory", "toolplane call read", { atMost: 1.25 }),
      figure: "peakBytes",
    },
    line("for comparison: tools", "toolplane tools", null),
    ...here.map(({ name }) => line(`for comparison: ${name}`, `${name} --version`, null)),
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: (ms) => `${ms.toFixed(0)} ms` },
    { figure: "peakBytes", title: "memory", show: (bytes) => `${(bytes / 1e6).toFixed(0)} MB` },
  ],
  peers: ["@openai/codex", "@google/gemini-cli", "opencode-ai"],
};

function row(
  name: string,
  {
    note,
    command,
    runs = MANY,
  }: Pick<Row, "note"> & { readonly command: Command; readonly runs?: StartRuns },
): Row {
  return { name, note, passes: [{ nodeFlags: [], measure: () => measureStart(command, runs) }] };
}

function line(text: string, name: string, goal: Line["goal"]): Line {
  return { line: text, row: name, floor: FLOOR, figure: "p50Ms", goal };
}
