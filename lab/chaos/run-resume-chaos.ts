/**
 * Kills workers at every boundary, and at moments chosen by chance, until all kills are spent. A world is gone on with by the
 * next worker until all its calls are made; then its record is tampered with, copy by copy, and a new world begins.
 */
import { BOUNDARIES, type Boundary, RUN_BOUNDARIES } from "./boundaries.ts";
import { checkWorld, type KnownStates } from "./check-world.ts";
import { type Amount, plannedSessions } from "./planned-calls.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { type KillAt, startWorker, type WorkerEnd } from "./start-worker.ts";
import { type TamperCount, tamperWorld } from "./tamper-world.ts";
import type { WorkKind } from "./worker-task.ts";
import { makeWorld, removeWorld, type World } from "./world.ts";

export interface ChaosOptions {
  readonly kills: number;
  readonly minutes: number;
  /** `calls` unless given. */
  readonly kind?: WorkKind;
  readonly amount?: Amount;
  /** Boundaries that are not in the list are left out; chance stays. */
  readonly boundaries?: readonly Boundary[];
  readonly fault?: PlantedFault;
  readonly random?: () => number;
  readonly onKill?: (text: string) => void;
}

export interface ChaosReport {
  readonly kills: number;
  /** Boundaries at which a worker was killed at least once. */
  readonly boundaries: number;
  readonly random_kills: number;
  readonly worlds: number;
  readonly calls: number;
  readonly lost: number;
  readonly repeated: number;
  /** Calls whose end cannot be known: counted, never made again. */
  readonly unknown: number;
  /** Calls that no worker made although it came to its end. */
  readonly unmade: number;
  readonly chain_ok: boolean;
  readonly tampered: TamperCount;
  readonly faults: readonly string[];
}

interface Tally {
  kills: number;
  chance: number;
  worlds: number;
  calls: number;
  unknown: number;
  unmade: number;
  readonly reached: Set<string>;
  readonly lost: Set<string>;
  readonly repeated: Set<string>;
  readonly broken: Set<string>;
  tampered: TamperCount;
}

const AMOUNT: Amount = { sessions: 3, batches: 4 };
const MAX_NTH = 10;
const MAX_AFTER_MS = 400;
/** One in so many kills comes by chance. */
const CHANCE_EVERY = 4;
const MAX_FAULTS = 20;

export async function runResumeChaos(options: ChaosOptions): Promise<ChaosReport> {
  const until = performance.now() + options.minutes * 60_000;
  const tally: Tally = {
    kills: 0,
    chance: 0,
    worlds: 0,
    calls: 0,
    unknown: 0,
    unmade: 0,
    reached: new Set(),
    lost: new Set(),
    repeated: new Set(),
    broken: new Set(),
    tampered: { tried: 0, found_at_right_row: 0 },
  };
  const goesOn = (): boolean => tally.kills < options.kills && performance.now() < until;
  while (goesOn()) await runWorld(options, tally, goesOn);
  return reportOf(tally);
}

async function runWorld(options: ChaosOptions, tally: Tally, goesOn: () => boolean): Promise<void> {
  const { amount = AMOUNT, fault = null, kind = "calls" } = options;
  const world = makeWorld();
  try {
    let end: WorkerEnd = "killed";
    let before: KnownStates = new Map();
    tally.worlds += 1;
    while (end === "killed") {
      const kill = goesOn() ? nextKill(options, tally) : null;
      end = await startWorker({ folder: world.folder, kind, amount, fault }, kill);
      if (end === "killed" && kill) countKill(options, tally, kill);
      const check = await checkWorld(world, { amount, before });
      before = check.states;
      for (const text of check.lost) tally.lost.add(`${tally.worlds} ${text}`);
      for (const text of check.repeated) tally.repeated.add(`${tally.worlds} ${text}`);
      for (const text of check.broken) tally.broken.add(`${tally.worlds} ${text}`);
    }
    countCalls(tally, before, amount);
    tally.tampered = await tamper(options, world, { amount, so_far: tally.tampered });
  } finally {
    removeWorld(world);
  }
}

function nextKill(options: ChaosOptions, { kills }: Tally): KillAt {
  const { random = Math.random } = options;
  const all = options.kind === "runs" ? RUN_BOUNDARIES : BOUNDARIES;
  const { boundaries = all } = options;
  if (kills % CHANCE_EVERY === CHANCE_EVERY - 1 || boundaries.length === 0)
    return { afterMs: random() * MAX_AFTER_MS };
  const turn = kills - Math.floor(kills / CHANCE_EVERY);
  const boundary = boundaries[turn % boundaries.length] as Boundary;
  return { boundary, nth: 1 + Math.floor(random() * MAX_NTH) };
}

function countKill(options: ChaosOptions, tally: Tally, kill: NonNullable<KillAt>): void {
  tally.kills += 1;
  if ("boundary" in kill) tally.reached.add(kill.boundary);
  else tally.chance += 1;
  options.onKill?.("boundary" in kill ? `${kill.boundary} (${kill.nth})` : "by chance");
}

function countCalls(tally: Tally, states: KnownStates, amount: Amount): void {
  for (const { batches } of plannedSessions(amount)) {
    for (const { id } of batches.flat()) {
      tally.calls += 1;
      if (states.get(id) === "unknown") tally.unknown += 1;
      if (states.get(id) === "not started") tally.unmade += 1;
    }
  }
}

async function tamper(
  options: ChaosOptions,
  world: World,
  { amount, so_far }: { readonly amount: Amount; readonly so_far: TamperCount },
): Promise<TamperCount> {
  if (options.fault) return so_far;
  const { tried, found_at_right_row } = await tamperWorld(world, {
    amount,
    random: options.random ?? Math.random,
  });
  return {
    tried: so_far.tried + tried,
    found_at_right_row: so_far.found_at_right_row + found_at_right_row,
  };
}

function reportOf(tally: Tally): ChaosReport {
  const { kills, worlds, calls, unknown, unmade, tampered, lost, repeated, broken } = tally;
  return {
    kills,
    boundaries: tally.reached.size,
    random_kills: tally.chance,
    worlds,
    calls,
    lost: lost.size,
    repeated: repeated.size,
    unknown,
    unmade,
    chain_ok: broken.size === 0,
    tampered,
    faults: [...lost, ...repeated, ...broken].slice(0, MAX_FAULTS),
  };
}

export function joinReports(left: ChaosReport, right: ChaosReport): ChaosReport {
  const sum = (name: keyof ChaosReport): number => Number(left[name]) + Number(right[name]);
  return {
    kills: sum("kills"),
    boundaries: sum("boundaries"),
    random_kills: sum("random_kills"),
    worlds: sum("worlds"),
    calls: sum("calls"),
    lost: sum("lost"),
    repeated: sum("repeated"),
    unknown: sum("unknown"),
    unmade: sum("unmade"),
    chain_ok: left.chain_ok && right.chain_ok,
    tampered: {
      tried: left.tampered.tried + right.tampered.tried,
      found_at_right_row: left.tampered.found_at_right_row + right.tampered.found_at_right_row,
    },
    faults: [...left.faults, ...right.faults].slice(0, MAX_FAULTS),
  };
}

/** True when nothing is wrong and something was tried. */
export function isSound(report: ChaosReport): boolean {
  const { kills, lost, repeated, unmade, chain_ok, tampered } = report;
  const found = tampered.tried === tampered.found_at_right_row;
  return kills > 0 && lost + repeated + unmade === 0 && chain_ok && found;
}
