/**
 * The holder: one small process per session that starts its commands. It is small so that starting one is cheap however large the
 * host has grown (a fork costs in proportion to the parent's memory), and it runs in a network and PID namespace of the session's
 * own, which every command inherits.
 *
 * No other process is left when a command ends: its process group is killed, and in the holder's own PID namespace so is
 * everything that hangs from no running command. Without namespaces that is done as well as it can be. When the host goes, the
 * channel closes and all commands go with it. Run as `node holder.ts [namespaced] [own-pids]`; it imports nothing but Node's own
 * modules until a terminal is asked for.
 */
import { connect, createServer, Server, type Socket } from "node:net";
import { type HeldCommand, holdCommand } from "./held-command.ts";
import type { FromHolder, SpawnMessage, ToHolder } from "./holder-protocol.ts";
import { createProcessGuard } from "./process-guard.ts";
import {
  descendantsOf,
  lastProcess,
  otherProcesses,
  readParents,
  strangersTo,
  writersOf,
} from "./process-table.ts";
import { createRoomGuard } from "./room-guard.ts";

const ownsPids = process.argv.includes("own-pids");
const namespaced = process.argv.includes("namespaced");
const commands = new Map<number, HeldCommand & { readonly spool: string }>();
const outgrown = new Set<number>();
const guard = createProcessGuard({
  commands: () => commands.values(),
  end: (pid) => {
    outgrown.add(pid);
    stop(pid, "kill");
  },
});
const rooms = createRoomGuard({
  processes: () => (ownsPids ? otherProcesses() : descendantsOf(process.pid, readParents())),
  end: (pid) => stop(pid, "kill"),
});
/** Left-overs of a killed namespace are gone within milliseconds; past this the call is not kept waiting for them. */
const SWEEP_MS = 2_000;

function say(message: FromHolder, handle?: Server | Socket): void {
  if (!process.connected) return;
  process.send?.(message, handle, undefined, () => {
    // Two who accept on one socket would each get some of the connections.
    if (handle instanceof Server) handle.close();
  });
}

function start(message: SpawnMessage): void {
  const { id } = message;
  const startedMs = performance.now();
  holdCommand(message, {
    onStart: (command) => {
      commands.set(id, { ...command, spool: message.spool });
      if (ownsPids) guard.wake();
      if (message.room !== undefined) rooms.enter(id, { pid: command.pid, room: message.room });
      say({ type: "started", id });
    },
    onFail: (code) => say({ type: "failed", id, code }),
    onExit: ({ exitCode, signal }) => {
      const { pid, prints = message.spool } = commands.get(id) ?? {};
      commands.delete(id);
      const stopped = pid !== undefined && outgrown.delete(pid);
      if (pid !== undefined) signalAll([-pid], "SIGKILL");
      const ended = { type: "exited", id, exitCode, signal } as const;
      sweep(performance.now() + SWEEP_MS, () => {
        rooms.leave(id, (over) =>
          say(over === null ? { ...ended, stopped } : { ...ended, stopped: true, over }),
        );
        // Without namespaces a process that left the group is found by what it prints to; no caller waits for that.
        if (!namespaced && pid !== undefined)
          setImmediate(() => killWriters({ prints, pid, startedMs }));
      });
    },
  });
}

/** Numbers cannot have come round again in so short a time. */
const BRIEF_MS = 250;

function killWriters(command: {
  readonly prints: string;
  readonly pid: number;
  readonly startedMs: number;
}): void {
  const isBrief = performance.now() - command.startedMs < BRIEF_MS;
  const inTurn = isBrief && (lastProcess() ?? 0) >= command.pid;
  signalAll(writersOf(command.prints, inTurn ? command.pid : null), "SIGKILL");
}

function sweep(untilMs: number, done: () => void): void {
  const left = ownsPids ? strangersTo(process.pid, readParents()) : [];
  if (left.length === 0 || performance.now() > untilMs) done();
  else {
    signalAll(left, "SIGKILL");
    setImmediate(() => sweep(untilMs, done));
  }
}

/**
 * Asking goes to the command, not to the sandbox around it, whose end would take the command's time to tidy up. A stopped
 * process hears nothing until it is continued. Before the table is read for the last time the group is made to stand still:
 * what multiplies faster than it can be read would starve the reader.
 */
function stop(pid: number, how: "ask" | "kill"): void {
  if (how === "kill") {
    signalAll([-pid], "SIGSTOP");
    signalAll([-pid, ...descendantsOf(pid, readParents())], "SIGKILL");
    return;
  }
  const inside = namespaced ? descendantsOf(pid, readParents()) : [];
  const asked = inside.length > 0 ? inside : [-pid];
  signalAll(asked, "SIGTERM");
  signalAll(asked, "SIGCONT");
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already, which is what was wanted.
    }
  }
}

function listen(id: number): void {
  const server = createServer();
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object" && address !== null)
      say({ type: "listening", id, port: address.port }, server);
  });
}

function connectInside({ id, host, port }: Extract<ToHolder, { type: "connect" }>): void {
  const socket = connect({ host, port });
  socket.once("connect", () => say({ type: "connected", id }, socket));
  socket.once("error", () => say({ type: "unconnected", id }));
}

process.on("message", (message: ToHolder) => {
  if (message.type === "spawn") start(message);
  else if (message.type === "listen") listen(message.id);
  else if (message.type === "connect") connectInside(message);
  else {
    const command = commands.get(message.id);
    if (command === undefined) return;
    if (message.type === "write") command.write(message.text);
    else stop(command.pid, message.how);
  }
});

process.on("disconnect", () => {
  for (const { pid } of commands.values()) stop(pid, "kill");
  process.exit();
});

say({ type: "ready" });
