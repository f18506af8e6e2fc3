/** The file doors of a host: what they share is made once, a door is made for each call. */
import { randomBytes } from "node:crypto";
import type { FsDoor } from "@toolplane/contract";
import type { Analyzer, Clock, DoorContext, Ids } from "@toolplane/contract/ports";
import type { FileMachine, OpenTexts } from "@toolplane/disk/files";
import {
  createDoorGate,
  createFileLocks,
  createSeenFiles,
  type FileLocks,
  type SeenFiles,
} from "@toolplane/disk/files";
import type { ChangeJournal } from "@toolplane/disk/journal";
import type { Places } from "@toolplane/disk/paths";
import {
  createHandleOpener,
  createOtherNames,
  type OpenHandle,
  type OtherNames,
} from "@toolplane/disk/paths";
import { createFileSearch } from "@toolplane/disk/search";
import { createReadDoor, type ReadDoorParts } from "./create-read-door.ts";
import { createWriteDoor } from "./create-write-door.ts";

const MAX_FILE_BYTES = 10_000_000;

export interface PathGround {
  readonly places: Places;
  readonly path: Analyzer["path"];
  /** How its paths are pinned; as the host's unless given. */
  readonly open?: OpenHandle | undefined;
}

/** Parts of file doors. */
export interface FilesOptions extends PathGround {
  /** As one session has it, the same value each time; the same for all unless given. */
  readonly ofSession?: ((sessionId: string) => PathGround) | undefined;
  readonly journal: ChangeJournal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly maxFileBytes?: number | undefined;
  /** Shared with the journal, so that an undo waits for a write of the same path. */
  readonly locks?: FileLocks | undefined;
  /** Remembers what sessions saw of files; the code that ends a session lets go of it. */
  readonly seen?: SeenFiles | undefined;
  /** Files that are open elsewhere; none unless given. */
  readonly openTexts?: OpenTexts | undefined;
  /** Shared with the analyzer, so that both look once. */
  readonly otherNames?: OtherNames | undefined;
  /** The ripgrep program; the one that is installed with this package unless given. */
  readonly ripgrep?: string | undefined;
  /** Told after every change through a door. */
  readonly onChanged?: ((paths: readonly string[]) => void) | undefined;
}

export function createFiles(options: FilesOptions): (context: DoorContext) => FsDoor {
  const { places, path, journal, ids } = options;
  const common: FileMachine = {
    places,
    path,
    keep: journal.keep,
    open: options.open ?? createHandleOpener(),
    locks: options.locks ?? createFileLocks(),
    seen: options.seen ?? createSeenFiles(),
    // Names that must not be guessed cannot rest on ids that a test may count.
    nonce: () => `${ids.nonce()}${randomBytes(8).toString("hex")}`,
    maxFileBytes: options.maxFileBytes ?? MAX_FILE_BYTES,
    openTexts: options.openTexts ?? null,
    otherNames: options.otherNames ?? createOtherNames({ places }),
    onChanged: options.onChanged ?? (() => {}),
  };
  const { ofSession = () => options, ripgrep } = options;
  const grounds = new WeakMap<PathGround, Pick<ReadDoorParts, "machine" | "search">>();
  const groundOf = (own: PathGround) => {
    const known = grounds.get(own);
    if (known !== undefined) return known;
    const { open = common.open } = own;
    const machine = { ...common, places: own.places, path: own.path, open };
    const made = { machine, search: createFileSearch({ machine, ripgrep }) };
    grounds.set(own, made);
    return made;
  };
  return (context) => {
    const gate = createDoorGate(context);
    const { machine, search } = groundOf(ofSession(context.sessionId));
    return {
      ...createReadDoor({ machine, gate, search, context }),
      ...createWriteDoor({ machine, gate, journal, context }),
    };
  };
}
