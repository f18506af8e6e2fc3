/**
 * Closes the paths of the system base that rules deny, for commands too. Every process is shown the base whole and read-only; a
 * rule that names something in it is looked for here. A pattern that begins with a wildcard is looked for in `/etc` and near the
 * top of installation folders, not in `/usr`: going over all of that for each such rule would cost more than most commands.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Confinement, type Mask, ToolError } from "@toolplane/contract";
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { type PatternShape, patternShape } from "../reading/pattern-shape.ts";
import type { ReadConfinement } from "../reading/read-confinement.ts";
import type { Mount } from "./mount.ts";
import { SYSTEM_TREES } from "./system-base.ts";

export interface BaseMaskOptions {
  readonly readConfinement: ReadConfinement;
  /** The folder that commands get as `/etc`. */
  readonly configuration: string;
  readonly installations: readonly string[];
  readonly nowMs: () => number;
}

/** Names below one rule's folder, at most: beyond, the folder is closed whole. */
const MAX_LOOKED_AT = 20_000;
/** And below each folder where a rule about any place is looked for: beyond, what was found is what is closed. */
const MAX_LOOKED_ANYWHERE = 2_000;
const MAX_CLOSED = 200;
/** The system's own files change when packages do. */
const KEPT_MS = 30_000;

/** The mounts that close them, for one confinement after the other. */
export function createBaseMasks(
  options: BaseMaskOptions,
): (confinement: Confinement) => readonly Mount[] {
  const known = new Map<string, { readonly atMs: number; readonly paths: readonly string[] }>();
  return ({ read }) => {
    const masks = read.masks.filter(({ action }) => action === "deny");
    const paths = masks.flatMap((mask) => {
      const key = JSON.stringify([mask.pattern, mask.except]);
      const kept = known.get(key);
      if (kept !== undefined && options.nowMs() - kept.atMs < KEPT_MS) return kept.paths;
      if (known.size > MAX_CLOSED) known.clear();
      const found = deniedIn(mask, options);
      known.set(key, { atMs: options.nowMs(), paths: found });
      return found;
    });
    return [...new Set(paths)].flatMap((path) => close(path, options));
  };
}

function deniedIn(mask: Mask, options: BaseMaskOptions): readonly string[] {
  const shape = patternShape(mask.pattern);
  if (shape.head === "/" && shape.last === null) return [];
  const heads = shape.head === "/" ? ["/etc", ...options.installations] : [shape.head];
  return heads.flatMap((head) => {
    const real = realOf(head);
    if (real === null || !isInBase(real, options)) return [];
    const isWhole = shape.literal || (isFolderOf(mask.pattern, shape) && mask.except.length === 0);
    return isWhole ? [real] : search({ head, real, mask, shape }, options);
  });
}

/** `head/**`: nothing below it is open, so that the folder itself can be closed. */
function isFolderOf(pattern: string, { head, tree }: PatternShape): boolean {
  return tree && pattern.replaceAll("\\", "").replace(/\/\*\*$|\/$/, "") === head;
}

interface Search {
  readonly head: string;
  readonly real: string;
  readonly mask: Mask;
  readonly shape: PatternShape;
}

function search({ head, real, mask, shape }: Search, options: BaseMaskOptions): readonly string[] {
  const isDenied = denies(mask, options.readConfinement);
  const found: string[] = [];
  const folders = [head];
  const most = shape.head === "/" ? MAX_LOOKED_ANYWHERE : MAX_LOOKED_AT;
  let looked = 0;
  // Folders further up come first: they are found where not all is looked at.
  for (const folder of folders)
    for (const name of namesIn(shown(folder, options))) {
      looked += 1;
      if (looked > most || found.length > MAX_CLOSED)
        return shape.head === "/" ? found : tooMuch(real, shape);
      const path = join(folder, name);
      if (isDenied(path)) {
        const target = realOf(path);
        if (target !== null) found.push(target);
      } else if (isFolder(shown(path, options))) folders.push(path);
    }
  return found;
}

/** A folder that was not looked at is not left open; all programs together cannot be closed. */
function tooMuch(real: string, { head }: PatternShape): readonly string[] {
  if (SYSTEM_TREES.some((tree) => isWithin(realOf(tree) ?? tree, real)))
    throw new ToolError(
      "too_large",
      `A rule about files below ${head} cannot be held for commands: name a folder that is further in`,
    );
  return [real];
}

function denies(mask: Mask, readConfinement: ReadConfinement): (path: string) => boolean {
  const nothing = { reach: [["/**"]], masks: [], opened: [] };
  const { permits } = readConfinement({
    read: { ...nothing, masks: [mask] },
    write: nothing,
    env: [],
    contained: false,
    network: { access: "none", reach: [], masks: [], opened: [] },
  });
  return (path) => !permits({ capability: "fs.read", path, real: path });
}

/** A link leads to what is closed; nothing can be mounted over it. */
function close(path: string, options: BaseMaskOptions): readonly Mount[] {
  const stat = lstatSync(shown(path, options), { throwIfNoEntry: false });
  if (stat === undefined || stat.isSymbolicLink()) return [];
  return [{ kind: stat.isDirectory() ? "close-directory" : "close-file", path: toBytePath(path) }];
}

/** The path on disk of the file that a command sees there. */
function shown(path: string, { configuration }: BaseMaskOptions): string {
  return isWithin(path, "/etc") ? join(configuration, path.slice("/etc".length)) : path;
}

function isInBase(path: string, { installations }: BaseMaskOptions): boolean {
  return [...SYSTEM_TREES, "/etc", ...installations].some((tree) => isWithin(path, tree));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
