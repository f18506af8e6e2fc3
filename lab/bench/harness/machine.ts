import { arch, cpus, release, totalmem, type } from "node:os";

/** The machine in one line: what a reader needs to weigh the times, and no host name or path. */
export function describeMachine(): string {
  const all = cpus();
  const model = all[0]?.model.trim() || "unknown model";
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${all.length} cores (${model}, ${arch()}), ${gigabytes} GiB memory, ${type()} ${release()}`;
}
