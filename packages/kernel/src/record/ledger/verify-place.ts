/** Says whether a session is what the chain of sessions tells of it: there, from its first row on, and as far as it had come. */
import type { EventRow } from "@toolplane/contract/ports";
import { CHAIN_START } from "../rows/chain.ts";
import type { Ledger } from "./read-ledger.ts";

/** The first fault, or null. */
export function verifyPlace(
  ledger: Ledger,
  sessionId: string,
  rows: readonly EventRow[],
): { readonly at: number; readonly problem: string } | null {
  const fault = (problem: string) => ({ at: 0, problem });
  const told = ledger.sessions.get(sessionId);
  if (rows.length === 0)
    return fault(told ? "it was opened, and all of its rows are missing" : "it has no rows");
  const previous = rows[0]?.previous;
  const seals = rows.filter(({ type }) => type === "session-before").length;
  if (ledger.rows.length === 0 && ledger.problem === null)
    return previous === CHAIN_START.hash && seals === 0
      ? null
      : fault("the chain of sessions that told of it is gone");
  if (told === undefined) return fault("the chain of sessions does not know it");
  if (previous !== (told.opened ?? CHAIN_START.hash))
    return fault("it does not begin behind the row of the chain of sessions that tells of it");
  if (seals > (told.opened === null ? 1 : 0))
    return fault("it was told of before, in a chain of sessions that is gone");
  const hashes = told.reached.length === 0 ? null : new Set(rows.map(({ hash }) => hash));
  return told.reached.every((hash) => hashes?.has(hash))
    ? null
    : { at: rows.length, problem: "it had come further: rows at its end are missing" };
}
