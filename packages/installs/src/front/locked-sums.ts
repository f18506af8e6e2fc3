/** Finds the sums that lock files have for a file. */
import type { LockBook } from "../locks/lock-book.ts";
import type { Manager } from "../locks/locked-file.ts";
import type { Registry } from "../registries/registry.ts";
import type { AskedThere } from "./read-asked.ts";

const OF_MOD = "go.mod ";

export function managerOf({ manager }: Registry): Manager {
  return manager === "go.sum" ? "go" : manager;
}

/**
 * The sums that a file must have one of; none for a page, and for a file of which a lock holds name and version only. Null where no
 * lock names it.
 */
export function lockedSums(
  book: LockBook,
  { registry, asked }: AskedThere,
): readonly string[] | null {
  const { kind, name, version, summed } = asked;
  if (kind === "plain") return null;
  const files = book
    .files(managerOf(registry), name)
    .filter((file) => version === undefined || file.version === version);
  if (files.length === 0) return null;
  if (kind === "page") return [];
  const sums = files.flatMap((file) => file.sums);
  if (summed === undefined) return sums.length > 0 || version !== undefined ? sums : null;
  const fitting = sums.filter((sum) => sum.startsWith(OF_MOD) === (summed === "go.mod"));
  return fitting.length === 0 ? null : fitting;
}
