/** `undo` and `redo`: the plan is shown, a person says yes, and then it is a call in the session itself. */

import { describeChanges } from "@toolplane/library/rooms/changes";
import { moveFiles, openChangeGround, sessionSettings } from "@toolplane/library/rooms/product";
import type { FileMove, MoveAction, MovedChanges } from "@toolplane/library/rooms/record";
import { newestFirst, shortIds, workspaceOf } from "@toolplane/library/rooms/record";
import { formatCount, formatPlural, quoteVisibly } from "@toolplane/readings";
import { exitCodeOf } from "../../calls/exit-code-of.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { DIFF_FOLD, diffLines } from "../../terminal/lines/diff-lines.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { show } from "../../terminal/shown/show.ts";
import { drawing, line, note, type Shown } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { type ChosenMoves, chooseMoves } from "./choose-moves.ts";
import { lastingLines } from "./lasting-lines.ts";

export function runMove(context: CommandContext, action: MoveAction): Promise<Report | ExitCode> {
  return withRecord(context, async (ground) => {
    const chosen = await chooseMoves(context, ground, action);
    const ids = (await newestFirst(ground.state.store)).map(({ sessionId }) => sessionId);
    const id = shortIds(ids)(chosen.manifest.sessionId);
    const plan = { context, ground, action, chosen, id };
    const { terminal, arguments: given } = context;
    const obstacles = chosen.moves.filter(({ obstacle }) => obstacle !== null);
    const movable = chosen.moves.filter(({ entries }) => entries.length > 0);
    if (obstacles.length > 0 && !given.flag("skip-changed")) throw await refusal(plan, obstacles);
    if (movable.length === 0) throw await refusal(plan, obstacles);
    if (!terminal.wantsJson) show(terminal, await planLines(plan, movable));
    if (!given.flag("yes")) {
      if (!terminal.canAsk)
        throw new CliError(`Nobody is here to say yes, so nothing was changed.`, {
          next: [`${again(plan)} --yes`],
          exitCode: EXIT_CODES.needsPerson,
        });
      const yes = await askYesNo(context, `${QUESTIONS[action]} ${files(movable)}?`);
      if (context.signal.aborted) return EXIT_CODES.cancelled;
      if (!yes) {
        terminal.note("Nothing was changed.");
        return EXIT_CODES.denied;
      }
    }
    return conclude(plan, movable, await move(plan, movable));
  });
}

interface Plan {
  readonly context: CommandContext;
  readonly ground: RecordGround;
  readonly action: MoveAction;
  readonly chosen: ChosenMoves;
  readonly id: string;
}

/** A command can land thousands of files: so many are shown line by line, the others are counted. */
const MOST_SHOWN = 20;

const QUESTIONS = { undo: "Take back", redo: "Make again" } as const;
const DOING = { undo: "Taking back", redo: "Making again" } as const;
const DONE = { undo: "taken back", redo: "made again" } as const;

function files(moves: readonly FileMove[]): string {
  const changes = moves.reduce((sum, { entries }) => sum + entries.length, 0);
  return `${formatPlural(changes, "change")} of ${formatPlural(moves.length, "file")}`;
}

/** The command again, for exactly what was asked for. */
function again(plan: Plan): string {
  const skips = plan.context.arguments.flag("skip-changed");
  return `${commandLine(plan)}${skips ? " --skip-changed" : ""}`;
}

/** For the same call and the same files, this way or the other. */
function commandLine({ context, action, id }: Pick<Plan, "context" | "action" | "id">): string {
  const { words, list } = context.arguments;
  return [
    ...["toolplane", action, id, ...words.slice(1)],
    ...list("file").flatMap((file) => ["--file", file]),
    ...list("without").flatMap((file) => ["--without", file]),
  ]
    .map(quoteVisibly)
    .join(" ");
}

/** Refuses to overwrite later work, and says what can be done instead. */
async function refusal(plan: Plan, obstacles: readonly FileMove[]): Promise<CliError> {
  const { action, chosen, context } = plan;
  const workspace = workspaceOf(chosen.manifest);
  const skips = context.arguments.flag("skip-changed");
  const names = obstacles.map(({ path }) => shortPath(path, workspace));
  const others = chosen.moves.length - obstacles.length;
  // Of a file that was changed between two calls the later changes can go.
  const isPart = obstacles.some(({ entries }) => entries.length > 0);
  const leaving =
    isPart || names.length > MOST_NAMED
      ? "--skip-changed"
      : names.map((name) => `--without ${quoteVisibly(name)}`).join(" ");
  const skipping =
    skips || (others === 0 && !isPart)
      ? []
      : [
          `${again(plan)} ${leaving}`,
          `  leaves them and goes on with the others (${formatCount(others)}).`,
        ];
  // A change builds on the one before it: the later ones go first, one after the other.
  const [last] = obstacles.flatMap(({ later }) => later);
  const first =
    last === undefined
      ? []
      : [
          `toolplane undo ${plan.id} ${await chosen.numberOf(last)}   takes the later change back first.`,
        ];
  return new CliError(
    `${formatPlural(obstacles.length, "file was", "files were")} changed since, so nothing was ${DONE[action]}.`,
    {
      lines: [
        ...obstacles.slice(0, MOST_SHOWN).map((move) => {
          return `${escapeText(shortPath(move.path, workspace))}   ${obstacleText(move)}`;
        }),
        ...(obstacles.length > MOST_SHOWN
          ? [`and ${formatPlural(obstacles.length - MOST_SHOWN, "more file")}`]
          : []),
      ],
      next: obstacles.every(({ later }) => later.length > 0) ? first : [...first, ...skipping],
      exitCode: EXIT_CODES.failed,
    },
  );
}

function obstacleText({ obstacle, later }: FileMove): string {
  if (later.length > 0) return "a later call of the session changed it, too";
  return obstacle === "changed between"
    ? "somebody changed it between two calls of the session"
    : "is not what the session left there";
}

async function planLines(
  { context, ground, chosen }: Plan,
  moves: readonly FileMove[],
): Promise<readonly Shown[]> {
  const workspace = workspaceOf(chosen.manifest);
  const { state } = ground;
  const settings = await sessionSettings(context, chosen.manifest, ground.settings);
  const { changes } = await describeChanges(
    await openChangeGround({ state, settings }),
    moves.slice(0, MOST_SHOWN).map(({ path, from, to }) => ({ path, before: from, after: to })),
  );
  return [
    ...(moves.length > MOST_SHOWN ? [line(`${files(moves)}: the first ${MOST_SHOWN}`)] : []),
    ...changes.flatMap((change) => {
      const name = { text: shortPath(change.path, workspace), style: "bold" } as const;
      const why = change.note === undefined ? "" : `, ${change.note}`;
      return [
        line([name, `  ${MOVED[change.kind]}${why}`], { mark: "ask" }),
        drawing((view) => diffLines(change.diff, { ...view, fold: DIFF_FOLD })),
      ];
    }),
  ];
}

const MOVED = { created: "put back", changed: "changed", removed: "removed" } as const;

async function move(
  { context, ground, action, chosen }: Plan,
  moves: readonly FileMove[],
): Promise<MovedChanges> {
  const { state } = ground;
  const { signal } = context;
  const settings = await sessionSettings(context, chosen.manifest, ground.settings);
  const { manifest } = chosen;
  const progress = showProgress(context.terminal, `${DOING[action]} ${files(moves)}`);
  const onProgress = (text: string): void => progress.say(text);
  try {
    return await moveFiles({ settings, state, manifest, action, moves, signal, onProgress });
  } finally {
    progress.end();
  }
}

function conclude(
  { context, action, chosen, id }: Plan,
  moves: readonly FileMove[],
  moved: MovedChanges,
): Report {
  const { failure } = moved;
  const kept = chosen.moves.filter(({ obstacle }) => obstacle !== null).map(({ path }) => path);
  const json = {
    sessionId: chosen.manifest.sessionId,
    action,
    files: moves.map(({ path }) => path),
    kept,
    scratch: chosen.scratch,
    lasting: chosen.lasting,
    moved,
  };
  if (failure)
    return {
      exitCode: exitCodeOf(failure),
      json,
      shown: [
        note(`Nothing was ${DONE[action]}.`, { mark: "deny" }),
        note(failure.error_text, { indent: 2, wraps: true }),
      ],
    };
  const other = action === "undo" ? ("redo" as const) : ("undo" as const);
  const back = commandLine({ context, id, action: other });
  const left = [...leftLines(chosen, kept), ...lastingLines(chosen.lasting, id)];
  return {
    json,
    shown: [
      line(`${formatPlural(moved.files, "file")} ${DONE[action]}.  ${other}: ${back}`, {
        mark: "allow",
      }),
      ...left.map((text) => note(text)),
    ],
  };
}

const MOST_NAMED = 5;

/** Files that were not moved, by name, and why. */
function leftLines({ manifest, scratch }: ChosenMoves, kept: readonly string[]): readonly string[] {
  const workspace = workspaceOf(manifest);
  const told = (paths: readonly string[], why: string): readonly string[] => {
    if (paths.length === 0) return [];
    const names = paths.slice(0, MOST_NAMED).map((path) => escapeText(shortPath(path, workspace)));
    const more = paths.length - names.length;
    const rest = more > 0 ? ` and ${formatPlural(more, "other")}` : "";
    return [`Left: ${names.join(", ")}${rest}: ${why}`];
  };
  return [
    ...told(kept, "changed since."),
    ...told(scratch, "scratch is not taken back; it goes with the session."),
  ];
}
