/** The address of the console that runs over this record, for who wants to lead a person there. It lets nobody in. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  identityState,
  ownIdentity,
  type ProcessIdentity,
  writeWhole,
} from "@toolplane/disk/ground";
import { readBoundedFile } from "@toolplane/disk/own-files";

interface ConsolePlace {
  readonly url: string;
  readonly by: ProcessIdentity;
}

const place = (userData: string): string => join(userData, "console.json");

/** Keeps it until the returned function is called. Of several consoles the last one that was opened counts. */
export function keepConsolePlace(userData: string, url: string): () => void {
  const by = ownIdentity();
  try {
    writeWhole(place(userData), `${JSON.stringify({ url, by })}\n`, 0o600);
  } catch {
    // A console without it is a console all the same.
  }
  return () => {
    if (read(userData)?.by.pid === by.pid) rmSync(place(userData), { force: true });
  };
}

/** Null where none runs, or none that can be told from here. */
export function findConsole(userData: string): string | null {
  const found = read(userData);
  return found && identityState(found.by, userData) === "running" ? found.url : null;
}

function read(userData: string): ConsolePlace | null {
  try {
    const bytes = readBoundedFile({ path: place(userData), shown: "console.json" });
    return bytes === null ? null : (JSON.parse(bytes.toString()) as ConsolePlace);
  } catch {
    return null;
  }
}
