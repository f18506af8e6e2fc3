/** Hosts whose ground is wrong: variables, environment, time, ids, modules, analyzer, sidecars. */
import { ToolError } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { conformanceCompute } from "@toolplane/testkit";
import type { Breaker, Breakers } from "./breaker.ts";

const analyzer =
  (wrap: (good: Analyzer) => Partial<Analyzer>): Breaker =>
  ({ host }) => ({ analyzer: { ...host.analyzer, ...wrap(host.analyzer) } });

export const BROKEN_GROUND: Breakers = {
  "has no scratch": ({ host }) => ({
    variables: () => ({ ...host.variables(), scratch: ["scratch"] }),
  }),
  "keeps its data in the workspace": ({ host, workspace }) => ({
    variables: () => ({ ...host.variables(), "user-data": [`${workspace}/.data`] }),
  }),
  "looks variables up in an object": () => ({
    environment: (name) =>
      (({ CONFORMANCE_HIDDEN: "hidden-value" }) as Record<string, string | undefined>)[name],
  }),
  "cannot take a timer back": ({ host: { clock } }) => ({
    clock: {
      ...clock,
      setTimer(ms, callback) {
        clock.setTimer(ms, callback);
        return () => {};
      },
    },
  }),
  "fires early": ({ host: { clock } }) => ({
    clock: {
      ...clock,
      // At once: what is merely earlier may come late enough on a busy machine.
      setTimer: (ms, callback) => {
        if (ms < 10) return clock.setTimer(ms, callback);
        queueMicrotask(callback);
        return () => {};
      },
    },
  }),
  "goes back in time": ({ host: { clock } }) => {
    let step = 0;
    return { clock: { ...clock, nowMs: () => clock.nowMs() - (step++ % 7) } };
  },
  "makes ids that do not sort": ({ host: { ids } }) => {
    let left = 10_000;
    return { ids: { ...ids, next: (prefix) => `${prefix}_${left--}` } };
  },
  "repeats its nonces": ({ host: { ids } }) => ({ ids: { ...ids, nonce: () => "nonce" } }),
  "hands modules the input itself": () => ({
    compute: async ({ input }) => conformanceCompute(input as never),
  }),
  "shows the insides of a module": ({ host }) => ({
    compute: async (request) =>
      (request.input as { do: string }).do === "break"
        ? conformanceCompute(request.input as never)
        : host.compute(request),
  }),
  "calls a late module cancelled": ({ host }) => ({
    compute: (request) =>
      host.compute(request).catch((error: ToolError) => {
        throw error.code === "timeout" ? new ToolError("cancelled", "late") : error;
      }),
  }),
  "throws for a NUL": analyzer((good) => ({
    path(text, intent) {
      if (text.includes("\0")) throw new TypeError("NUL");
      return good.path(text, intent);
    },
  })),
  "takes an empty text for the workspace": analyzer((good) => ({
    path: (text, intent) => good.path(text === "" ? "." : text, intent),
  })),
  "leaves dots in paths": analyzer((good) => ({
    path(text, intent) {
      const read = good.path(text, intent);
      return read.ok ? { ok: true, value: { ...read.value, lexical: text } } : read;
    },
  })),
  "does not follow links": analyzer((good) => ({
    path(text, intent) {
      const read = good.path(text, intent);
      return read.ok ? { ok: true, value: { ...read.value, real: read.value.lexical } } : read;
    },
  })),
  "reads hosts as they are written": analyzer((good) => ({
    url(text) {
      const read = good.url(text);
      const host = /^[a-z]+:\/\/([^:/]+)/i.exec(text)?.[1] ?? "";
      return read.ok ? { ok: true, value: { ...read.value, host } } : read;
    },
  })),
  "understands nothing and says nothing": analyzer(() => ({
    shell: (text) =>
      text.trim() === "" || text.includes("\0")
        ? { ok: false, message: "no" }
        : { ok: true, value: { units: [], resources: [], opaque: [] } },
  })),
  "lists nothing below": analyzer(() => ({ below: () => ({ paths: [], complete: true }) })),
  "writes sidecars for everyone": ({ host: { sidecars }, disk }) => ({
    sidecars: {
      ...sidecars,
      async write(entry) {
        const path = await sidecars.write(entry);
        disk.putFile(path, entry.text, 0o644);
        return path;
      },
    },
  }),
  "writes one sidecar over another": ({ host: { sidecars }, disk }) => ({
    sidecars: {
      ...sidecars,
      async write({ callId, text }) {
        const path = `/scratch/${callId.replaceAll("/", "_")}.txt`;
        disk.putFile(path, text, 0o600);
        return path;
      },
    },
  }),
  "keeps sidecars": ({ host: { sidecars } }) => ({
    sidecars: { ...sidecars, close: async () => {} },
  }),
  "removes everyone's sidecars": ({ host: { sidecars } }) => ({
    sidecars: {
      ...sidecars,
      async close() {
        for (const id of ["session_a", "session_b"]) await sidecars.close(id);
      },
    },
  }),
};
