/** Skills on this machine's disk and behind addresses. Nothing here rejects: what cannot be had is null, or a reason. */
import { constants } from "node:fs";
import { open, opendir, realpath, stat } from "node:fs/promises";
import type { SkillFiles } from "@toolplane/agent";
import { errorCode, isLoopbackAddress } from "@toolplane/readings";

/** More names than any folder of skills has. */
const MAX_NAMES = 10_000;
const FETCH_MS = 10_000;

export function createSkillDisk(): Required<SkillFiles> {
  return {
    async list(folder) {
      try {
        const names: string[] = [];
        for await (const { name } of await opendir(folder)) {
          names.push(name);
          if (names.length >= MAX_NAMES) break;
        }
        return names;
      } catch {
        return null;
      }
    },
    async real(path) {
      try {
        const real = await realpath(path);
        const stats = await stat(real);
        const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
        return { path: real, kind };
      } catch {
        return null;
      }
    },
    read: readFile,
    fetch: fetchFile,
  };
}

type Bytes = Uint8Array | { readonly reason: string };

/** A pipe is never waited for, and a link that came meanwhile is not followed. */
async function readFile(path: string, maxBytes: number): Promise<Bytes> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { reason: "it is no regular file" };
      if (stats.size > maxBytes) return tooLarge(maxBytes);
      // Bounded by what is read: the file may grow meanwhile.
      const bytes = Buffer.alloc(stats.size + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
        if (bytesRead === 0) return Uint8Array.from(bytes.subarray(0, length));
        length += bytesRead;
        if (length > stats.size) return { reason: "it changed while it was read" };
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    return { reason: `it cannot be read (${errorCode(error) ?? "unknown"})` };
  }
}

/** Fetches only encrypted, and only from where the person said: a redirect is another server's word. */
async function fetchFile(address: string, maxBytes: number): Promise<Bytes> {
  const url = URL.parse(address);
  if (url === null || !isFetchable(url)) return { reason: "only https addresses are read" };
  try {
    const answer = await fetch(url, {
      redirect: "error",
      credentials: "omit",
      signal: AbortSignal.timeout(FETCH_MS),
    });
    if (!answer.ok) return { reason: `the server answered ${answer.status}` };
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body ?? []) {
      length += part.length;
      if (length > maxBytes) return tooLarge(maxBytes);
      parts.push(part);
    }
    return Uint8Array.from(Buffer.concat(parts));
  } catch {
    return { reason: "it cannot be fetched" };
  }
}

function isFetchable({ protocol, hostname, username, password }: URL): boolean {
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isLoopbackAddress(hostname));
}

function tooLarge(maxBytes: number): { readonly reason: string } {
  return { reason: `it is larger than ${maxBytes} bytes, the most there may be` };
}
