/**
 * Notes which ignore files calls wrote. Kept in the user data, because the next call may be of another process. A note says which file
 * it was: one that a person wrote since is another.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foldText } from "@toolplane/readings";
import { readSmallFile } from "../../git/read-small-file.ts";
import { statsOf } from "../../git/stats-of.ts";

export interface IgnoreNotes {
  /** `whatever it is`: also what it becomes later. */
  add(files: readonly string[], which: "as it is" | "whatever it is"): void;
  has(file: string): boolean;
}

const ANY = "any";

export function openIgnoreNotes(folder: string): IgnoreNotes {
  const known = new Map<string, string>();
  return {
    add(files, which) {
      for (const file of files) {
        const name = nameOf(file);
        const note = which === "as it is" ? lookOf(file) : ANY;
        if (known.get(name) === ANY) continue;
        known.set(name, note);
        try {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          writeFileSync(join(folder, name), note, { mode: 0o600 });
        } catch {
          // In this process it is known all the same.
        }
      }
    },
    has(file) {
      const name = nameOf(file);
      // Another process may have noted a later one.
      const notes = [known.get(name), readSmallFile(join(folder, name))];
      return notes.includes(ANY) || notes.includes(lookOf(file));
    },
  };
}

function nameOf(file: string): string {
  return createHash("sha256").update(foldText(file)).digest("hex");
}

/** Not by its change time: a further link to a file changes that, and writes nothing. */
function lookOf(file: string): string {
  const stat = statsOf(file);
  return stat === undefined ? "gone" : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}
