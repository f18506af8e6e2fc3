/** Copies the record of this machine into a team's database, or back. Both are sealed with one key: the seals come along as they are. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import type { RecordPlace } from "../ground/record-place.ts";
import { checkTeamKey } from "./check-team-key.ts";
import { type CopyOptions, copyStore } from "./copy-store.ts";
import { openKey } from "./open-key.ts";
import { openTeamStore, teamKey } from "./open-team-state.ts";
import { STORE_FILE } from "./state-files.ts";

export type RecordKind = "sqlite" | "postgres";

/** The number of sessions; null when it was ended. */
export async function copyRecord(
  { userData, recordPlace }: { readonly userData: string; readonly recordPlace: RecordPlace },
  to: RecordKind,
  options: CopyOptions,
): Promise<number | null> {
  const key = oneKey(userData, recordPlace);
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

function oneKey(userData: string, place: RecordPlace): Uint8Array {
  const key = openKey(userData);
  if (Buffer.from(key).equals(teamKey(userData, place))) return key;
  throw new ConfigurationError(
    "record",
    `this machine's record is sealed with ${join(userData, "record.key")}, and the database with another key. Copy on the machine that has the team's key as its own, or make its key the team's`,
  );
}
