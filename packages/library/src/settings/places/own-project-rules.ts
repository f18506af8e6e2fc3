import { createHash } from "node:crypto";
import { basename, join } from "node:path";

const MOST_NAME = 40;

/**
 * The file with a person's own rules for one project. It lies with what the person wrote, not in the project: it is nobody
 * else's, it needs no trust, and no tool reaches it. The name is for people; the digest of the real path tells projects apart.
 */
export function ownProjectRules(configFolder: string, workspace: string): string {
  const name = basename(workspace)
    .replace(/[^\w.-]+/g, "-")
    .slice(0, MOST_NAME);
  const digest = createHash("sha256").update(workspace).digest("hex").slice(0, 16);
  return join(configFolder, "projects", `${name}-${digest}.jsonc`);
}
