/**
 * Processor time of a test worker with every program below it. The kernel adds a program's time to the process that started it only
 * when that process waits for its end, and a sandbox that is killed, or a program whose starter died first, is waited for by nobody:
 * a fifth of the time of a test run. A control group counts all of them. Where none can be made, as by an ordinary user, the
 * programs count that were waited for.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ProcessorTime {
  /** Of the worker and its programs together. */
  readonly seconds: number;
  readonly own: number;
  /** Starting a program copies the page tables of the process that starts it: this share tells how dear that was. */
  readonly ownSystem: number;
  /** Programs of the worker that run now; null where that is not known. */
  readonly running: number | null;
}

const NAME = "toolplane-tests-";
/** The kernel counts in ticks of a hundredth of a second. */
const TICKS_A_SECOND = 100;

/** The time so far. The first call moves this process, and with it every program it starts later, into a group of its own. */
export function readProcessorTime(): ProcessorTime {
  const usage = process.cpuUsage();
  const own = (usage.user + usage.system) / 1e6;
  const ownSystem = usage.system / 1e6;
  const group = enterOwnGroup();
  if (group === null) return { seconds: waitedForSeconds() ?? own, own, ownSystem, running: null };
  const [, micros] =
    /^usage_usec (\d+)$/m.exec(readFileSync(join(group, "cpu.stat"), "utf8")) ?? [];
  const members = readFileSync(join(group, "cgroup.procs"), "utf8").trim().split("\n");
  return { seconds: Number(micros) / 1e6, own, ownSystem, running: members.length - 1 };
}

/** Removes the groups that workers left below the group of this process; one in which a program still runs stays. */
export function removeGroups(): void {
  const group = groupOfThisProcess();
  if (group === null) return;
  for (const name of readdirSync(group))
    if (name.startsWith(NAME)) attempt(() => rmdirSync(join(group, name)));
}

function enterOwnGroup(): string | null {
  const group = groupOfThisProcess();
  const name = `${NAME}${process.pid}`;
  if (group === null || group.endsWith(`/${name}`)) return group;
  return attempt(() => {
    const own = join(group, name);
    mkdirSync(own);
    writeFileSync(join(own, "cgroup.procs"), String(process.pid));
    return own;
  });
}

/** The folder of the control group that this process is in. */
function groupOfThisProcess(): string | null {
  return attempt(() => {
    const mounts = readFileSync("/proc/self/mounts", "utf8");
    const place = /^\S+ (\S+) cgroup2 /m.exec(mounts)?.[1];
    const path = /^0::(.+)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
    return place && path ? join(place, path) : null;
  });
}

function waitedForSeconds(): number | null {
  return attempt(() => {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The program's name is in brackets and may hold anything; the numbers follow the last bracket.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_A_SECOND;
  });
}

/** What the system refuses, or does not have, is null. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
