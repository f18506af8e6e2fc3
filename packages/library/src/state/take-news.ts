/**
 * Says once for each user-data directory what an update changed for a person who used toolplane before. A person who begins with
 * this version has nothing to unlearn and gets no news.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openUserData } from "./open-user-data.ts";
import type { StatePlace } from "./state.ts";
import { hasState } from "./state-files.ts";

const TOLD = "told-private-files";
const NEWS =
  "New: file tools, and commands that name it, ask before they read .env* or a file with keys. Samples and files that git tracks do not ask, and one answer is kept for the project. Your rules and answers go on.";

/** Asked before the state is opened. Null where there is nothing to say, also where nobody could remember that it was said. */
export function takeNews(place: StatePlace): string | null {
  const { userData } = place;
  const isKnown = hasState(place);
  try {
    openUserData(userData);
    // Of two processes only the first one makes it.
    writeFileSync(join(userData, TOLD), "", { flag: "wx", mode: 0o600 });
  } catch {
    return null;
  }
  return isKnown ? NEWS : null;
}
