/** Hosts whose processes are wrong. */
import { isToolError, type ProcessResult, ToolError } from "@toolplane/contract";
import type { Channel, ProcessContext, ProcessSpec } from "@toolplane/contract/ports";
import { type Breaker, type Breakers, freed, processes } from "./breaker.ts";
import type { MemoryBench } from "./memory-bench.ts";

/** Breaks what comes out of a run. */
const result = (
  wrap: (result: ProcessResult, bench: MemoryBench) => ProcessResult | Promise<ProcessResult>,
): Breaker =>
  processes((good, bench) => ({
    run: async (spec, context) => wrap(await good.run(spec, context), bench),
  }));

/** Breaks what goes into every start. */
const given = (
  wrap: (spec: ProcessSpec, context: ProcessContext) => readonly [ProcessSpec, ProcessContext],
): Breaker =>
  processes((good) => ({
    run: (spec, context) => good.run(...wrap(spec, context)),
    start: (spec, context) => good.start(...wrap(spec, context)),
  }));

const channel = (wrap: (open: Channel) => Channel): Breaker =>
  processes((good) => ({
    open: async (spec, context) => {
      const open = await good.open?.(spec, context);
      if (open === undefined) throw new ToolError("unavailable", "None.");
      return wrap(open);
    },
  }));

const plain = (context: ProcessContext): ProcessContext => ({
  ...context,
  redactor: freed(context).redactor,
});

const swallow =
  <T>(code: string, value: T) =>
  (error: unknown): T => {
    if (isToolError(error) && error.code === code) return value;
    throw error;
  };

export const BROKEN_PROCESSES: Breakers = {
  "always succeeds": result((ended) => ({ ...ended, exitCode: 0, signal: null })),
  "calls every death a cancel": result((ended) => ({
    ...ended,
    cancelled: ended.exitCode === null,
  })),
  "gives no input": given(({ stdin: _, ...spec }, context) => [{ ...spec, stdin: " " }, context]),
  "runs anywhere": processes((good, { workspace }) => ({
    run: (spec, context) => good.run({ ...spec, cwd: workspace }, context),
  })),
  "hands its environment on": given((spec, context) => [
    { ...spec, env: { CONFORMANCE_HIDDEN: "hidden-value", ...spec.env } },
    context,
  ]),
  "gives no variables": given((spec, context) => [{ ...spec, env: {} }, context]),
  "takes a timeout for a cancel": result((ended) => ({
    ...ended,
    timedOut: false,
    cancelled: ended.cancelled || ended.timedOut,
  })),
  "takes a cancel for a timeout": result((ended) => ({
    ...ended,
    timedOut: ended.timedOut || ended.cancelled,
    cancelled: false,
  })),
  "starts for calls that are over": given((spec, context) => [
    spec,
    context.signal.aborted ? { ...context, signal: freed(context).signal } : context,
  ]),
  "loses what does not fit": result(({ outputPath: _, ...ended }) => ended),
  "opens output files to everyone": result((ended, { disk }) => {
    const bytes = disk.readFile(ended.outputPath ?? "");
    if (bytes !== null) disk.putFile(ended.outputPath ?? "", bytes, 0o644);
    return ended;
  }),
  "leaks secrets": given((spec, context) => [spec, plain(context)]),
  "masks each piece alone": given((spec, context) => {
    const { redactor } = context;
    const stream = () => ({ push: redactor.text, end: () => "" });
    return [spec, { ...context, redactor: { ...redactor, stream } }];
  }),
  "shows output at the end only": processes((good) => ({
    async run(spec, { onOutput, ...context }) {
      const ended = await good.run(spec, context);
      onOutput?.(ended.output);
      return ended;
    },
  })),
  "cuts before it masks": processes((good, bench) => ({
    async run(spec, context) {
      const ended = await good.run(spec, plain(context));
      const { output, outputPath = "" } = ended;
      const kept = new TextDecoder().decode(bench.disk.readFile(outputPath) ?? new Uint8Array());
      bench.disk.putFile(outputPath, context.redactor.text(kept), 0o600);
      return { ...ended, output: context.redactor.text(output) };
    },
  })),
  "leaves orphans": processes((good, { disk, workspace }) => ({
    async run(spec, context) {
      const ended = await good.run(spec, context);
      let beats = 0;
      const orphan = setInterval(() => {
        beats += 1;
        disk.putFile(`${workspace}/beat`, `${beats}`);
      }, 20);
      orphan.unref();
      // Long after any look at it, also where both processors are busy.
      setTimeout(() => clearInterval(orphan), 30_000).unref();
      return ended;
    },
  })),
  "cuts characters": processes((good) => ({
    async read(id, { offset, limit }) {
      const { text } = await good.read(id, { offset: 0, limit: 1_000_000 });
      const bytes = Buffer.from(text).subarray(offset, offset + limit);
      return { text: bytes.toString(), nextOffset: offset + bytes.length };
    },
  })),
  "claims no sandbox": result((ended) => ({
    ...ended,
    report: { ...ended.report, sandbox: "none" },
  })),
  "does not confine": given((spec, context) => {
    const open = { reach: [["/**"]], masks: [], opened: [] };
    return [spec, { ...context, confinement: { ...context.confinement, read: open, write: open } }];
  }),
  "lists everyone's programs": processes((good) => ({
    list: () => [...good.list("session_a"), ...good.list("session_b")],
  })),
  "reads from the start always": processes((good) => ({
    read: (id, { limit }) => good.read(id, { offset: 0, limit }),
  })),
  "ends programs with their call": processes((good) => ({
    async start(spec, context) {
      const handle = await good.start(spec, context);
      context.signal.addEventListener("abort", () => void good.stop(handle.id));
      return handle;
    },
  })),
  "writes to the dead": processes((good) => ({
    write: (id, text) => good.write(id, text).catch(swallow("conflict", undefined)),
  })),
  "knows every program": processes((good) => ({
    read: (id, range) =>
      good.read(id, range).catch(swallow("not_found", { text: "", nextOffset: 0 })),
  })),
  "gives programs in the background no deadline": processes((good) => ({
    start: ({ timeoutMs: _, ...spec }, context) => good.start(spec, context),
  })),
  "does not confine who is spoken with": processes((good) => ({
    open: async (spec, context) => {
      const read = { reach: [["/**"]], masks: [], opened: [] };
      const confinement = { ...context.confinement, read };
      const open = await good.open?.(spec, { ...context, confinement });
      if (open === undefined) throw new ToolError("unavailable", "None.");
      return open;
    },
  })),
  "says every program that is spoken with was closed": channel((open) => ({
    ...open,
    ended: open.ended.then((end) => ({ ...end, cause: "closed" })),
  })),
  "speaks with the dead": channel((open) => ({ ...open, write: async () => {} })),
  "keeps channels of a closed session": processes((good) => ({
    open: async (spec, context) => {
      const open = await good.open?.(spec, { ...context, sessionId: "another" });
      if (open === undefined) throw new ToolError("unavailable", "None.");
      return open;
    },
  })),
  "forgets a program at close": () => ({ closeSession: async () => {} }),
  "closes everyone": ({ host }) => ({
    async closeSession() {
      for (const id of ["session_a", "session_b"]) await host.closeSession?.(id);
    },
  }),
  "cannot be closed twice": ({ host }) => {
    const closed = new Set<string>();
    return {
      async closeSession(id) {
        if (closed.has(id)) throw new ToolError("not_found", "closed already");
        closed.add(id);
        await host.closeSession?.(id);
      },
    };
  },
};
