/**
 * Closes the paths of the system base that rules deny, for commands too. Every process is shown the base whole and read-only; a
 * rule that names something in it is looked for here, and found however lately it came: a folder that did not change is not read
 * again. A rule about any place is looked for near the top of the folders that people put things in, before every command. To go
 * over the whole base costs more than most commands do, so one look serves all commands of some seconds.
 */
import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Confinement, type Mask, ToolError } from "@toolplane/contract";
import { below, toBytePath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { DirectoryCache } from "../disk/directory-cache.ts";
import { type FromListings, fromListings } from "../disk/from-listings.ts";
import type { KeptTrees } from "../disk/kept-trees.ts";
import { nameTriggers } from "../reading/name-triggers.ts";
import { type PatternShape, patternShape } from "../reading/pattern-shape.ts";
import type { ReadConfinement } from "../reading/read-confinement.ts";
import { createFarLook, type FarLook, type IsClosed } from "./far-look.ts";
import type { Mount } from "./mount.ts";
import { SYSTEM_TREES } from "./system-base.ts";

export interface BaseMaskOptions {
  readonly readConfinement: ReadConfinement;
  /** The folder that commands get as `/etc`. */
  readonly configuration: string;
  readonly installations: readonly string[];
  readonly directories: DirectoryCache;
  /** The trees that other processes read of the base, for the same rules. */
  readonly kept: (question: string) => KeptTrees;
}

export interface BaseMasks {
  /** The mounts that close them. */
  mounts(confinement: Confinement): Promise<readonly Mount[]>;
  close(): void;
}

/** Names below one rule's folder, at most: beyond, the folder is closed whole. */
const MAX_LOOKED_AT = 20_000;
/** And below each folder where a rule about any place is looked for before every command. */
const MAX_LOOKED_ANYWHERE = 5_000;
const MAX_CLOSED = 200;
/** Folders of the base that people put things in. */
const NEAR_TREES = ["/opt", "/usr/local"];

/** The findings about rules that are looked for together. */
interface Looked {
  readonly near: FromListings<readonly string[]>;
  readonly far: FarLook | null;
}

export function createBaseMasks(options: BaseMaskOptions): BaseMasks {
  const known = new Map<string, Looked>();
  const close = () => {
    for (const { near, far } of known.values()) {
      near.close();
      far?.close();
    }
    known.clear();
  };
  const lookedFor = (masks: readonly Mask[], look: () => Looked): Looked => {
    const key = keyOf(masks);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    if (known.size > MAX_CLOSED) close();
    const made = look();
    known.set(key, made);
    return made;
  };
  const inFolder = async (mask: Mask, shape: PatternShape): Promise<readonly string[]> => {
    const real = realOf(shape.head);
    if (real === null || !isInBase(real, options)) return [];
    if (shape.literal || (isFolderOf(mask.pattern, shape) && mask.except.length === 0))
      return [real];
    return lookedFor([mask], () => lookBelow(mask, shape, options)).near.current();
  };
  const anywhere = async (masks: readonly Mask[]): Promise<readonly string[]> => {
    if (masks.length === 0) return [];
    const { near, far } = lookedFor(masks, () => lookAnywhere(masks, options));
    return [...(await near.current()), ...((await far?.current()) ?? [])];
  };
  return {
    close,
    async mounts({ read }) {
      const masks = read.masks
        .filter(({ action }) => action === "deny")
        .map((mask) => ({ mask, shape: patternShape(mask.pattern) }));
      const headed = masks.filter(({ shape }) => shape.head !== "/");
      const wide = masks.filter(({ shape }) => shape.head === "/" && shape.last !== null);
      const found = await Promise.all([
        anywhere(wide.map(({ mask }) => mask)),
        ...headed.map(({ mask, shape }) => inFolder(mask, shape)),
      ]);
      return [...new Set(found.flat())].flatMap((path) => closed(path, options));
    },
  };
}

function keyOf(masks: readonly Mask[]): string {
  return JSON.stringify(masks.map(({ pattern, except }) => [pattern, except]));
}

function lookBelow(mask: Mask, shape: PatternShape, options: BaseMaskOptions): Looked {
  const isClosed = closedBy(mask, options.readConfinement);
  const near = fromListings(options.directories, (listed) => {
    const how = { closers: [isClosed], mayBeClosed: namesOf([mask]), listed, most: MAX_LOOKED_AT };
    const found = search(shape.head, how, options);
    return found ?? tooMuch(realOf(shape.head) ?? shape.head, shape);
  });
  return { near, far: null };
}

function lookAnywhere(masks: readonly Mask[], options: BaseMaskOptions): Looked {
  const { directories, installations, kept } = options;
  const closers = masks.map((mask) => closedBy(mask, options.readConfinement));
  const heads = ["/etc", ...NEAR_TREES, ...installations];
  const mayBeClosed = namesOf(masks);
  const near = fromListings(directories, (listed) => {
    const how = { closers, mayBeClosed, listed, most: MAX_LOOKED_ANYWHERE, isPart: true };
    return heads.flatMap((head) => search(head, how, options) ?? []);
  });
  const all = [...SYSTEM_TREES, ...installations].flatMap((tree) => realOf(tree) ?? []);
  const trees = [...new Set(all)].filter(
    (tree, _, each) => !each.some((other) => other !== tree && isWithin(tree, other)),
  );
  const maxFound = MAX_CLOSED;
  const far = createFarLook({ trees, closers, mayBeClosed, maxFound, kept: kept(keyOf(masks)) });
  return { near, far };
}

/** `head/**`: nothing below it is open, so that the folder itself can be closed. */
function isFolderOf(pattern: string, { head, tree }: PatternShape): boolean {
  return tree && pattern.replaceAll("\\", "").replace(/\/\*\*$|\/$/, "") === head;
}

interface Search {
  /** One for each rule: a rule that closes much takes nothing from another. */
  readonly closers: readonly IsClosed[];
  /** False for a name that none of them closes anywhere. */
  readonly mayBeClosed: (name: string) => boolean;
  readonly listed: DirectoryCache;
  readonly most: number;
  /** True where what was found serves though not all is looked at. */
  readonly isPart?: boolean;
}

/** Real paths; null where there is too much to look at. */
function search(
  head: string,
  { closers, mayBeClosed, listed, most, isPart = false }: Search,
  options: BaseMaskOptions,
): readonly string[] | null {
  const real = realOf(head);
  if (real === null || !isInBase(real, options)) return [];
  const found = closers.map((): string[] => []);
  const folders = [toBytePath(head)];
  let looked = 0;
  // Folders further up come first: they are found where not all is looked at.
  for (const folder of folders) {
    const listing = listed.list(toBytePath(shown(toText(folder), options)));
    if (listing === null) continue;
    looked += listing.total;
    const full = found.map(({ length }) => length > MAX_CLOSED);
    if (looked > most || full.every(Boolean)) return isPart ? found.flat() : null;
    for (const name of listing.directories)
      if (!take(folder, name, full)) folders.push(below(folder, name));
    for (const name of [...listing.files, ...listing.links, ...listing.sockets])
      take(folder, name, full);
  }
  return found.flat();
  function take(folder: string, name: string, full: readonly boolean[]): boolean {
    if (!mayBeClosed(name)) return false;
    const path = toText(below(folder, name));
    const by = closers.findIndex((isClosed) => isClosed(name, () => path));
    if (by === -1) return false;
    const target = full[by] === true ? null : realOf(path);
    if (target !== null) found[by]?.push(target);
    return true;
  }
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

/** A name that no rule speaks of. */
const NEUTRAL = "zq7-neutral-x9v";

/** Tells whether a rule closes a path. Most names are no match of its last part, and need not be asked about. */
function closedBy(mask: Mask, readConfinement: ReadConfinement): IsClosed {
  const nothing = { reach: [["/**"]], masks: [], opened: [] };
  const { permits } = readConfinement({
    read: { ...nothing, masks: [mask] },
    write: nothing,
    env: [],
    contained: false,
    network: { access: "none", reach: [], masks: [], opened: [] },
  });
  const denies = (path: string) => !permits({ capability: "fs.read", path, real: path });
  const { tree } = patternShape(mask.pattern);
  if (!goesByName(mask)) return (_name, path) => denies(path());
  const test = namesOf([mask]);
  return (name, path) => test(name) && (denies(path()) || (tree && denies(join(path(), NEUTRAL))));
}

/** Where something below a match is open after all, every path has its own answer. */
function goesByName({ pattern, except }: Mask): boolean {
  return patternShape(pattern).last !== null && except.length === 0;
}

/** False for a name that none of the rules closes anywhere. */
function namesOf(masks: readonly Mask[]): (name: string) => boolean {
  if (!masks.every(goesByName)) return () => true;
  return nameTriggers(masks.map(({ pattern }) => pattern)).test;
}

/** A link leads to what is closed; nothing can be mounted over it. */
function closed(path: string, options: BaseMaskOptions): readonly Mount[] {
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

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
