import type { Change, Landing, OutputResult } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createPaint } from "../../terminal/paint.ts";
import { dryRunLines, keptLines, landingExit } from "./landing-end.ts";
import { lastLine } from "./last-line.ts";

const paint = createPaint({ hasColour: false, isAscii: false });
const workspace = "/w";
const view = { paint, width: 80, workspace, callId: "call_7f3a" };

const changed = (path: string, kind: Change["kind"] = "changed"): Change => ({
  path: `/w/${path}`,
  kind,
  type: "file",
  mode: 0o644,
  bytes: 1,
});

function landing(more: Partial<Landing> = {}): Landing {
  return {
    state: "landed",
    counts: { added: 1, changed: 40, removed: 0 },
    changes: [
      changed(".prettierrc", "added"),
      ...Array.from({ length: 38 }, (_, index) => changed(`src/${index}.ts`)),
      ...["a", "b"].map((name) => changed(`docs/${name}.md`)),
    ],
    ...more,
  };
}

function line(found: Landing, exit_code = 0): string {
  const result: OutputResult = {
    type: "output",
    data: "",
    details: { exit_code, signal: null, report: { landing: found } },
    metadata: { duration_ms: 8_200 },
  };
  return lastLine({ tool: "bash", result, changes: [], recorded: null, workspace }, paint);
}

const refused = [{ path: "/w/src/a.ts", reason: "It was changed." }];

describe("the end of a command that changed something", () => {
  it.each<[string, Landing, string]>([
    ["landed", landing(), "✓ bash  41 files landed  8.2 s"],
    [
      "landed in part",
      landing({ refused, heldBack: 2 }),
      "◆ bash  41 landed, 1 left out, 2 removals held back  8.2 s",
    ],
    [
      "dropped by a person",
      landing({ state: "dropped", why: "refused" }),
      "– bash  dropped, nothing changed  8.2 s",
    ],
    [
      "kept",
      landing({ state: "kept", why: "refused", refused }),
      "! bash  nothing landed, kept  8.2 s",
    ],
    [
      "a dry run",
      landing({ state: "dropped", why: "dry-run" }),
      "– bash  dry run, 41 files would change  8.2 s",
    ],
  ])("is one line: %s", (_, found, text) => {
    expect(line(found)).toBe(text);
  });

  it("says how it ended and what landed, for any exit status lands", () => {
    expect(line(landing(), 3)).toBe("! bash  exit 3, 41 files landed  8.2 s");
  });

  it("names who came between, or every path with its reason, and where it waits", () => {
    expect(keptLines(landing({ state: "kept", why: "conflict", refused }), view).join(" ")).toMatch(
      /! src\/a\.ts was changed by somebody else meanwhile; nothing landed, kept as +call_7f3a: toolplane land call_7f3a/,
    );
    const lines = keptLines(landing({ state: "kept", why: "refused", refused }), view);
    expect(lines).toEqual([
      "  ! src/a.ts: It was changed.",
      "  ! nothing landed, kept as call_7f3a: toolplane land call_7f3a",
    ]);
    expect(keptLines(landing(), view)).toEqual([]);
  });

  it("folds what a dry run would change, and says that nothing was", () => {
    expect(dryRunLines(landing({ state: "dropped", why: "dry-run" }), view)).toEqual([
      "  41 files would change: 1 new, 40 changed",
      "  src/ 38 changed · docs/ 2 changed · .prettierrc new",
      "✓ Dropped. Nothing was changed.",
    ]);
    expect(dryRunLines(null, view)[0]).toBe("  nothing would change");
  });

  it("tells a script that nothing landed", () => {
    expect(landingExit(landing())).toBeNull();
    expect(landingExit(landing({ state: "kept", why: "refused" }))).toBe(3);
    expect(landingExit(landing({ state: "kept", why: "conflict" }))).toBe(1);
    expect(landingExit(landing({ state: "dropped", why: "stopped" }))).toBeNull();
  });
});
