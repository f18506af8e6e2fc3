/**
 * One landing at a time in a root, whichever process lands. The locks are such that the system takes them from a dead process by
 * itself: that of a database file that holds nothing, among those who share their data, and a name of the machine made from
 * the folder itself, for all others. They are never held while a person is asked.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { loadSqlite } from "@toolplane/disk/ground";
import { toText } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { lookAt, makeFolder } from "./byte-fs.ts";
import { rootFolder } from "./placed-root.ts";

export interface RootLock {
  /** Folder of the lock files. */
  readonly folder: string;
  readonly clock: Clock;
  readonly maxWaitMs: number;
  /** The work that is done one at a time; a landing unless given. */
  readonly of?: string;
  readonly signal?: AbortSignal | undefined;
}

const WAIT_MS = 5;

/** Runs the work while the roots are locked; throws `unavailable` when others hold one too long. */
export async function lockRoots<T>(
  roots: readonly string[],
  lock: RootLock,
  work: () => Promise<T>,
): Promise<T> {
  makeFolder(lock.folder);
  const held: LetGo[] = [];
  const untilMs = lock.clock.nowMs() + lock.maxWaitMs;
  try {
    // Always in the same order, so that two never wait for each other.
    for (const root of roots.toSorted()) {
      const database = await holdOne(root, lock, untilMs);
      held.push(async () => database.close());
    }
    for (const name of [...new Set(roots.flatMap((root) => namesOf(root, lock)))].toSorted())
      held.push(await holdShared(name, lock, untilMs));
    return await work();
  } finally {
    for (const letGo of held.reverse()) await letGo();
  }
}

/** The folder itself, by whatever path it is reached. One that is not there has nothing to lock. */
function namesOf(root: string, { of = "landing" }: RootLock): readonly string[] {
  const stat = lookAt(rootFolder(root));
  return stat === null ? [] : [`toolplane-${of}-${stat.dev}-${stat.ino}`];
}

async function holdShared(name: string, lock: RootLock, untilMs: number): Promise<LetGo> {
  for (;;) {
    const letGo = await holdName(name);
    if (letGo !== null) return letGo;
    if (lock.clock.nowMs() >= untilMs || lock.signal?.aborted === true) throw isHeld();
    await pause(lock);
  }
}

function pause({ clock }: RootLock): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(WAIT_MS, resolve));
}

function isHeld(cause?: unknown): ToolError {
  return new ToolError("unavailable", "Another landing holds this folder: try again", { cause });
}

async function holdOne(root: string, lock: RootLock, untilMs: number): Promise<DatabaseSync> {
  const name = createHash("sha256").update(root, "latin1").digest("hex").slice(0, 32);
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(toText(`${lock.folder}/${name}`));
  for (;;) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return database;
    } catch (error) {
      const isBusy = error instanceof Error && /locked|busy/.test(error.message);
      if (isBusy && lock.clock.nowMs() < untilMs && lock.signal?.aborted !== true) {
        await pause(lock);
        continue;
      }
      database.close();
      if (!isBusy) throw error;
      throw isHeld(error);
    }
  }
}

/** Lets go of it; safe to call once. */
type LetGo = () => Promise<void>;

/**
 * Holds a name that only one process of this machine can hold, under every user and data folder: an address of the system's own,
 * which leaves no file behind and is free again when its process dies. Commands in a sandbox cannot take one, for they have a
 * network of their own. Null when another process holds it. Where the system has no such names, there is nothing to hold: that
 * counts as held.
 */
function holdName(name: string): Promise<LetGo | null> {
  if (process.platform !== "linux") return Promise.resolve(NOTHING);
  const server = createServer((socket) => socket.destroy());
  const { promise, resolve } = Promise.withResolvers<LetGo | null>();
  server.on("error", (error) => resolve(errorCode(error) === "EADDRINUSE" ? null : NOTHING));
  server.listen(`\0${name}`, () =>
    resolve(() => new Promise((done) => server.close(() => done()))),
  );
  return promise;
}

const NOTHING: LetGo = async () => {};
