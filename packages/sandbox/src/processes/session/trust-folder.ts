/**
 * The certificates that programs in the sandbox trust where TLS ends at the relay: the system's own and the session's authority, in a
 * folder that commands are shown read-only. No key is in it.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemRoots } from "@toolplane/disk/net";
import type { Places } from "@toolplane/disk/paths";
import { TRUST_FILES } from "../../backend/trust-place.ts";
import { javaStore } from "./java-store.ts";

export interface TrustFolder {
  /** Where it lies for us: beside the sessions' folders, where no command sees it. */
  readonly folder: string;
  remove(): void;
}

export function makeTrustFolder({ scratch }: Places, authority: string): TrustFolder {
  const folder = join(scratch, `.trust-${randomUUID()}`);
  mkdirSync(folder, { mode: 0o700 });
  const all = [...systemRoots(), authority];
  const files = {
    [TRUST_FILES.authority]: ended(authority),
    [TRUST_FILES.bundle]: all.map(ended).join(""),
    [TRUST_FILES.java]: javaStore(all, Date.now()),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), content, { mode: 0o444, flag: "wx" });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
