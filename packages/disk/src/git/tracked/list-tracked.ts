/** Lists what git tracks below a folder, from the index alone: starts no process, and runs nothing that a repository names. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { errorCode, isWithin, posixPath } from "@toolplane/readings";
import { findRepository } from "../repository/find-repository.ts";
import { type ParsedIndex, parseIndex } from "./parse-index.ts";

/** Some 300,000 names. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const MAX_NAMES = 200_000;
const FOLDER = 0o040000;

export interface TrackedFiles {
  /** Absolute. */
  readonly paths: readonly string[];
  /** False when there were more than are read, or the index could not be read to its end. */
  readonly complete: boolean;
}

/** Lists them; complete and empty where there is no repository. The folder is a real path. */
export function listTracked(folder: string): TrackedFiles {
  const repository = findRepository(folder);
  if (!repository) return { paths: [], complete: true };
  const bytes = readIndexFile(posixPath.join(repository.gitDirectory, "index"));
  if (bytes === "missing") return { paths: [], complete: true };
  if (bytes === null || repository.hashBytes === null) return { paths: [], complete: false };
  const index = parseIndex(bytes, { hashBytes: repository.hashBytes, maxEntries: MAX_NAMES });
  const paths = index.entries.map(({ name }) =>
    posixPath.join(repository.root, name.toString("utf8")),
  );
  return {
    paths: paths.filter((each) => isWithin(each, folder)),
    complete: namesAll(index),
  };
}

/** A sparse index may hold a folder in the place of what is in it; `sdir` only says that it may. */
function namesAll({ entries, whole, required }: ParsedIndex): boolean {
  return (
    whole &&
    required.every((name) => name === "sdir") &&
    entries.every(({ mode }) => mode !== FOLDER)
  );
}

function readIndexFile(path: string): Buffer | "missing" | null {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > MAX_INDEX_BYTES) return null;
    const bytes = Buffer.alloc(stat.size);
    return bytes.subarray(0, readSync(fd, bytes, 0, stat.size, 0));
  } catch (error) {
    return errorCode(error) === "ENOENT" ? "missing" : null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
