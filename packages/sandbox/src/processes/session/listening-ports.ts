/**
 * The ports that processes listen on in the network of another process, as the kernel lists them. Read anew each time, because a
 * server begins and ends when it likes; a list that cannot be read is empty.
 */
import { closeSync, openSync, readSync } from "node:fs";

/** The kernel's number for a socket that listens. */
const LISTENS = "0A";
/** A table of some hundred thousand connections; listeners come first in it. */
const MAX_BYTES = 1_048_576;

export function listeningPorts(pid: number): readonly number[] {
  const found = ["tcp", "tcp6"].flatMap((table) => portsIn(readStart(`/proc/${pid}/net/${table}`)));
  return [...new Set(found)].sort((one, other) => one - other);
}

function portsIn(text: string): readonly number[] {
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state] = line.trim().split(/\s+/);
    const port = Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16);
    return state === LISTENS && port > 0 ? [port] : [];
  });
}

function readStart(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(MAX_BYTES);
      let used = 0;
      for (let count = -1; count !== 0 && used < MAX_BYTES; used += count)
        count = readSync(file, bytes, used, MAX_BYTES - used, null);
      return bytes.toString("latin1", 0, used);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
