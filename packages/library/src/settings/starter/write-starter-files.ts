/** Writes the first files of a layer. What is there stays as it is, whatever it holds. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FileLayer } from "../declaration/file-kind.ts";
import { refuseLink } from "../files/refuse-link.ts";
import { starterFiles } from "./starter-files.ts";
import { writeNewFile } from "./write-new-file.ts";

/** The files that were written and those that were kept, by name. */
export interface StarterReport {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** Writes into a folder; makes it where it is missing. */
export function writeStarterFiles(folder: string, layer: FileLayer): StarterReport {
  if (layer === "project") refuseLink(folder);
  mkdirSync(folder, { recursive: true, mode: layer === "project" ? 0o777 : 0o700 });
  const written: string[] = [];
  const kept: string[] = [];
  for (const { name, text } of starterFiles(layer))
    (writeNewFile(join(folder, name), text) ? written : kept).push(name);
  return { written, kept };
}
