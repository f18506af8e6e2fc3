/** Opens the store, verifies the newest sessions, and says how large it is. */
import { createSealer } from "@toolplane/kernel";
import { newestFirst, sessionsToVerify, verifySession } from "@toolplane/library/rooms/record";
import type { Settings } from "@toolplane/library/rooms/settings";
import { hasState, openState, type State, storeFacts } from "@toolplane/library/rooms/state";
import { formatBytes, formatPlural } from "@toolplane/readings";
import type { Check, Finding } from "./finding.ts";

const NEWEST = 20;
const name = "Store";
const DIRECT = '"record": { "direct": … } names the database itself, past the pooler';

/** The check. Where nothing was kept yet, nothing is made. */
export function checkStore(settings: Settings): Check {
  return async (signal) => {
    if (!hasState(settings))
      return { name, state: "off", text: "none yet; it is made with the first call" };
    const state = await openState(settings);
    try {
      const sessions = await newestFirst(state.store);
      const { ids, ledger } = await sessionsToVerify(state);
      if (ledger.problem !== null) return brokenLedger(ledger.problem);
      const known = new Set(sessions.map(({ sessionId }) => sessionId));
      const missing = ids.filter((id) => !known.has(id));
      const newestIds = sessions.slice(0, NEWEST).map(({ sessionId }) => sessionId);
      let rows = 0;
      for (const sessionId of [...missing, ...newestIds]) {
        if (signal.aborted) break;
        const verified = await verifySession({ ...state, ledger }, sessionId);
        if (!verified.ok) return brokenChain(sessionId, verified);
        rows += verified.rows;
      }
      const { kind, bytes } = storeFacts(state);
      const size = bytes === 0 ? "" : `, ${formatBytes(bytes)}`;
      const all = `${formatPlural(sessions.length, "session")}${size}`;
      const newest = sessions.length > NEWEST ? ` of the newest ${NEWEST}` : "";
      const deaf = (await state.store.hearing?.fault()) ?? null;
      const chain = rows === 0 ? "" : `; chain${newest} whole, ${formatPlural(rows, "row")}`;
      const text = `${kind}, ${all}${chain}${keysOf(state)}`;
      if (deaf !== null) return { name, state: "decide", text, lines: [deaf], next: DIRECT };
      return { name, state: "fine", text };
    } finally {
      await state.close();
    }
  };
}

/** Where seals name their key. */
function keysOf({ key }: State): string {
  if (!("current" in key)) return "";
  const { old } = key;
  const others = old.length === 0 ? "" : `, ${formatPlural(old.length, "old key")}`;
  return `; key ${createSealer(key).name}${others}`;
}

function brokenLedger(problem: string): Finding {
  return {
    name,
    state: "broken",
    text: `the chain of sessions: ${problem}`,
    next: "toolplane verify --all",
  };
}

function brokenChain(
  sessionId: string,
  { row, problem }: { readonly row: number; readonly problem: string },
): Finding {
  return {
    name,
    state: "broken",
    text: `the record of ${sessionId} was changed at row ${row}: ${problem}`,
    next: `toolplane verify ${sessionId}`,
  };
}
