/** A small file about one source in the user's data: what was true when somebody last looked. Losing it costs another look. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";

export interface SourceNote {
  /** Null where there is none that can be read. */
  read(): Readonly<Record<string, unknown>> | null;
  /** One that is too large takes away what is there; one that cannot be written changes nothing. */
  write(value: JsonObject): void;
  remove(): void;
}

const MAX_BYTES = 4_096;

/** Names of sources are plain, so they can be part of a file's. */
export function sourceNote(
  userData: string,
  name: string,
  { ending, maxBytes = MAX_BYTES }: { readonly ending: string; readonly maxBytes?: number },
): SourceNote {
  const path = join(userData, "sources", `${name}.${ending}`);
  const remove = (): void => rmSync(path, { force: true });
  return {
    remove,
    read() {
      try {
        const file = { path, shown: path, maxBytes, check: describeOwnerFault };
        const bytes = readBoundedFile(file);
        return bytes && (JSON.parse(bytes.toString("utf8")) as Record<string, unknown> | null);
      } catch {
        return null;
      }
    },
    write(value) {
      const text = `${JSON.stringify(value)}\n`;
      try {
        mkdirSync(join(userData, "sources"), { recursive: true, mode: 0o700 });
        if (Buffer.byteLength(text) > maxBytes) remove();
        else writeWhole(path, text, 0o600);
      } catch {}
    },
  };
}
