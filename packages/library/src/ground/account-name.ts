import { userInfo } from "node:os";

/** Who answers, for the record. An account without a name, as in some containers, is told by its number. */
export function accountName(nameOf: () => string = () => userInfo().username): string {
  try {
    return nameOf();
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
