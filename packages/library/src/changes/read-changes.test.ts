import type { JournalEntry } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { readChanges } from "./read-changes.ts";

const CALL = { sessionId: "ses_1", callId: "call_1" };

function entry(
  fields: Partial<JournalEntry> & Pick<JournalEntry, "before" | "after">,
): JournalEntry {
  return { ...CALL, id: "j", path: "/w/f", mode: null, atMs: 0, undone: false, ...fields };
}

/** The addresses of both sides, path by path. */
async function sidesOf(entries: readonly JournalEntry[]) {
  const asked: (string | null)[] = [];
  const shown = await readChanges(
    {
      store: { journal: { list: async () => entries } as never },
      sides: {
        async of(address) {
          asked.push(address);
          return address === null ? null : Buffer.from(`${address}\n`);
        },
        isAsLeft: () => true,
        below: () => null,
      },
      closed: () => new Set(),
      mask: (text) => text,
      nowMs: () => 0,
    },
    CALL,
  );
  return { asked, files: shown.files, kinds: shown.changes.map(({ kind }) => kind) };
}

describe("what one call changed", () => {
  it("is, of each path, the first before and the last after", async () => {
    const entries = [
      entry({ before: null, after: "a" }),
      entry({ before: "a", after: "b" }),
      entry({ before: "x", after: "x", path: "/w/same" }),
      entry({ before: "c", after: null, path: "/w/gone" }),
      entry({ before: "b", after: "z", callId: "call_2" }),
    ];
    expect(await sidesOf(entries)).toEqual({
      asked: [null, "b", "c", null],
      files: 2,
      kinds: ["created", "removed"],
    });
  });

  it("is, of a command, what the next call kept of it, where one changed the file again", async () => {
    const landed = { before: "landed:one/0/before", after: "landed:one/0/after" };
    expect((await sidesOf([entry(landed)])).asked).toEqual([landed.before, landed.after]);
    const next = entry({ before: "kept", after: "z", callId: "call_2" });
    const later = entry({ before: "z", after: "y", callId: "call_3" });
    const chain = await sidesOf([entry(landed), next, later]);
    expect(chain.asked).toEqual([landed.before, "kept"]);
    // Taken back, it lies with its landing, whatever came then.
    const undone = await sidesOf([entry({ ...landed, undone: true }), next]);
    expect(undone.asked).toEqual([landed.before, landed.after]);
  });
});
