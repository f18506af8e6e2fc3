/** Puts what a session changed over a fresh clone, checked piece by piece: another machine then has what the first one had. */
import { chmod, lstat, mkdir, readdir, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import type { Store } from "@toolplane/contract/ports";
import { below, parentOf, toFsPath } from "@toolplane/disk/paths";
import { genuineContent } from "./genuine-content.ts";
import { type KeptFile, readKept, shown } from "./kept-files.ts";

interface Replayed {
  /** As bytes. */
  readonly folder: string;
  readonly digest: string;
}

/** Rejects with `conflict`, by name, where content is not what was kept, and with `not_found` where it is gone. */
export async function replayChanges(
  payloads: Pick<Store["payloads"], "get">,
  { folder, digest }: Replayed,
): Promise<readonly KeptFile[]> {
  await emptyGit(folder);
  return putChanges(payloads, { folder, digest });
}

/** Puts them over what the folder holds. */
export async function putChanges(
  payloads: Pick<Store["payloads"], "get">,
  { folder, digest }: Replayed,
): Promise<readonly KeptFile[]> {
  const files = readKept(
    await genuineContent(payloads, { digest, what: "The list of its changes" }),
  );
  for (const { path, kind } of files) if (kind === "gone") await remove(folder, path);
  for (const file of files) if (file.kind !== "gone") await put(payloads, { folder, file });
  return files;
}

/** All of it is kept but the way to the cache, which is this machine's own. */
async function emptyGit(folder: string): Promise<void> {
  const git = below(folder, ".git");
  for (const name of await readdir(toFsPath(git), { encoding: "latin1" }))
    if (name !== "objects") await rm(toFsPath(below(git, name)), { recursive: true, force: true });
}

async function remove(folder: string, path: string): Promise<void> {
  await wayTo(folder, path);
  await rm(toFsPath(below(folder, path)), { recursive: true, force: true });
  // A folder that held nothing else is gone too, or is named.
  for (let at = parentOf(path); at !== "/"; at = parentOf(at)) {
    const isGone = await rmdir(toFsPath(below(folder, at))).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function put(
  payloads: Pick<Store["payloads"], "get">,
  { folder, file }: { readonly folder: string; readonly file: KeptFile },
): Promise<void> {
  const { path } = file;
  const place = toFsPath(below(folder, path));
  await wayTo(folder, path);
  if (file.kind === "folder") {
    await mkdir(place, { recursive: true });
    return;
  }
  await rm(place, { recursive: true, force: true });
  if (file.kind === "link") return symlink(Buffer.from(file.target, "latin1"), place);
  if (file.kind !== "file") return;
  const bytes = await genuineContent(payloads, { digest: file.digest, what: shown(path) });
  await writeFile(place, bytes, { flag: "wx" });
  await chmod(place, file.mode);
}

/** Makes the folders above; a link among them would lead out. */
async function wayTo(folder: string, path: string): Promise<void> {
  const parts = path.split("/").slice(0, -1);
  let at = folder;
  for (const part of parts) {
    at = below(at, part);
    const stat = await lstat(toFsPath(at)).catch(() => null);
    if (stat?.isDirectory()) continue;
    if (stat !== null) await rm(toFsPath(at));
    await mkdir(toFsPath(at));
  }
}
