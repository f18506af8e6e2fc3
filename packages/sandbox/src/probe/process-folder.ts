/**
 * A folder of this process below the host's data, named so that a later process can tell whether this one is gone: pids
 * are used again, start times with them are not.
 */
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bootId, isProcessRunning, ownerOf, processName } from "@toolplane/disk/ground";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { createKeptTrees, type KeptTrees } from "../plan/disk/kept-trees.ts";
import { createKeptConfiguration, type KeptConfiguration } from "../reach/kept-configuration.ts";

export interface ProcessFolder {
  readonly folder: string;
  /** The copy of `/etc` that may lie in it, and outlasts it. */
  readonly configuration: KeptConfiguration;
  /** The trees that were read of the system base, for the next process that asks the same. */
  readonly trees: (question: string) => KeptTrees;
  remove(): void;
}

/** Copies of `/etc` that no process has. */
const KEPT = "sandbox-etc";
const TREES = "sandbox-base";

/** Makes the folder; `abandon` sees each folder of a process that is gone, before it is removed. */
export function openProcessFolder(
  userData: string,
  abandon: (folder: string) => void,
): ProcessFolder {
  const parent = join(userData, "sandbox");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    const owner = ownerOf(name)?.owner;
    if (owner === undefined || isProcessRunning(owner, userData)) continue;
    const folder = join(parent, name);
    abandon(folder);
    clearTree(toBytePath(folder));
  }
  const folder = mkdtempSync(join(parent, `${processName()}-`));
  const boot = bootId();
  const configuration = createKeptConfiguration({
    folder: join(userData, KEPT),
    nowMs: Date.now,
    boot,
  });
  const trees = (question: string) =>
    createKeptTrees({ folder: join(userData, TREES), boot, question });
  const remove = () => {
    configuration.passOn();
    clearTree(toBytePath(folder));
  };
  return { folder, configuration, trees, remove };
}
