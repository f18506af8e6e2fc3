import { describe, expect, it } from "vitest";
import type { Change, Landing } from "./change-set.ts";
import { describeLanding, hasKnownChanges, landingOf } from "./describe-landing.ts";

const change = (path: string): Change => ({
  path,
  kind: "changed",
  type: "file",
  mode: 0o644,
  bytes: 1,
});

function landing(more: Partial<Landing> = {}): Landing {
  return {
    state: "landed",
    counts: { added: 1, changed: 2, removed: 0 },
    changes: ["/w/a", "/w/b", "/w/c"].map(change),
    ...more,
  };
}

const refused = [{ path: "/w/b", reason: "Denied by fs.write **/b deny (project:3)." }];

describe("a landing in words", () => {
  it.each<[string, Partial<Landing>, string]>([
    ["all of it", {}, "3 files landed (1 new, 2 changed): /w/a, /w/b, /w/c."],
    [
      "with its folder",
      { counts: { added: 3, changed: 0, removed: 0, folders: 1 } },
      "2 files and 1 folder landed (3 new): /w/a, /w/b, /w/c.",
    ],
    [
      "a folder alone",
      { counts: { added: 1, changed: 0, removed: 0, folders: 1 }, changes: [change("/w/a")] },
      "1 folder landed (1 new): /w/a.",
    ],
    [
      "without some",
      { refused, heldBack: 2 },
      "3 files landed (1 new, 2 changed). 1 left out: /w/b. 2 removals held back because of that.",
    ],
    [
      "dropped by a person",
      { state: "dropped" },
      "Its changes were dropped (3 files); nothing was changed.",
    ],
    [
      "stopped",
      { state: "dropped", why: "stopped" },
      "It was stopped; nothing landed (3 files dropped).",
    ],
    [
      "dry",
      { state: "dropped", why: "dry-run", counts: { added: 0, changed: 8, removed: 0 } },
      "Dry run: 8 files would change (8 changed): /w/a, /w/b, /w/c and 5 more. Nothing was changed.",
    ],
    [
      "refused",
      { state: "kept", why: "refused", refused },
      "Nothing landed. /w/b: Denied by fs.write **/b deny (project:3). 3 files (1 new, 2 changed) kept as call_1: a person lands or drops them with toolplane land call_1. Or run it without changing those paths.",
    ],
    [
      "in conflict",
      { state: "kept", why: "conflict", refused: [{ path: "/w/a", reason: "It was deleted." }] },
      "Nothing landed: somebody changed the same paths meanwhile. /w/a: It was deleted. 3 files (1 new, 2 changed) kept as call_1: a person lands or drops them with toolplane land call_1. Or run it again.",
    ],
  ])("tells of one that is %s", (_, more, text) => {
    expect(describeLanding(landing(more), "call_1")).toBe(text);
  });

  it("lets nothing invisible of a file name through", () => {
    const told = describeLanding(
      landing({ refused: [{ path: "/w/a\u202e\u001b[2J\nland", reason: "no" }] }),
      "call_1",
    );
    expect(told).toContain("/w/a??[2J?land");
  });

  it("is found in the details of a result, and nothing else is taken for one", () => {
    const found = landing();
    expect(landingOf({ details: { report: { landing: found } } })).toBe(found);
    for (const details of [undefined, null, 1, {}, { report: { landing: { state: "landed" } } }])
      expect(landingOf({ details })).toBeNull();
  });
});

describe("the known changes of a command", () => {
  it.each<[string, object, boolean]>([
    ["landed", { landing: landing() }, true],
    ["kept, and not landed", { landing: landing({ state: "kept" }) }, false],
    ["kept from before, without a view", { undo: ["change_1"] }, true],
    ["none", { undo: [] }, false],
    ["not seen", {}, false],
  ])("are there or not: %s", (_name, report, areKnown) => {
    expect(hasKnownChanges({ details: { report } })).toBe(areKnown);
  });
});
