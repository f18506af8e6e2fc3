import {
  hasKnownChanges,
  type JsonObject,
  type Landing,
  type ShownChange,
  type Tool,
  type ToolResult,
} from "@toolplane/contract";
import { personMessage, tellingArgument } from "@toolplane/kernel";
import type { RecordedCall } from "@toolplane/kernel/record";
import { scratchName } from "@toolplane/library/rooms/ground";
import { type CallEnd, isInProject } from "@toolplane/library/rooms/library";
import type { Settings } from "@toolplane/library/rooms/settings";
import { escapeLines, quoteVisibly } from "@toolplane/readings";
import { exitCodeOf } from "../../calls/exit-code-of.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { sayViewEnd } from "../../terminal/changes/say-view-end.ts";
import { viewEndWords } from "../../terminal/changes/view-words.ts";
import { changesLines } from "../../terminal/lines/changes-lines.ts";
import { DIFF_FOLD } from "../../terminal/lines/diff-lines.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { dryRunLines, keptLines, landingExit } from "./landing-end.ts";
import { lastLine } from "./last-line.ts";
import { printRefusal } from "./print-refusal.ts";

interface ConcludedCall {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly tool: Tool;
  /** Those that it was made with: a person may have edited those of the command line. */
  readonly values: JsonObject;
}

export interface CallOutcome {
  readonly result: ToolResult;
  readonly changes: readonly ShownChange[];
  /** Files that it changed; those beyond `changes` are only counted. */
  readonly files: number;
  readonly recorded: RecordedCall | null;
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly landing: Landing | null;
  /** Its changes were made in a view: what became of them. */
  readonly ended: CallEnd | null;
  /** The call that changed the project. */
  readonly by: string;
  readonly sessionId: string;
  readonly callId: string;
}

/** Says how the call ended, what became of its changes and what to type next, and gives the exit code. */
export function concludeCall(
  { context, settings, tool, values }: ConcludedCall,
  outcome: CallOutcome,
): ExitCode {
  const { terminal } = context;
  const { result, landing, changes, recorded, variables, sessionId, ended } = outcome;
  const { workspace } = settings;
  if (result.type === "error") {
    const line = [tool.id, ...lineOf(context)].map(quoteVisibly).join(" ");
    printRefusal(terminal, {
      tool: tool.id,
      what: tellingArgument(values),
      result,
      recorded,
      workspace,
      variables,
      line,
    });
    sayMessage(terminal, result);
  } else {
    sayMessage(terminal, result);
    terminal.note(lastLine({ tool: tool.id, result, changes, recorded, workspace }, terminal.err));
    for (const line of landingLines({ context, workspace, outcome })) terminal.note(line);
    if (hasKnownChanges(result))
      for (const line of changedFiles(terminal, workspace, outcome)) terminal.note(line);
    const scratch = changes.filter(({ path }) => scratchName(path) !== null);
    if (scratch.length > 0 || writesScratch(recorded))
      for (const line of wrapText(SCRATCH_WORDS, terminal.columns() - 2))
        terminal.note(`  ${line}`);
    // A session that goes on has other calls, whose changes are not meant.
    const onlyThis = context.arguments.text("session") === undefined ? [] : [outcome.by];
    if (changes.length > scratch.length || landing?.state === "landed")
      terminal.note(`  Undo: toolplane undo ${[sessionId, ...onlyThis].join(" ")}`);
  }
  if (ended !== null) {
    const words = viewEndWords({ type: "view-end", sessionId, goesOn: false, ...ended });
    if (words !== null && isInProject(ended)) sayLines(terminal, words.lines);
    else if (words !== null) sayViewEnd(terminal, words);
    if (!isInProject(ended) && result.type === "output") return EXIT_CODES.failed;
  }
  return (landing && landingExit(landing)) ?? exitCodeOf(result, recorded?.verdict);
}

/** Prints what the checks said of what landed. */
function sayLines(terminal: Terminal, lines: readonly string[]): void {
  for (const line of lines)
    for (const one of wrapText(line, terminal.columns() - 4)) terminal.note(`    ${one}`);
}

/** A command that names a file of scratch: what it writes there lands nowhere, so no change tells of it. */
function writesScratch(recorded: RecordedCall | null): boolean {
  const resources = recorded?.footprint?.resources ?? [];
  return resources.some((one) => one.capability === "fs.write" && scratchName(one.path) !== null);
}

/** The files that a command changed: its own output is on standard output, and stays the only thing there. */
function changedFiles(
  terminal: Terminal,
  workspace: string | null,
  { changes, files, sessionId }: CallOutcome,
): readonly string[] {
  return changesLines(changes, {
    paint: terminal.err,
    width: terminal.columns(),
    workspace,
    files,
    names: MOST_NAMES,
    fold: DIFF_FOLD,
    indent: 2,
    more: `: toolplane show ${sessionId} --diff`,
  });
}

const MOST_NAMES = 5;

/** The tool's own words to the person, unless they were printed as its result. */
function sayMessage(terminal: Terminal, result: ToolResult): void {
  const message = personMessage(result);
  const isPrinted = result.content?.some((part) => part.type === "text" && part.text === message);
  if (message === "" || (isPrinted && result.type === "output")) return;
  for (const line of wrapText(escapeLines(message), terminal.columns() - 2))
    terminal.note(`  ${line}`);
}

const SCRATCH_WORDS =
  "Scratch is a folder of this session alone, which /tmp means here: it is gone when the session's process ends. To keep a file, write it into the workspace, or open the real folder: --add-dir /tmp:write";

function landingLines(told: {
  readonly context: CommandContext;
  readonly workspace: string | null;
  readonly outcome: Pick<CallOutcome, "landing" | "callId">;
}): readonly string[] {
  const { context, workspace, outcome } = told;
  const { landing, callId } = outcome;
  const { terminal } = context;
  const view = { paint: terminal.err, width: terminal.columns(), workspace, callId };
  if (context.arguments.flag("dry-run")) return dryRunLines(landing, view);
  return landing ? keptLines(landing, view) : [];
}

/** As it was typed; what came from a file is not repeated. */
function lineOf({ arguments: given }: CommandContext): readonly string[] {
  return given.text("args-file") === undefined ? given.rest : ["…"];
}
