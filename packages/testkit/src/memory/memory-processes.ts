/**
 * Processes without an operating system: scripted programs in a confined world, on the host's clock. Why a process ended
 * is decided once: by itself, by its deadline, or by its call. One that was started to run on belongs to its session and
 * ends with it.
 */

import type { ProcessHandle } from "@toolplane/contract";
import { type ProcessResult, ToolError } from "@toolplane/contract";
import type { Ids, Processes } from "@toolplane/contract/ports";
import { createMemoryChannels } from "./memory-channels.ts";
import type { ProgramHost, SpawnedProcess } from "./program-host.ts";
import { type RunningProgram, startProgram } from "./start-program.ts";

/** The needs of processes beside those of a single program. */
export interface MemoryProcessesOptions extends ProgramHost {
  readonly ids: Ids;
  /** Where every start is written down. */
  readonly spawned: SpawnedProcess[];
}

interface Started {
  readonly id: string;
  readonly sessionId: string;
  readonly command: string;
  readonly startedAtMs: number;
  readonly program: RunningProgram;
  result: ProcessResult | null;
}

/** Processes that end with their session. */
export interface MemoryProcesses extends Processes {
  /** Ends everything the session runs in the background and removes the output it left. */
  closeSession(sessionId: string): Promise<void>;
}

export function createMemoryProcesses(options: MemoryProcessesOptions): MemoryProcesses {
  const { clock, ids } = options;
  const started = new Map<string, Started>();
  const channels = createMemoryChannels(options);

  function find(id: string): Started {
    const process = started.get(id);
    if (process === undefined) throw new ToolError("not_found", `No process ${id}`);
    return process;
  }
  function handleOf({ id, command, startedAtMs, result }: Started): ProcessHandle {
    const exitCode = result?.exitCode ?? null;
    const endedBy = result?.endedBy;
    const handle = { id, command, startedAtMs, running: result === null, exitCode };
    return endedBy === undefined ? handle : { ...handle, endedBy };
  }

  return {
    async run(spec, context) {
      options.spawned.push({ spec, context, background: false });
      return startProgram(options, spec, context).result;
    },
    async start(spec, context) {
      options.spawned.push({ spec, context, background: true });
      const endless = { ...context, signal: new AbortController().signal };
      const program = startProgram({ ...options, landsChanges: false }, spec, endless);
      const process: Started = {
        id: ids.next("process"),
        sessionId: context.sessionId,
        command: "shell" in spec.command ? spec.command.shell : spec.command.argv.join(" "),
        startedAtMs: clock.wallMs(),
        program,
        result: null,
      };
      started.set(process.id, process);
      void program.result.then((result) => {
        process.result = result;
      });
      return handleOf(process);
    },
    open: channels.open,
    list: (sessionId) =>
      [...started.values()].filter((process) => process.sessionId === sessionId).map(handleOf),
    async read(id, { offset, limit }) {
      const text = find(id)
        .program.output()
        .slice(offset, offset + limit);
      return { text, nextOffset: offset + text.length };
    },
    async write(id, text) {
      const process = find(id);
      if (process.result !== null) throw new ToolError("conflict", `Process ${id} has ended`);
      process.program.send(text);
    },
    async stop(id) {
      const process = find(id);
      process.program.stop();
      return process.program.result;
    },
    async closeSession(sessionId) {
      await channels.closeSession(sessionId);
      const own = [...started.values()].filter((process) => process.sessionId === sessionId);
      for (const { program } of own) program.stop();
      await Promise.allSettled(own.map(({ program }) => program.result));
      for (const { id } of own) started.delete(id);
      await options.sidecars.close(sessionId);
    },
  };
}
