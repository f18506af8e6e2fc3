/**
 * Commands that outlive the call that started them. Their output is read from the spool with secrets masked, by offsets into the
 * masked text in bytes. The requested part is masked into a second private file, so that nothing is held in memory and a later
 * page agrees with an earlier one.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { ProcessHandle, ProcessText, ServedPort } from "@toolplane/contract";
import { type ProcessResult, ToolError } from "@toolplane/contract";
import type { ProcessContext, Processes } from "@toolplane/contract/ports";
import { createSpoolReader, type SpoolReader } from "./output/spool-reader.ts";
import { watchOutputs } from "./output/watch-outputs.ts";
import { type RunningCommand, runCommand } from "./run-command.ts";
import type { CommandParts } from "./session/command-parts.ts";
import type { ProcessSession } from "./session/process-session.ts";

/** The long-lived half of processes. */
export interface Background
  extends Omit<Processes, "run" | "ports" | "forward">,
    Required<Pick<Processes, "ports" | "forward">> {
  /** True while any command of any session runs in the background. */
  running(): boolean;
  closeSession(sessionId: string): Promise<void>;
}

export interface BackgroundOptions {
  readonly parts: CommandParts;
  readonly sessionOf: (sessionId: string) => Promise<ProcessSession>;
  /** One that has begun. */
  readonly known: (sessionId: string) => ProcessSession | undefined;
}

interface Started {
  readonly id: string;
  readonly sessionId: string;
  readonly command: string;
  readonly startedAtMs: number;
  readonly running: RunningCommand;
  readonly masked: MaskedOutput;
  result: ProcessResult | null;
}

/** Running and ended ones together; the oldest ended one is forgotten for a new one. */
const MAX_PER_SESSION = 64;
const MAX_READ_BYTES = 1_024 * 1_024;
const MAX_WRITE_CHARS = 1_024 * 1_024;

export function createBackground({ parts, sessionOf, known }: BackgroundOptions): Background {
  const started = new Map<string, Started>();

  function find(id: string): Started {
    const process = started.get(id);
    if (process === undefined) throw new ToolError("not_found", `No process ${id}`);
    return process;
  }
  const ofSession = (sessionId: string): readonly Started[] =>
    [...started.values()].filter((process) => process.sessionId === sessionId);

  function makeRoom(sessionId: string): void {
    const all = ofSession(sessionId);
    if (all.length < MAX_PER_SESSION) return;
    const ended = all.find(({ result }) => result !== null);
    if (ended === undefined)
      throw new ToolError(
        "conflict",
        `${MAX_PER_SESSION} processes run in the background already; stop one first`,
      );
    ended.masked.close();
    started.delete(ended.id);
  }
  const runsIn = (sessionId: string): boolean =>
    ofSession(sessionId).some(({ result }) => result === null);
  const portsOf = (sessionId: string): readonly number[] => known(sessionId)?.ports() ?? [];
  /** Closes what is forwarded, with its server. */
  const closeForwards = (sessionId: string): void =>
    known(sessionId)?.forwards.keep(runsIn(sessionId) ? portsOf(sessionId) : []);
  const shownAt = (sessionId: string, port: number): ServedPort => {
    const own = known(sessionId)?.forwards.at(port);
    return own === undefined ? { port } : { port, at: `http://127.0.0.1:${own}` };
  };
  return {
    running: () => [...started.values()].some(({ result }) => result === null),
    async start(spec, context) {
      makeRoom(context.sessionId);
      const session = await sessionOf(context.sessionId);
      const running = await runCommand({ parts, session, spec, context, background: true });
      const process: Started = {
        id: parts.ids.next("process"),
        sessionId: context.sessionId,
        command: "shell" in spec.command ? spec.command.shell : spec.command.argv.join(" "),
        startedAtMs: parts.clock.wallMs(),
        running,
        masked: openMasked(parts, running, context),
        result: null,
      };
      started.set(process.id, process);
      settle(process, {
        parts,
        writes: spec.writes ?? [],
        over: () => closeForwards(process.sessionId),
      });
      return handleOf(process);
    },
    list: (sessionId) => ofSession(sessionId).map(handleOf),
    async read(id, range) {
      return readRange(find(id), range);
    },
    async write(id, text) {
      const process = find(id);
      if (process.result !== null) throw new ToolError("conflict", `Process ${id} has ended`);
      if (text.length > MAX_WRITE_CHARS)
        throw new ToolError("too_large", `At most ${MAX_WRITE_CHARS} characters at a time`);
      process.running.write(text);
    },
    async stop(id) {
      const process = find(id);
      process.running.stop();
      const result = await process.running.result;
      return process.result ?? result;
    },
    ports: (sessionId) => portsOf(sessionId).map((port) => shownAt(sessionId, port)),
    async forward(sessionId, port) {
      if (!runsIn(sessionId) || !portsOf(sessionId).includes(port))
        throw new ToolError(
          "not_found",
          `Nothing that runs in the background of this session listens on port ${port}.`,
        );
      await known(sessionId)?.forwards.open(port);
      return shownAt(sessionId, port);
    },
    async closeSession(sessionId) {
      const all = ofSession(sessionId);
      for (const process of all) process.running.stop();
      await Promise.allSettled(all.map(({ running }) => running.result));
      for (const process of all) {
        process.masked.close();
        started.delete(process.id);
      }
    },
  };
}

/** Keeps the result of a process, and ends one whose outputs outgrow their bound. */
function settle(
  process: Started,
  options: {
    readonly parts: CommandParts;
    readonly writes: readonly string[];
    readonly over: () => void;
  },
): void {
  const { parts, writes } = options;
  const maxBytes = parts.maxBackgroundBytes;
  let over = "";
  const unwatch = watchOutputs({
    paths: [...writes, ...parts.backgroundWrites],
    maxBytes,
    clock: parts.clock,
    onOver: () => {
      over = `\n[The process was ended: what it may write grew by more than ${maxBytes} bytes.]\n`;
      process.running.stop();
    },
  });
  process.running.result
    .then((result) => {
      process.result = over === "" ? result : { ...result, output: result.output + over };
    })
    .catch(() => {})
    .finally(() => {
      unwatch();
      options.over();
    });
}

function handleOf({ id, command, startedAtMs, result }: Started): ProcessHandle {
  const handle = { id, command, startedAtMs, running: result === null, exitCode: null };
  if (result === null) return handle;
  const { exitCode, endedBy } = result;
  return { ...handle, exitCode, ...(endedBy === undefined ? {} : { endedBy }) };
}

function readRange(
  { masked, running, result }: Started,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ProcessText {
  if (!Number.isInteger(offset) || offset < 0 || !Number.isInteger(limit) || limit < 1)
    throw new ToolError("invalid_input", "offset and limit are whole numbers, limit at least 1");
  const bytes = masked.bytes({
    offset,
    limit: Math.min(limit, MAX_READ_BYTES),
    ended: result !== null,
  });
  const whole = wholeCharacters(bytes);
  const text = whole.toString("utf8");
  const walls = result === null ? running.walls(text) : (result.report.walls ?? []);
  return { text, nextOffset: offset + whole.length, ...(walls.length === 0 ? {} : { walls }) };
}

/** Without the first bytes of a character at the end, unless that is all there is. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back && bytes.length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

interface MaskedOutput {
  bytes(range: {
    readonly offset: number;
    readonly limit: number;
    readonly ended: boolean;
  }): Buffer;
  close(): void;
}

/** Holds the spool open, so that it can still be read after it was removed. */
function openMasked(
  parts: CommandParts,
  { spool }: RunningCommand,
  { redactor }: Pick<ProcessContext, "redactor">,
): MaskedOutput {
  const reader: SpoolReader = createSpoolReader(spool, redactor);
  const file = parts.spools.write("");
  const descriptor = openSync(file, "r+");
  rmSync(file, { force: true });
  let written = 0;
  let drained = false;
  let open = true;

  const append = (text: string): void => {
    const bytes = Buffer.from(text);
    writeSync(descriptor, bytes, 0, bytes.length, written);
    written += bytes.length;
  };
  function maskUpTo(end: number, ended: boolean): void {
    while (written < end && !drained) {
      const piece = reader.next();
      if (piece !== null) append(piece);
      else if (!ended) return;
      else {
        append(reader.end());
        drained = true;
      }
    }
  }
  return {
    bytes({ offset, limit, ended }) {
      if (!open) return Buffer.alloc(0);
      maskUpTo(offset + limit, ended);
      const buffer = Buffer.alloc(Math.max(0, Math.min(limit, written - offset)));
      readSync(descriptor, buffer, 0, buffer.length, offset);
      return buffer;
    },
    close() {
      if (!open) return;
      open = false;
      reader.close();
      closeSync(descriptor);
    },
  };
}
