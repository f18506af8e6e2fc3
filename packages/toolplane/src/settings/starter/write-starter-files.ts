/** Writes the first files of a layer. What is there stays as it is, whatever it holds. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import type { FileLayer } from "../declaration/file-kind.ts";
import { refuseLink } from "../files/refuse-link.ts";
import { starterFiles } from "./starter-files.ts";

/** What was done, by the names of files. */
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
    (writeNew(join(folder, name), text) ? written : kept).push(name);
  return { written, kept };
}

function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new ConfigurationError(path, `cannot be written (${code})`);
  }
}
