/**
 * Finds a client's file, and is the only way it is read and written. A project can bring links of these names that lead anywhere:
 * below the base no part of the path may be one. A file that cannot be read stays as it is.
 */
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { realPath, writeWhole } from "@toolplane/disk/ground";
import { MAX_FILE_BYTES } from "@toolplane/disk/own-files";
import { errorCode } from "@toolplane/readings";
import type { ClientBase, ClientFile } from "../known/client.ts";

/** The folders that paths of clients are below. */
export type ClientBases = Readonly<Record<Exclude<ClientBase, "anywhere">, string>>;

/** One file of a client; both are absolute, and `path` lies below `base`. */
export interface ClientPlace {
  readonly base: string;
  readonly path: string;
}

/** Null where only the client's documentation knows. */
export function placeOf({ base, paths }: ClientFile, bases: ClientBases): ClientPlace | null {
  if (base === "anywhere") return null;
  const root = realPath(bases[base]);
  const found = paths.find((path) => factsOf(join(root, path)));
  return { base: root, path: join(root, found ?? paths[0]) };
}

/** Null when it is not there. Throws a ConfigurationError for what is no plain text below the base. */
export function readPlace({ base, path }: ClientPlace): string | null {
  refuseLinks({ base, path });
  const facts = factsOf(path);
  if (!facts) return null;
  if (!facts.isFile()) throw new ConfigurationError(path, "is not a file; nothing was written");
  if (facts.size > MAX_FILE_BYTES)
    throw new ConfigurationError(
      path,
      `is larger than ${MAX_FILE_BYTES} bytes; nothing was written`,
    );
  const bytes = told(path, "read", () => readFileSync(path));
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes))
    throw new ConfigurationError(path, "is not text in UTF-8; nothing was written");
  return text;
}

/** Writes the file in one step and returns the folders that were missing, outermost first. Null removes it. */
export function writePlace(place: ClientPlace, text: string | null): readonly string[] {
  const { base, path } = place;
  refuseLinks(place);
  return told(path, "written", () => {
    if (text === null) {
      rmSync(path, { force: true });
      return [];
    }
    const missing = foldersOf(place).filter((folder) => !factsOf(folder));
    mkdirSync(dirname(path), { recursive: true });
    if (realpathSync(dirname(path)) !== dirname(path))
      throw new ConfigurationError(path, `does not lie in ${base} any more; nothing was written`);
    writeWhole(path, text);
    return missing;
  });
}

/** Folders that were made for a file go with it, as long as nothing else is in them. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed())
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
}

/** A base itself may be behind a link: that is the person's own doing. */

/** Undefined where nothing is, also below what is no folder: writing then says so. */
function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return undefined;
    throw new ConfigurationError(path, "cannot be looked at; nothing was written");
  }
}

function refuseLinks(place: ClientPlace): void {
  for (const part of [...foldersOf(place), place.path])
    if (factsOf(part)?.isSymbolicLink())
      throw new ConfigurationError(part, "is a link; nothing was written. Paste the block instead");
}

/** Every folder between the base and the file, outermost first. */
function foldersOf({ base, path }: ClientPlace): readonly string[] {
  const names = relative(base, dirname(path)).split(sep).filter(Boolean);
  return names.map((_, index) => join(base, ...names.slice(0, index + 1)));
}

function told<T>(path: string, what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new ConfigurationError(path, `cannot be ${what} (${code}); it stays as it is`);
  }
}
