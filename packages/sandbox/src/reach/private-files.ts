/**
 * Files that the sandbox itself mounts: an empty file and an empty directory that no command can open (a closed path looks like
 * these), and a copy of the named parts of `/etc`. A copy, because one mount in place of forty is what keeps a confined command
 * near the price of bubblewrap alone.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeptConfiguration } from "./kept-configuration.ts";

export interface PrivateFiles {
  readonly closedFile: string;
  readonly closedDirectory: string;
  readonly configuration: string;
}

/** Makes them in a folder that only this user can enter. */
export function makePrivateFiles(
  folder: string,
  kept: Pick<KeptConfiguration, "place">,
): PrivateFiles {
  const closedFile = join(folder, "closed");
  const closedDirectory = join(folder, "closed-directory");
  const configuration = join(folder, "etc");
  writeFileSync(closedFile, "");
  chmodSync(closedFile, 0o000);
  mkdirSync(closedDirectory);
  chmodSync(closedDirectory, 0o000);
  kept.place(configuration);
  return { closedFile, closedDirectory, configuration };
}
