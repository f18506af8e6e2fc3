/**
 * Guesses where the next sidecar will lie and puts a link there. The guess is made as an attacker would make it: from a first
 * sidecar, whose name is seen, by putting the next call's id in and by counting numbers up.
 */
import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Plants links at the names that look likely. */
export function plantSidecarLinks(plan: {
  /** Where the first one was. */
  readonly seen: string;
  readonly seenCallId: string;
  readonly nextCallId: string;
  readonly to: string;
}): void {
  const name = basename(plan.seen);
  const { seenCallId, nextCallId } = plan;
  const names = new Set([
    name.replaceAll(seenCallId, nextCallId),
    `${nextCallId}.txt`,
    `${nextCallId}.log`,
    nextCallId,
  ]);
  for (const step of [1, 2, 3])
    names.add(name.replace(/\d+(?!.*\d)/, (digits) => String(Number(digits) + step)));
  names.delete(name);
  mkdirSync(dirname(plan.seen), { recursive: true });
  for (const guess of names) {
    const path = join(dirname(plan.seen), guess);
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(plan.to, path);
  }
}
