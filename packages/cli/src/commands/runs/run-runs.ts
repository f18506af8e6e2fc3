import { createSystemClock } from "@toolplane/host";
import { shortIds } from "@toolplane/library/rooms/record";
import type { KeptRun, RunStatus } from "@toolplane/library/rooms/runs";
import { createRuns, type Runs, turnWords } from "@toolplane/library/rooms/runs";
import { readSettings } from "@toolplane/library/rooms/settings";
import { hasState, openState } from "@toolplane/library/rooms/state";
import { formatCount, formatMoment } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseRun } from "../../models/choose-run.ts";
import { renderTable } from "../../terminal/lines/render-table.ts";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";

const SHOWN = 20;
const MOST = 1_000;

/** Lists, or shows the turns of one. A store that is not there holds none, and is not made. */
export const runRuns: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const limit = context.arguments.number("limit") ?? SHOWN;
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    throw new CliError(`--limit must be a whole number from 1 to ${formatCount(MOST)}.`);
  if (!hasState(settings.userData)) {
    printRuns(context, []);
    return EXIT_CODES.done;
  }
  const state = await openState(settings.userData);
  try {
    const runs = createRuns({ ...state, clock: createSystemClock() });
    const [word] = context.arguments.words;
    if (word !== undefined) await printOne(context, runs, word);
    else {
      const all = await runs.list({ limit: MOST });
      const isAll = context.arguments.flag("all");
      const own = all.filter(({ workspace }) => isAll || workspace === settings.workspace);
      printRuns(context, own.slice(0, limit));
    }
    return EXIT_CODES.done;
  } finally {
    await state.close();
  }
};

const MARKS: Readonly<Record<RunStatus, Mark>> = {
  ready: "off",
  working: "running",
  interrupted: "unknown",
  suspended: "ask",
  done: "allow",
  stopped: "off",
  failed: "failed",
};

function printRuns({ terminal }: CommandContext, runs: readonly KeptRun[]): void {
  terminal.json({ runs });
  printTable(terminal, runs);
}

function printTable(terminal: Terminal, runs: readonly KeptRun[]): void {
  if (runs.length === 0) {
    terminal.print("No run of an agent is kept here yet.");
    terminal.note('  toolplane run "…"   makes one.');
    return;
  }
  const short = shortIds(runs.map(({ id }) => id));
  const lines = renderTable({
    columns: [
      { title: "run" },
      { title: "started" },
      { title: "turns", align: "right" },
      { title: "state" },
      { title: "asked for", shrink: 12 },
      { title: "model", shrink: 8, drop: 1 },
    ],
    rows: runs.map((run) => ({
      cells: [
        short(run.id),
        formatMoment(run.createdAtMs, { nowMs: Date.now() }),
        formatCount(run.turns),
        { text: run.status, mark: MARKS[run.status] },
        run.prompt.split("\n")[0] ?? "",
        run.model,
      ],
      ...notesOf(run, short),
    })),
    width: terminal.columns(),
    paint: terminal.out,
  });
  for (const line of lines) terminal.print(line);
  const next = runs.find(({ status }) => status === "suspended" || status === "interrupted");
  if (next) terminal.note(`Next: toolplane run --resume ${short(next.id)}`);
}

function notesOf(run: KeptRun, short: (id: string) => string): { readonly notes?: string[] } {
  const { waiting, forkOf, parentId } = run;
  const notes = [
    ...waiting.map((id) => `waits for: toolplane approvals answer ${id}`),
    ...(forkOf ? [`goes on from ${short(forkOf.runId)} after turn ${forkOf.turn}`] : []),
    ...(parentId === null ? [] : [`started by ${short(parentId)}`]),
  ];
  return notes.length === 0 ? {} : { notes };
}

async function printOne({ terminal }: CommandContext, runs: Runs, word: string): Promise<void> {
  const opened = await runs.open((await chooseRun(runs, word)).id);
  const { run, turns } = opened;
  terminal.json({ run, turns: turns.map(({ turn, atMs, spent }) => ({ turn, atMs, spent })) });
  printTable(terminal, [run]);
  terminal.print();
  const words = turnWords(opened);
  const lines = renderTable({
    columns: [{ title: "turn", align: "right" }, { title: "when" }, { title: "said", shrink: 12 }],
    rows: turns.map(({ turn, atMs }) => ({
      cells: [formatCount(turn), formatMoment(atMs, { nowMs: Date.now() }), words[turn - 1] ?? ""],
    })),
    width: terminal.columns(),
    paint: terminal.out,
  });
  for (const line of lines) terminal.print(line);
}
