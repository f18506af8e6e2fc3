/**
 * A word that names a file, as resources. Relative names count against every directory the line may be in; a glob is what
 * it matches now, and its own text; what cannot be known is opaque, never left out.
 */
import type { Provenance, Resource } from "@toolplane/contract";
import type { PathAnalysis } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { CommandContext, Scope } from "../line/command-context.ts";
import { isInsidePlaces } from "../line/enter-directory.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";
import { matchGlob } from "./match-glob.ts";

export interface FileUse {
  readonly access: "read" | "write";
  /** Everything below it is meant too. */
  readonly tree?: boolean;
  /** Only names are looked at: what is inside a file is not read, and folders are listed or not even that. */
  readonly look?: "name" | "list" | undefined;
  /** Links in a tree may be followed. */
  readonly follows?: boolean;
  /** It comes out of a repository's objects. */
  readonly history?: boolean;
  readonly provenance: Provenance;
  readonly scope: Scope;
}

/** Streams that every process has: no file of anybody's. */
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/;

/** Adds the file or files a word names; gives what they were resolved to. */
export function addFile(
  context: CommandContext,
  word: ExpandedWord,
  use: FileUse,
): readonly PathAnalysis[] {
  if (word.pipe || word.text === "" || !use.scope.local) return [];
  if (word.dynamic) {
    context.reading.addUnknown(word.text, "it names a file that is only known when it runs");
    return [];
  }
  if (STREAMS.test(word.text)) return [];
  const found: PathAnalysis[] = [];
  for (const text of placesOf(context, word, use.scope)) {
    const globs = word.pattern === undefined ? [] : globbed(context, text, word);
    for (const each of [text, ...globs]) {
      const path = addPath(context, each, use);
      if (path) found.push(path);
    }
  }
  return found;
}

/** The name against each directory the line may be in. */
export function placesOf(
  context: CommandContext,
  word: ExpandedWord,
  scope: Scope,
): readonly string[] {
  const { text } = word;
  if (text.startsWith("/")) return [text];
  const { now } = scope.where;
  if (now === null) {
    context.reading.addUnknown(text, "it is relative to a directory that is not known");
    return [];
  }
  const root = context.world.places.roots[0];
  return now.map((directory) => (directory.real === root ? text : `${directory.real}/${text}`));
}

type FsResource = Extract<Resource, { readonly real: string }>;

/** One name, resolved and written down. */
export function addPath(context: CommandContext, text: string, use: FileUse): PathAnalysis | null {
  if (!context.reading.spend(1)) return null;
  const path = context.world.path(text, use.access);
  if (!path.ok) {
    context.reading.addUnknown(text, `it names a file that cannot be resolved: ${path.message}`);
    return null;
  }
  const { lexical, real, kind } = path.value;
  if (isOnlyNamed(context, path.value, use)) return path.value;
  if (!context.reading.isNew(lexical, markOf(use))) return path.value;
  const tree = use.tree === true && kind !== "file" && kind !== "missing";
  const entries = tree ? entriesOf(context, real, use) : undefined;
  const resource: { -readonly [K in keyof FsResource]: FsResource[K] } = {
    ...use.provenance,
    capability: use.access === "read" ? "fs.read" : "fs.write",
    path: lexical,
    real,
  };
  if (tree) resource.tree = true;
  if (tree && use.look !== undefined) resource.names = true;
  if (use.history) resource.history = true;
  if (entries) resource.entries = entries;
  context.reading.addResource(resource);
  if (use.access !== "read") return path.value;
  if (tree && use.follows) addFollowed(context, real, use);
  const { otherNames = [] } = path.value;
  for (const name of otherNames.slice(0, MAX_OTHER_NAMES))
    context.reading.addResource({ ...resource, path: name, real: name });
  if (otherNames.length > MAX_OTHER_NAMES)
    context.reading.addUnknown(text, "it has more names than can be looked at");
  return path.value;
}

/** How a file is used, and by which unit. */
function markOf({ access, tree, history, provenance: { unitIndex = -1, via } }: FileUse): number {
  const flags = (access === "write" ? 1 : 0) + (tree ? 2 : 0) + (history ? 4 : 0);
  return (unitIndex + 1) * 16 + flags + (via === "redirect" ? 8 : 0);
}

/** More links are not looked at one by one. */
const MAX_FOLLOWED = 500;

/** Adds what a tree's links lead to outside of it, where they are followed. In a sandbox nothing is there. */
function addFollowed(context: CommandContext, real: string, use: FileUse): void {
  const found = context.world.links?.(real);
  if (!found) return;
  if (!found.complete || found.paths.length > MAX_FOLLOWED)
    context.reading.addUnknown(real, "more links lead out of it than can be followed");
  for (const link of found.paths.slice(0, MAX_FOLLOWED)) {
    const path = context.world.path(link, "read");
    const isOut = path.ok && !isWithin(path.value.real, real);
    if (isOut && path.value.kind !== "missing") addPath(context, path.value.real, use);
  }
}

/** Of a file that more links lead to nobody knows by which of its names a rule closes it. */
const MAX_OTHER_NAMES = 500;

/** A look at a name inside the workspace reads nothing; whether something stands outside is told to nobody. */
function isOnlyNamed(context: CommandContext, path: PathAnalysis, { look }: FileUse): boolean {
  if (look === undefined || (look === "list" && path.kind === "directory")) return false;
  return isInsidePlaces(context, path.real) && isInsidePlaces(context, path.lexical);
}

/** Lists what a written tree holds, and of one that is only listed the folders: listing a closed one shows what is in it. */
function entriesOf({ world }: CommandContext, real: string, use: FileUse): FsResource["entries"] {
  if (use.access === "write") return world.below?.(real);
  return use.look === undefined ? undefined : world.folders?.(real);
}

function globbed(context: CommandContext, text: string, word: ExpandedWord): readonly string[] {
  const matched = context.reading.shellChanged()
    ? null
    : matchGlob(context.world, text, word.pattern ?? word.text);
  if (matched === null)
    context.reading.addUnknown(word.text, "which files the pattern matches is not known");
  return matched ?? [];
}
