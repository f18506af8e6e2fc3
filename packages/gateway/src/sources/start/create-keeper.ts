/** Keeps the credentials of one server: in a file of its own in user-data, readable by its owner alone, never shown. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import type { CredentialKeeper } from "@toolplane/mcp/client";

/** Bound to the address too: what was issued for one server never goes to another of its name. */
export function createKeeper(
  userData: string,
  { name, url }: { readonly name: string; readonly url: string },
): CredentialKeeper {
  const digest = createHash("sha256")
    .update(JSON.stringify([name, url]))
    .digest("hex");
  const path = join(userData, "sources", `${digest}.credentials`);
  return {
    async read() {
      const bytes = readBoundedFile({ path, shown: path, check: describeOwnerFault });
      return bytes?.toString("utf8") ?? null;
    },
    async write(secret) {
      if (secret === null) return rmSync(path, { force: true });
      mkdirSync(userData, { recursive: true, mode: 0o700 });
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeWhole(path, secret, 0o600);
    },
  };
}
