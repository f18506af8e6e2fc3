/** Hosts whose journal is wrong. */

import type { JournalEntry } from "@toolplane/contract";
import { isToolError } from "@toolplane/contract";
import { type Breakers, journal } from "./breaker.ts";

const nothing = (error: unknown): readonly JournalEntry[] => {
  if (isToolError(error) && error.code === "conflict") return [];
  throw error;
};

export const BROKEN_JOURNALS: Breakers = {
  "loses an entry": journal((good) => ({ list: async () => (await good.list()).slice(0, -1) })),
  "forgets whose a change was": journal((good) => ({
    list: async () => (await good.list()).map((entry) => ({ ...entry, callId: "" })),
  })),
  "loses an entry of an undo": journal((good) => ({
    undo: (ids) => good.undo(ids.length > 1 ? ids.slice(1) : ids),
  })),
  "undoes without modes": journal((good, { bench }) => ({
    async undo(ids) {
      const entries = await good.undo(ids);
      for (const { path } of entries) {
        const bytes = bench.disk.readFile(path);
        if (bytes !== null) bench.disk.putFile(path, bytes, 0o644);
      }
      return entries;
    },
  })),
  "undoes one by one": journal((good) => ({
    async undo(ids) {
      const moved = [];
      for (const id of ids.toReversed()) moved.push(...(await good.undo([id])));
      return moved;
    },
  })),
  "takes a second undo for done": journal((good) => ({
    undo: (ids) => good.undo(ids).catch(nothing),
    redo: (ids) => good.redo(ids).catch(nothing),
  })),
  "shows everyone's changes": ({ host }) => ({
    journal: (context) => host.journal({ ...context, sessionId: "session_a" }),
  }),
  "undoes without asking": journal((_, { freeJournal: { undo } }) => ({ undo })),
  "shows diffs without asking": journal((_, { freeJournal: { diff } }) => ({ diff })),
  "shows no lines": journal((good) => ({
    diff: async (ids) =>
      (await good.diff(ids)).map((shown) => ({ ...shown, diff: "(binary or not)" })),
  })),
  "lists everything": journal((good) => ({ list: () => good.list() })),
};
