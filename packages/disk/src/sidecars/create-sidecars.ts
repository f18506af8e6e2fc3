/**
 * Sidecars: what did not fit into a result, as private files in `{scratch}/<session>/`. Processes can write in `{scratch}`, so
 * nothing found there is trusted: the session's directory is opened without following links and files are made through that
 * descriptor, exclusively, under names that cannot be guessed. Of what lies there, only what was made here is removed again. Each
 * is written into the index before it is made, so that a crash leaves none unknown.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rmdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Sidecars, Store } from "@toolplane/contract/ports";
import { errorCode } from "@toolplane/readings";
import type { Places } from "../paths/places/places.ts";
import { folderName } from "../paths/places/session-places.ts";

/** A file that was made, to be removed when its session closes. */
interface MadeFile {
  readonly directory: string;
  readonly name: string;
}

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const MAX_NAME_CHARACTERS = 80;

/** The place of sidecars, and the index that remembers them. */
export interface SidecarOptions {
  readonly places: Pick<Places, "scratch">;
  readonly index?: Store["sidecars"] | undefined;
}

export function createSidecars({ places, index }: SidecarOptions): Sidecars {
  const { scratch } = places;
  const made = new Map<string, MadeFile[]>();
  return {
    async write({ sessionId, callId, text }) {
      const name = `${nameOf(callId)}-${randomUUID()}.txt`;
      const directory = await inSessionDirectory(scratch, sessionId, async (opened) => {
        const files = made.get(sessionId) ?? [];
        made.set(sessionId, [...files, { directory: opened.path, name }]);
        const bytes = Buffer.byteLength(text);
        await index?.put({ sessionId, callId, path: join(opened.path, name), bytes });
        await createFile(opened, name, text);
        return opened.path;
      });
      return join(directory, name);
    },
    async close(sessionId) {
      const files = made.get(sessionId) ?? [];
      made.delete(sessionId);
      for (const { directory, name } of files)
        await withDirectory(directory, (opened) => unlink(opened.at(name))).catch(() => {});
      // Fails where a process left something of its own; that goes with the scratch directory.
      for (const directory of new Set(files.map((file) => file.directory)))
        await rmdir(directory).catch(() => {});
      if (files.length > 0) await index?.remove(sessionId).catch(() => {});
    },
  };
}

/** A directory that was opened without following a link at its end. */
interface OpenedDirectory {
  readonly path: string;
  /** The path of an entry, through the descriptor where the system has that. */
  at(name: string): string;
  /** Throws when `path` no longer leads to what was opened, on systems where descriptors have no path. */
  confirm(): Promise<void>;
}

// A planted link or file must not silence a session: it then gets another directory, whose name could not be guessed.
async function inSessionDirectory<T>(
  scratch: string,
  sessionId: string,
  use: (directory: OpenedDirectory) => Promise<T>,
): Promise<T> {
  const usual = join(scratch, folderName(sessionId));
  await mkdir(usual, { mode: 0o700 }).catch(() => {});
  try {
    return await withDirectory(usual, use);
  } catch (error) {
    if (!isNoDirectory(error)) throw describeFailure(error);
  }
  const other = `${usual}-${randomUUID()}`;
  try {
    await mkdir(other, { mode: 0o700 });
    return await withDirectory(other, use);
  } catch (error) {
    throw describeFailure(error);
  }
}

async function withDirectory<T>(
  path: string,
  use: (directory: OpenedDirectory) => Promise<T>,
): Promise<T> {
  const handle = await open(path, DIRECTORY);
  try {
    return await use(describeOpened(path, handle));
  } finally {
    await handle.close();
  }
}

function describeOpened(path: string, handle: FileHandle): OpenedDirectory {
  if (process.platform === "linux")
    return { path, at: (name) => `/proc/self/fd/${handle.fd}/${name}`, confirm: async () => {} };
  return {
    path,
    at: (name) => join(path, name),
    async confirm() {
      const [opened, named] = await Promise.all([handle.stat(), stat(path)]);
      if (opened.ino !== named.ino || opened.dev !== named.dev)
        throw new ToolError("conflict", "The scratch directory of this session was replaced");
    },
  };
}

async function createFile(directory: OpenedDirectory, name: string, text: string): Promise<void> {
  const path = directory.at(name);
  const handle = await open(path, NEW_FILE, 0o600);
  try {
    await directory.confirm();
    await handle.writeFile(text);
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

function isNoDirectory(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOTDIR" || code === "ELOOP" || code === "EMLINK" || code === "EACCES";
}

function describeFailure(cause: unknown): unknown {
  if (cause instanceof ToolError) return cause;
  return new ToolError("failed", "The whole output could not be kept in a file", { cause });
}

// Call ids come from models; whatever they hold, they are the short beginning of one name.
function nameOf(callId: string): string {
  return callId.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME_CHARACTERS);
}
