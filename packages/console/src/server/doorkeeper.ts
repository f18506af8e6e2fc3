/**
 * Lets visitors in. A ticket is in the address that was printed: it opens the door once, and is worth nothing afterwards, so an
 * address that lies in a browser's history or in a terminal's scrollback opens nothing. The visitor then holds a pass,
 * kept here by its digest only and gone with the process.
 *
 * A browser hands the pass, being a cookie, to every server of this machine: cookies do not know ports. So each pass has a
 * mark that only the console's own pages can keep, and that cannot be made from the pass.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

interface Admission {
  readonly pass: string;
  readonly mark: string;
}

export interface Doorkeeper {
  /** A new ticket; the oldest unused one goes when there are too many. */
  ticket(): string;
  /** The pass for a ticket, with its mark; null for one that was used, is too old, or was never given. */
  admit(ticket: string): Admission | null;
  /** True for a pass of ours that was used within its time. */
  isPass(pass: string): boolean;
  /** True for the mark that was given with this pass. */
  isMark(pass: string, mark: string): boolean;
}

const MAX_TICKETS = 16;
const MAX_PASSES = 256;
const TICKET_MS = 30 * 60_000;
const PASS_IDLE_MS = 12 * 60 * 60_000;

export function createDoorkeeper(nowMs: () => number): Doorkeeper {
  const tickets = new Map<string, number>();
  const passes = new Map<string, number>();
  const key = randomBytes(32);
  const markOf = (pass: string) => createHmac("sha256", key).update(pass).digest("base64url");
  return {
    ticket() {
      const ticket = secret();
      keep(tickets, digestOf(ticket), { atMs: nowMs(), most: MAX_TICKETS });
      return ticket;
    },
    admit(ticket) {
      const key = digestOf(ticket);
      const atMs = tickets.get(key);
      tickets.delete(key);
      if (atMs === undefined || nowMs() - atMs > TICKET_MS) return null;
      const pass = secret();
      keep(passes, digestOf(pass), { atMs: nowMs(), most: MAX_PASSES });
      return { pass, mark: markOf(pass) };
    },
    isMark: (pass, mark) =>
      timingSafeEqual(Buffer.from(digestOf(markOf(pass))), Buffer.from(digestOf(mark))),
    isPass(pass) {
      const key = digestOf(pass);
      const atMs = passes.get(key);
      if (atMs === undefined) return false;
      passes.delete(key);
      if (nowMs() - atMs > PASS_IDLE_MS) return false;
      keep(passes, key, { atMs: nowMs(), most: MAX_PASSES });
      return true;
    },
  };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** Looked up by digest: how long that takes says nothing about the secret. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Maps keep the order of insertion: the first is the one that was used longest ago. */
function keep(
  map: Map<string, number>,
  key: string,
  { atMs, most }: { readonly atMs: number; readonly most: number },
): void {
  map.set(key, atMs);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
