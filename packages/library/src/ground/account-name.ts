import { userInfo } from "node:os";

/** Names the account that answers, for the record. An account without a name, as in some containers, goes by its number. */
export function accountName(nameOf: () => string = () => userInfo().username): string {
  try {
    return nameOf();
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
