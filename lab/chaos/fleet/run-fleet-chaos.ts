/** Stalls a machine past its lease and wakes it. Kills machines, crashes or freezes the database, and cuts the network. */
import { setTimeout as pause } from "node:timers/promises";
import type { FleetReport } from "./check-fleet.ts";
import type { MachineWord, SessionPlan } from "./machine-task.ts";
import { begin, type FleetOptions, openFleet, until } from "./open-fleet.ts";
import { openLink } from "./open-link.ts";
import type { Machine } from "./start-machine.ts";

export interface FleetAmount {
  readonly sessions: number;
  readonly calls: number;
  readonly ms: number;
}

/** Leases go by the database's clock: a machine whose own is wrong by a day takes nobody for dead. */
const DAY_MS = 86_400_000;
/** Both stall: whoever wakes finds the other's lease run out. */
const PAST_LEASE_MS = 1_500;

function plansOf({ sessions, calls, ms }: FleetAmount): readonly SessionPlan[] {
  return Array.from({ length: sessions }, (_, at) => ({ name: `s${at}`, calls, ms }));
}

/**
 * A machine is stopped in the middle of its calls; another goes on; it wakes and wants to go on too. Where the heir was stopped as well,
 * the first finds its lease run out and tries to take its runs back, while it is still in the midst of them.
 */
export async function runZombie(
  options: FleetOptions,
  { isHeirStopped = false, ...amount }: FleetAmount & { readonly isHeirStopped?: boolean },
): Promise<FleetReport> {
  const { sessions } = amount;
  const fleet = await openFleet(options);
  try {
    const [one, two] = await Promise.all([
      fleet.start("m1"),
      fleet.start("m2", { aheadMs: DAY_MS }),
    ]);
    begin([one], plansOf(amount));
    await until(() => fleet.charged() >= sessions, "each session has begun");
    one.signal("SIGSTOP");
    await until(() => said(two, "goes-on") >= sessions, "its sessions go on elsewhere");
    if (isHeirStopped) {
      two.signal("SIGSTOP");
      await pause(PAST_LEASE_MS);
    }
    one.signal("SIGCONT");
    if (isHeirStopped) {
      await until(() => said(one, "refused") >= sessions, "it wanted to take them back");
      two.signal("SIGCONT");
    }
    await fleet.ended(sessions);
    const heard = () => said(one, "refused") + said(one, "ended");
    await until(() => heard() >= sessions, "it has heard that it is late");
    return await fleet.check();
  } finally {
    await fleet.close();
  }
}

function said({ words }: Machine, what: MachineWord["says"]): number {
  return words.filter(({ says }) => says === what).length;
}

/** Machines are killed with -9, one after the other, each with another in its place; the database crashes; a machine is cut off. */
export async function runFleetChaos(
  options: FleetOptions,
  { kills, ...amount }: FleetAmount & { readonly kills: number },
): Promise<FleetReport> {
  const { server } = options;
  const link = await openLink(server.port);
  const fleet = await openFleet(options);
  try {
    const lonely = await fleet.start("cut", { port: link.port });
    const others = await Promise.all([fleet.start("m1"), fleet.start("m2", { aheadMs: -DAY_MS })]);
    begin([lonely, ...others], plansOf(amount));
    await until(() => fleet.charged() >= amount.sessions, "each session has begun");
    link.cut();
    for (let killed = 0; killed < kills; killed += 1) {
      await others[killed % others.length]?.kill();
      others[killed % others.length] = await fleet.start(`n${killed}`);
      if (killed === 0) {
        server.stop("immediate");
        server.start();
      }
    }
    link.mend();
    await fleet.ended(amount.sessions);
    // What is late comes now, or not at all.
    await pause(2 * amount.ms);
    return await fleet.check();
  } finally {
    link.close();
    await fleet.close();
  }
}

/** Nobody is stopped: the database stands still, again and again, for longer than leases last. */
export async function runFrozen(
  options: FleetOptions,
  { times, ...amount }: FleetAmount & { readonly times: number },
): Promise<FleetReport> {
  const fleet = await openFleet(options);
  try {
    const machines = await Promise.all([fleet.start("m1"), fleet.start("m2")]);
    begin(machines, plansOf(amount));
    await until(() => fleet.charged() >= amount.sessions, "each session has begun");
    for (let at = 0; at < times; at += 1) {
      const thaw = options.server.freeze();
      await pause(PAST_LEASE_MS + at * amount.ms);
      thaw();
      await pause(amount.ms);
    }
    await fleet.ended(amount.sessions);
    await pause(2 * amount.ms);
    return await fleet.check();
  } finally {
    await fleet.close();
  }
}
