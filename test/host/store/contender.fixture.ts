/**
 * One of several processes on a store: `contender.fixture.ts PATH NAME ROUNDS`. Each opens the same file at the same moment,
 * tries to use every receipt, and adds rows both to a session of its own and to one that all of them share.
 */

import { isToolError } from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";

if (import.meta.main) {
  const [path = "", name = "", rounds = ""] = process.argv.slice(2);
  const store = await openSqliteStore({ path, patienceMs: 60_000 });
  const won: string[] = [];
  let lost = 0;
  const row = (sessionId: string, sequence: number): EventRow => ({
    sessionId,
    sequence,
    type: name,
    atMs: 1,
    callId: null,
    payloadDigest: "d",
    previous: "0",
    hash: "h",
  });
  for (let round = 0; round < Number(rounds); round += 1) {
    const id = `rcp_${round}`;
    await store.receipts.put({
      kind: "once",
      id,
      sessionId: "s",
      callId: "c",
      issuedAtMs: 1,
      mac: "m",
      argumentsDigest: "a",
      footprintDigest: "f",
    });
    if (await store.receipts.use(id)) won.push(id);
    await store.events.append([row(name, round)], null);
    for (let added = false; !added; ) {
      const [last] = (await store.events.read("shared", { from: 0, limit: 100_000 })).slice(-1);
      try {
        await store.events.append([row("shared", (last?.sequence ?? -1) + 1)], null);
        added = true;
      } catch (error) {
        if (!isToolError(error) || error.code !== "conflict") throw error;
        lost += 1;
      }
    }
  }
  await store.close();
  process.stdout.write(JSON.stringify({ won, lost }));
}
