/** Sidecars as private files below `{scratch}`, created exclusively, gone when their session closes. */
import type { Sidecars } from "@toolplane/contract/ports";
import { posixPath } from "@toolplane/readings";
import { fileNode, type MemoryDisk } from "./memory-disk.ts";

/** Makes the sidecars of a memory host; `scratch` is the root they live under. */
export function createMemorySidecars(disk: MemoryDisk, scratch: string): Sidecars {
  const folder = (sessionId: string) =>
    posixPath.normalize(`sidecars/${safeName(sessionId)}`, scratch);
  return {
    async write({ sessionId, callId, text }) {
      const base = posixPath.join(folder(sessionId), safeName(callId));
      let path = `${base}.txt`;
      for (let copy = 2; disk.tree.resolve(path).node !== null; copy += 1)
        path = `${base}-${copy}.txt`;
      disk.tree.attach(path, fileNode(disk, text, 0o600));
      return path;
    },
    async close(sessionId) {
      const path = folder(sessionId);
      if (disk.tree.resolve(path).node !== null) disk.tree.detach(path);
    },
  };
}

// Ids come from models; whatever they hold, they are one name.
function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, (sign) => `%${sign.codePointAt(0)?.toString(16)}`);
}
