/**
 * Brings to the record what a run changed in a view of its own and has not landed, and puts it back: the view lies on one machine, and
 * whoever goes on with the run may be on another.
 */
import { lstat } from "node:fs/promises";
import { type Change, ToolError } from "@toolplane/contract";
import type { Store, Views } from "@toolplane/contract/ports";
import { contentAddress } from "@toolplane/disk/files";
import { below, isMissing, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { isWithin, posixPath } from "@toolplane/readings";
import { otherChecks } from "../../ground/other-checks.ts";
import { readOne, refuseMuch } from "./keep-changes.ts";
import { type KeptFile, writeKept } from "./kept-files.ts";
import type { KeptView } from "./kept-slot.ts";
import { isOfMachine, seenOf } from "./look-at-folder.ts";
import { putChanges } from "./replay-changes.ts";

export interface ViewKeeper {
  /** Gives what the view holds; null where it is as the project is, or there is none. */
  keep(): Promise<KeptView | null>;
  /** Has the view hold that and nothing else, and go with its session: what it holds is on the record. */
  restore(kept: KeptView | null): Promise<void>;
}

export interface ViewKeeperGround {
  readonly payloads: Store["payloads"];
  readonly views: Views;
  readonly sessionId: string;
  readonly folder: string;
}

const KINDS = { file: "file", link: "link", directory: "folder" } as const;

export function createViewKeeper(ground: ViewKeeperGround): ViewKeeper {
  const { payloads, views, sessionId, folder } = ground;
  let known = new Map<string, { readonly sign: string; readonly file: KeptFile }>();

  /** Null for what went meanwhile. */
  async function fileOf(change: Change, path: string, place: string): Promise<KeptFile | null> {
    const kind = KINDS[change.type];
    const stat = await lstat(toFsPath(below(place, path)), { bigint: true }).catch(absent);
    if (stat === null) return null;
    const { sign, mode } = seenOf(kind, stat);
    const same = known.get(path);
    if (same && sign !== "" && same.sign === sign) return same.file;
    const read = await readOne(place, path, { kind, mode });
    if (read === null) return null;
    if (read.kept.kind === "file") await payloads.put(read.kept.digest, read.bytes);
    known.set(path, { sign, file: read.kept });
    return read.kept;
  }

  async function keep(): Promise<KeptView | null> {
    const view = views.of(sessionId);
    const place = views.folder(sessionId);
    if (view === null || place === null) return null;
    const files: KeptFile[] = [];
    for (const change of (await views.show(view.id)).changes) {
      const path = pathIn(folder, change.path);
      if (path === null || isOfMachine(path)) continue;
      const isFolder = change.type === "directory";
      const isGone = change.kind === "removed" || (isFolder && change.tree === true);
      const file: KeptFile | null = isGone
        ? { path, kind: "gone" }
        : await fileOf(change, path, toBytePath(place));
      if (file !== null) files.push(file);
    }
    refuseMuch(files);
    const paths = new Set(files.map(({ path }) => path));
    known = new Map([...known].filter(([path]) => paths.has(path)));
    if (files.length === 0) return null;
    const list = writeKept(files);
    const digest = contentAddress(list);
    await payloads.put(digest, list);
    return { digest, required: view.required };
  }

  return {
    keep,
    async restore(kept) {
      const view = views.of(sessionId);
      if (view === null) {
        // Put into the project itself it would have landed unchecked.
        if (kept !== null) throw new ToolError("unavailable", "Its view cannot be had here.");
        return;
      }
      await views.letPass(view.id);
      const others = otherChecks(kept?.required ?? [], view.required);
      if (others.length > 0) await views.keepRequired(view.id, [...view.required, ...others]);
      if ((await keep())?.digest === kept?.digest) return;
      await views.discard(view.id);
      const place = views.folder(sessionId);
      if (kept === null || place === null) return;
      await putChanges(payloads, { folder: toBytePath(place), digest: kept.digest });
      await views.adopt(view.id);
    },
  };
}

/** As the record names paths: relative, a character for each byte. Null outside of the folder. */
function pathIn(folder: string, path: string): string | null {
  if (path === folder || !isWithin(path, folder)) return null;
  return Buffer.from(posixPath.below(folder, path)).toString("latin1");
}

function absent(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
