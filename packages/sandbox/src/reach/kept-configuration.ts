/**
 * Hands the copy of `/etc` that commands see from one process to the next. To make it takes a tenth of a second and to remove it
 * longer, and a program that runs one command waits for both. A process that closes leaves its copy in a folder of the user data;
 * the next one takes it out of there, so that every copy is one process's own and no process removes what another one mounts.
 *
 * It is taken only where everything that was copied is as it was: the name of a copy is a digest of all of it, by change times,
 * which cannot be set back. Commands see it read-only, and no command reaches the folder where copies wait. The name holds the
 * run of the machine too: nothing waits for the disk here, so after a crash a copy may have lost what its files held.
 */
import { hash } from "node:crypto";
import {
  type BigIntStats,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { below, clearTree, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { errorCode, isWithin } from "@toolplane/readings";
import { configurationNames } from "../plan/mounts/configuration-names.ts";
import { SYSTEM_TREES } from "../plan/mounts/system-base.ts";

export interface KeptConfiguration {
  /** Puts a copy there; nothing is there yet, and the folder around it goes when this process is done. */
  place(target: string): void;
  /** Leaves it for the next process. Nothing is started with it any more. */
  passOn(): void;
}

export interface KeptConfigurationOptions {
  /** The folder in which copies wait. */
  readonly folder: string;
  readonly nowMs: () => number;
  /** Names this run of the machine; where it is empty, nothing is kept. */
  readonly boot: string;
  readonly source?: string;
  readonly names?: readonly string[];
}

/** Several processes may run at once, and each leaves one. */
const MOST_KEPT = 4;
/** A file that changed so shortly ago may change again without another time. */
const SETTLED_MS = 2_000;
const FORM = "1";

export function createKeptConfiguration(options: KeptConfigurationOptions): KeptConfiguration {
  const { folder, source = "/etc", names = configurationNames(source) } = options;
  const sign = () => signatureOf({ ...options, source, names });
  let placed: { readonly target: string; readonly mayPass: () => string | null } | null = null;
  return {
    place(target) {
      const signed = sign();
      if (signed !== null && take(folder, signed, target)) {
        placed = { target, mayPass: () => signed };
        return;
      }
      if (signed !== null) takeOthers(folder, signed, dirname(target));
      const isWhole = copyAll(source, names, target);
      // A file that changed while it was copied may be in it or not.
      placed = { target, mayPass: () => (isWhole && sign() === signed ? signed : null) };
    },
    passOn() {
      const signed = placed?.mayPass() ?? null;
      if (placed !== null && signed !== null) leave(folder, signed, placed.target);
      placed = null;
    },
  };
}

function placesFor(folder: string, signed: string): readonly string[] {
  return Array.from({ length: MOST_KEPT }, (_none, number) => join(folder, `${signed}-${number}`));
}

function take(folder: string, signed: string, target: string): boolean {
  for (const place of placesFor(folder, signed)) {
    if (!isMoved(place, target)) continue;
    if (lstatSync(target).isDirectory()) return true;
    clearTree(toBytePath(target));
  }
  return false;
}

function leave(folder: string, signed: string, target: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  // A folder is never moved over one that holds something.
  placesFor(folder, signed).some((place) => isMoved(target, place));
}

/** Takes copies that are no longer like `/etc`: they go with this process. */
function takeOthers(folder: string, signed: string, own: string): void {
  for (const name of namesIn(folder))
    if (!name.startsWith(`${signed}-`)) isMoved(join(folder, name), join(own, `old-${name}`));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** False where something went wrong that has nothing to do with what is copied: a full disk. */
function copyAll(source: string, names: readonly string[], target: string): boolean {
  mkdirSync(target, { mode: 0o755 });
  return names.map((name) => copyInto(target, join(source, name), name)).every(Boolean);
}

/** Missing here, or closed to this user: the process does not get it. */
const NOT_THERE: ReadonlySet<string | undefined> = new Set(["ENOENT", "EACCES", "EPERM"]);

function copyInto(configuration: string, source: string, name: string): boolean {
  try {
    const from = copiedFrom(source);
    const target = join(configuration, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
    return true;
  } catch (error) {
    return NOT_THERE.has(errorCode(error));
  }
}

/** Links are kept as they are where they lead into the base; one that leads elsewhere is copied by content. */
function copiedFrom(source: string): string {
  const real = realpathSync(source);
  return lstatSync(source).isSymbolicLink() && !isInBase(real) ? real : source;
}

function isInBase(path: string): boolean {
  return [...SYSTEM_TREES, "/etc"].some((tree) => isWithin(path, tree));
}

/** All that decides the contents of a copy; null where that cannot be known. */
function signatureOf({
  boot,
  nowMs,
  source,
  names,
}: Required<Omit<KeptConfigurationOptions, "folder">>): string | null {
  if (boot === "") return null;
  const user = [process.getuid?.(), process.getgid?.(), ...(process.getgroups?.() ?? [])];
  const facts = [FORM, boot, user.join(" ")];
  const settledNs = BigInt(Math.floor(nowMs()) - SETTLED_MS) * 1_000_000n;
  let isSettled = true;
  const see = (path: string): void => {
    const stat = lookAt(path);
    facts.push(`${path}\0${stat === null ? "" : factsOf(stat)}`);
    if (stat === null) return;
    if (stat.ctimeNs > settledNs) isSettled = false;
    if (stat.isDirectory()) for (const name of listed(path)) see(below(path, name));
  };
  for (const name of names) {
    const path = join(source, name);
    const from = leadsFrom(path);
    facts.push(from);
    see(toBytePath(path));
    if (from !== path) see(toBytePath(from));
  }
  return isSettled ? hash("sha256", facts.join("\n"), "hex") : null;
}

function leadsFrom(path: string): string {
  try {
    return copiedFrom(path);
  } catch {
    return path;
  }
}

function factsOf({ dev, ino, mode, uid, gid, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${mode} ${uid} ${gid} ${size} ${mtimeNs} ${ctimeNs}`;
}

function lookAt(path: string): BigIntStats | null {
  try {
    return lstatSync(toFsPath(path), { bigint: true });
  } catch {
    return null;
  }
}

function listed(path: string): readonly string[] {
  try {
    return readdirSync(toFsPath(path), { encoding: "latin1" });
  } catch {
    return [];
  }
}
