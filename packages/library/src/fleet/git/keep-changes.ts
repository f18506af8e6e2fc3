/** Brings what changed in a session's folder to the record: new content first, then the list that names it. */
import { readFile, readlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { contentAddress } from "@toolplane/disk/files";
import { below, isMissing, toFsPath } from "@toolplane/disk/paths";
import { type KeptFile, MOST_BYTES, shown, writeKept } from "./kept-files.ts";
import { lookAtFolder, type Seen, TOO_YOUNG_MS } from "./look-at-folder.ts";

export interface ChangeKeeper {
  /** Gives the address of what the folder holds beside its commit; the same as long as nothing changed. */
  keep(): Promise<string>;
}

export interface KeeperGround {
  readonly payloads: Store["payloads"];
  /** As bytes. */
  readonly folder: string;
  /** The paths of the commit. */
  readonly committed: ReadonlySet<string>;
  /** The files that were put back into it already. */
  readonly kept: readonly KeptFile[];
}

/** A path's sign, and what is kept of it; null: it is as in the commit. */
interface Known {
  readonly sign: string;
  readonly file: KeptFile | null;
}

/** The folder is as the commit and the kept files say, when this is called. */
export async function createChangeKeeper(ground: KeeperGround): Promise<ChangeKeeper> {
  const { payloads, folder, committed, kept } = ground;
  const before = new Map(kept.map((file) => [file.path, file]));
  const there = new Set(kept.flatMap((file) => (file.kind === "file" ? [file.digest] : [])));
  // What was written just now could be written again without a sign of it.
  await wait(2 * TOO_YOUNG_MS);
  let known = new Map<string, Known>();
  for (const [path, { sign }] of await lookAtFolder(folder)) {
    const file = before.get(path) ?? null;
    if (file !== null || committed.has(path)) known.set(path, { sign, file });
  }
  return {
    async keep() {
      const next = new Map<string, Known>();
      for (const [path, seen] of await lookAtFolder(folder)) {
        const same = known.get(path);
        if (same && seen.sign !== "" && same.sign === seen.sign) next.set(path, same);
        else {
          const file = await readOne(folder, path, seen);
          if (file === null) continue;
          if (file.kept.kind === "file" && !there.has(file.kept.digest)) {
            await payloads.put(file.kept.digest, file.bytes);
            there.add(file.kept.digest);
          }
          next.set(path, { sign: seen.sign, file: file.kept });
        }
      }
      const files = [...next.values()].flatMap(({ file }) => file ?? []);
      for (const path of committed) if (!next.has(path)) files.push({ path, kind: "gone" });
      refuseMuch(files);
      known = next;
      const list = writeKept(files.sort((one, other) => (one.path < other.path ? -1 : 1)));
      const digest = contentAddress(list);
      if (!there.has(digest)) await payloads.put(digest, list);
      there.add(digest);
      return digest;
    },
  };
}

export function refuseMuch(files: readonly KeptFile[]): void {
  const bytes = files.reduce((sum, file) => sum + (file.kind === "file" ? file.bytes : 0), 0);
  if (bytes > MOST_BYTES)
    throw new ToolError(
      "too_large",
      `What the session changed is ${bytes} bytes, and at most ${MOST_BYTES} are kept.`,
    );
}

export interface ReadFile {
  readonly kept: KeptFile;
  readonly bytes: Uint8Array;
}

/** Null: it went meanwhile. */
export async function readOne(
  folder: string,
  path: string,
  seen: Pick<Seen, "kind" | "mode">,
): Promise<ReadFile | null> {
  const place = toFsPath(below(folder, path));
  const none = new Uint8Array();
  try {
    if (seen.kind === "folder") return { kept: { path, kind: "folder" }, bytes: none };
    if (seen.kind === "link")
      return { kept: { path, kind: "link", target: await readlink(place, "latin1") }, bytes: none };
    const bytes = await readFile(place);
    const digest = contentAddress(bytes);
    return { kept: { path, kind: "file", digest, bytes: bytes.length, mode: seen.mode }, bytes };
  } catch (error) {
    if (isMissing(error)) return null;
    throw new ToolError("unavailable", `${shown(path)} cannot be read, so it cannot be kept.`, {
      cause: error,
    });
  }
}
