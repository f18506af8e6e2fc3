import type { NetDoor } from "@toolplane/contract";
import type { Streams } from "@toolplane/contract/ports";

/** Streamed requests over scripted servers: an answer comes in one piece. */
export function createMemoryStreams({ fetch }: NetDoor): Streams {
  return {
    async request(url, { signal: _, ...request } = {}) {
      const { status, statusText, headers, url: last, body } = await fetch(url, request);
      return { status, statusText, headers, url: last, body: once(body) };
    },
  };
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (body.length > 0) yield body;
}
