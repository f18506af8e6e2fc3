import { isLoopback } from "./read-bounds.ts";

const MAX_ANSWER_BYTES = 262_144;

/** The longest wait for an authorization server. */
export const ISSUER_TIMEOUT_MS = 5_000;

/** An authorization server could not be asked, or says nothing that can be used. */
export class IssuerFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "IssuerFault";
  }
}

/** True for an address whose answers can be trusted: text that travels in the open could come from anyone. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** The same fetch, bounded in time and size, and led nowhere else. */
export function issuerFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const ends = [AbortSignal.timeout(ISSUER_TIMEOUT_MS), ...(init.signal ? [init.signal] : [])];
    const answer = await fetch(input, {
      ...init,
      redirect: "error",
      signal: AbortSignal.any(ends),
    });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      if (bytes > MAX_ANSWER_BYTES)
        throw new IssuerFault("The authorization server says too much.");
      pieces.push(piece);
    }
    return new Response(Buffer.concat(pieces), { status: answer.status, headers: answer.headers });
  };
}
