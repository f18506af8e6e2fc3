/** What the reading of a command line may ask the world, and what it is told about the line so far. */
import type {
  Analysis,
  Analyzer,
  PathAnalysis,
  PathIntent,
  UrlAnalysis,
} from "@toolplane/contract";
import type { Places } from "../../paths/places/places.ts";
import type { OwnProgram } from "../../paths/programs/create-program-finder.ts";
import type { Repository } from "../../paths/repository/find-repository.ts";

/** What the world says once a line has asked about more files than are looked at. */
export const TOO_MANY_FILES = "the command names more files than can be looked at";

/** The world outside the line: injected, synchronous, and only ever asked, never changed. */
export interface ShellWorld {
  readonly places: Places;
  readonly path: (text: string, intent: PathIntent) => Analysis<PathAnalysis>;
  /** Opens a reader of paths for one line, which may remember what it came through; without it `path` is asked. */
  readonly paths?: () => Analyzer["path"];
  readonly url: (text: string) => Analysis<UrlAnalysis>;
  readonly below?: Analyzer["below"];
  /** The folders below one, for what lists a tree without reading its files; bounded like `below`. */
  readonly folders?: Analyzer["below"] | undefined;
  /** The links below a folder, for what follows them; bounded like `below`. */
  readonly links?: Analyzer["below"] | undefined;
  /** All folders below one, whether or not anything holds the command; bounded. */
  readonly inner?: Analyzer["below"];
  /** False for a file that surely holds something. */
  readonly mayBeEmptyFile?: (path: string) => boolean;
  /** False where a file holds none of the words, or is not there. */
  readonly mentions?: (path: string, words: readonly string[]) => boolean;
  /** Where a path leads, link by link, up to the first that the test takes. */
  readonly linked?: (path: string, until: (path: string) => boolean) => string;
  /** True while nothing holds what a command does: then every word that names a file counts as a read of it. */
  readonly exposed?: boolean;
  /** The repository that a folder belongs to; undefined when there is none, or none that can be read. */
  readonly repository?: (directory: string) => Repository | undefined;
  /** The project's own program that a bare name leads to. */
  readonly ownProgram?: (name: string) => OwnProgram | undefined;
  /** Paths of the programs that a file, or what PATH has for a bare name, is another name of; null when nobody looks any more. */
  readonly twins?: (program: string) => readonly string[] | null;
  /** The same for one line, which is read within one moment. */
  readonly twinsOfLine?: () => (program: string) => readonly string[];
  /** The names in one directory, for globs; without it globs are matched against `below`. */
  readonly list?: (directory: string) => readonly string[] | null;
}
