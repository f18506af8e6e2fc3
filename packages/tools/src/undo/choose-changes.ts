/**
 * Chooses the changes that a call means when it names files or nothing at all: the last ones that can be taken back, or made
 * again.
 */
import type { JournalEntry } from "@toolplane/contract";

/** The newest change of each file that is not undone. */
export function lastOfEach(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return eachFile(entries, (own) => own.findLast(({ undone }) => !undone));
}

/** Of each file the oldest change that was taken back and that nothing followed: the step that was taken back last. */
export function nextOfEach(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return eachFile(entries, (own) => own[own.findLastIndex(({ undone }) => !undone) + 1]);
}

/** Everything that the last call which changed files did, as far as it is not undone. */
export function lastCall(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const last = entries.findLast(({ undone }) => !undone);
  return entries.filter(({ callId, undone }) => !undone && callId === last?.callId);
}

/** Everything of the call that was undone last. */
export function nextCall(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const possible = nextOfEach(entries);
  const [first] = entries.filter((entry) => possible.includes(entry));
  return possible.filter(({ callId }) => callId === first?.callId);
}

function eachFile(
  entries: readonly JournalEntry[],
  choose: (own: readonly JournalEntry[]) => JournalEntry | undefined,
): readonly JournalEntry[] {
  const files = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const own = files.get(entry.path);
    if (own === undefined) files.set(entry.path, [entry]);
    else own.push(entry);
  }
  return [...files.values()].flatMap((own) => choose(own) ?? []);
}
