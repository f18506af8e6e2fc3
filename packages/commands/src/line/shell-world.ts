/** The questions that the reading of a command line may ask about the world outside of the line. */
import type { WantedPackage } from "@toolplane/contract";
import type {
  Analysis,
  Analyzer,
  PathAnalysis,
  PathIntent,
  UrlAnalysis,
} from "@toolplane/contract/ports";

/** The world's words once a line has asked about more files than are looked at. */
export const TOO_MANY_FILES = "the command names more files than can be looked at";

/** The folders that words of a line can mean. */
interface LinePlaces {
  /** The workspace root first, then extra roots. */
  readonly roots: readonly string[];
  /** Folders that a person opened for reading beside the workspace. */
  readonly added?: readonly string[];
  /** Directories of ad-hoc files that are open now. */
  readonly adHoc: () => readonly string[];
  /** The folder that `~` and a bare `cd` mean. */
  readonly home: string;
  readonly scratch: string;
  /** True while `/tmp/x` means `{scratch}/x`. */
  readonly tmpIsScratch: boolean;
}

/** The project's own program, and whether one of the system's is hidden behind it. */
export interface LineProgram {
  readonly path: string;
  readonly hides: boolean;
}

/** A git repository, as far as a line's meaning depends on it. */
export interface LineRepository {
  /** The folder that holds `.git`. */
  readonly root: string;
  /** Where the index of this working folder lies. */
  readonly gitDirectory: string;
  /** Folders that it says it also reads: another working folder, borrowed objects, a `.git` that only points. */
  readonly elsewhere: readonly string[];
  /** Names in lower case to everything that they may stand for; what is not in it is not known. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Addresses of its remotes by their names, and of its submodules; read when they are asked for. */
  readonly remotes?: () => LineRemotes;
}

interface LineRemotes {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly submodules: readonly string[];
}

/** The world outside the line: injected, synchronous, and only ever asked, never changed. */
export interface ShellWorld {
  readonly places: LinePlaces;
  readonly path: (text: string, intent: PathIntent) => Analysis<PathAnalysis>;
  /** Opens a reader of paths for one line, which may remember what it came through; without it `path` is asked. */
  readonly paths?: () => Analyzer["path"];
  readonly url: (text: string) => Analysis<UrlAnalysis>;
  readonly below?: Analyzer["below"];
  /** The folders below one, for what lists a tree without reading its files; bounded like `below`. */
  readonly folders?: Analyzer["below"] | undefined;
  /** The links below a folder, which a command that reads it may follow; bounded like `below`. */
  readonly links?: Analyzer["below"] | undefined;
  /** Where a path leads, link by link, up to the first that the test takes. */
  readonly linked?: (path: string, until: (path: string) => boolean) => string;
  /** True while nothing holds what a command does: then every word that names a file counts as a read of it. */
  readonly exposed?: boolean;
  /** True for the path of a file with keys or passwords: a word that names one counts as a read of it, held or not. */
  readonly isPrivate?: (path: string) => boolean;
  /** The repository that a folder belongs to; undefined when there is none, or none that can be read. */
  readonly repository?: (directory: string) => LineRepository | undefined;
  /** The project's own program that a bare name leads to. */
  readonly ownProgram?: (name: string) => LineProgram | undefined;
  /**
   * Addresses that a package manager fetches from, by its settings. Only while nothing holds what a command does: else the front of
   * the registries names the host and the package when the command asks for it.
   */
  readonly registries?: ((manager: WantedPackage["manager"]) => readonly string[]) | undefined;
  /** The names in one directory, for globs; without it globs are matched against `below`. */
  readonly list?: (directory: string) => readonly string[] | null;
}
