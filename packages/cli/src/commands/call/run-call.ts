import {
  hasKnownChanges,
  type Json,
  type JsonObject,
  landingOf,
  type SecurityMode,
  type ShownChange,
  type ShownChanges,
  type Tool,
  type ToolplaneEvent,
  type ToolResult,
} from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import { loadRecord, type RecordedCall, readCalls } from "@toolplane/kernel/record";
import { callEndOf, isInProject, withoutCallEnd } from "@toolplane/library/rooms/library";
import {
  callChanges,
  openProduct,
  type Product,
  whatSearchNeeds,
} from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { settingsAgain } from "@toolplane/library/rooms/settings";
import { hasState, openState, type State } from "@toolplane/library/rooms/state";
import { openBroker } from "../../broker/open-broker.ts";
import { findTool } from "../../calls/find-tool.ts";
import { readValues } from "../../calls/read-values.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { isInside } from "../../session/as-person.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { sayNews } from "../../session/say-news.ts";
import { wasShown } from "../../terminal/changes/was-shown.ts";
import { changedFileLines } from "../../terminal/lines/changed-file-lines.ts";
import { DIFF_FOLD } from "../../terminal/lines/diff-lines.ts";
import { sayWarning } from "../../terminal/say-warning.ts";
import { type Progress, showProgress } from "../../terminal/show-progress.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { sandboxWords } from "../../terminal/words/sandbox-words.ts";
import { settingsWithTrust } from "../../trust/settings-with-trust.ts";
import { concludeCall } from "./conclude-call.ts";
import { explanationReport } from "./explanation-report.ts";
import { printResult } from "./print-result.ts";

interface Ground {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly state: State;
  readonly tool: Tool;
  /** It belongs to an MCP server. */
  readonly isSourced: boolean;
  /** The file or folder that it comes from; null where it is no folder's. */
  readonly unit: string | null;
  readonly values: JsonObject;
}

/** Makes one call. What is wrong with the command line is found before anything is opened. */
export const runCall: CommandRun = async (context) => {
  const settings = await settingsWithTrust(context);
  const { tool, isSourced, unit } = await findTool(context.arguments.words[0] ?? "", settings);
  const values = await readValues(context, tool);
  if (!isSourced && unit === null) checkNeeds(context, { settings, tool });
  checkSession(context, settings);
  sayNews(context, settings);
  const state = await openState(settings);
  try {
    return await inProduct({ context, settings, state, tool, isSourced, unit, values });
  } finally {
    await state.close();
  }
};

/** Refuses a search that no service could answer before a person is asked about it. */
function checkNeeds(
  { environment }: CommandContext,
  { settings, tool }: { readonly settings: Settings; readonly tool: Tool },
): void {
  const needs = whatSearchNeeds(tool.id, settings, environment);
  if (needs !== null)
    throw new CliError(`${tool.id} cannot work here yet: ${needs}.`, {
      exitCode: EXIT_CODES.failed,
    });
}

/** A session that cannot be there must not make a store to look for it in. */
function checkSession({ arguments: given }: CommandContext, settings: Settings): void {
  const id = given.text("session");
  if (id === undefined) return;
  if (!hasState(settings))
    throw new CliError(`No session starts with ${id}. None was recorded yet.`);
}

async function inProduct(ground: Ground): Promise<Report | ExitCode> {
  const { context, settings, state, tool, isSourced, unit } = ground;
  const { terminal } = context;
  const progress = showProgress(terminal, escapeText(tool.id));
  const asked: Asked = { arguments: null, shown: new Set() };
  const show = (change: ShownChange): void => {
    const { workspace } = settings;
    const view = { paint: terminal.out, width: terminal.columns(), workspace, fold: DIFF_FOLD };
    for (const line of changedFileLines(change, view)) terminal.print(line);
  };
  const alone = !isSourced && isAlone(tool);
  const broker = openBroker(context, {
    state,
    settings,
    progress,
    sandbox: () => sandboxWords(product.host.sandbox),
    diffOf: async ({ callId }, path) => product.landings.diff(callId, path),
  });
  const product: Product = await openProduct({
    settings,
    readAgain: settingsAgain(context),
    state,
    ...(broker ? { broker } : {}),
    ...(context.arguments.flag("explain") ? { recording: "off" as const } : {}),
    ...(alone ? { only: [tool.id] } : { sources: "kept" as const }),
    ...(isSourced ? { only: [], isNamed: true } : {}),
    ...(alone ? { units: unit === null ? [] : [unit] } : {}),
    ...(alone && tool.requires.shell === undefined ? { parser: "off" as const } : {}),
    onEvent: (event) => heed(event, { progress, asked, show }),
    onWarning: (text) => warn(terminal, tool, text),
  });
  try {
    const session = await openSession(ground, product);
    hearPerson(context, session);
    if (!context.arguments.flag("explain"))
      return await makeCall(ground, { product, session, progress, asked, show });
    const explanation = await session.explain(callOf(product, ground));
    return explanationReport(explanation, settings.workspace);
  } finally {
    progress.end();
    await product.close();
  }
}

/** That nothing confines processes is news to a call that starts some; to any other it is noise. */
function warn(terminal: Terminal, { requires }: Tool, text: string): void {
  if (requires.shell === undefined && text.startsWith("No sandbox")) return;
  sayWarning(terminal, text);
}

/** A session that goes on keeps its mode, or gets a stricter one; that it asks less than usual is said. */
async function openSession({ context, state }: Ground, product: Product): Promise<Session> {
  const id = context.arguments.text("session");
  const mode = context.arguments.text("mode") as SecurityMode | undefined;
  if (id === undefined) return product.session(mode === undefined ? {} : { mode });
  const { sessionId, mode: before } = await chooseSession(state.store, id);
  if (mode === undefined && before === "yolo")
    context.terminal.note(
      `${context.terminal.err.mark("ask")} ${sessionId} goes on in mode yolo. --mode ask makes it ask again.`,
    );
  return product.resume(sessionId, mode === undefined ? {} : { mode });
}

/** A person who types a call at a terminal names in it where it goes to; a script or a session that runs one does not. */
function hearPerson(context: CommandContext, session: Session): void {
  const { terminal, environment, arguments: given } = context;
  if (terminal.canAsk && !isInside(environment))
    session.said([...given.words, ...given.rest].join(" "));
}

/** A tool that reaches out through doors calls no other, so the others need not be made ready. */
function isAlone({ composite, requires }: Tool): boolean {
  const { fs, net, shell } = requires;
  return !composite && (fs !== undefined || net !== undefined || shell !== undefined);
}

function callOf(product: Product, { tool, values }: Ground) {
  return { id: product.host.ids.next("call"), name: tool.id, arguments: values };
}

/** The output of a command that still runs. */
function outputOf(partial: Json): string {
  const { output } = (partial ?? {}) as { readonly output?: unknown };
  return typeof output === "string" ? output : "";
}

interface Asked {
  /** The arguments that were asked about last: a person may have edited those of the command line. */
  arguments: JsonObject | null;
  /** Files whose differences were printed before the call ran. */
  readonly shown: Set<string>;
}

function heed(event: ToolplaneEvent, { progress, asked, show }: Heeding): void {
  if (event.type === "call-progress") progress.say(event.text);
  else if (event.type === "call-preview") {
    progress.pause();
    for (const change of event.changes) {
      asked.shown.add(change.path);
      show(change);
    }
    progress.resume();
  } else if (event.type === "call-update") progress.show(outputOf(event.partial));
  else if (event.type === "approval-request") {
    if (event.question.kind === "permission") asked.arguments = event.question.arguments;
    progress.pause();
  } else if (event.type === "approval-answer") progress.resume();
}

interface Heeding {
  readonly progress: Progress;
  readonly asked: Asked;
  /** Prints one changed file. */
  readonly show: (change: ShownChange) => void;
}

interface Open extends Heeding {
  readonly product: Product;
  readonly session: Session;
}

async function makeCall(
  ground: Ground,
  { product, session, progress, asked, show }: Open,
): Promise<ExitCode> {
  const { context, state, tool } = ground;
  const { terminal } = context;
  const seconds = context.arguments.number("timeout");
  const from = ((await state.store.events.head(session.id))?.sequence ?? -1) + 1;
  const call = callOf(product, ground);
  const made = await session.call(call, {
    signal: context.signal,
    ...(context.arguments.flag("dry-run") ? { dryRun: true } : {}),
    ...(seconds === undefined ? {} : { timeoutMs: Math.ceil(seconds * 1000) }),
  });
  progress.end();
  terminal.json(jsonOf(made, { sessionId: session.id, callId: call.id }));
  const ended = callEndOf(made);
  const result = withoutCallEnd(made);
  const isChange = tool.mode === "safe_write" || tool.mode === "destructive";
  const place = { sessionId: session.id, callId: call.id };
  const landing = landingOf(result);
  const { settings } = ground;
  const isDone = result.type === "output" && (!landing || landing.state === "landed");
  const isHeld = ended !== null && !isInProject(ended);
  // What is in the project was changed by the landing.
  const by = ended?.end.state === "landed" ? ended.end.callId : call.id;
  const changed =
    isDone && !isHeld
      ? await callChanges({ state, settings }, { ...place, callId: by })
      : NO_CHANGES;
  const { changes } = changed;
  if (result.type === "output") {
    if (isChange && !hasKnownChanges(result) && changes.length > 0)
      for (const change of changes.filter(({ path }) => !wasShown(path, asked.shown))) show(change);
    else await printResult(terminal, result);
  }
  const { variables = {} } = session.manifest;
  // Everything is written down when the product is closed; the reasons are read from there.
  await product.close();
  const recorded = await readRecorded(state, { ...place, from });
  const conclusion = { ...ground, values: asked.arguments ?? ground.values };
  const outcome = { result, landing, ...changed, recorded, variables, ended, by };
  return concludeCall(conclusion, { ...outcome, ...place });
}

const NO_CHANGES: ShownChanges = { changes: [], files: 0 };

/** The result with what a script needs to go on: which session, which call; a failure as every command tells one. */
function jsonOf(
  result: ToolResult,
  place: { readonly sessionId: string; readonly callId: string },
): object {
  if (result.type !== "error") return { ...result, ...place };
  const { code, error_text: message } = result;
  return { ...result, error: { code, message }, ...place };
}

async function readRecorded(
  state: State,
  {
    sessionId,
    callId,
    from,
  }: { readonly sessionId: string; readonly callId: string; readonly from: number },
): Promise<RecordedCall | null> {
  const { calls } = readCalls(await loadRecord(state.store, sessionId, { from }));
  return calls.find((call) => call.callId === callId) ?? null;
}
