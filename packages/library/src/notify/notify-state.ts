/** Keeps the last failure of `notify` for `doctor`: the process that it happened in may be gone. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { readBoundedFile } from "@toolplane/disk/own-files";

export interface NotifyFailure {
  readonly atMs: number;
  readonly fault: string;
}

const place = (userData: string): string => join(userData, "notify-failure.json");

/** Null: it worked. A folder that cannot be written costs the line in `doctor` and nothing else. */
export function keepNotifyFailure(userData: string, failure: NotifyFailure | null): void {
  try {
    if (failure === null) rmSync(place(userData), { force: true });
    else writeWhole(place(userData), `${JSON.stringify(failure)}\n`, 0o600);
  } catch {
    // Nothing may fail for it.
  }
}

export function readNotifyFailure(userData: string): NotifyFailure | null {
  try {
    const bytes = readBoundedFile({ path: place(userData), shown: "notify-failure.json" });
    const read: unknown = bytes === null ? null : JSON.parse(bytes.toString());
    return isFailure(read) ? read : null;
  } catch {
    return null;
  }
}

function isFailure(read: unknown): read is NotifyFailure {
  if (typeof read !== "object" || read === null) return false;
  const { atMs, fault } = read as Partial<NotifyFailure>;
  return typeof atMs === "number" && typeof fault === "string";
}
