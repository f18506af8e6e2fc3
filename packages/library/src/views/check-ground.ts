/** Gives checks what they need of the machine, on either side. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import type { CheckEffects, KeptChecks } from "../checks/index.ts";
import type { RequireOption } from "../checks/require-option.ts";
import { REPORT_FOLDER } from "./call-check.ts";
import { listLinks } from "./list-links.ts";

/** The ground of checks for the sessions of one toolplane. */
export interface CheckGround {
  readonly required: RequireOption;
  readonly host: Pick<Host, "forSession" | "analyzer" | "clock">;
  readonly openSession: (options: SessionOptions) => Session;
  readonly workspace: string;
  readonly kept: KeptChecks;
}

/** Texts that are looked at for what a check names. */
export const MOST_TEXT: number = 1024 * 1024;

export function checkEffects({
  host,
  workspace,
  kept,
}: CheckGround): Omit<CheckEffects, "runCheck" | "readText"> {
  return {
    listNames: async (folder) => namesOf(join(workspace, folder)),
    listLinks: () => listLinks(workspace),
    readLine: host.analyzer.shell,
    kept,
    workspace,
    reportFolder: REPORT_FOLDER,
    newId: randomUUID,
    nowMs: () => host.clock.nowMs(),
    after: (ms) => AbortSignal.timeout(ms),
  };
}

export function newCheckId(): string {
  return `check-${randomUUID()}`;
}

/** Null where there is none, or it is none of a readable size. */
export function textOf(path: string): string | null {
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
