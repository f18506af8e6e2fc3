/** Lists what git tracks below a folder, from the index alone: which of its history a rule could be about. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Analyzer } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { Places } from "../places.ts";
import { readPathText } from "../read-path-text.ts";
import { findRepository } from "./find-repository.ts";
import { readIndex } from "./read-index.ts";
import { readSmallFile } from "./read-small-file.ts";

/** Some 300,000 names. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;

/** Makes `Analyzer.tracked`: absolute paths; complete and empty where there is no repository. */
export function createTrackedLister(places: Places): NonNullable<Analyzer["tracked"]> {
  return (text) => {
    const path = readPathText(text, places);
    if (!path.ok) return { paths: [], complete: false };
    const repository = findRepository(path.value);
    if (!repository) return { paths: [], complete: true };
    const bytes = readIndexFile(posixPath.join(repository.gitDirectory, "index"));
    if (bytes === "missing") return { paths: [], complete: true };
    if (bytes === null) return { paths: [], complete: false };
    const { names, complete } = readIndex(bytes, hashBytesOf(repository.gitDirectory));
    const paths = names.map((name) => posixPath.join(repository.root, name));
    return { paths: paths.filter((each) => posixPath.contains(path.value, each)), complete };
  };
}

function hashBytesOf(gitDirectory: string): number {
  const common = readSmallFile(posixPath.join(gitDirectory, "commondir"))?.trim();
  const place = common ? posixPath.normalize(common, gitDirectory) : gitDirectory;
  const config = readSmallFile(posixPath.join(place, "config")) ?? "";
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 32 : 20;
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
    return (error as NodeJS.ErrnoException | null)?.code === "ENOENT" ? "missing" : null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
