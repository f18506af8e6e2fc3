/** The five actions over the process door, each with an answer that says what to do next. */

import type { ContentPart, ProcessHandle } from "@toolplane/contract";
import {
  describeWalls,
  isToolError,
  output,
  type ProcessDoor,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { describeEnd } from "../bash/describe-end.ts";

const READ_BYTES = 30_000;
const TAIL_CHARS = 2_000;
const COMMAND_CHARS = 200;

export async function startProcess(
  door: ProcessDoor,
  start: {
    readonly command: string;
    readonly cwd: string | undefined;
    readonly writes: readonly string[] | undefined;
  },
): Promise<ToolOutput<string>> {
  const { command, cwd, writes } = start;
  const { id, walls = [] } = await door.start(command, {
    ...(cwd === undefined ? {} : { cwd }),
    ...(writes === undefined ? {} : { writes }),
  });
  return output(`Started ${id}. See what it prints with action read, end it with action stop.`, {
    details: { id },
    ...noted(describeWalls({ walls })),
  });
}

export async function listProcesses(door: ProcessDoor): Promise<string> {
  const all = door.list();
  if (all.length === 0) return "Nothing was started in this session.";
  return [...all.map(showHandle), ...portNotes(door)].join("\n");
}

/** Reads what a process printed, from an offset on. */
export async function readProcess(
  door: ProcessDoor,
  at: {
    readonly id: string;
    readonly offset: number | undefined;
    readonly limit: number | undefined;
    /** Bytes that one answer holds. */
    readonly room: number;
  },
): Promise<ToolOutput<string>> {
  const { id, offset = 0 } = at;
  const limit = Math.min(at.limit ?? READ_BYTES, at.room);
  const {
    text,
    nextOffset,
    walls = [],
  } = await known(door, id, () => door.read(id, { offset, limit }));
  const state = describeState(door.list().find((handle) => handle.id === id));
  const next = `Read on with offset=${nextOffset}.`;
  const note = text === "" ? `Nothing new; it ${state}. ${next}` : `It ${state}. ${next}`;
  return output(text, noted([...describeWalls({ walls }), ...portNotes(door), `[${note}]`]));
}

function noted(lines: readonly string[]): { readonly content?: readonly ContentPart[] } {
  return lines.length === 0 ? {} : { content: [{ type: "text", text: lines.join("\n") }] };
}

export async function writeProcess(
  door: ProcessDoor,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<string> {
  await known(door, id, () => door.write(id, text));
  return `Sent ${text.length} characters to ${id}.`;
}

/** Ends one, or says how it ended. */
export async function stopProcess(door: ProcessDoor, id: string): Promise<ToolOutput<string>> {
  const wasRunning = door.list().some((handle) => handle.id === id && handle.running);
  const result = await known(door, id, () => door.stop(id));
  const tail = result.output.slice(-TAIL_CHARS).toWellFormed();
  // It never ran on a view, so no change set has its name.
  const shown = { ...result, ...(wasRunning ? { exitCode: 0, signal: null } : {}) };
  const note = describeEnd(shown, id);
  const ended = wasRunning ? `Stopped ${id}.` : `${id} had ended already.`;
  const printed = tail === "" ? "It printed nothing." : `The end of what it printed:\n${tail}`;
  return output([ended, ...(note === null ? [] : [note]), printed].join("\n"), {
    details: { exit_code: result.exitCode, signal: result.signal, report: result.report },
  });
}

/** Opens a port for the user. */
export async function forwardPort(door: ProcessDoor, port: number): Promise<ToolOutput<string>> {
  const { at } = await door.forward(port);
  return output(`The user reaches port ${port} at ${at}, for as long as it is served.`, {
    details: { port, at: at ?? null },
  });
}

/** More would not be read. */
const MAX_PORTS = 20;

function portNotes(door: ProcessDoor): readonly string[] {
  return door
    .ports()
    .slice(0, MAX_PORTS)
    .map(({ port, at }) =>
      at === undefined
        ? `[This session serves http://localhost:${port}; action forward opens it to the user.]`
        : `[This session serves http://localhost:${port}; the user reaches it at ${at}.]`,
    );
}

/** A wrong id is answered with the right ones. */
async function known<T>(door: ProcessDoor, id: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isToolError(error) || error.code !== "not_found") throw error;
    const ids = door.list().map((handle) => handle.id);
    const hint =
      ids.length === 0 ? "Nothing was started in this session." : `There are: ${ids.join(", ")}.`;
    throw new ToolError("not_found", `No process ${id} runs in the background. ${hint}`, {
      cause: error,
    });
  }
}

function showHandle(handle: ProcessHandle): string {
  const command = handle.command.replace(/\s+/g, " ");
  const shown = command.length > COMMAND_CHARS ? `${command.slice(0, COMMAND_CHARS)}…` : command;
  return `${handle.id}  ${describeState(handle)}  ${shown}`;
}

function describeState(handle: ProcessHandle | undefined): string {
  if (handle === undefined || handle.running) return "is running";
  if (handle.endedBy !== undefined) return `was ended by rules: ${handle.endedBy}`;
  return handle.exitCode === null ? "was ended" : `ended with exit code ${handle.exitCode}`;
}
