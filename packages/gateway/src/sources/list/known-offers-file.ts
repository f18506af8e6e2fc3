/**
 * Keeps the resources and prompts that a source's server last had, so that a client can list them while the server sleeps: it is
 * started when one of them is wanted. They are a stranger's words, as when the server says them itself.
 */
import type { JsonObject } from "@toolplane/contract";
import type { UpstreamPrompt, UpstreamResource } from "@toolplane/mcp/client";
import { serverDigest } from "./server-digest.ts";
import type { Source } from "./source.ts";
import { type SourceNote, sourceNote } from "./source-note.ts";

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
  const kept = noteOf(userData, name).read();
  if (kept?.server !== serverDigest(server)) return NOTHING;
  return { resources: listOf(kept.resources, "uri"), prompts: listOf(kept.prompts, "name") };
}

/** Keeps the offers for the next time, unless they are too much. */
export function noteKnownOffers(
  userData: string,
  source: Pick<Source, "name" | "server">,
  offers: Partial<KnownOffers>,
): void {
  const known = { ...readKnownOffers(userData, source), ...offers };
  noteOf(userData, source.name).write({
    ...(known as unknown as JsonObject),
    server: serverDigest(source.server),
  });
}

export function removeKnownOffers(userData: string, name: string): void {
  noteOf(userData, name).remove();
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

function noteOf(userData: string, name: string): SourceNote {
  return sourceNote(userData, name, { ending: "offers", maxBytes: MAX_BYTES });
}
