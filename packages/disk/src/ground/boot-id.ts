import { readFileSync } from "node:fs";

/** One run of this machine, from its start to its end; empty where the system does not tell. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return "";
  }
}
