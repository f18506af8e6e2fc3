/** Streams over the runtime's own fetch, without a gate: for loopback servers of tests. */
import type { Streams } from "@toolplane/contract/ports";

export function createFetchStreams(): Streams {
  return {
    async request(url, request = {}) {
      const { method, headers, body, signal, timeoutMs = 60_000, redirects } = request;
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new TypeError("no answer")), timeoutMs).unref();
      const signals = signal ? [signal, late.signal] : [late.signal];
      try {
        const answer = await fetch(url, {
          ...(method ? { method } : {}),
          headers: { ...headers },
          ...(body === undefined ? {} : { body: body as string }),
          signal: AbortSignal.any(signals),
          redirect: redirects === "manual" ? "manual" : "follow",
        });
        return {
          status: answer.status,
          statusText: answer.statusText,
          headers: Object.fromEntries(answer.headers),
          url: answer.url || url,
          body: answer.body ?? new Blob([]).stream(),
        };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
