/**
 * The reading half of the file door, bound to one call. Each operation pins what the path leads to, asks the gate about the
 * lexical path and about the real place of the pinned thing, and then uses only that. The caller learns whether something exists
 * only after the gate has answered.
 */
import { readdirSync } from "node:fs";
import {
  type DirectoryEntry,
  type FileRead,
  type FileStat,
  type FsReadDoor,
  ToolError,
} from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import type { DoorGate, FileMachine } from "@toolplane/disk/files";
import {
  type ContentRequest,
  closedName,
  contentAddress,
  openBytes,
  openJudged,
  present,
  rangeOf,
  readContent,
  systemFault,
} from "@toolplane/disk/files";
import { type Handle, lookAt } from "@toolplane/disk/paths";
import type { FileSearch } from "@toolplane/disk/search";
import { posixPath } from "@toolplane/readings";

const MAX_LISTED = 100_000;

/** Parts that the reading half is bound to. */
export interface ReadDoorParts {
  readonly machine: FileMachine;
  readonly gate: DoorGate;
  readonly search: FileSearch;
  readonly context: Pick<DoorContext, "sessionId">;
}

/** Opens the reading half for one call. */
export function createReadDoor({ machine, gate, search, context }: ReadDoorParts): FsReadDoor {
  const { maxFileBytes: maxBytes } = machine;
  return {
    async read(text, range) {
      const handle = present(text, openJudged(machine, gate, { text }));
      try {
        const content = await contentOf(
          machine,
          handle,
          { text, range, maxBytes, goOn: gate.goOn },
          context.sessionId,
        );
        machine.seen.read(context.sessionId, handle);
        return content;
      } finally {
        handle.close();
      }
    },
    async stat(text) {
      const { handle, fault } = openJudged(machine, gate, { text, names: true });
      handle?.close();
      if (fault !== null) throw fault;
      return handle === null ? null : statOf(handle);
    },
    async list(text) {
      const opened = openJudged(machine, gate, { text, tree: true });
      const handle = present(text, opened);
      try {
        return listDirectory(machine, gate, { text, lexical: opened.lexical, handle });
      } finally {
        handle.close();
      }
    },
    search: (query) => search.search(gate, query),
    glob: (query) => search.glob(gate, query),
  };
}

/** Reads the content of a file that was judged and is there. Text that is open in an editor goes before what the disk holds. */
async function contentOf(
  machine: FileMachine,
  handle: Handle,
  request: ContentRequest,
  sessionId: string,
): Promise<FileRead> {
  const open = handle.kind === "file" ? await openBytes(machine, handle.real) : null;
  if (open === null) return readContent(handle, request);
  request.goOn();
  machine.seen.readOpen(sessionId, handle.real, contentAddress(open));
  return rangeOf(open, request.range, Number(handle.stat.mtimeMs));
}

function listDirectory(
  machine: FileMachine,
  gate: DoorGate,
  at: { readonly text: string; readonly lexical: string; readonly handle: Handle },
): readonly DirectoryEntry[] {
  const { text, lexical, handle } = at;
  if (handle.kind !== "directory")
    throw new ToolError("invalid_input", `${text} is not a directory`);
  const entries = entriesOf(handle, text);
  if (entries.length > MAX_LISTED)
    throw new ToolError("too_large", `${text} holds more than ${MAX_LISTED} names: use glob`);
  return entries
    .filter(({ name }) => {
      const real = posixPath.join(handle.real, name);
      const path = posixPath.join(lexical, name);
      if (!gate.admits({ capability: "fs.read", path, real, names: true })) return false;
      const stat = lookAt(handle.child(name));
      return stat === undefined || closedName(machine, gate, { real, stat, names: true }) === null;
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function entriesOf(handle: Handle, text: string): DirectoryEntry[] {
  try {
    return readdirSync(handle.self, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isFile()
        ? "file"
        : entry.isDirectory()
          ? "directory"
          : entry.isSymbolicLink()
            ? "link"
            : "special",
    }));
  } catch (error) {
    throw systemFault(error, text);
  }
}

function statOf({ kind, stat }: Handle): FileStat {
  const size = kind === "file" ? Number(stat.size) : 0;
  return { kind, size, modifiedMs: Number(stat.mtimeMs), mode: Number(stat.mode) & 0o7777 };
}
