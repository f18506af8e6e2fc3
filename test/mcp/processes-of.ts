/** Processes that belong to a world: whatever names its folder in its command line or its environment. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** Command lines of the processes that are alive, zombies left out. */
export function processesOf(folder: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        return line !== "" && `${line}\0${environment}`.includes(folder) ? [line] : [];
      } catch {
        return [];
      }
    });
}
