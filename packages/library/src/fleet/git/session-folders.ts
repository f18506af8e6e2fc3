/**
 * The folders in which sessions' repositories lie, and whose they are: each is held by a mark that the system takes from a dead
 * process. What nobody holds was left by a killed worker, and can go: what it held is on the record.
 */
import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { holdMark, isMarkHeld } from "@toolplane/disk/ground";
import { clearTreeLater, toBytePath } from "@toolplane/disk/paths";
import { withMachineLock } from "./machine-lock.ts";

export interface SessionFolders {
  /** Where sessions' repositories lie: at the same path on each worker. */
  readonly folder: string;
  /** Until it is let go of nobody takes its folder for left. */
  hold(sessionId: string, signal: AbortSignal): Promise<() => void>;
  /** Gives how many were removed. Safe to be done by several workers at once, and to be cut off. */
  sweep(signal: AbortSignal): Promise<number>;
}

/** Looked at, and taken away, in one sweep. */
const MOST_LOOKED_AT = 10_000;
const MOST_REMOVED = 200;
/** A session's, one that was being made, or one that was being removed. */
const OURS = /^(swept\.)?([a-zA-Z0-9-]+)(?:\.[0-9a-f-]{36})?$/;

export function createSessionFolders(clones: string): SessionFolders {
  const folder = join(clones, "sessions");
  const lock = join(clones, "sessions.lock");
  return {
    folder,
    async hold(sessionId, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Between a sweep's look and its taking there is no new mark.
      const letGo = await withMachineLock(lock, { signal }, async () =>
        holdMark(clones, sessionId),
      );
      if (isMarkHeld(clones, sessionId)) return letGo;
      letGo();
      throw new ToolError("unavailable", `${clones} cannot be written, or locks no files.`);
    },
    async sweep(signal) {
      const names = (await readdir(folder).catch(() => [])).slice(0, MOST_LOOKED_AT);
      if (names.length === 0) return 0;
      const left: string[] = [];
      await withMachineLock(lock, { signal }, async () => {
        for (const name of names) {
          if (left.length >= MOST_REMOVED) return;
          const [, swept, sessionId = ""] = OURS.exec(name) ?? [];
          if (sessionId === "" || !(await isFolder(join(folder, name)))) continue;
          if (swept === undefined && isMarkHeld(clones, sessionId)) continue;
          left.push(swept === undefined ? await setAside(folder, { name, sessionId }) : name);
        }
      });
      for (const name of left) {
        signal.throwIfAborted();
        await clearTreeLater(toBytePath(join(folder, name)));
      }
      return left.length;
    },
  };
}

/** Its name is free at once; emptying it takes longer. */
async function setAside(
  folder: string,
  { name, sessionId }: { readonly name: string; readonly sessionId: string },
): Promise<string> {
  const aside = `swept.${sessionId}.${randomUUID()}`;
  await rename(join(folder, name), join(folder, aside));
  return aside;
}

async function isFolder(path: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => null);
  return stat?.isDirectory() ?? false;
}
