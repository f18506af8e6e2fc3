/** Only their owner may look into the data folder and read the key: both hold what no tool may reach. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Settings } from "@toolplane/library/rooms/settings";
import { stateFiles } from "@toolplane/library/rooms/state";
import { quoteVisibly } from "@toolplane/readings";
import type { Check } from "./finding.ts";

const name = "Permissions";
const OTHERS = 0o077;

export function checkPermissions({ userData }: Settings): Check {
  return async () => {
    const shut = shutPlace(userData);
    if (shut !== null)
      return {
        name,
        state: "broken",
        text: `${shut} may not be written, so nothing can be recorded and no call runs`,
        next: "set TOOLPLANE_DATA to a folder of your own.",
      };
    if (!existsSync(userData)) return { name, state: "off", text: "no data folder yet" };
    const open = [userData, ...stateFiles(userData)]
      .filter((path) => existsSync(path))
      .map((path) => ({ path, status: statSync(path) }))
      .find(({ status }) => (status.mode & OTHERS) !== 0 || !isOwn(status.uid));
    if (!open) return { name, state: "fine", text: "data folder 0700, key and store 0600" };
    const mode = (open.status.mode & 0o777).toString(8).padStart(4, "0");
    const isFolder = open.path === userData;
    if (!isOwn(open.status.uid))
      return {
        name,
        state: "broken",
        text: `${open.path} belongs to another user`,
        next: "set TOOLPLANE_DATA to a folder of your own.",
      };
    return {
      name,
      state: "broken",
      text: `${open.path} is ${mode}: others can read it`,
      next: `chmod ${isFolder ? "700" : "600"} ${quoteVisibly(open.path)}`,
    };
  };
}

/** The folder itself, or the nearest above it that is there, when it does not let us write; null when it does. */
function shutPlace(userData: string): string | null {
  let place = userData;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return place;
  }
}

function isOwn(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
