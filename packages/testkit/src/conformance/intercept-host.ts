/**
 * A host whose every door operation can be held or broken from outside: the handle that fault injection and the tests of
 * cancelling need. `before` runs ahead of each operation; when it throws, the operation fails that way; when it returns a
 * promise, the operation waits for it.
 */
import type { Host } from "@toolplane/contract/ports";
import type { MemoryHost } from "../memory/create-memory-host.ts";

/** One operation of a door: `fs.read`, `process.run`, `env`. */
export interface DoorOperation {
  readonly door: "fs" | "net" | "journal" | "process" | "compute" | "env" | "user" | "agent";
  readonly name: string;
  /** The call's signal; none for operations that answer at once. */
  readonly signal: AbortSignal | null;
}

/** Runs ahead of an operation. An operation without a signal cannot wait: only a throw counts there. */
export type BeforeOperation = (operation: DoorOperation) => void | Promise<void>;

/** The same host with `before` ahead of everything that a tool can reach through it. */
export function interceptHost(host: MemoryHost, before: BeforeOperation): MemoryHost {
  const wrap = <T extends object>(door: DoorOperation["door"], target: T, signal: AbortSignal) =>
    wrapMembers(target, (name) => before({ door, name: `${door}.${name}`, signal }));
  const { processes } = host;
  const ahead = (name: string, signal: AbortSignal | null) =>
    before({ door: "process", name: `process.${name}`, signal });
  const intercepted: Pick<
    Host,
    "files" | "network" | "journal" | "environment" | "compute" | "processes"
  > = {
    files: (context) => wrap("fs", host.files(context), context.signal),
    network: (context) => wrap("net", host.network(context), context.signal),
    journal: (context) => wrap("journal", host.journal(context), context.signal),
    environment(name) {
      before({ door: "env", name: "env", signal: null });
      return host.environment(name);
    },
    async compute(request) {
      await before({ door: "compute", name: "compute", signal: request.signal });
      return host.compute(request);
    },
    processes: {
      async run(spec, context) {
        await ahead("run", context.signal);
        return processes.run(spec, context);
      },
      async start(spec, context) {
        await ahead("start", context.signal);
        return processes.start(spec, context);
      },
      // The kernel looks here too, to find out whose a process is; a fault would not be the tool's to see.
      list: (sessionId) => processes.list(sessionId),
      async read(id, range) {
        await ahead("read", null);
        return processes.read(id, range);
      },
      async write(id, text) {
        await ahead("write", null);
        return processes.write(id, text);
      },
      async stop(id) {
        await ahead("stop", null);
        return processes.stop(id);
      },
    },
  };
  return { ...host, ...intercepted };
}

function wrapMembers<T extends object>(
  target: T,
  ahead: (name: string) => void | Promise<void>,
): T {
  const wrapped = Object.entries(target).map(([name, member]) => [
    name,
    async (...given: readonly unknown[]) => {
      await ahead(name);
      return (member as (...given: readonly unknown[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(wrapped) as T;
}
