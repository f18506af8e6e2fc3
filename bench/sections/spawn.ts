/** Running one short command: plain, from a large process, confined (goals 5a, 5b and 5c). */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Figures, Line, Row, Section } from "../harness/section.ts";
import {
  bashLoop,
  nodeSpawn,
  nodeSpawnLarge,
  ours,
  oursLarge,
  oursSandboxed,
  oursSandboxedLarge,
  rawBwrap,
  sandboxRuntime,
} from "../host/spawn-rows.ts";

const OURS =
  "shell.run of a tool: line parsed and judged, environment, spool, limits, changed files looked for";

const SANDBOXED: readonly Row[] = [
  row("raw bwrap", "spawned by Node; fixed binds, no seccomp, no policy, no egress", rawBwrap),
  row("ours, sandboxed", `${OURS}; bubblewrap, seccomp, masks, egress relay`, oursSandboxed),
  row("ours, sandboxed, 1 GiB", "as before, from a process of 1 GiB", oursSandboxedLarge),
];
const SANDBOXED_LINES: readonly Line[] = [
  line("5c sandboxed", { row: "ours, sandboxed", floor: "raw bwrap", atMost: 2 }),
  line("for comparison: sandboxed from 1 GiB", {
    row: "ours, sandboxed, 1 GiB",
    floor: "raw bwrap",
    atMost: null,
  }),
];
const PEER: readonly Row[] = [
  row(
    "sandbox-runtime",
    "wraps and spawns through a shell; network through socat; no parse, no spool",
    sandboxRuntime,
  ),
];
const PEER_LINES: readonly Line[] = [
  line("for comparison: sandbox-runtime", {
    row: "sandbox-runtime",
    floor: "raw bwrap",
    atMost: null,
  }),
];

// Without these programs there is nothing to measure, and the table says which rows it has.
const hasBwrap = isOnPath("bwrap");
const hasPeer = hasBwrap && isOnPath("socat") && isOnPath("rg");

/** The section. */
export const section: Section = {
  title: "one short command",
  method: [
    "`bash --noprofile --norc -c true`, each run timed alone from the request to its settled result, after a warm-up.",
    "A large parent has 1 GiB of touched memory. Our rows are one product with an allow-all rule over a workspace of 30 files, and PATH without what npm puts there.",
    ...(hasBwrap ? [] : ["No bubblewrap on this machine: the sandboxed rows are left out."]),
    ...(hasPeer
      ? []
      : ["sandbox-runtime needs socat and rg, which are not here: its row is left out."]),
  ],
  rows: [
    row("bash loop", "bash forks and executes bash, no Node", bashLoop),
    row("spawn", "child_process.spawn and two pipes; no limits, no spool", nodeSpawn),
    row("ours", OURS, ours),
    row("spawn, 1 GiB", "as spawn, from a process of 1 GiB", nodeSpawnLarge),
    row("ours, 1 GiB", "as ours, from a process of 1 GiB", oursLarge),
    ...(hasBwrap ? SANDBOXED : []),
    ...(hasPeer ? PEER : []),
  ],
  lines: [
    line("5a plain", { row: "ours", floor: "bash loop", atMost: 1.9 }),
    line("5b from 1 GiB", { row: "ours, 1 GiB", floor: "spawn", atMost: 1.5 }),
    ...(hasBwrap ? SANDBOXED_LINES : []),
    line("for comparison: spawn", { row: "spawn", floor: "bash loop", atMost: null }),
    line("for comparison: spawn from 1 GiB", {
      row: "spawn, 1 GiB",
      floor: "spawn",
      atMost: null,
    }),
    ...(hasPeer ? PEER_LINES : []),
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: (ms) => `${ms.toFixed(2)} ms` },
    { figure: "bestMs", title: "best", show: (ms) => `${ms.toFixed(2)} ms` },
  ],
  peers: [],
};

function row(name: string, note: string, measure: () => Promise<Figures>): Row {
  return { name, note, passes: [{ nodeFlags: [], measure }] };
}

function line(
  text: string,
  compared: { readonly row: string; readonly floor: string; readonly atMost: number | null },
): Line {
  const { atMost } = compared;
  return {
    line: text,
    row: compared.row,
    floor: compared.floor,
    figure: "p50Ms",
    goal: atMost === null ? null : { atMost },
  };
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
