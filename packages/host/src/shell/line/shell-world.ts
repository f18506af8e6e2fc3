/** What the reading of a command line may ask the world, and what it is told about the line so far. */
import type {
  Analysis,
  Analyzer,
  PathAnalysis,
  PathIntent,
  UrlAnalysis,
} from "@toolplane/contract";
import type { Places } from "../../paths/places.ts";

/** The world outside the line: injected, synchronous, and only ever asked, never changed. */
export interface ShellWorld {
  readonly places: Places;
  readonly path: (text: string, intent: PathIntent) => Analysis<PathAnalysis>;
  /** Opens a reader of paths for one line, which may remember what it came through; without it `path` is asked. */
  readonly paths?: () => Analyzer["path"];
  readonly url: (text: string) => Analysis<UrlAnalysis>;
  readonly below?: Analyzer["below"];
  /** The names in one directory, for globs; without it globs are matched against `below`. */
  readonly list?: (directory: string) => readonly string[] | null;
}
