/** The part of the analyzer that looks into files: what version control holds, what is open to everybody, what holds a private value. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Analyzer, PrivateFile } from "@toolplane/contract/ports";
import type { TrackedNames } from "@toolplane/disk/git";
import { type Places, reach } from "@toolplane/disk/paths";
import { findTraces, holdsNoToken, isPublicContent } from "@toolplane/disk/values";
import { createChangedLister, createRepositoryLister, type NamedTrees } from "@toolplane/sandbox";

type ContentReader = Required<
  Pick<Analyzer, "stored" | "isPublic" | "holdsNoToken" | "traces" | "changedSince">
>;

/** A larger file is read to here: values are looked for in its beginning, and certificates are smaller. */
const MAX_BYTES = 2 * 1024 * 1024;

/** The most kept of private files as last looked at: a command may have moved or emptied one by the time it ends. */
const MAX_KEPT = 200;
const MAX_KEPT_BYTES = 64 * 1024;

export function createContentReader({
  places,
  trees,
  names,
}: {
  readonly places: Places;
  readonly trees: NamedTrees;
  readonly names: TrackedNames;
}): ContentReader {
  const repositories = createRepositoryLister(places, trees);
  const last = new Map<string, Buffer>();
  const read = (path: string): Buffer | null => {
    const content = readHead(reach(places, path));
    if (content === null || content.length > MAX_KEPT_BYTES) return content;
    last.delete(path);
    last.set(path, content);
    const [oldest] = last.keys();
    if (last.size > MAX_KEPT && oldest !== undefined) last.delete(oldest);
    return content;
  };
  const contentsOf = ({ path, history }: PrivateFile): readonly Buffer[] => {
    if (history === true) return names.contents(path) ?? [];
    const before = last.get(path);
    const now = read(path);
    return [before, now].flatMap((content) => content ?? []);
  };
  return {
    changedSince: createChangedLister(places, trees),
    async stored(path, wanted) {
      const { paths, complete } = await repositories(path);
      const found = await names.stored([path, ...paths], wanted);
      return { files: found.files, complete: found.complete && complete };
    },
    isPublic(path, history) {
      if (history === true) return names.contents(path)?.every(isPublicContent) === true;
      const content = read(path);
      return content !== null && isPublicContent(content);
    },
    holdsNoToken(path) {
      const content = path.endsWith("/.npmrc") ? read(path) : null;
      return content !== null && holdsNoToken(content);
    },
    traces: (files, privates) => findTraces(files, privates.flatMap(contentsOf)),
  };
}

function readHead(path: string): Buffer | null {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stat = fstatSync(fd);
    if (!stat.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(stat.size, MAX_BYTES));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
