/**
 * One of several processes that open sessions on a store: `opener.fixture.ts PATH NAME SESSIONS`. Each session changes a file and
 * takes it back; a line is printed when it is durable.
 */
import type { JournalEntry } from "@toolplane/contract";
import { createSystemClock, createSystemIds, openSqliteStore } from "@toolplane/host";
import { createRecorder } from "@toolplane/kernel/record";

export const OPENER_KEY: Uint8Array = new Uint8Array(32).fill(5);

if (import.meta.main) {
  const [path = "", name = "", sessions = ""] = process.argv.slice(2);
  const store = await openSqliteStore({ path, patienceMs: 60_000 });
  const clock = createSystemClock();
  const ids = createSystemIds();
  const recorder = createRecorder({ store, key: OPENER_KEY, clock, ids, patienceMs: 60_000 });
  const one = async (round: number): Promise<void> => {
    const sessionId = `ses_${name}_${round}`;
    await recorder.openSession({
      sessionId,
      createdAtMs: clock.wallMs(),
      mode: "ask",
      allowlist: [],
      headless: false,
      role: "agent",
      workspace: "main",
      depth: 0,
      tools: [],
    });
    const change: JournalEntry = {
      id: `chg_${name}_${round}`,
      sessionId,
      callId: "call_1",
      atMs: clock.wallMs(),
      path: `/w/${round}.txt`,
      before: null,
      after: null,
      mode: null,
      undone: false,
    };
    await recorder.journal.append([change]);
    if (round % 2 === 0) await recorder.journal.mark(change, true);
    if (round % 3 === 0) await recorder.closeSession(sessionId);
    process.stdout.write(`${sessionId}\n`);
  };
  for (let round = 0; round < Number(sessions); round += 2)
    await Promise.all([one(round), one(round + 1)]);
  await recorder.close();
  await store.close();
}
