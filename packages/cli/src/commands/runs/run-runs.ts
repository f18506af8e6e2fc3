import { createSystemClock } from "@toolplane/host";
import { shortIds } from "@toolplane/library/rooms/record";
import type { KeptRun, RunStatus } from "@toolplane/library/rooms/runs";
import { createRuns, type Runs, turnWords } from "@toolplane/library/rooms/runs";
import { readSettings } from "@toolplane/library/rooms/settings";
import { hasState, openState } from "@toolplane/library/rooms/state";
import { formatCount, formatMoment } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { chooseRun } from "../../models/choose-run.ts";
import type { Mark } from "../../terminal/paint.ts";
import { line, note, type Shown, table } from "../../terminal/shown/shown.ts";

const SHOWN = 20;
const MOST = 1_000;

/** Lists, or shows the turns of one. A store that is not there holds none, and is not made. */
export const runRuns: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const limit = context.arguments.number("limit") ?? SHOWN;
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    throw new CliError(`--limit must be a whole number from 1 to ${formatCount(MOST)}.`);
  if (!hasState(settings)) return runsReport([]);
  const state = await openState(settings);
  try {
    const runs = createRuns({ ...state, clock: createSystemClock() });
    const [word] = context.arguments.words;
    if (word !== undefined) return await oneReport(runs, word);
    const all = await runs.list({ limit: MOST });
    const isAll = context.arguments.flag("all");
    const own = all.filter(({ workspace }) => isAll || workspace === settings.workspace);
    return runsReport(own.slice(0, limit), all.length);
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

function runsReport(runs: readonly KeptRun[], inAll = 0): Report {
  if (runs.length > 0) return { json: { runs }, shown: runLines(runs) };
  return {
    json: { runs },
    shown: [
      line("No run of an agent is kept here yet."),
      inAll > 0
        ? note("  toolplane runs --all   lists those of other folders, and of the fleet.")
        : note('  toolplane run "…"   makes one.'),
    ],
  };
}

function runLines(runs: readonly KeptRun[]): readonly Shown[] {
  const short = shortIds(runs.map(({ id }) => id));
  const next = runs.find(({ status }) => status === "suspended" || status === "interrupted");
  return [
    table({
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
        notes: runNotes(run, short),
      })),
    }),
    ...(next ? [note(`Next: toolplane run --resume ${short(next.id)}`)] : []),
  ];
}

function runNotes(run: KeptRun, short: (id: string) => string): readonly string[] {
  const { waiting, forkOf, parentId } = run;
  return [
    ...waiting.map((id) => `waits for: toolplane approvals answer ${id}`),
    ...(forkOf ? [`goes on from ${short(forkOf.runId)} after turn ${forkOf.turn}`] : []),
    ...(parentId === null ? [] : [`started by ${short(parentId)}`]),
  ];
}

async function oneReport(runs: Runs, word: string): Promise<Report> {
  const opened = await runs.open((await chooseRun(runs, word)).id);
  const { run, turns } = opened;
  const words = turnWords(opened);
  return {
    json: { run, turns: turns.map(({ turn, atMs, spent }) => ({ turn, atMs, spent })) },
    shown: [
      ...runLines([run]),
      line(),
      table({
        columns: [
          { title: "turn", align: "right" },
          { title: "when" },
          { title: "said", shrink: 12 },
        ],
        rows: turns.map(({ turn, atMs }) => ({
          cells: [
            formatCount(turn),
            formatMoment(atMs, { nowMs: Date.now() }),
            words[turn - 1] ?? "",
          ],
        })),
      }),
    ],
  };
}
