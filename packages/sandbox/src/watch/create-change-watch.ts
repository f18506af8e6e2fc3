/**
 * Finds the changes of a process, from a bounded look at its writable files before and after. New names that rules refuse, or that
 * a landing would ask about, are taken back. Changes can be undone when every one of them is covered by an image from before, all or none: half an undo is a new
 * state that no person chose. Bulky folders (`.git`, `node_modules`) are reported as one path and are not undone.
 */
import type { Confinement, OutputJudge } from "@toolplane/contract";
import type { ChangeJournal, FileChanged } from "@toolplane/disk/journal";
import type { Places } from "@toolplane/disk/paths";
import { toBytePath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { createDirectoryCache } from "../plan/disk/directory-cache.ts";
import { REPLACED, SHUT } from "../plan/mounts/system-base.ts";
import type { ReadConfinement } from "../plan/reading/read-confinement.ts";
import { rememberReadings } from "../plan/reading/remember-readings.ts";
import { createBeforeImages } from "./before-images.ts";
import type { ChangesFound, ChangeWatch } from "./change-watch.ts";
import { IN_MEMORY, MAX_WATCHED_FILES, ON_DISK } from "./image-bounds.ts";
import { type Look, lookAt } from "./look-at.ts";
import { bulkyFolder, changedPaths } from "./scan-writable.ts";
import { restoreLink, takeBack } from "./take-back.ts";
import { takeBackJudged } from "./take-back-judged.ts";
import { undoEntries } from "./undo-entries.ts";

export interface ChangeWatchOptions {
  readonly places: Pick<Places, "roots" | "scratch" | "userData">;
  readonly journal: ChangeJournal;
  readonly readConfinement: ReadConfinement;
  /** Told what a command changed, before it is judged. */
  readonly onChanged?: (paths: readonly string[]) => void;
  readonly now?: () => number;
  readonly maxFiles?: number;
  /** The time that one look may take. */
  readonly maxLookMs?: number;
  /** Keeps what memory is too small for in private files of ours. Absent: larger files have no image from before. */
  readonly keepLarge?: (bytes: Uint8Array) => string;
}

const NOTHING: ChangesFound = { changed: [], complete: true };

export function createChangeWatch(options: ChangeWatchOptions): ChangeWatch {
  const now = options.now ?? (() => performance.now());
  const directories = createDirectoryCache();
  const readings = rememberReadings(options.readConfinement);
  const { keepLarge } = options;
  const maxImageBytes = (keepLarge ? ON_DISK : IN_MEMORY).maxFileBytes;
  const images = createBeforeImages({
    memory: IN_MEMORY,
    ...(keepLarge ? { disk: { bounds: ON_DISK, write: keepLarge } } : {}),
  });
  const look = (confinement: Confinement): Look =>
    lookAt({
      reading: readings(confinement),
      directories,
      scratch: toBytePath(options.places.scratch),
      replaced: REPLACED,
      shut: SHUT,
      isMountPoint: () => false,
      maxEntries: 500_000,
      maxMounts: Number.POSITIVE_INFINITY,
      maxFiles: options.maxFiles ?? MAX_WATCHED_FILES,
      untilMs: now() + (options.maxLookMs ?? 5_000),
      now,
    });
  const changesOf = (changed: readonly string[], before: Look, after: Look) =>
    undoEntries({
      paths: changed.filter((path) => bulkyFolder(path) === null),
      before,
      after,
      images,
      maxImageBytes,
    });
  const isOurs = (path: string) => !isWithin(path, toBytePath(options.places.userData));

  return {
    begin: async ({ confinement, sessionId, callId, readsOnly }) => {
      if (readsOnly === true || !mayWrite(confinement)) return { after: async () => NOTHING };
      const before = look(confinement);
      if (before.scan.complete) images.refresh(before.scan);
      const after = async (judge?: OutputJudge): Promise<ChangesFound> => {
        const first = look(confinement);
        options.onChanged?.(changedPaths(before.scan, first.scan).map(toText));
        const takenBack = [
          ...takeBackRefused(before, first, isOurs),
          ...(judge === undefined ? [] : takeBackJudged(before, first, { judge, isOurs })),
        ];
        const last = takenBack.length === 0 ? first : look(confinement);
        const changed = changedPaths(before.scan, last.scan);
        const complete = before.scan.complete && last.scan.complete;
        const changes = complete ? changesOf(changed, before, last) : null;
        const undo = await keep(options.journal, changes ?? [], { sessionId, callId });
        return {
          changed: changed.map(toText),
          complete,
          ...(undo.length === 0 ? {} : { undo }),
          ...(takenBack.length === 0 ? {} : { takenBack: takenBack.map(toText) }),
        };
      };
      return { after };
    },
  };
}

function mayWrite({ write }: Confinement): boolean {
  return write.reach.every((scope) => scope.length > 0);
}

interface Change {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly mode: number | null;
}

async function keep(
  journal: ChangeJournal,
  changes: readonly Change[],
  call: Pick<FileChanged, "sessionId" | "callId">,
): Promise<readonly string[]> {
  if (changes.length === 0) return [];
  const entries: FileChanged[] = [];
  for (const { path, before, after, mode } of changes) {
    entries.push({
      ...call,
      path: toText(path),
      before: before === null ? null : await journal.keep(before),
      after: after === null ? null : await journal.keep(after),
      mode,
    });
  }
  return journal.append(entries);
}

/**
 * Takes back names that appeared between two looks and that rules refuse. Dependencies bring such folders along by the
 * dozen, and nothing reads them there: what lies in `node_modules` stays.
 */
function takeBackRefused(
  before: Look,
  after: Look,
  isOurs: (path: string) => boolean,
): readonly string[] {
  if (!before.scan.complete && before.refused.size === 0) return [];
  const made = [...after.refused, ...after.links.keys()].filter(
    (path) => !before.refused.has(path) && !before.links.has(path) && isTaken(path) && isOurs(path),
  );
  const replaced = [...before.links].filter(([path, target]) => after.links.get(path) !== target);
  return [
    ...made.filter(takeBack),
    ...replaced.filter(([path, target]) => restoreLink(path, target)).map(([path]) => path),
  ];
}

function isTaken(path: string): boolean {
  const folder = bulkyFolder(path);
  return folder === null || folder.endsWith("/.git");
}
