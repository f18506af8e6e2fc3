/**
 * Channels of scripted programs: what is written comes as `input`, what they print is read piece by piece. They run in
 * the confinement they are given, with what they are shown beside it.
 */
import { type Confinement, ToolError } from "@toolplane/contract";
import type {
  Channel,
  ChannelEnd,
  ChannelSpec,
  ProcessContext,
  Processes,
  Redactor,
} from "@toolplane/contract/ports";
import { escapeGlob } from "@toolplane/readings";
import type { ProgramHost, SpawnedProcess } from "./program-host.ts";
import { startProgram } from "./start-program.ts";

export interface MemoryChannels extends Required<Pick<Processes, "open">> {
  closeSession(sessionId: string): Promise<void>;
}

export function createMemoryChannels(
  options: ProgramHost & { readonly spawned: SpawnedProcess[] },
): MemoryChannels {
  const open = new Map<Channel, string>();
  return {
    async open(spec, context) {
      if (context.signal.aborted) throw new ToolError("cancelled", "Cancelled");
      const channel = startChannel(options, spec, context);
      open.set(channel, context.sessionId);
      void channel.ended.then(() => open.delete(channel));
      return channel;
    },
    async closeSession(sessionId) {
      const own = [...open].filter(([, owner]) => owner === sessionId);
      await Promise.all(own.map(([channel]) => channel.close()));
    },
  };
}

function startChannel(
  options: ProgramHost & { readonly spawned: SpawnedProcess[] },
  spec: ChannelSpec,
  context: ProcessContext,
): Channel {
  const { argv, cwd, env, shows = [] } = spec;
  const confinement = showing(context.confinement, shows);
  const command = { command: { argv }, cwd, env };
  options.spawned.push({ spec: command, context: { ...context, confinement }, background: true });
  const said = createPieces();
  let closing = false;
  let over = false;
  const program = startProgram({ ...options, landsChanges: false }, command, {
    ...context,
    confinement,
    redactor: PLAIN,
    onOutput: said.add,
  });
  const ended = program.result.then(
    ({ exitCode, signal, cancelled }): ChannelEnd => {
      over = true;
      said.end();
      return { cause: closing || cancelled ? "closed" : "exited", exitCode, signal };
    },
    (error: unknown): ChannelEnd => {
      over = true;
      said.end();
      const message = error instanceof Error ? error.message : String(error);
      return { cause: "failed", exitCode: null, signal: null, message };
    },
  );
  return {
    async write(bytes) {
      if (over || closing) throw new ToolError("unavailable", "The program has ended.");
      program.send(new TextDecoder().decode(bytes));
    },
    output: said,
    notes: () => "",
    ended,
    close() {
      closing ||= !over;
      program.stop();
      return ended;
    },
  };
}

/** Redacts nothing: the text of a channel goes to its caller, not to a model. */
const PLAIN: Redactor = {
  text: (text) => text,
  value: (value) => value,
  stream: () => ({ push: (text) => text, end: () => "" }),
};

function showing(confinement: Confinement, shows: readonly string[]): Confinement {
  const { read } = confinement;
  const shown = shows.map(escapeGlob).flatMap((path) => [path, `${path}/**`]);
  const reach = read.reach.map((scope) => [...scope, ...shown]);
  return { ...confinement, read: { ...read, reach } };
}

interface Pieces extends AsyncIterable<Uint8Array> {
  add(text: string): void;
  end(): void;
}

function createPieces(): Pieces {
  const pieces: Uint8Array[] = [];
  let ended = false;
  let taken = false;
  let wake = (): void => {};
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const piece = pieces.shift();
      if (piece !== undefined) yield piece;
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    add(text) {
      pieces.push(new TextEncoder().encode(text));
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    [Symbol.asyncIterator]() {
      if (taken) throw new ToolError("conflict", "What a program says has one reader.");
      taken = true;
      return read();
    },
  };
}
