/**
 * Resolves the directories of a host once, when it is made. The private ones are made here: user-data with mode 0700, and a
 * scratch directory that cannot have been planted, because `mkdtemp` fails rather than take one that exists. Scratch that killed
 * processes left behind is removed on the way.
 */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import { holdMark } from "../../ground/life-marks.ts";
import { processName } from "../../ground/process-name.ts";
import type { Places } from "./places.ts";
import type { PlacesOptions } from "./places-options.ts";
import { enterScratch, removeLeftScratch, removeScratch } from "./scratch-ledger.ts";

const SCRATCH_PREFIX = "toolplane-";

/** Resolves roots, makes user-data and scratch. Throws ConfigurationError for a root that is no directory. */
export async function openPlaces(
  options: PlacesOptions,
  { tmpIsScratch }: { readonly tmpIsScratch: boolean },
): Promise<Places> {
  const environment = options.environment ?? process.env;
  const wanted = [options.workspace, ...(options.extraRoots ?? [])].filter((root) => root !== null);
  const roots = [...new Set(wanted.map(openRoot))];
  const readable = options.readRoots ?? [];
  const added = [...new Set(readable.map(openRoot))];
  const aliases = [...wanted, ...readable].flatMap((root) => {
    const from = resolve(root);
    const to = openRoot(root);
    return from === to ? [] : [{ from, to }];
  });
  const home = realOr(environment.HOME ?? userInfo().homedir);
  const userData = openUserData(options.userData ?? defaultUserData(environment, home));
  const unmark = holdMark(userData, processName());
  removeLeftScratch(userData);
  const scratch = openScratch(options.scratchParent ?? tmpdir());
  enterScratch(userData, scratch);
  const adHoc = () => [...new Set((options.adHocFiles?.() ?? []).map(directoryOf))].filter(isText);
  return {
    roots,
    added,
    adHoc,
    userData,
    scratch,
    home,
    tmpIsScratch,
    unmark,
    aliases,
  };
}

/** Removes the scratch directory. Safe to call twice. */
export async function closePlaces(places: Places): Promise<void> {
  removeScratch(places.userData, places.scratch);
  places.unmark?.();
}

function openRoot(root: string): string {
  try {
    const real = realpathSync.native(root);
    if (lstatSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new ConfigurationError(
      root,
      `this root cannot be opened (${errorCode(cause) ?? "unknown"})`,
    );
  }
  throw new ConfigurationError(root, "this root is not a directory");
}

function openUserData(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const real = realpathSync.native(path);
  requireOwn(real);
  chmodSync(real, 0o700);
  return real;
}

function openScratch(parent: string): string {
  const path = mkdtempSync(join(realpathSync.native(parent), SCRATCH_PREFIX));
  chmodSync(path, 0o700);
  requireOwn(path);
  return path;
}

/** Refuses a directory of another user, who could swap it: it is no private place. */
function requireOwn(path: string): void {
  const stat = lstatSync(path);
  const own = process.getuid?.() ?? stat.uid;
  if (!stat.isDirectory() || (stat.uid !== own && own !== 0))
    throw new ConfigurationError(path, "this directory belongs to another user");
}

function defaultUserData(environment: Readonly<Record<string, string | undefined>>, home: string) {
  if (process.platform === "darwin")
    return join(home, "Library", "Application Support", "toolplane");
  const data = environment.XDG_DATA_HOME;
  return join(data?.startsWith("/") ? data : join(home, ".local", "share"), "toolplane");
}

function directoryOf(file: string): string | null {
  try {
    return realpathSync.native(dirname(resolve(file)));
  } catch {
    return null;
  }
}

function isText(value: string | null): value is string {
  return value !== null;
}

function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
