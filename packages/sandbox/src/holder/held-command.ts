/**
 * One command as the holder runs it. Its output goes to its spool by descriptor, so that no byte of it passes through here; only
 * a terminal, which must be read, is copied.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readlinkSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import type { InheritedContents, SpawnMessage } from "./holder-protocol.ts";

export interface HeldCommand {
  readonly pid: number;
  /** The system's name for the output that it prints to, where that is no spool. */
  readonly prints?: string;
  write(text: string): void;
}

export interface CommandEvents {
  onStart(command: HeldCommand): void;
  onFail(code: string): void;
  onExit(end: { readonly exitCode: number | null; readonly signal: string | null }): void;
}

/** Starts a command in a session and process group of its own. */
export function holdCommand(message: SpawnMessage, events: CommandEvents): void {
  if (message.streams !== undefined) {
    void holdStreams(message, message.streams, events);
    return;
  }
  const opened: number[] = [];
  try {
    const spool = openSync(message.spool, "ax", 0o600);
    opened.push(spool);
    if (message.pty !== undefined) {
      opened.pop();
      void holdTerminal(message, spool, events);
      return;
    }
    const { stdin } = message;
    const input = typeof stdin === "object" ? openSync(stdin.file, "r") : stdin;
    if (typeof input === "number") opened.push(input);
    const inherited = message.inherited.map((contents) => {
      if (!("file" in contents)) return "pipe";
      const descriptor = openSync(contents.file, "r");
      opened.push(descriptor);
      return descriptor;
    });
    const [file = "", ...rest] = message.argv;
    const child = spawn(file, rest, {
      cwd: message.cwd,
      env: message.env,
      detached: true,
      stdio: [input === "none" ? "ignore" : input, spool, spool, ...inherited],
    });
    feed(child, message.inherited);
    follow(child, events);
  } catch (error) {
    events.onFail(codeOf(error));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** The program has the sockets for itself: no byte passes through here, and who ends is seen by the other. */
async function holdStreams(
  message: SpawnMessage,
  streams: NonNullable<SpawnMessage["streams"]>,
  events: CommandEvents,
): Promise<void> {
  const sockets: Socket[] = [];
  const opened: number[] = [];
  try {
    for (const path of [streams.talk, streams.notes]) sockets.push(await connectTo(path));
    const [talk, notes] = sockets;
    if (talk === undefined || notes === undefined) return;
    const [file = "", ...rest] = message.argv;
    const inherited = message.inherited.map((contents) => {
      if (!("file" in contents)) return "pipe";
      const descriptor = openSync(contents.file, "r");
      opened.push(descriptor);
      return descriptor;
    });
    const { cwd, env } = message;
    const stdio = [talk, talk, notes, ...inherited];
    const child = spawn(file, rest, { cwd, env, detached: true, stdio });
    feed(child, message.inherited);
    follow(child, events);
  } catch (error) {
    events.onFail(codeOf(error));
  } finally {
    for (const socket of sockets) socket.destroy();
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Paused: what comes is the program's to read. */
function connectTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new Socket();
    socket.pause();
    socket.once("error", reject);
    socket.connect({ path }, () => resolve(socket));
  });
}

const FIRST_INHERITED = 3;

function feed(child: ChildProcess, inherited: readonly InheritedContents[]): void {
  inherited.forEach((contents, index) => {
    const pipe = child.stdio[FIRST_INHERITED + index];
    if ("file" in contents || pipe === null || !(pipe instanceof Socket)) return;
    // A command that ends without reading is no fault of ours.
    pipe.on("error", () => {});
    pipe.end(Buffer.from(contents.latin1, "latin1"));
    child.once("exit", () => pipe.destroy());
  });
}

function follow(child: ChildProcess, events: CommandEvents): void {
  child.on("error", (error) => {
    if (child.pid === undefined) events.onFail(codeOf(error));
  });
  // `exit`, not `close`: a descriptor that a grandchild holds must not keep the caller waiting.
  child.on("exit", (exitCode, signal) => events.onExit({ exitCode, signal }));
  // The reader may be gone: what is written then is lost, which is what a pipe does.
  child.stdin?.on("error", () => {});
  const { pid } = child;
  if (pid === undefined) return;
  const prints = printsTo(pid);
  events.onStart({
    pid,
    ...(prints === null ? {} : { prints }),
    write: (text) => void child.stdin?.write(text),
  });
}

function printsTo(pid: number): string | null {
  try {
    const name = readlinkSync(`/proc/${pid}/fd/1`);
    return name.startsWith("socket:") ? name : null;
  } catch {
    return null;
  }
}

/** A terminal takes no descriptors, so a shell opens the inherited files and becomes the command. */
const OPEN_INHERITED =
  'n=3; while [ "$1" != "--" ]; do eval "exec $n<\\"\\$1\\""; n=$((n+1)); shift; done; shift; exec "$@"';

async function holdTerminal(
  message: SpawnMessage,
  spool: number,
  events: CommandEvents,
): Promise<void> {
  try {
    const { spawn: spawnTerminal } = await import("@lydell/node-pty");
    const files = message.inherited.flatMap((contents) =>
      "file" in contents ? contents.file : [],
    );
    const argv =
      files.length === 0
        ? message.argv
        : ["bash", "-c", OPEN_INHERITED, "bash", ...files, "--", ...message.argv];
    const [file = "", ...rest] = argv;
    const { columns = 80, rows = 24 } = message.pty ?? {};
    const { cwd, env } = message;
    // Without an encoding what comes is bytes, whatever the package's types say.
    const terminal = spawnTerminal(file, rest, { cols: columns, rows, cwd, env, encoding: null });
    let left = message.maxSpoolBytes;
    terminal.onData((data) => {
      const bytes = Buffer.from(data as string | Buffer);
      if (left > 0) left -= writeSync(spool, bytes.subarray(0, left));
    });
    terminal.onExit(({ exitCode, signal }) => {
      closeSync(spool);
      const killed = signal === undefined || signal === 0 ? null : signalName(signal);
      events.onExit({ exitCode: killed === null ? exitCode : null, signal: killed });
    });
    events.onStart({ pid: terminal.pid, write: (text) => terminal.write(text) });
  } catch (error) {
    closeSync(spool);
    events.onFail(codeOf(error) === "ERR_MODULE_NOT_FOUND" ? "NO_PTY" : codeOf(error));
  }
}

function signalName(number: number): string {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number);
  return entry?.[0] ?? `SIG${number}`;
}

/** Written here because the holder loads no package: each one makes every command start later. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
