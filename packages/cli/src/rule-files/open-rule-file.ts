/** A rule file by the name that a person typed. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { PolicyLayer } from "@toolplane/contract";
import { readDraft } from "@toolplane/library/rooms/rules";
import { errorCode } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";

/** Its text, and the rules in it. */
export interface OpenRuleFile {
  readonly text: string;
  readonly layer: PolicyLayer;
}

/** Reads and checks it. Throws a CliError or a ConfigurationError that names it. */
export async function openRuleFile(
  context: Pick<CommandContext, "directory">,
  file: string,
  scope: "project" | "manifest",
): Promise<OpenRuleFile> {
  const text = await readTyped(context, file);
  const layer = readDraft(text, { file, scope });
  return { text, layer };
}

/** The text of a file that a person named. Throws a CliError. */
export async function readTyped(
  { directory }: Pick<CommandContext, "directory">,
  file: string,
): Promise<string> {
  try {
    const bytes = await readFile(resolve(directory, file));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const code = errorCode(error);
    const why =
      code === "ENOENT"
        ? "There is no file"
        : code === "EISDIR"
          ? "This is a folder"
          : code === "ERR_ENCODING_INVALID_ENCODED_DATA"
            ? "This is not UTF-8 text"
            : `Cannot read (${code ?? "unknown error"})`;
    throw new CliError(`${why}: ${file}`);
  }
}
