/** Calls a check in a session that was opened for it, and reads what it reported. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ToolCall, ToolResult } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { quoteShell } from "@toolplane/readings";
import type { CheckRequest, CheckRun } from "../checks/index.ts";
import { LAND_CHECK, type LandCheckData } from "./check-tool.ts";
import { judgeAsCommand, refusedByRule } from "./judge-as-command.ts";

export interface CallCheckOptions {
  readonly host: Pick<Host, "forSession">;
  readonly newId: () => string;
}

/** Report files lie where commands have their temporary folder; each session has its own. */
export const REPORT_FOLDER = "/tmp";

/** Runners without a report file are read from their output. */
const MOST_READ = 16 * 1024 * 1024;

/** A check that prints more says nothing that anybody reads, whatever it exits with. */
const MOST_PRINTED = 64 * 1024 * 1024;

export async function callCheck(
  request: CheckRequest,
  session: Session,
  { host, newId }: CallCheckOptions,
): Promise<CheckRun> {
  const refused = refusedByRule(await judgeAsCommand(session, request.written));
  if (refused !== null) return refused;
  const result = await session.call(checkCall(request, newId()), {
    byName: true,
    signal: request.signal,
  });
  return runOf(result, request, reportOf(request, session, host));
}

export function checkCall(request: CheckRequest, id: string): ToolCall {
  const command = [...environmentLines(request), request.command].join("\n");
  return { id, name: LAND_CHECK, arguments: { command, within_ms: request.withinMs } };
}

function environmentLines({ environment }: CheckRequest): readonly string[] {
  return Object.entries(environment).map(([name, value]) => `export ${name}=${quoteShell(value)}`);
}

function reportOf(
  { reportFile }: CheckRequest,
  { id }: Session,
  host: Pick<Host, "forSession">,
): string | null {
  const [scratch] = host.forSession?.(id).variables().scratch ?? [];
  if (reportFile === undefined || scratch === undefined) return null;
  return readBounded(join(scratch, reportFile.slice(REPORT_FOLDER.length)));
}

function runOf(result: ToolResult, request: CheckRequest, report: string | null): CheckRun {
  const told = report === null ? {} : { report };
  if (result.type === "error") {
    if (request.signal.aborted || result.code === "cancelled")
      return { exitCode: null, stopped: "cancelled", why: result.error_text, output: "", ...told };
    const stopped = result.code === "timeout" ? "time" : isAsk(result) ? "asks" : "refused";
    return { exitCode: null, stopped, why: result.error_text, output: "", ...told };
  }
  const { exit_code: exitCode, stopped, output_bytes, output_path } = result.data as LandCheckData;
  const { output = "" } = (result.details ?? {}) as { readonly output?: string };
  const whole = output_path === null ? output : (readBounded(output_path) ?? output);
  const isCut = exitCode === null && output_path !== null;
  const isFlood = stopped === null && (isCut || output_bytes > MOST_PRINTED);
  return {
    exitCode,
    output: whole,
    ...(stopped !== null ? { stopped } : isFlood ? { stopped: "flood" as const } : {}),
    ...told,
  };
}

/** Nobody was there who could be asked. */
function isAsk({ error_text }: Extract<ToolResult, { type: "error" }>): boolean {
  return /nobody can be asked|has to be asked/i.test(error_text);
}

function readBounded(path: string): string | null {
  try {
    return statSync(path).size > MOST_READ ? null : readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
