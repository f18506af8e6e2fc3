/**
 * Runs a check on one side of a landing: in a session of its own below the run's, in a copy of the view or in a fresh one, which
 * shows the project. So whatever the check writes, starts or leaves running stays there, and nobody changes what it looks at.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "@toolplane/contract";
import type { Host, Views } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import { quoteShell } from "@toolplane/readings";
import type { CheckRequest, CheckRun } from "../checks/index.ts";
import { LAND_CHECK, type LandCheckData } from "./check-tool.ts";

export interface RunInViewOptions {
  readonly host: Pick<Host, "forSession">;
  readonly views: Views;
  readonly openSession: (options: SessionOptions) => Session;
  /** The session whose view is to land. */
  readonly session: Session;
  readonly workspace: string;
  readonly newId: () => string;
  /** Told of the copy that a run was made in, while it is there. */
  readonly onRun?: ((request: CheckRequest, copy: string) => Promise<void>) | undefined;
}

/** Report files lie where commands have their temporary folder; each session has its own. */
export const REPORT_FOLDER = "/tmp";

/** Runners without a report file are read from their output. */
const MOST_READ = 16 * 1024 * 1024;

export async function runInView(
  request: CheckRequest,
  options: RunInViewOptions,
): Promise<CheckRun> {
  const { views, openSession, session: parent } = options;
  const view = views.of(parent.id);
  const session = openSession({ parent, agent: "check" });
  try {
    const copy = await views.open(session.id, {
      ...(request.side === "view" && view !== null ? { copyOf: view.id } : {}),
      without: (request.restore ?? []).map((path) => join(options.workspace, path)),
    });
    const command = [...environmentLines(request), request.command].join("\n");
    const result = await session.call(
      {
        id: options.newId(),
        name: LAND_CHECK,
        arguments: { command, within_ms: request.withinMs },
      },
      { byName: true, signal: request.signal },
    );
    const run = runOf(result, request, reportOf(request, session, options));
    await options.onRun?.(request, copy.id);
    return run;
  } finally {
    const copy = views.of(session.id);
    await session.close();
    if (copy !== null) await views.discard(copy.id).catch(gone);
  }
}

/** A copy in which nothing was written went with its session. */
function gone(): void {}

function environmentLines({ environment }: CheckRequest): readonly string[] {
  return Object.entries(environment).map(([name, value]) => `export ${name}=${quoteShell(value)}`);
}

function reportOf(
  { reportFile }: CheckRequest,
  { id }: Session,
  { host }: RunInViewOptions,
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
  const { exit_code: exitCode, stopped, output_path } = result.data as LandCheckData;
  const { output = "" } = (result.details ?? {}) as { readonly output?: string };
  const whole = output_path === null ? output : (readBounded(output_path) ?? output);
  const isFlood = exitCode === null && stopped === null && output_path !== null;
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
