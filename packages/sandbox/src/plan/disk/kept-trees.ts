/**
 * Hands what was read of large trees from one process to the next. To list two hundred thousand names takes half a second, to look
 * whether twenty thousand folders are as they were a tenth; a program that runs one command waits for it.
 *
 * Names are kept, no finding: each process asks its own rules. Every folder is looked at again before its names count, by a change
 * time which cannot be set back. A file is of one run of the machine, one user, one program and one question, and no command
 * reaches it.
 */
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import type { TreeFolder } from "./tree-folder.ts";

/** Trees by their paths. */
type Trees = ReadonlyMap<string, TreeFolder | null>;

export interface KeptTrees {
  read(): Trees;
  keep(trees: Trees): void;
}

export interface KeptTreesOptions {
  readonly folder: string;
  /** Names this run of the machine; where it is empty, nothing is kept. */
  readonly boot: string;
  /** Decides which names are asked about. */
  readonly question: string;
  /** The program that asks, by one of its files. */
  readonly module?: string;
}

const MAX_BYTES = 32 * 1_048_576;
/** Folders for programs change with PATH: those of another one are kept beside. */
const MAX_TREES = 16;
/** Projects have rules of their own. */
const MOST_KEPT = 4;

export function createKeptTrees(options: KeptTreesOptions): KeptTrees {
  const { folder, boot, question, module = fileURLToPath(import.meta.url) } = options;
  const program = programOf(module);
  // Of what is not known nothing is kept.
  const isKnown = boot !== "" && program !== null;
  const world = hash("sha256", [boot, user(), program, question].join("\n"), "hex");
  const file = join(folder, world);
  const read = (): Map<string, TreeFolder | null> => {
    try {
      const place = { path: file, shown: file, maxBytes: MAX_BYTES, check: describeOwnerFault };
      const bytes = isKnown ? readBoundedFile(place) : null;
      return childrenIn(bytes && JSON.parse(bytes.toString("utf8")));
    } catch {
      return new Map();
    }
  };
  return {
    read,
    keep(trees) {
      if (!isKnown) return;
      const others = [...read()].filter(([path]) => !trees.has(path));
      const fresh = `${file}.${process.pid}`;
      try {
        const text = JSON.stringify(toWire(new Map([...others, ...trees].slice(-MAX_TREES))));
        if (Buffer.byteLength(text) > MAX_BYTES) return;
        mkdirSync(folder, { mode: 0o700, recursive: true });
        leaveRoom(folder);
        // Nothing is flushed: after a crash it is of another run of the machine.
        writeFileSync(fresh, text, { flag: "wx", mode: 0o600 });
        renameSync(fresh, file);
      } catch {
        rmSync(fresh, { force: true });
      }
    },
  };
}

function user(): string {
  return [process.getuid?.(), process.getgid?.(), ...(process.getgroups?.() ?? [])].join(" ");
}

/** Another version may ask about other names. Null where it is gone by now: an update took its place while it ran. */
function programOf(module: string): string | null {
  const stat = statSync(module, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : null;
}

/** The oldest go. */
function leaveRoom(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const aged = files.map((file) => ({ file, atMs: statSync(file).mtimeMs }));
  const gone = aged.toSorted((one, other) => other.atMs - one.atMs).slice(MOST_KEPT - 1);
  for (const { file } of gone) rmSync(file, { force: true });
}

type Wire = readonly unknown[];

/** Names and folders by turns. One that changed a moment ago may change again without another time. */
function toWire(folders: Trees): Wire {
  return [...folders].flatMap(([name, folder]) => [name, folder?.isSettled ? wireOf(folder) : 0]);
}

function wireOf({ changedMs, inode, device, files, folders }: TreeFolder): Wire {
  return [changedMs, inode, device, files, toWire(folders)];
}

function childrenIn(wire: unknown): Map<string, TreeFolder | null> {
  const list: Wire = Array.isArray(wire) ? wire : [];
  const folders = new Map<string, TreeFolder | null>();
  for (let at = 0; at < list.length; at += 2) folders.set(String(list[at]), folderOf(list[at + 1]));
  return folders;
}

/** Null, so that it is read, for what is no folder. */
function folderOf(wire: unknown): TreeFolder | null {
  if (!Array.isArray(wire)) return null;
  const [changedMs, inode, device, files, folders] = wire as Wire;
  if (typeof changedMs !== "number" || typeof inode !== "number") return null;
  if (typeof device !== "number" || !Array.isArray(files)) return null;
  const names = files.map(String);
  return { changedMs, inode, device, isSettled: true, files: names, folders: childrenIn(folders) };
}
