/** The host's end of a holder: starts it, speaks with it, and fails whatever waits when it is gone. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Server, Socket } from "node:net";
import { ToolError } from "@toolplane/contract";
import type { HolderLaunch } from "../../backend/sandbox.ts";
import type { HeldLaunch } from "../../backend/session-views.ts";
import type { FromHolder, SpawnMessage, ToHolder } from "../../holder/holder-protocol.ts";
import { innerProcess } from "./inner-process.ts";
import { listeningPorts } from "./listening-ports.ts";
import { limitScript, RESOURCE_LIMITS } from "./resource-limits.ts";

/** The end of a command, as the holder saw it. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** We ended it: it grew past a bound, or its session was closed. */
  readonly stopped: boolean;
  /** Why, where that was the room it took on the disk. */
  readonly over?: string;
}

export interface HolderCommand {
  /** Null, or the system's code when the command could not be started. */
  readonly started: Promise<string | null>;
  readonly ended: Promise<CommandEnd>;
  write(text: string): void;
  stop(how: "ask" | "kill"): void;
}

export interface SpawnOptions {
  /** Once it runs, it alone does not keep the host's process from ending. */
  readonly quiet?: boolean;
  /** A program of ours that holds nothing of any command: it does not count among those that run. */
  readonly helper?: boolean;
}

export interface Holder {
  /** Number of the programs that it started and that run now. */
  readonly running: number;
  spawn(message: Omit<SpawnMessage, "type" | "id">, options?: SpawnOptions): HolderCommand;
  /** The listening socket inside the holder's network. */
  listen(): Promise<{ readonly server: Server; readonly port: number }>;
  /** A connection to a server inside the holder's network; null when no server listens there. */
  connect(host: string, port: number): Promise<Socket | null>;
  /** The ports that programs listen on in a network of the holder's own; none where it shares the machine's. */
  listening(): readonly number[];
  readonly gone: boolean;
  /** Ends the holder and everything it started. */
  close(): Promise<void>;
}

export interface StartHolderOptions {
  /** Ways into namespaces of its own; none where it needs none. */
  readonly launches: readonly HolderLaunch[];
  /** PATH of the holder: where it finds `bash`. */
  readonly path: string;
  /** A view that lies over the project for all that the holder starts. */
  readonly held?: HeldLaunch | undefined;
}

/** Starts a holder in the first way that works. */
export async function startHolder(options: StartHolderOptions): Promise<Holder> {
  const failures: string[] = [];
  const namespaced = options.launches.length > 0;
  for (const launch of namespaced ? options.launches : [PLAIN]) {
    const tried = await launchHolder(launch, { ...options, namespaced });
    if (typeof tried !== "string") return tried;
    failures.push(tried);
  }
  throw new ToolError(
    "unavailable",
    "The process that starts commands could not be started, so nothing was run.",
    { detail: { failures } },
  );
}

const PLAIN: HolderLaunch = { prefix: [], ownsPids: false };

function launchHolder(
  launch: HolderLaunch,
  options: Omit<StartHolderOptions, "launches"> & { readonly namespaced: boolean },
): Promise<Holder | string> {
  // The package's own map of imports names it: the source in a checkout, what was built of it elsewhere.
  const program = createRequire(import.meta.url).resolve("#holder");
  const [file = "", ...rest] = [
    ...["bash", "--noprofile", "--norc", "-c", limitScript(RESOURCE_LIMITS), "bash"],
    ...launch.prefix,
    ...(options.held?.words() ?? []),
    ...[process.execPath, ...NODE_FLAGS, program],
    ...(options.namespaced ? ["namespaced"] : []),
    ...(launch.ownsPids ? ["own-pids"] : []),
  ];
  const child = spawn(file, rest, {
    cwd: "/",
    env: { PATH: options.path, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    detached: true,
  });
  // A hang on the way (of a wrapper, a disk) must not hang every command after it.
  const giveUp = setTimeout(() => child.kill("SIGKILL"), START_MS);
  return new Promise<Holder | string>((resolve) => {
    let said = "";
    child.stderr?.on("data", (data: Buffer) => {
      said = (said + data.toString("utf8")).slice(-MAX_SAID_CHARS);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(said || "ended at once"));
    child.once("message", () => {
      const inner = options.namespaced ? innerProcess(child.pid) : null;
      try {
        options.held?.entered(`/proc/${inner ?? ""}/root`);
        resolve(speakWith(child, inner));
      } catch (error) {
        child.kill("SIGKILL");
        resolve(error instanceof Error ? error.message : String(error));
      }
    });
  }).finally(() => clearTimeout(giveUp));
}

/** A small heap and one thread: what the holder does not have, a fork need not copy. */
const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=1"];
const MAX_SAID_CHARS = 2_000;
const START_MS = 15_000;

function speakWith(child: ChildProcess, pid: number | null): Holder {
  const line = openLine(child);
  let running = 0;
  return {
    get running() {
      return running;
    },
    get gone() {
      return line.gone();
    },
    spawn(message, options = {}) {
      const counted = options.helper === true ? 0 : 1;
      running += counted;
      const command = followCommand(
        line,
        (id) => ({ ...message, type: "spawn", id }) satisfies SpawnMessage,
        options,
      );
      void command.ended.then(() => {
        running -= counted;
      });
      return command;
    },
    listen: () =>
      new Promise((resolve, reject) => {
        const ask = line.expect({
          onGone: () =>
            reject(new ToolError("unavailable", "The process that runs commands is gone.")),
          onMessage: (message, handle) => {
            ask.done();
            if (message.type === "listening")
              resolve({ server: handle as Server, port: message.port });
          },
        });
        ask.say({ type: "listen", id: ask.id });
      }),
    connect: (host, port) =>
      new Promise((resolve) => {
        const ask = line.expect({
          onGone: () => resolve(null),
          onMessage: (message, handle) => {
            ask.done();
            resolve(message.type === "connected" ? ((handle as Socket | undefined) ?? null) : null);
          },
        });
        ask.say({ type: "connect", id: ask.id, host, port });
      }),
    listening: () => (pid === null || line.gone() ? [] : listeningPorts(pid)),
    async close() {
      // Its end is waited for, so it counts again.
      child.ref();
      if (child.connected) child.disconnect();
      await line.over;
    },
  };
}

interface Waiting {
  readonly onMessage: (message: FromHolder, handle: unknown) => void;
  readonly onGone: () => void;
}

/** Messages under one number. */
interface Ask {
  readonly id: number;
  say(message: ToHolder): void;
  /** It waits on, and keeps no process alive. */
  hush(): void;
  done(): void;
}

interface Line {
  expect(waiting: Waiting): Ask;
  gone(): boolean;
  readonly over: Promise<void>;
}

function openLine(child: ChildProcess): Line {
  const waiting = new Map<number, Waiting>();
  const hushed = new Set<number>();
  let nextId = 1;
  let gone = false;
  // A holder without a waiting caller does not keep the host's process alive; when that ends, the holder does.
  const holdOpen = () =>
    waiting.size > hushed.size ? child.channel?.ref() : child.channel?.unref();
  child.unref();
  (child.stderr as Socket | null)?.unref();
  holdOpen();
  const over = new Promise<void>((resolve) => {
    child.once("exit", () => {
      gone = true;
      for (const { onGone } of [...waiting.values()]) onGone();
      waiting.clear();
      resolve();
    });
  });
  child.on("message", (message: FromHolder, handle) => {
    if ("id" in message) waiting.get(message.id)?.onMessage(message, handle);
  });
  return {
    over,
    gone: () => gone,
    expect(entry) {
      const id = nextId++;
      waiting.set(id, entry);
      holdOpen();
      const hush = () => {
        if (waiting.has(id)) hushed.add(id);
        if (!gone) holdOpen();
      };
      const done = () => {
        waiting.delete(id);
        hushed.delete(id);
        if (!gone) holdOpen();
      };
      const say = (message: ToHolder) => {
        if (child.connected) child.send(message, () => {});
        else if (gone && waiting.delete(id)) entry.onGone();
      };
      return { id, say, hush, done };
    },
  };
}

function followCommand(
  line: Line,
  spawnMessage: (id: number) => ToHolder,
  { quiet = false }: SpawnOptions,
): HolderCommand {
  const started = Promise.withResolvers<string | null>();
  const ended = Promise.withResolvers<CommandEnd>();
  const { id, say, hush, done } = line.expect({
    onGone: () => {
      started.resolve("GONE");
      ended.resolve({ exitCode: null, signal: "SIGKILL", stopped: true });
    },
    onMessage: (message) => {
      if (message.type === "started") {
        if (quiet) hush();
        return started.resolve(null);
      }
      done();
      if (message.type === "failed") {
        started.resolve(message.code);
        ended.resolve({ exitCode: null, signal: null, stopped: true });
      } else if (message.type === "exited") {
        const { exitCode, signal, stopped, over } = message;
        ended.resolve({ exitCode, signal, stopped, ...(over === undefined ? {} : { over }) });
      }
    },
  });
  say(spawnMessage(id));
  return {
    started: started.promise,
    ended: ended.promise,
    write: (text) => say({ type: "write", id, text }),
    stop: (how) => say({ type: "stop", id, how }),
  };
}
