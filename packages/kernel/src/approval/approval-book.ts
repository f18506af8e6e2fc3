/**
 * The approvals of one session: a person's kept answers, looked up by (tool, origin, key), and by fingerprint where a
 * name alone does not identify the tool.
 *
 * A call is answered only when every one of its keys is, each by an approval that has not expired and whose cover holds
 * what that key means now. Where the key alone is the identity, an approval that was given so needs no cover. Several
 * approvals may share a key (the same command shown with other operands), so all of them are tried. Nothing is
 * inherited: a tool redefined under its name has another fingerprint and finds nothing. Only people add to it, so it
 * needs no bound of its own; an answer given twice is kept once.
 */
import type { Approval, ApprovalKey } from "@toolplane/contract";
import { covers } from "./covers.ts";

/** By what a kept answer is known again: by what its call touched, or by the tool's own key alone. */
export type ApprovalIdentity = "cover" | "key";

interface ApprovalQuery {
  readonly tool: string;
  readonly origin: string;
  /** Null for a tool that is known by its name: its approvals outlive its definition. */
  readonly fingerprint: string | null;
  readonly keys: readonly ApprovalKey[];
  /** An answer that was kept by the one is never read by the other. */
  readonly by: ApprovalIdentity;
  /** Wall time: approvals expire by the clock that people read. */
  readonly nowMs: number;
}

export interface ApprovalBook {
  /** One approval for each key, or null when any key has none. No keys: null, for nothing was approved. */
  find(query: ApprovalQuery): readonly Approval[] | null;
  add(approval: Approval): void;
  /** False when there is no approval of that id. */
  revoke(id: string): boolean;
  /** Forgets everything, as clearing the session manifest does. */
  clear(): void;
  list(): readonly Approval[];
}

/** `initial` are the answers kept from before: those of this session, and of the project where that was enabled. */
export function createApprovalBook(
  options: { readonly initial?: readonly Approval[] } = {},
): ApprovalBook {
  const shelves = new Map<string, Approval[]>();
  const book: ApprovalBook = {
    find: (query) => find(shelves, query),
    add: (approval) => add(shelves, approval),
    revoke: (id) => revoke(shelves, id),
    clear: () => shelves.clear(),
    list: () => [...shelves.values()].flat(),
  };
  for (const approval of options.initial ?? []) book.add(approval);
  return book;
}

type Shelves = Map<string, Approval[]>;
type Identity = Pick<Approval, "tool" | "origin" | "key">;

function shelfOf({ tool, origin, key }: Identity): string {
  return JSON.stringify([tool, origin, key]);
}

function find(shelves: Shelves, query: ApprovalQuery): readonly Approval[] | null {
  if (query.keys.length === 0 || shelves.size === 0) return null;
  const found: Approval[] = [];
  for (const { key, cover } of query.keys) {
    const shelf = shelves.get(shelfOf({ ...query, key })) ?? [];
    const hit = shelf.find(
      ({ expiresAtMs, fingerprint, cover: given, by = "cover" }) =>
        by === query.by &&
        (query.fingerprint === null || fingerprint === query.fingerprint) &&
        (expiresAtMs === undefined || expiresAtMs > query.nowMs) &&
        (by === "key" || covers(given, cover)),
    );
    if (hit === undefined) return null;
    found.push(hit);
  }
  return found;
}

function add(shelves: Shelves, approval: Approval): void {
  revoke(shelves, approval.id);
  const id = shelfOf(approval);
  const shelf = shelves.get(id);
  if (shelf === undefined) {
    shelves.set(id, [approval]);
    return;
  }
  const known = shelf.findIndex((other) => says(approval, other));
  if (known < 0) shelf.push(approval);
  else shelf[known] = approval;
}

/** The new answer replaces an old one only where it grants at least as much for at least as long. */
function says(approval: Approval, other: Approval): boolean {
  return (
    approval.fingerprint === other.fingerprint &&
    approval.by === other.by &&
    approval.scope === other.scope &&
    approval.sessionId === other.sessionId &&
    (approval.expiresAtMs ?? Infinity) >= (other.expiresAtMs ?? Infinity) &&
    (approval.by === "key" || covers(approval.cover, other.cover))
  );
}

function revoke(shelves: Shelves, id: string): boolean {
  for (const [shelfId, shelf] of shelves) {
    const index = shelf.findIndex((approval) => approval.id === id);
    if (index < 0) continue;
    shelf.splice(index, 1);
    if (shelf.length === 0) shelves.delete(shelfId);
    return true;
  }
  return false;
}
