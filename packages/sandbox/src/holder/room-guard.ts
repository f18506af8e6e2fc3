/**
 * One bound on what a session's commands take on the disk, wherever they write it: views, scratch, homes, kept output, files
 * without a name. Everything is gone over while a command runs and when it is over. Where that takes long, it is done less often,
 * and whenever the disks themselves say that the bound can have been passed. Where it was passed, the commands in the foreground are ended, and without any those that run on. What
 * came into the places that stay since all was last well goes with them, so that the next command has room again.
 */
import { type DiskUse, disksOf, diskUse } from "./disk-use.ts";
import type { Room, RoomPlace } from "./holder-protocol.ts";
import { type MeasuredRoom, measureRoom } from "./measure-room.ts";
import { holdsUnseen } from "./nameless-files.ts";
import { removeFresh } from "./remove-fresh.ts";

interface RoomedCommand {
  readonly pid: number;
  readonly room: Room;
}

export interface RoomGuard {
  enter(id: number, command: RoomedCommand): void;
  /** Its processes are gone. Calls back with why it was ended, or may not count as done; null when it kept its bound. */
  leave(id: number, done: (over: string | null) => void): void;
}

export interface RoomGuardOptions {
  /** All processes of the session's commands. */
  readonly processes: () => readonly number[];
  /** Kills a command with everything below it. */
  readonly end: (pid: number) => void;
}

const LOOK_MS = 200;
/** Going over everything costs nothing worth saving when it takes no longer than this. */
const CHEAP_MS = 3;
/** At a command's end it is done once, and others may have freed room on the same disk meanwhile. */
const CHEAP_AT_END_MS = 50;
/** Else it is done at least so often, and the pause is at least so many times as long as it took. */
const PASS_MS = 1_000;
const PAUSE_FACTOR = 10;
/** Other work has its turn after so long. */
const SLICE_MS = 8;
/** The room of a command where the session holds more than its bound when it begins: to clear up, it must run. */
const SLACK = { bytes: 1_048_576, files: 200 };

const NOTHING: DiskUse = { bytes: 0, files: 0 };

export function createRoomGuard({ processes, end }: RoomGuardOptions): RoomGuard {
  const commands = new Map<number, RoomedCommand>();
  const over = new Map<number, string>();
  let isAwake = false;
  /** The use of the disks when everything was last gone over, and what was found then. */
  let last: {
    readonly use: DiskUse | null;
    readonly found: DiskUse;
    readonly busyMs: number;
  } | null = null;
  /** The use of the disks at first. */
  let begun: DiskUse | null = null;
  let devices: ReadonlyMap<number, string> = new Map();
  let nextPassMs = 0;
  let wellAtMs = 0;
  /** The use of the session past its bound, though its commands kept to it. */
  let rest = NOTHING;

  function limitOf({ maxBytes, maxFiles }: Room) {
    return {
      maxBytes: rest.bytes > maxBytes ? rest.bytes + SLACK.bytes : maxBytes,
      maxFiles: rest.files > maxFiles ? rest.files + SLACK.files : maxFiles,
    };
  }
  /** True when it is cheap, or so much came to the disks that the bound may be passed. */
  function isWorthALook(room: Room, cheapMs: number): boolean {
    if (last === null || last.busyMs < cheapMs) return true;
    const use = diskUse(devices);
    if (use === null || last.use === null) return true;
    const { maxBytes, maxFiles } = limitOf(room);
    return (
      use.bytes - last.use.bytes >= maxBytes - last.found.bytes ||
      use.files - last.use.files >= maxFiles - last.found.files
    );
  }
  function measure(room: Room, places: readonly RoomPlace[], done: (over: string | null) => void) {
    const use = diskUse(devices);
    const startedMs = Date.now();
    const limit = limitOf(room);
    // Without a command nothing holds a file.
    const running = commands.size === 0 ? [] : processes();
    const all = { ...limit, places, processes: running, devices: new Set(devices.keys()) };
    inSlices(measureRoom(all), (found, busyMs) => {
      last = { use, found, busyMs };
      nextPassMs = Date.now() + Math.max(PASS_MS, PAUSE_FACTOR * busyMs);
      const why = whyOver(found, limit) ?? whyUnseen(found, limit, running);
      if (why === null) wellAtMs = startedMs;
      done(why);
    });
  }
  /** Judges what cannot be measured by what the disks say. */
  function whyUnseen(
    { partial }: MeasuredRoom,
    { maxBytes }: { readonly maxBytes: number },
    running: readonly number[],
  ): string | null {
    const use = diskUse(devices);
    if (use === null || begun === null || use.bytes - begun.bytes <= maxBytes) return null;
    if (!partial && !holdsUnseen(running)) return null;
    return `the disk grew by more than ${maxBytes} bytes, and it holds what cannot be measured; ${SETTINGS.bytes}`;
  }
  function placesNow(): readonly RoomPlace[] {
    return eachOnce([...commands.values()].flatMap(({ room }) => room.places));
  }
  function look(): void {
    isAwake = false;
    const room = [...commands.values()].at(-1)?.room;
    if (room === undefined) return;
    const startedMs = Date.now();
    const dueMs = isWorthALook(room, CHEAP_MS) ? nextPassMs - PASS_MS : nextPassMs;
    if (startedMs < dueMs) wake();
    else
      measure(room, placesNow(), (why) => {
        if (why !== null) endThem(why);
        wake();
      });
  }
  function endThem(why: string): void {
    const running = [...commands].filter(([id]) => !over.has(id));
    const front = running.filter(([, { room }]) => !room.runsOn);
    for (const [id, { pid }] of front.length > 0 ? front : running) {
      over.set(id, why);
      end(pid);
    }
  }
  function wake(): void {
    if (commands.size === 0 || isAwake) return;
    isAwake = true;
    setTimeout(look, LOOK_MS);
  }
  function settle(room: Room, why: string, done: (over: string) => void): void {
    const lasting = room.places.filter(({ kind }) => kind === "scratch");
    inSlices(clear(lasting, wellAtMs), () => {
      const { maxBytes, maxFiles } = UNBOUNDED;
      const all = { places: lasting, processes: [], devices: new Set<number>() };
      inSlices(measureRoom({ ...all, maxBytes, maxFiles }), (found) => {
        const isOver = found.bytes > room.maxBytes || found.files > room.maxFiles;
        rest = isOver ? found : NOTHING;
        last = null;
        done(why);
      });
    });
  }
  return {
    enter(id, command) {
      commands.set(id, command);
      devices = disksOf(placesNow().map(({ path }) => path));
      begun ??= diskUse(devices);
      if (commands.size === 1) wellAtMs = Date.now();
      if (last === null) measure(command.room, placesNow(), () => {});
      wake();
    },
    leave(id, done) {
      const command = commands.get(id);
      const why = over.get(id) ?? null;
      over.delete(id);
      commands.delete(id);
      if (command === undefined) return done(null);
      const { room } = command;
      if (why !== null) return settle(room, why, done);
      if (!isWorthALook(room, CHEAP_AT_END_MS)) return done(null);
      // A view is judged where it lands; what stays is judged here.
      const lasting = room.places.filter(({ kind }) => kind !== "view");
      measure(room, eachOnce([...placesNow(), ...lasting]), (found) =>
        found === null ? done(null) : settle(room, found, done),
      );
    },
  };
}

const UNBOUNDED = { maxBytes: Number.POSITIVE_INFINITY, maxFiles: Number.POSITIVE_INFINITY };

const SETTINGS = {
  bytes: "viewMegabytes sets that bound",
  files: "viewFiles sets that bound",
};

function whyOver(
  { bytes, files, most }: MeasuredRoom,
  { maxBytes, maxFiles }: { readonly maxBytes: number; readonly maxFiles: number },
): string | null {
  if (bytes > maxBytes)
    return `this session's commands take more than ${maxBytes} bytes of the disk, most of it in ${most}; ${SETTINGS.bytes}`;
  if (files > maxFiles)
    return `this session's commands keep more than ${maxFiles} files, most of them in ${most}; ${SETTINGS.files}`;
  return null;
}

function eachOnce(places: readonly RoomPlace[]): readonly RoomPlace[] {
  return [...new Map(places.map((place) => [place.path, place])).values()];
}

function* clear(places: readonly RoomPlace[], sinceMs: number): Generator<undefined, void> {
  for (const { path } of places) yield* removeFresh(path, sinceMs);
}

/** Goes on with something long, a little at a time; calls back with what it came to and how long it worked. */
function inSlices<T>(
  work: Generator<undefined, T>,
  done: (result: T, busyMs: number) => void,
  busyMs = 0,
): void {
  const startMs = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    const spentMs = performance.now() - startMs;
    if (step.done === true) {
      done(step.value, busyMs + spentMs);
      return;
    }
    if (spentMs > SLICE_MS) {
      setImmediate(() => inSlices(work, done, busyMs + spentMs));
      return;
    }
  }
}
