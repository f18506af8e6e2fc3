/** Running commands: plain, from a large process, confined, as a transaction, and landing it (goals 5a to 5d). */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { row } from "../harness/row.ts";
import type { Line, Row, Section } from "../harness/section.ts";
import { inside, outside } from "../host/everyday-rows.ts";
import { landed, leastForUndo, writtenDirectly } from "../host/landing-rows.ts";
import { LARGEST, prepareWorkspaces } from "../host/prepared-workspaces.ts";
import {
  bashLoop,
  nodeSpawn,
  nodeSpawnLarge,
  ours,
  oursLarge,
  oursOnView,
  oursSandboxed,
  oursSandboxedLarge,
  rawBwrap,
  sandboxRuntime,
} from "../host/spawn-rows.ts";
import type { PreparedSection } from "../tools/prepared-section.ts";

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
const ON_VIEW = `${OURS}; overlay, mask of **/.env, empty change set; judging a change and landing it left out`;
const NEW_FILES = { files: 10_000, existing: 0 };
const MODIFIED_FILES = { files: 1_000, existing: 1_000 };
const DIRECT = "writeFileSync by Node, 200 bytes each; no sync, no journal, nothing judged";
const LEAST =
  "a link to what stands there and a rename over it, by Node: the least for an undo; nothing looked at, judged or written down";
const LANDED =
  "walk, judging, conflicts, the plan brought to disk, renames, journal for undo, the row's other overhead; the command's own time left out";
const EVERYDAY: readonly string[] = ["git status", "grep -r needle . > /dev/null", "npm test"];

const TRANSACTIONS: readonly Row[] = [
  row("ours on a view, 100 files", ON_VIEW, oursOnView(100)),
  row("ours on a view, 50,000 files", ON_VIEW, oursOnView(LARGEST)),
  row("10,000 new, directly", DIRECT, writtenDirectly(NEW_FILES)),
  row("10,000 new, landed", LANDED, landed(NEW_FILES)),
  row("1,000 modified, directly", DIRECT, writtenDirectly(MODIFIED_FILES)),
  row("1,000 modified, least", LEAST, leastForUndo(MODIFIED_FILES)),
  row("1,000 modified, landed", LANDED, landed(MODIFIED_FILES)),
  ...EVERYDAY.flatMap((command) => [
    row(`${command}, outside`, "bash by Node, no sandbox; 2,000 files under git", outside(command)),
    row(`${command}, inside`, `${OURS}; bubblewrap, a view or a read-only bind`, inside(command)),
  ]),
];
const TRANSACTION_LINES: readonly Line[] = [
  line("5c on a view, 100 files", {
    row: "ours on a view, 100 files",
    floor: "raw bwrap",
    atMost: 2,
  }),
  line("5c on a view, 50,000 files", {
    row: "ours on a view, 50,000 files",
    floor: "raw bwrap",
    atMost: 2,
  }),
  line("5d landing 10,000 new", {
    row: "10,000 new, landed",
    floor: "10,000 new, directly",
    atMost: 1.5,
  }),
  line("5d landing 1,000 modified", {
    row: "1,000 modified, landed",
    floor: "1,000 modified, directly",
    atMost: 2,
  }),
  line("for comparison: 1,000 modified, least", {
    row: "1,000 modified, least",
    floor: "1,000 modified, directly",
    atMost: null,
  }),
  line("for comparison: 1,000 modified, landed against least", {
    row: "1,000 modified, landed",
    floor: "1,000 modified, least",
    atMost: null,
  }),
  ...EVERYDAY.map((command) =>
    line(`for comparison: ${command}`, {
      row: `${command}, inside`,
      floor: `${command}, outside`,
      atMost: null,
    }),
  ),
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

export const prepare: PreparedSection["prepare"] = hasBwrap ? prepareWorkspaces : undefined;

export const section: Section = {
  title: "one short command",
  method: [
    "`bash --noprofile --norc -c true`, each run timed alone from the request to its settled result, after a warm-up.",
    "A large parent has 1 GiB of touched memory. Our rows are one product with an allow-all rule over a workspace of 30 files, and PATH without what npm puts there.",
    "`ours, sandboxed` is known only to read, so its view is read-only. A row on a view runs `eval true`, which may write; `**/.env` is denied there.",
    "Landing is the whole call without the time of the command, in a folder that is there; what was written is brought to disk after the answer.",
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
    ...(hasBwrap ? [...SANDBOXED, ...TRANSACTIONS] : []),
    ...(hasPeer ? PEER : []),
  ],
  lines: [
    line("5a plain", { row: "ours", floor: "bash loop", atMost: 1.9 }),
    line("5b from 1 GiB", { row: "ours, 1 GiB", floor: "spawn", atMost: 1.5 }),
    ...(hasBwrap ? [...SANDBOXED_LINES, ...TRANSACTION_LINES] : []),
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
