/**
 * Hears of answers by `LISTEN`, on a connection of its own that is there while somebody listens. One that is lost is opened again,
 * each time after a longer pause.
 *
 * A pooler that gives each transaction another connection takes the word LISTEN and passes on nothing. So each connection is tried by
 * a word of our own, sent over another one: before it comes back, nobody relies on what is heard.
 */
import type { Hearing } from "@toolplane/contract/ports";
import type pg from "pg";
import type { Connections } from "../queue/connections.ts";
import { storeFault } from "../queue/store-fault.ts";
import { answeredId, CHANNEL, PROBE } from "./heard-word.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** How long a word of our own may take. */
const MOST_PROBE_MS = 2_000;

const SWALLOWED =
  "A pooler keeps back what the database says, so answers of other machines are looked for each second.";

interface State {
  readonly connections: Connections;
  readonly patienceMs: number;
  readonly listeners: Set<(id: string | null) => void>;
  /** The connection that is there or being opened. */
  line: pg.Client | null;
  isSound: boolean;
  pauseMs: number;
  again: NodeJS.Timeout | null;
  isClosed: boolean;
}

export function createHearing(
  connections: Connections,
  patienceMs: number,
): Hearing & { close(): Promise<void> } {
  const state: State = {
    connections,
    patienceMs,
    listeners: new Set(),
    line: null,
    isSound: false,
    pauseMs: FIRST_PAUSE_MS,
    again: null,
    isClosed: false,
  };
  return {
    listen(heard) {
      // A function of its own: two may listen with the same one.
      const own = (id: string | null): void => heard(id);
      state.listeners.add(own);
      if (state.line === null && state.again === null && !state.isClosed) void open(state);
      return () => {
        state.listeners.delete(own);
        if (state.listeners.size === 0) void leave(state);
      };
    },
    isSound: () => state.isSound,
    async fault() {
      const line = connections.apart();
      try {
        return (await hears(line, state)) ? null : SWALLOWED;
      } catch (error) {
        return storeFault(error, connections.place).message;
      } finally {
        await line.end();
      }
    },
    async close() {
      state.isClosed = true;
      await leave(state);
      tell(state, null);
    },
  };
}

async function open(state: State): Promise<void> {
  const line = state.connections.apart();
  state.line = line;
  const lost = (): void => void lose(state, line);
  line.on("error", lost);
  line.on("end", lost);
  line.on("notification", ({ payload }) => {
    const id = state.line === line ? answeredId(payload) : null;
    if (id !== null) tell(state, id);
  });
  const isSound = await hears(line, state).catch(() => false);
  if (state.line !== line) return;
  if (!isSound) return lose(state, line);
  // Who waits keeps the process alive, if it should be.
  (line as unknown as { unref(): void }).unref();
  state.pauseMs = FIRST_PAUSE_MS;
  turn(state, true);
}

/** Connects, listens, and waits for a word of its own. */
async function hears(line: pg.Client, { connections, patienceMs }: State): Promise<boolean> {
  const word = `${PROBE}${crypto.randomUUID()}`;
  await line.connect();
  await line.query(`LISTEN ${CHANNEL}`);
  let timer: NodeJS.Timeout | undefined;
  const heard = new Promise<boolean>((resolve) => {
    line.on("notification", ({ payload }) => {
      if (payload === word) resolve(true);
    });
    timer = setTimeout(resolve, Math.min(patienceMs, MOST_PROBE_MS), false);
  });
  try {
    await connections.run("SELECT pg_notify($1, $2)", [CHANNEL, word]);
    if (await heard) return true;
    // A pooler would leave the word LISTEN in a connection that others use.
    await line.query(`UNLISTEN ${CHANNEL}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function lose(state: State, line: pg.Client): void {
  if (state.line !== line) return;
  state.line = null;
  void line.end();
  turn(state, false);
  if (state.listeners.size === 0) return;
  state.again = setTimeout(() => {
    state.again = null;
    void open(state);
  }, state.pauseMs).unref();
  state.pauseMs = Math.min(LONGEST_PAUSE_MS, state.pauseMs * 2);
}

async function leave(state: State): Promise<void> {
  const { line, again } = state;
  state.line = null;
  state.again = null;
  state.isSound = false;
  if (again) clearTimeout(again);
  await line?.end();
}

/** Everybody looks: something may have been missed, and how seldom they look from now on is another. */
function turn(state: State, isSound: boolean): void {
  const wasSound = state.isSound;
  state.isSound = isSound;
  if (isSound !== wasSound) tell(state, null);
}

function tell({ listeners }: State, id: string | null): void {
  for (const heard of [...listeners]) heard(id);
}
