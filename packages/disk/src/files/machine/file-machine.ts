/** The parts that all operations on files of one host share. */
import type { Analyzer } from "@toolplane/contract/ports";
import type { ChangeJournal } from "../../journal/change-journal.ts";
import type { OtherNames } from "../../paths/create-other-names.ts";
import type { OpenHandle } from "../../paths/handles/open-handle.ts";
import type { Places } from "../../paths/places/places.ts";
import type { FileLocks } from "./create-file-locks.ts";
import type { OpenTexts } from "./open-texts.ts";
import type { SeenFiles } from "./seen-files.ts";

export interface FileMachine {
  readonly places: Places;
  readonly path: Analyzer["path"];
  readonly open: OpenHandle;
  readonly locks: FileLocks;
  readonly seen: SeenFiles;
  /** Keeps before-images, and what they became. */
  readonly keep: ChangeJournal["keep"];
  /** An unpredictable name for a file that is not there yet. */
  readonly nonce: () => string;
  readonly maxFileBytes: number;
  /** Null where no files are open elsewhere. */
  readonly openTexts: OpenTexts | null;
  /** Other names of the thing at a real path. */
  readonly otherNames: OtherNames;
  /** Called after every change, so that what was listed before is listed again. */
  readonly onChanged: (paths: readonly string[]) => void;
}
