/** Plans what writing or taking back would do, file by file, before anything is done. */

import { editText, inverseOf, isEmptyText } from "../edits/edit-text.ts";
import type { ClientFile } from "../known/client.ts";
import {
  type ClientBases,
  type ClientPlace,
  placeOf,
  readPlace,
  removeFolders,
  writePlace,
} from "./client-place.ts";
import {
  type ClientRecord,
  readClientRecord,
  removeClientRecord,
  writeClientRecord,
} from "./client-record.ts";

/** One file that would change. */
export interface ClientChange {
  readonly place: ClientPlace;
  readonly before: string | null;
  /** Null: the file goes. */
  readonly after: string | null;
  readonly apply: () => void;
}

/** The places of files and of records. */
export interface ClientGround {
  readonly bases: ClientBases;
  readonly userData: string;
}

/** Files that hold all of it already are left out. */
export function planWrite(
  files: readonly ClientFile[],
  ground: ClientGround,
): readonly ClientChange[] {
  return placed(files, ground).flatMap(({ content, place }): readonly ClientChange[] => {
    const { path } = place;
    const before = readPlace(place);
    const after = editText(before, content, path);
    if (after === before) return [];
    const apply = (): void => {
      const old = readClientRecord(ground.userData, path);
      const original = old === null ? before : textWithout(old, before);
      const record: ClientRecord = {
        version: 1,
        path,
        before: original,
        after,
        wayBack: inverseOf(original, content, path),
        folders: old?.folders ?? [],
      };
      writeClientRecord(ground.userData, record);
      const made = writePlace(place, after);
      if (made.length > 0) writeClientRecord(ground.userData, { ...record, folders: made });
    };
    return [{ place, before, after, apply }];
  });
}

/** Files that nothing was written into are left out. */
export function planUndo(
  files: readonly ClientFile[],
  ground: ClientGround,
): readonly ClientChange[] {
  return placed(files, ground).flatMap(({ place }): readonly ClientChange[] => {
    const record = readClientRecord(ground.userData, place.path);
    if (record === null) return [];
    const before = readPlace(place);
    const after = textWithout(record, before);
    const apply = (): void => {
      if (after !== before) writePlace(place, after);
      if (after === null) removeFolders(record.folders);
      removeClientRecord(ground.userData, place.path);
    };
    return [{ place, before, after, apply }];
  });
}

function placed(files: readonly ClientFile[], { bases }: ClientGround) {
  return files.flatMap((file) => {
    const place = placeOf(file, bases);
    return place === null ? [] : [{ content: file.content, place }];
  });
}

/** The text as it was, or, when it was changed since, the text as it is without our part. */
function textWithout(record: ClientRecord, now: string | null): string | null {
  const { path, before, after, wayBack } = record;
  if (now === null || now === before || now === after) return now === null ? null : before;
  if (wayBack.format === "whole") return now;
  const text = editText(now, wayBack, path);
  return before === null && isEmptyText(text, wayBack, path) ? null : text;
}
