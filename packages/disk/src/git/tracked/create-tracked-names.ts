/**
 * Lists the names under which version control holds content: what git tracks now, and what any of its objects hold, also of files that
 * are gone. One answer for whoever asks: a rule that denies a file, and one that labels it.
 */
import type { Analyzer, StoredFile } from "@toolplane/contract/ports";
import { isWithin, posixPath } from "@toolplane/readings";
import type { Places } from "../../paths/places/places.ts";
import { readPathText } from "../../paths/read-path-text.ts";
import type { History, ObjectPlace, StoredNames } from "../history/create-history.ts";
import { commonFolderOf } from "../repository/common-folder-of.ts";
import { findRepository } from "../repository/find-repository.ts";
import { isGitDirectory } from "../repository/is-git-directory.ts";
import { statsOf } from "../stats-of.ts";
import { listTracked, type TrackedFiles } from "./list-tracked.ts";

export interface TrackedNames {
  /** `Analyzer.tracked`: absolute paths; complete and empty where there is no repository. */
  readonly tracked: NonNullable<Analyzer["tracked"]>;
  /** `Analyzer.isTracked`. */
  readonly isTracked: (path: string) => boolean;
  /** The same of these folders, for those that may be meant; takes turns with others. */
  readonly stored: (
    folders: readonly string[],
    wanted: WantedNames,
  ) => Promise<{ readonly files: readonly StoredFile[]; readonly complete: boolean }>;
  /** Everything that version control holds under this name; null where there is more than is read, or some of it is gone. */
  readonly contents: (path: string) => readonly Buffer[] | null;
}

interface WantedNames {
  /** The same function each time: what it said is kept. */
  readonly mayBeMeant: (path: string) => boolean;
  readonly also: readonly string[];
}

/** Versions of one file that are looked at. */
const MAX_VERSIONS = 50;
/** Contents that are kept, and how much of each. */
const MAX_CONTENTS = 500;
const MAX_CONTENT_BYTES = 256 * 1024;

export function createTrackedNames(places: Places, history: History): TrackedNames {
  const meant = createMeantNames();
  const meantNow = createMeantPaths();
  const indexes = new Map<string, { readonly signature: string; readonly files: TrackedFiles }>();
  const lately = ({ root, index }: Objects): TrackedFiles => {
    const stat = statsOf(index);
    const signature = stat ? `${stat.ino} ${stat.size} ${stat.ctimeMs}` : "";
    const known = indexes.get(root);
    if (known?.signature === signature && isSettled(stat)) return known.files;
    const files = listTracked(root);
    indexes.set(root, { signature, files });
    return files;
  };
  const contents = new Map<string, Buffer | null>();
  // An object's name says what it holds, so what was read once stays true.
  const contentOf = (place: ObjectPlace, id: string): Buffer | null => {
    const known = contents.get(id);
    if (known !== undefined) return known;
    const [oldest] = contents.keys();
    if (contents.size >= MAX_CONTENTS && oldest !== undefined) contents.delete(oldest);
    const content = history.content(place, id)?.subarray(0, MAX_CONTENT_BYTES) ?? null;
    contents.set(id, content && Buffer.from(content));
    return content;
  };
  return {
    tracked(text) {
      const path = readPathText(text, places);
      if (!path.ok) return { paths: [], complete: false };
      const indexed = listTracked(path.value);
      const repository = objectsOf(path.value);
      if (repository === null) return indexed;
      const stored = toEnd(history.read(repository.place));
      const within = repository.isInside ? repository.root : path.value;
      const paths = [...stored.names.keys()].map((name) => posixPath.join(repository.root, name));
      return {
        paths: [...new Set([...indexed.paths, ...paths])].filter((each) => isWithin(each, within)),
        complete: indexed.complete && stored.complete,
      };
    },
    isTracked(path) {
      const repository = objectsOf(path);
      return repository?.isInside === false && lately(repository).paths.includes(path);
    },
    async stored(folders, wanted) {
      const known = new Set<string>();
      const files = new Map<string, StoredFile>();
      let complete = true;
      for (const folder of folders) {
        const repository = objectsOf(folder);
        const key = repository === null ? "" : `${repository.root} ${repository.place.folders[0]}`;
        if (repository === null || known.has(key)) continue;
        known.add(key);
        const indexed = lately(repository);
        const stored = await inTurns(history.read(repository.place));
        complete &&= indexed.complete && stored.complete;
        const { root } = repository;
        const named = meantNow(indexed.paths, wanted);
        for (const path of [...named, ...meant(stored, root, wanted)])
          files.set(path, { path, root });
      }
      return { files: [...files.values()], complete };
    },
    contents(path) {
      const repository = objectsOf(posixPath.parent(path));
      if (repository === null) return null;
      const { names } = toEnd(history.read(repository.place));
      const ids = [...(names.get(posixPath.below(repository.root, path)) ?? [])];
      if (ids.length === 0 || ids.length > MAX_VERSIONS) return null;
      const found = ids.map((id) => contentOf(repository.place, id));
      return found.every((one) => one !== null) ? found : null;
    },
  };
}

interface Objects {
  /** Its index, which may not be there. */
  readonly index: string;
  /** The folder that names are below. */
  readonly root: string;
  readonly place: ObjectPlace;
  /** The path that was asked about lies among git's own files. */
  readonly isInside: boolean;
}

/** The repository around a path, or the one whose own folder it lies in. */
function objectsOf(path: string): Objects | null {
  for (let at = path; at !== "/"; at = posixPath.parent(at)) {
    if (!isGitDirectory(at)) continue;
    const root = posixPath.name(at) === ".git" ? posixPath.parent(at) : at;
    const index = posixPath.join(at, "index");
    return { root, index, place: placeOf(at, findRepository(root)), isInside: true };
  }
  const repository = findRepository(path);
  if (repository === undefined) return null;
  return {
    root: repository.root,
    index: posixPath.join(repository.gitDirectory, "index"),
    place: placeOf(repository.gitDirectory, repository),
    isInside: false,
  };
}

function placeOf(gitFolder: string, repository: ReturnType<typeof findRepository>): ObjectPlace {
  const own = posixPath.join(commonFolderOf(gitFolder), "objects");
  return {
    folders: [own, ...(repository?.elsewhere ?? [])],
    hashBytes: repository?.hashBytes ?? 20,
  };
}

/** Two changes within one step of the file system's clock look like one. */
const CLOCK_STEP_MS = 50;

function isSettled(stat: ReturnType<typeof statsOf>): boolean {
  return stat === undefined || stat.ctimeMs < Date.now() - CLOCK_STEP_MS;
}

/** Picks the paths that may be meant; keeps them while the list is the same. */
function createMeantPaths() {
  const kept = new WeakMap<
    readonly string[],
    WeakMap<WantedNames["mayBeMeant"], readonly string[]>
  >();
  return (paths: readonly string[], { mayBeMeant, also }: WantedNames): readonly string[] => {
    const byFunction =
      kept.get(paths) ?? new WeakMap<WantedNames["mayBeMeant"], readonly string[]>();
    kept.set(paths, byFunction);
    const found = byFunction.get(mayBeMeant) ?? paths.filter(mayBeMeant);
    byFunction.set(mayBeMeant, found);
    if (also.length === 0) return found;
    const listed = new Set(also);
    return [...found, ...paths.filter((path) => listed.has(path))];
  };
}

/** Picks a repository's names that may be meant; keeps them while its names are the same. */
function createMeantNames() {
  const kept = new WeakMap<StoredNames["names"], WeakMap<WantedNames["mayBeMeant"], Meant>>();
  return (
    { names }: StoredNames,
    root: string,
    { mayBeMeant, also }: WantedNames,
  ): readonly string[] => {
    const byFunction = kept.get(names) ?? new WeakMap<WantedNames["mayBeMeant"], Meant>();
    kept.set(names, byFunction);
    const known = byFunction.get(mayBeMeant);
    const isKnown = known?.size === names.size && known.root === root;
    const paths = isKnown
      ? known.paths
      : [...names.keys()].map((name) => posixPath.join(root, name)).filter(mayBeMeant);
    byFunction.set(mayBeMeant, { size: names.size, root, paths });
    const listed = also.filter(
      (path) => isWithin(path, root) && names.has(posixPath.below(root, path)),
    );
    return [...paths, ...listed];
  };
}

interface Meant {
  readonly size: number;
  readonly root: string;
  readonly paths: readonly string[];
}

function toEnd<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    step = steps.next();
  }
  return step.value;
}
