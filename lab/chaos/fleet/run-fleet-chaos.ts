/** What happens to machines: one stalls for longer than its lease and wakes; some are killed, the database crashes, the network is cut. */
import { setTimeout as pause } from "node:timers/promises";
import type { FleetReport } from "./check-fleet.ts";
import type { SessionPlan } from "./machine-task.ts";
import { begin, type FleetOptions, openFleet, until } from "./open-fleet.ts";
import { openLink } from "./open-link.ts";

export interface FleetAmount {
  readonly sessions: number;
  readonly calls: number;
  readonly ms: number;
}

/** Leases go by the database's clock: a machine whose own is wrong by a day takes nobody for dead. */
const DAY_MS = 86_400_000;

function plansOf({ sessions, calls, ms }: FleetAmount): readonly SessionPlan[] {
  return Array.from({ length: sessions }, (_, at) => ({ name: `s${at}`, calls, ms }));
}

/** A machine is stopped in the middle of its calls; another goes on; it wakes and wants to go on too. */
export async function runZombie(options: FleetOptions, amount: FleetAmount): Promise<FleetReport> {
  const fleet = await openFleet(options);
  try {
    const [one, two] = await Promise.all([
      fleet.start("m1"),
      fleet.start("m2", { aheadMs: DAY_MS }),
    ]);
    begin([one], plansOf(amount));
    await until(() => fleet.charged() >= amount.sessions, "each session has begun");
    one.signal("SIGSTOP");
    const taken = () => two.words.filter(({ says }) => says === "goes-on").length;
    await until(() => taken() >= amount.sessions, "its sessions go on elsewhere");
    one.signal("SIGCONT");
    await fleet.ended(amount.sessions);
    const heard = () => one.words.filter(({ says }) => says === "refused" || says === "ended");
    await until(() => heard().length >= amount.sessions, "it has heard that it is late");
    return await fleet.check();
  } finally {
    await fleet.close();
  }
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
