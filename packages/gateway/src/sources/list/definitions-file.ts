/**
 * The definitions that a person agreed to, whole, one file for each source. A change is shown against them, and they let a server
 * sleep until one of its tools is called. The pins decide; a definition that does not come to its pin is as good as none.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { digestOf } from "@toolplane/kernel";
import { isRecord } from "@toolplane/readings";
import type { Source } from "./source.ts";

/** By their names on the server. */
export type Definitions = Readonly<Record<string, JsonObject>>;

const VERSION = 1;
const MAX_BYTES = 64 * 1_048_576;

/** Those that are pinned; a file that cannot be read holds none. */
export function readDefinitions(
  userData: string,
  source: Pick<Source, "name" | "pins">,
): Definitions {
  return readKept(userData, source).tools;
}

/** All of it, read once: that of a large API has many megabytes. */
export function readKept(
  userData: string,
  { name, pins }: Pick<Source, "name" | "pins">,
): Required<KeptDefinitions> {
  const { tools, about, text, offers } = keptIn(fileOf(userData, name));
  return {
    tools: Object.fromEntries(
      Object.entries(tools ?? {}).filter(
        ([tool, definition]) => Object.hasOwn(pins, tool) && pinOf(definition) === pins[tool],
      ),
    ),
    about: typeof about === "string" ? about : "",
    text: typeof text === "string" ? text : null,
    offers: Array.isArray(offers) ? offers.filter((one) => typeof one === "string") : null,
  };
}

export interface KeptDefinitions {
  readonly tools: Definitions;
  /** The server's words about itself when its tools were agreed to; empty where nothing is kept. */
  readonly about: string;
  /** Digest of the description that they were made from. */
  readonly text?: string | null;
  /** The server's offers beside tools, as it said; null where that is not known. */
  readonly offers?: readonly string[] | null;
}

export function writeDefinitions(
  userData: string,
  name: string,
  { tools, about, text = null, offers = null }: KeptDefinitions,
): void {
  const file = fileOf(userData, name);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const kept = { version: VERSION, name, about, text, offers, tools };
  writeWhole(file, `${JSON.stringify(kept)}\n`, 0o600);
}

export function removeDefinitions(userData: string, name: string): void {
  rmSync(fileOf(userData, name), { force: true });
}

/** The digest of the whole definition, whatever the order of its members. */
export function pinOf(definition: JsonObject): string {
  return digestOf(definition);
}

function fileOf(userData: string, name: string): string {
  return join(userData, "sources", `${createHash("sha256").update(name).digest("hex")}.json`);
}

function keptIn(path: string): Kept {
  try {
    const bytes = readBoundedFile({
      path,
      shown: path,
      maxBytes: MAX_BYTES,
      check: describeOwnerFault,
    });
    const value = bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as Kept);
    return value?.version === VERSION && isRecord(value.tools) ? value : {};
  } catch {
    return {};
  }
}

interface Kept {
  readonly version?: unknown;
  readonly about?: unknown;
  readonly text?: unknown;
  readonly offers?: unknown;
  readonly tools?: Definitions;
}
