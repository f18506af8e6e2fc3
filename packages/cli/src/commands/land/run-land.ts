/** Lists what waits; or shows one set, asks, and lands or drops it. */
import { resolve } from "node:path";
import type { ChangeSet, Landing } from "@toolplane/contract";
import type { WaitingSet } from "@toolplane/contract/ports";
import { withdrawLanding } from "@toolplane/library/rooms/approvals";
import type { ToolplaneLandings } from "@toolplane/library/rooms/library";
import { openProduct } from "@toolplane/library/rooms/product";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState, type State } from "@toolplane/library/rooms/state";
import { formatPlural, isWithin } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { changeSetLines } from "../../terminal/changes/change-set-lines.ts";
import { DIFF_FOLD, diffLines } from "../../terminal/lines/diff-lines.ts";
import { sayWarning } from "../../terminal/say-warning.ts";
import { show } from "../../terminal/shown/show.ts";
import { drawing, line, type Shown } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { chooseSet } from "./choose-set.ts";
import { landingReport } from "./landing-report.ts";
import { waitingLines } from "./waiting-lines.ts";

/** So many files are shown line by line; a longer set is looked at path by path. */
const MOST_DIFFS = 50;

export const runLand: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const state = await openState(settings);
  try {
    const onWarning = (text: string) => warn(context, text);
    const product = await openProduct({ settings, state, only: [], onWarning });
    try {
      const landings = answering(product.landings, state);
      return await landWith(context, { landings, workspace: settings.workspace });
    } finally {
      await product.close();
    }
  } finally {
    await state.close();
  }
};

/** Withdraws the question of a process that is gone when a person settles its set by hand. */
function answering(landings: ToolplaneLandings, state: State): ToolplaneLandings {
  const settled = async (callId: string, landing: Landing): Promise<Landing> => {
    if (landing.state !== "kept") await withdrawLanding(callId, state);
    return landing;
  };
  return {
    ...landings,
    land: async (callId, options) => settled(callId, await landings.land(callId, options)),
    drop: async (callId, options) => settled(callId, await landings.drop(callId, options)),
  };
}

/** Names sets that were dropped because of a bound. A missing sandbox is no news here: nothing runs. */
function warn({ terminal }: CommandContext, text: string): void {
  if (text.startsWith("No sandbox")) return;
  sayWarning(terminal, text);
}

export interface LandGround {
  readonly landings: ToolplaneLandings;
  readonly workspace: string | null;
}

/** The command over sets that the caller has opened. */
export async function landWith(
  context: CommandContext,
  ground: LandGround,
): Promise<Report | ExitCode> {
  const { words, wantsDrop } = readWords(context);
  const waiting = await ground.landings.list();
  if (words.length === 0)
    return { json: { waiting }, shown: waitingLines(waiting, ground.workspace) };
  const chosen = chooseSet(waiting, words[0] ?? "");
  const set = await ground.landings.show(chosen.callId);
  if (set === null) throw gone(chosen);
  const job = { context, ground, chosen, set };
  return wantsDrop ? drop(job) : land(job);
}

interface Job {
  readonly context: CommandContext;
  readonly ground: LandGround;
  readonly chosen: WaitingSet;
  readonly set: ChangeSet;
}

/** `land CALL drop` and `land drop CALL` are the same. */
function readWords({ arguments: given }: CommandContext) {
  const isDrop = given.words.includes("drop");
  const words = given.words.filter((word) => word !== "drop");
  const wantsDrop = isDrop || given.flag("drop");
  if (wantsDrop && words.length === 0)
    throw new CliError("Which one? Say the id of its call.", {
      next: ["toolplane land   lists what waits."],
    });
  if (words.length > 1) throw new CliError(`${JSON.stringify(words[1])} is one word too many.`);
  if (wantsDrop && given.list("without").length > 0)
    throw new CliError("--without leaves paths out of a landing; drop throws everything away.");
  return { words, wantsDrop };
}

async function land(job: Job): Promise<Report | ExitCode> {
  const { ground, chosen } = job;
  const without = leftOut(job);
  show(job.context.terminal, await setLines(job));
  const all = without.length === 0 ? "it" : `it without ${formatPlural(without.length, "path")}`;
  const stop = await stopsHere(job, { question: `Land ${all}?`, verb: "landed" });
  if (stop !== null) return stop;
  const landing = await ground.landings.land(chosen.callId, { without }).catch(notThere(chosen));
  return landingReport({ landing, chosen, workspace: ground.workspace });
}

async function drop(job: Job): Promise<Report | ExitCode> {
  const { ground, chosen } = job;
  show(job.context.terminal, await setLines(job));
  const stop = await stopsHere(job, { question: "Throw it away?", verb: "dropped" });
  if (stop !== null) return stop;
  const landing = await ground.landings.drop(chosen.callId).catch(notThere(chosen));
  return landingReport({ landing, chosen, workspace: ground.workspace });
}

/** As the person names them: relative to where they stand, or to the workspace. */
function leftOut({ context, ground, set }: Job): readonly string[] {
  const holds = (path: string): boolean =>
    set.changes.some((change) => isWithin(change.path, path));
  return context.arguments.list("without").map((typed) => {
    const places = [context.directory, ...(ground.workspace === null ? [] : [ground.workspace])];
    const found = places.map((place) => resolve(place, typed)).find(holds);
    if (found !== undefined) return found;
    throw new CliError(`${escapeText(typed)} is not in the change set.`, {
      next: ["--all lists every path of it."],
    });
  });
}

/** The set that a person is about to say yes to. */
async function setLines(job: Job): Promise<readonly Shown[]> {
  const { context, ground, chosen, set } = job;
  const { terminal, arguments: given } = context;
  const { counts, refused = [] } = chosen.landing;
  const { workspace } = ground;
  const changed = { changes: set.changes, counts, refused, workspace, isWhole: given.flag("all") };
  return [
    line(chosen.command, { mark: "ask" }),
    drawing(({ paint, width }) =>
      changeSetLines(changed, paint, width - 2).map((text) => `  ${text}`),
    ),
    ...(given.flag("diff") && !terminal.wantsJson ? await fileDiffs(job) : []),
  ];
}

async function fileDiffs({ ground, chosen, set }: Job): Promise<readonly Shown[]> {
  const files = set.changes.filter(({ type }) => type !== "directory");
  const shown: Shown[] = [];
  for (const { path } of files.slice(0, MOST_DIFFS)) {
    const diff = (await ground.landings.diff(chosen.callId, path)) ?? "";
    shown.push(
      line(),
      line([{ text: shortPath(path, ground.workspace), style: "bold" }], { indent: 2 }),
      drawing((view) => {
        const lines = diffLines(diff, { ...view, fold: DIFF_FOLD });
        return lines.length === 0 ? ["    not text, or nothing to show"] : lines;
      }),
    );
  }
  const left = files.length - MOST_DIFFS;
  if (left > 0)
    shown.push(line(), line(`  and ${formatPlural(left, "more file")}: --all lists them`));
  return shown;
}

/** A person says yes here, or `--yes` did; nothing else does. Null: go on. */
async function stopsHere(
  { context, chosen }: Job,
  { question, verb }: { readonly question: string; readonly verb: string },
): Promise<ExitCode | null> {
  const { terminal, arguments: given } = context;
  if (given.flag("yes")) return null;
  if (!terminal.canAsk)
    throw new CliError(`Nobody is here to say yes, so nothing was ${verb}.`, {
      next: [
        `toolplane land ${escapeText(chosen.callId)}${verb === "dropped" ? " drop" : ""} --yes`,
      ],
      exitCode: EXIT_CODES.needsPerson,
    });
  const yes = await askYesNo(context, question);
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  if (yes) return null;
  terminal.note("It waits on. Nothing was changed.");
  return EXIT_CODES.denied;
}

function gone({ callId }: WaitingSet): CliError {
  return new CliError(`${escapeText(callId)} is gone: somebody landed or dropped it meanwhile.`, {
    next: ["toolplane land   lists what waits."],
    exitCode: EXIT_CODES.failed,
  });
}

function notThere(chosen: WaitingSet): (error: unknown) => never {
  return (error) => {
    throw (error as { readonly code?: unknown } | null)?.code === "not_found"
      ? gone(chosen)
      : error;
  };
}
