import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { isToolError } from "@toolplane/contract";
import { escapeJson } from "@toolplane/library/rooms/ground";
import { openRedactor, sessionSettings } from "@toolplane/library/rooms/product";
import {
  collectorUrl,
  exportOtlp,
  type LoadedSession,
  loadSession,
  postOtlp,
} from "@toolplane/library/rooms/record";
import { exportSession } from "@toolplane/library/rooms/runs";
import { errorCode, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { line } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

export const runExport: CommandRun = (context) => {
  checkOptions(context);
  return withRecord(context, async (ground) => {
    const { store } = ground.state;
    const word = context.arguments.words[0] ?? (await newestSession(ground));
    const session = await loadSession(store, await chooseSession(store, word));
    const to = context.arguments.text("to");
    if (to !== undefined) return post(context, ground, { session, to });
    await writeOut(context, linesOf(context, ground, session));
    return EXIT_CODES.done;
  });
};

function checkOptions({ arguments: given }: CommandContext): void {
  const to = given.text("to");
  const isOtlp = given.text("format") === "otlp" || to !== undefined;
  if (to !== undefined && given.text("format") === "jsonl")
    throw new CliError("A collector takes spans: --to goes with --format otlp.");
  if (isOtlp && given.flag("rows"))
    throw new CliError("--rows is of JSON lines: spans have no rows.");
  if (to !== undefined && given.text("out") !== undefined)
    throw new CliError("Say --to or --out, not both.");
  if (to === undefined) return;
  try {
    collectorUrl(to);
  } catch (error) {
    throw isToolError(error) ? new CliError(`--to: ${escapeText(error.message)}`) : error;
  }
}

async function* linesOf(
  context: CommandContext,
  { state, settings }: RecordGround,
  session: LoadedSession,
): AsyncGenerator<string> {
  const { arguments: given } = context;
  const content = given.flag("content");
  if (given.text("format") === "otlp")
    yield JSON.stringify(await exportOtlp(state.store, session, { content }));
  else {
    const { manifest } = session;
    const redactor = await openRedactor(await sessionSettings(context, manifest, settings));
    const ground = { store: state.store, redactor };
    yield* exportSession(ground, session, { content, rows: given.flag("rows") });
  }
}

/** With `--json` too: an export is JSON already. A file that is there is not overwritten. */
async function writeOut(
  { terminal, arguments: given, directory, signal }: CommandContext,
  lines: AsyncIterable<string>,
): Promise<void> {
  const out = given.text("out");
  const file = out === undefined ? null : await create(resolve(directory, out), out);
  try {
    for await (const line of lines) {
      signal.throwIfAborted();
      if (file) await file.write(`${line}\n`);
      else await terminal.write(`${escapeJson(line)}\n`);
    }
  } finally {
    await file?.close();
  }
}

/** Records hold what a person did: readable by its owner only. */
async function create(path: string, named: string): Promise<FileHandle> {
  try {
    return await open(path, "wx", 0o600);
  } catch (error) {
    const code = errorCode(error);
    throw new CliError(
      code === "EEXIST"
        ? `${escapeText(named)} is there already: name another file.`
        : `${escapeText(named)} cannot be written (${code}).`,
    );
  }
}

async function post(
  context: CommandContext,
  { state }: RecordGround,
  { session, to }: { readonly session: LoadedSession; readonly to: string },
): Promise<Report> {
  const { terminal, signal, environment } = context;
  const content = context.arguments.flag("content");
  const traces = await exportOtlp(state.store, session, { content });
  const progress = showProgress(terminal, "Posting spans");
  const posted = await postOtlp(traces, {
    url: to,
    headers: readHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS),
    signal,
  }).finally(progress.end);
  const { host } = collectorUrl(to);
  if (posted.rejected === 0)
    return {
      json: posted,
      shown: [line(`${formatPlural(posted.spans, "span")} to ${host}`, { mark: "allow" })],
    };
  const why = posted.message ?? "it does not say why";
  const text = `${host} did not keep ${formatPlural(posted.rejected, "span")}: ${why}`;
  return { exitCode: EXIT_CODES.failed, json: posted, shown: [line(text, { mark: "failed" })] };
}

/** As OpenTelemetry writes them: `name=value,name=value`, percent-encoded. Secrets do not belong on a command line. */
function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of (text ?? "").split(",")) {
    const at = pair.indexOf("=");
    if (at <= 0) continue;
    const value = pair.slice(at + 1).trim();
    headers[pair.slice(0, at).trim().toLowerCase()] = decode(value);
  }
  return headers;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
