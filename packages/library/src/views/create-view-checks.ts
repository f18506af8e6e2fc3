/** Judges a view by the checks that its project requires, on copies of it. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "@toolplane/contract";
import type { Host, Views } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import { isWithin, posixPath } from "@toolplane/readings";
import { touchesGlobs } from "../checks/find-touched.ts";
import {
  type CheckRequest,
  type CheckSide,
  createRequiredChecks,
  type KeptChecks,
} from "../checks/index.ts";
import type { RequireOption } from "../checks/require-option.ts";
import { digestBase } from "./digest-base.ts";
import type { CheckView } from "./own-view.ts";
import { REPORT_FOLDER, runInView } from "./run-in-view.ts";

export interface ViewChecksOptions {
  readonly required: RequireOption;
  readonly host: Pick<Host, "forSession" | "analyzer" | "clock">;
  readonly views: Views;
  readonly openSession: (options: SessionOptions) => Session;
  readonly workspace: string;
  readonly kept: KeptChecks;
}

/** Texts that are looked at for what a check names. */
const MOST_TEXT = 1024 * 1024;

/** Null where nothing is required. */
export function createViewChecks(options: ViewChecksOptions, session: Session): CheckView | null {
  const { required, host, views, workspace, kept } = options;
  if (required.length === 0) return null;
  return async (view, set, signal) => {
    const changes = set.changes.flatMap((change): readonly Change[] =>
      isWithin(change.path, workspace) && change.path !== workspace
        ? [{ ...change, path: posixPath.below(workspace, change.path) }]
        : [],
    );
    const removed = new Set(
      changes.flatMap(({ path, kind }) => (kind === "removed" ? [path] : [])),
    );
    let leaves = false;
    const checks = createRequiredChecks({
      checks: required,
      runCheck: (request) =>
        runInView(request, {
          ...options,
          session,
          newId: () => `check-${randomUUID()}`,
          onRun: async (ran, copy) => {
            const kept = await keepCaches(ran, { copy, into: view.id, views, workspace });
            leaves ||= kept;
          },
        }),
      readText: async (side, path) => readText(side, path),
      listNames: async (folder) => namesOf(join(workspace, folder)),
      readLine: host.analyzer.shell,
      kept,
      workspace,
      reportFolder: REPORT_FOLDER,
      newId: randomUUID,
      nowMs: () => host.clock.nowMs(),
      after: (ms) => AbortSignal.timeout(ms),
    });
    const base = (await digestBase(workspace)) ?? randomUUID();
    const verdict = await checks.judge({ changes, base }, signal);
    return {
      passes: verdict.passes,
      ...(verdict.needsPerson === undefined ? {} : { needsPerson: verdict.needsPerson }),
      text: verdict.text,
      lines: verdict.card.map(({ text }) => text),
      leaves,
    };

    async function readText(side: CheckSide, path: string): Promise<string | null> {
      const whole = join(workspace, path);
      if (side === "base") return textOf(whole);
      const own = await views.read(view.id, whole, MOST_TEXT);
      if (own !== null) return Buffer.from(own).toString("utf8");
      const isGone = [...removed].some((gone) => isWithin(`/${path}`, `/${gone}`));
      return isGone ? null : textOf(whole);
    }
  };
}

/** Brings what a check may leave behind into the view that lands; false when it left nothing. */
async function keepCaches(
  { side, restore = [], keeps = [] }: CheckRequest,
  {
    copy,
    into,
    views,
    workspace,
  }: {
    readonly copy: string;
    readonly into: string;
    readonly views: Views;
    readonly workspace: string;
  },
): Promise<boolean> {
  if (side === "base" || restore.length > 0 || keeps.length === 0) return false;
  const { changes } = await views.show(copy);
  const paths = changes.flatMap(({ path, kind, type }) => {
    if (kind === "removed" || type === "directory" || !isWithin(path, workspace)) return [];
    const change = { path: posixPath.below(workspace, path), kind };
    return touchesGlobs([change], keeps) ? [path] : [];
  });
  if (paths.length > 0) await views.bring(into, copy, paths);
  return paths.length > 0;
}

function textOf(path: string): string | null {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MOST_TEXT ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
