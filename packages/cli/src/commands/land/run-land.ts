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
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { changeSetLines } from "../../terminal/changes/change-set-lines.ts";
import { DIFF_FOLD, diffLines } from "../../terminal/lines/diff-lines.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { chooseSet } from "./choose-set.ts";
import { tellLanding } from "./tell-landing.ts";
import { printWaiting } from "./waiting-sets.ts";

/** So many files are shown line by line; a longer set is looked at path by path. */
const MOST_DIFFS = 50;

export const runLand: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const state = await openState(settings.userData);
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

/** Who settles a set by hand has answered what a process that is gone asked about it. */
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

/** Sets that a bound let go of are told where somebody looks for them. Nothing runs here, so a missing sandbox means nothing. */
function warn({ terminal }: CommandContext, text: string): void {
  if (text.startsWith("No sandbox")) return;
  const line = `${terminal.err.mark("ask")} ${escapeText(text)}`;
  for (const part of wrapText(line, terminal.columns())) terminal.note(part);
}

export interface LandGround {
  readonly landings: ToolplaneLandings;
  readonly workspace: string | null;
}

/** The command over sets that somebody has opened. */
export async function landWith(context: CommandContext, ground: LandGround): Promise<ExitCode> {
  const { words, wantsDrop } = readWords(context);
  const waiting = await ground.landings.list();
  if (words.length === 0) {
    context.terminal.json({ waiting });
    printWaiting(context.terminal, waiting, ground.workspace);
    return EXIT_CODES.done;
  }
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

async function land(job: Job): Promise<ExitCode> {
  const { ground, chosen } = job;
  const without = leftOut(job);
  await print(job);
  const all = without.length === 0 ? "it" : `it without ${formatPlural(without.length, "path")}`;
  const stop = await stopsHere(job, { question: `Land ${all}?`, verb: "landed" });
  if (stop !== null) return stop;
  const landing = await ground.landings.land(chosen.callId, { without }).catch(notThere(chosen));
  return end(job, landing);
}

async function drop(job: Job): Promise<ExitCode> {
  const { ground, chosen } = job;
  await print(job);
  const stop = await stopsHere(job, { question: "Throw it away?", verb: "dropped" });
  if (stop !== null) return stop;
  return end(job, await ground.landings.drop(chosen.callId).catch(notThere(chosen)));
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

async function print(job: Job): Promise<void> {
  const { context, ground, chosen, set } = job;
  const { terminal, arguments: given } = context;
  const { counts, refused = [] } = chosen.landing;
  terminal.print(`${terminal.out.mark("ask")} ${escapeText(chosen.command)}`);
  const shown = {
    changes: set.changes,
    counts,
    refused,
    workspace: ground.workspace,
    isWhole: given.flag("all"),
  };
  for (const line of changeSetLines(shown, terminal.out, terminal.columns() - 2))
    terminal.print(`  ${line}`);
  if (given.flag("diff") && !terminal.wantsJson) await printDiffs(job);
}

async function printDiffs({ context, ground, chosen, set }: Job): Promise<void> {
  const { terminal } = context;
  const files = set.changes.filter(({ type }) => type !== "directory");
  for (const { path } of files.slice(0, MOST_DIFFS)) {
    const diff = await ground.landings.diff(chosen.callId, path);
    terminal.print(
      `\n  ${terminal.out.style("bold", escapeText(shortPath(path, ground.workspace)))}`,
    );
    const options = { paint: terminal.out, width: terminal.columns(), fold: DIFF_FOLD };
    const lines = diffLines(diff ?? "", options);
    for (const line of lines) terminal.print(line);
    if (lines.length === 0) terminal.print("    not text, or nothing to show");
  }
  const left = files.length - MOST_DIFFS;
  if (left > 0) terminal.print(`\n  and ${formatPlural(left, "more file")}: --all lists them`);
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

function end({ context, ground, chosen }: Job, landing: Landing): ExitCode {
  const { sessionId, callId } = chosen;
  context.terminal.json({ sessionId, callId, landing });
  return tellLanding(context.terminal, { landing, chosen, workspace: ground.workspace });
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
