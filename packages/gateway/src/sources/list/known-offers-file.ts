/**
 * Keeps the resources and prompts that a source's server last had, so that a client can list them while the server sleeps: it is
 * started when one of them is wanted. They are a stranger's words, as when the server says them itself.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import type { UpstreamPrompt, UpstreamResource } from "@toolplane/mcp/client";
import { serverDigest } from "./server-digest.ts";
import type { Source } from "./source.ts";

/** A list that is null was never read; an empty one was read and is empty. */
export interface KnownOffers {
  readonly resources: readonly UpstreamResource[] | null;
  readonly prompts: readonly UpstreamPrompt[] | null;
}

const MAX_BYTES = 4 * 1_048_576;
const NOTHING: KnownOffers = { resources: null, prompts: null };

/** Reads what is known of exactly this server. */
export function readKnownOffers(
  userData: string,
  { name, server }: Pick<Source, "name" | "server">,
): KnownOffers {
  const path = fileOf(userData, name);
  try {
    const bytes = readBoundedFile({
      path,
      shown: path,
      maxBytes: MAX_BYTES,
      check: describeOwnerFault,
    });
    const kept = bytes && (JSON.parse(bytes.toString("utf8")) as Record<string, unknown>);
    if (kept?.server !== serverDigest(server)) return NOTHING;
    return { resources: listOf(kept.resources, "uri"), prompts: listOf(kept.prompts, "name") };
  } catch {
    return NOTHING;
  }
}

/** Keeps the offers for the next time, unless they cannot be written or are too much. */
export function noteKnownOffers(
  userData: string,
  source: Pick<Source, "name" | "server">,
  offers: Partial<KnownOffers>,
): void {
  const { name, server } = source;
  const known = { ...readKnownOffers(userData, source), ...offers, server: serverDigest(server) };
  const text = JSON.stringify(known);
  try {
    mkdirSync(join(userData, "sources"), { recursive: true, mode: 0o700 });
    if (Buffer.byteLength(text) > MAX_BYTES) removeKnownOffers(userData, name);
    else writeWhole(fileOf(userData, name), `${text}\n`, 0o600);
  } catch {}
}

export function removeKnownOffers(userData: string, name: string): void {
  rmSync(fileOf(userData, name), { force: true });
}

/** The file is the user's own; what is no list of such things all the same is not known. */
function listOf<T>(value: unknown, key: "uri" | "name"): readonly T[] | null {
  const isList =
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        typeof one === "object" &&
        one !== null &&
        typeof (one as Readonly<Record<string, unknown>>)[key] === "string",
    );
  return isList ? (value as readonly T[]) : null;
}

function fileOf(userData: string, name: string): string {
  return join(userData, "sources", `${name}.offers`);
}
