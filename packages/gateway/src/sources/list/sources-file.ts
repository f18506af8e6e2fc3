/**
 * `sources.jsonc` in the user-data folder: private to its owner, closed to every tool, written in one step. Comments and what a
 * person arranged stay as they are.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, type JsonObject } from "@toolplane/contract";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, MAX_FILE_BYTES, readBoundedFile } from "@toolplane/disk/own-files";
import { errorCode } from "@toolplane/readings";
import { editText } from "../../clients/edits/edit-text.ts";
import type { Edit } from "../../clients/known/client.ts";
import { parseSources, sourceJson } from "./parse-sources.ts";
import { pinsDigest, readPins, removePins, writePins } from "./pins-file.ts";
import type { Source } from "./source.ts";
import { SOURCES_VERSION } from "./sources-schema.ts";

export function sourcesFile(userData: string): string {
  return join(userData, "sources.jsonc");
}

/** None where there is no file. Throws a ConfigurationError for one that cannot be read. */
export async function readSources(userData: string): Promise<readonly Source[]> {
  const bytes = bytesOf(userData);
  if (bytes === null) return [];
  const sources = await parseSources(bytes, sourcesFile(userData));
  return sources.map(({ pinned, ...source }) =>
    pinned === null ? source : { ...source, pins: readPins(userData, source.name, pinned) },
  );
}

/** Puts a source in the place of the one of its name, or at the end. */
export async function keepSource(userData: string, { name, ...source }: Source): Promise<void> {
  const { pins } = source;
  const { pins: _, ...entry } = sourceJson(source) as JsonObject;
  writePins(userData, name, pins);
  const value = { ...entry, pinned: pinsDigest(pins) };
  await change(userData, [{ at: ["sources", name], value }]);
  removePins(userData, name, pins);
}

export async function dropSource(userData: string, name: string): Promise<void> {
  await change(userData, [{ at: ["sources", name], remove: true }]);
  removePins(userData, name, null);
}

const FRESH = `{
  // The MCP servers and web APIs behind toolplane. toolplane sources shows them; toolplane add adds one.
  "version": ${SOURCES_VERSION},
  "sources": {}
}
`;

/** Writes the edited list only if it reads back as a list. */
async function change(userData: string, edits: readonly Edit[]): Promise<void> {
  const file = sourcesFile(userData);
  const before = bytesOf(userData)?.toString("utf8") ?? FRESH;
  await parseSources(Buffer.from(before), file);
  const after = editText(before, { format: "json", edits }, file);
  checkRoom(after, file);
  await parseSources(Buffer.from(after), file);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  try {
    writeWhole(file, after, 0o600);
  } catch (error) {
    const code = errorCode(error);
    throw new ConfigurationError(file, `cannot be written (${code ?? "unknown error"})`);
  }
}

function checkRoom(text: string, file: string): void {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    throw new ConfigurationError(file, "has no room for more");
}

function bytesOf(userData: string): Buffer | null {
  const path = sourcesFile(userData);
  return readBoundedFile({ path, shown: path, check: describeOwnerFault });
}
