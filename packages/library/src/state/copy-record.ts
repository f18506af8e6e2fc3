/** Copies the record of this machine into a team's database, or back. Both are sealed with one key: the seals come along as they are. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import type { KeyRing, Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { checkTeamKey } from "./check-team-key.ts";
import { type CopyOptions, copyStore } from "./copy-store.ts";
import { openKey } from "./open-key.ts";
import { openTeamKeys, openTeamStore, type TeamPlace } from "./open-team-state.ts";
import { STORE_FILE } from "./state-files.ts";

export type RecordKind = "sqlite" | "postgres";

/** The number of sessions; null when it was ended. */
export async function copyRecord(
  { userData, recordPlace }: { readonly userData: string; readonly recordPlace: TeamPlace },
  to: RecordKind,
  options: CopyOptions,
): Promise<number | null> {
  const key = openTeamKeys(userData, recordPlace);
  checkKeys(userData, { key, to });
  const file = join(userData, STORE_FILE);
  // Under another name until it is whole.
  const fresh = `${file}.copy`;
  if (to === "sqlite" && existsSync(file))
    throw new ConfigurationError(
      file,
      "is there already, and nothing was copied: move it away, with the files beside it that begin with its name",
    );
  if (to === "postgres" && !existsSync(file))
    throw new ConfigurationError(file, "is not there: this machine has no record to copy");
  const team = await openTeamStore(recordPlace);
  try {
    await checkTeamKey(team, key);
    const own = await openSqliteStore({ path: to === "sqlite" ? fresh : file });
    const copied = await copy(to === "sqlite" ? [team, own] : [own, team], own, options);
    if (to === "sqlite" && copied !== null) renameSync(fresh, file);
    return copied;
  } finally {
    await team.close();
  }
}

async function copy(
  [from, to]: readonly [from: Store, to: Store],
  own: Store,
  options: CopyOptions,
): Promise<number | null> {
  try {
    return await copyStore({ from, to }, options);
  } finally {
    await own.close();
  }
}

/** Seals come along as they are, so the new place must know the key of the old one. */
function checkKeys(
  userData: string,
  { key, to }: { readonly key: KeyRing; readonly to: RecordKind },
): void {
  const own = Buffer.from(openKey(userData));
  const known = to === "postgres" ? [key.current, ...key.old] : [key.current];
  if (known.some((bytes) => own.equals(bytes))) return;
  throw new ConfigurationError(
    "record",
    `this machine's record is sealed with ${join(userData, "record.key")}, and the database with another key. Copy on the machine that has the team's key as its own, or make its key the team's or one of the "oldKeys"`,
  );
}
