import type { JournalEntry } from "@toolplane/contract";
import type { EventRow } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeMarkRow, changeRows } from "./change-rows.ts";
import { verifyChanges } from "./verify-changes.ts";

const entry = (id: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  sessionId: "ses_1",
  callId: "call_1",
  atMs: 5,
  path: `/w/${id}.txt`,
  before: null,
  after: "a".repeat(64),
  mode: 420,
  undone: false,
  ...more,
});
const rowsOf = (told: ReturnType<typeof changeRows>): readonly EventRow[] =>
  told.map((row, sequence) => ({
    ...row,
    sessionId: "ses_1",
    sequence,
    atMs: 0,
    previous: "",
    hash: "",
  }));

describe("the rows about changes of files", () => {
  it("fit the journal however the changes came and were taken back, and nothing else does", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
    const marks = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 6 });
    const name = fc.string({ unit: "binary", maxLength: 9 });
    fc.assert(
      fc.property(sizes, marks, name, fc.nat(), (groups, moves, path, at) => {
        const entries: JournalEntry[] = [];
        const told = groups.flatMap((size) => {
          const own = Array.from({ length: size }, (_, index) => {
            const number = entries.length + index;
            return entry(`chg_${number}`, { path });
          });
          entries.push(...own);
          return [...changeRows(own)];
        });
        for (const [place, undone] of moves) {
          const index = place % entries.length;
          const moved = { ...(entries[index] as JournalEntry), undone };
          entries[index] = moved;
          told.push(changeMarkRow(moved));
        }
        const rows = rowsOf(told);
        expect(verifyChanges(rows, entries)).toBeNull();
        const index = at % entries.length;
        const chosen = entries[index] as JournalEntry;
        const wrongs: readonly (readonly JournalEntry[])[] = [
          entries.toSpliced(index, 1),
          entries.toSpliced(index, 0, entry("chg_more")),
          entries.with(index, { ...chosen, undone: !chosen.undone }),
          entries.with(index, { ...chosen, path: `${chosen.path}x` }),
          entries.with(index, { ...chosen, after: null }),
          entries.with(index, { ...chosen, mode: null }),
          [...entries, entry("chg_last")],
        ];
        for (const wrong of wrongs) expect(verifyChanges(rows, wrong)).not.toBeNull();
        if (entries.length > 1) expect(verifyChanges(rows, entries.toReversed())).not.toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  it("begin anew where a session from before is sealed", () => {
    const old = [entry("chg_1", { undone: true }), entry("chg_2")];
    const sealed = { type: "session-before", callId: null, payloadDigest: "" } as const;
    const told = [...changeRows([entry("chg_2")]), sealed, ...changeRows(old)];
    expect(verifyChanges(rowsOf(told), old)).toBeNull();
    expect(verifyChanges(rowsOf(told), old.slice(1))).not.toBeNull();
  });
});
