/** The home folders of a person: the one that the environment names, and the one that the system knows. */
import { userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** Both, where they are absolute. */
export function homesOf(home: string): readonly string[] {
  try {
    return [home, userInfo().homedir].filter(isAbsolute);
  } catch {
    // A number without an entry in the system's list of users.
    return [home].filter(isAbsolute);
  }
}
