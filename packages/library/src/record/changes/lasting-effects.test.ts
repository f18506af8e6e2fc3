import type { ProcessReport } from "@toolplane/contract";
import type { RecordedCall } from "@toolplane/kernel/record";
import { describe, expect, it } from "vitest";
import { lastingEffects } from "./lasting-effects.ts";

const REPORT: ProcessReport = {
  sandbox: "enforced",
  changed: [],
  changedComplete: true,
  hosts: [],
  likelyRefused: [],
};
const shell = { resources: [{ capability: "shell.run" }] };

function callOf(
  more: Omit<Partial<RecordedCall>, "footprint"> & { readonly footprint?: unknown },
): RecordedCall {
  return {
    callId: "call_1",
    tool: "bash",
    origin: "bundled",
    arguments: {},
    accesses: [],
    rows: [{ type: "call-succeed" }],
    result: null,
    footprint: shell,
    ...more,
  } as RecordedCall;
}

const ran = (report: Partial<ProcessReport>) =>
  callOf({
    result: {
      type: "output",
      data: "",
      metadata: { duration_ms: 1 },
      details: { report: { ...REPORT, ...report } },
    },
  });
const told = (call: RecordedCall, paths: readonly string[] = []) =>
  lastingEffects({
    calls: [call],
    unsettled: [],
    changes: paths.map((path) => ({ path, callId: "call_1" })) as never,
  }).map(({ did }) => did);

describe("what no undo takes back", () => {
  it.each([
    ["a command whose changes are all kept", ran({ changed: ["/w/a", "/w/d/b"] }), []],
    ["a call that never ran", callOf({ rows: [{ type: "call-refuse" }] as never }), []],
    [
      "hosts that a command reached, and not those that were refused",
      ran({
        hosts: [
          { host: "a.example", port: 443, allowed: true },
          { host: "b.example", port: 443, allowed: false },
        ],
      }),
      [["reached a.example:443"]],
    ],
    [
      "files that were not kept",
      ran({ changed: ["/w/a", "/w/lost"] }),
      [["changed /w/lost, which was not kept"]],
    ],
    [
      "what nobody saw",
      ran({ changedComplete: false }),
      [["may have changed files that nobody saw"]],
    ],
    [
      "what was too large to keep",
      ran({
        changed: ["/w/big"],
        landing: {
          state: "landed",
          counts: { added: 0, changed: 0, removed: 1 },
          changes: [
            {
              path: "/w/big",
              kind: "removed",
              type: "file",
              mode: 0o644,
              bytes: 9,
              unkept: true,
            },
          ],
        },
      }),
      [["changed /w/big, too large to keep"]],
    ],
    [
      "a process that was left running",
      callOf({
        result: { type: "output", data: "", metadata: { duration_ms: 1 }, details: { id: "p" } },
      }),
      [["started a process; what that did beside its outputs is not known"]],
    ],
    [
      "nothing of a contained process that was left running",
      callOf({
        verdict: {
          action: "allow",
          hard: false,
          winner: 0,
          opinions: [],
          answeredBy: "contained",
        },
        result: { type: "output", data: "", metadata: { duration_ms: 1 }, details: { id: "p" } },
      }),
      [],
    ],
    [
      "what a server did",
      callOf({ tool: "mcp__github__star", origin: "mcp:github", footprint: null }),
      [["was done by github: what it did is not known"]],
    ],
  ])("%s", (_name, call, did) => {
    expect(told(call, ["/w/a", "/w/d"])).toEqual(did);
  });

  it("a call that was cut off, and a subagent with a session of its own", () => {
    const child = callOf({
      callId: "call_2",
      tool: "task",
      footprint: null,
      result: {
        type: "output",
        data: "",
        metadata: { duration_ms: 1 },
        child_session: "ses_2",
      },
    });
    const cutOff = { callId: "call_3", tool: "bash", arguments: null, footprint: null };
    const session = { calls: [child], unsettled: [{ ...cutOff, atMs: 0, rows: [] }], changes: [] };
    expect(lastingEffects(session)).toMatchObject([
      { callId: "call_2", did: [], childSession: "ses_2" },
      { callId: "call_3", did: [expect.stringContaining("never settled")] },
    ]);
    expect(lastingEffects(session, "call_3")).toHaveLength(1);
  });
});
