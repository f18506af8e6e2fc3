/**
 * Keeps what a person's yes let in for the rest of the session: the very files that came, each by its address and its sum. A
 * command that asks for one again gets that file or none. Nothing that is written into a lock file comes here.
 */
import type { Manager } from "../locks/locked-file.ts";
import { managerOf } from "./locked-sums.ts";
import type { AskedThere } from "./read-asked.ts";

export interface ApprovedFiles {
  /** As `lockedSums`: the sums that it must have one of, none for a page, null for what nobody let in. */
  sumsOf(there: AskedThere): readonly string[] | null;
  /** A file came whole after a person's yes. */
  keep(there: AskedThere, sum: string): void;
}

/** A session that lets in more asks about the rest again. */
const MAX_FILES = 100_000;

export function createApprovedFiles(): ApprovedFiles {
  const files = new Map<string, string>();
  const pages = new Set<string>();
  return {
    sumsOf(there) {
      const { kind, url } = there.asked;
      if (kind === "plain") return null;
      if (kind === "page") return pages.has(pageKey(there)) ? [] : null;
      const sum = files.get(fileKey(there, url));
      return sum === undefined ? null : [sum];
    },
    keep(there, sum) {
      const { asked, registry } = there;
      const key = fileKey(there, asked.url);
      // The first that came is the one that was let in.
      if (files.size >= MAX_FILES || files.has(key)) return;
      files.set(key, sum);
      const manager = managerOf(registry);
      pages.add(keyOf(manager, asked.name));
      if (asked.version !== undefined) pages.add(keyOf(manager, asked.name, asked.version));
    },
  };
}

function pageKey({ registry, asked }: AskedThere): string {
  return keyOf(managerOf(registry), asked.name, asked.version);
}

function fileKey({ registry, asked }: AskedThere, url: URL): string {
  return `${managerOf(registry)} ${asked.name} ${url.href}`;
}

function keyOf(manager: Manager, name: string, version = ""): string {
  return `${manager} ${name} ${version}`;
}
