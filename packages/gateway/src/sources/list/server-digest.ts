/** Trust is in exactly one command or address with everything that decides what it does; change a word, and it is another. */
import { digestOf } from "@toolplane/kernel";
import type { Source, SourceServer } from "./source.ts";

export function serverDigest(server: SourceServer): string {
  return digestOf(server);
}

export function isTrusted({ server, trusted }: Pick<Source, "server" | "trusted">): boolean {
  return trusted !== null && trusted === serverDigest(server);
}
