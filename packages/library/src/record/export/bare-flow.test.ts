import type { Destination, FlowNote } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { bareLabels, bareNote } from "./bare-flow.ts";

const named = (destination: Destination): FlowNote => ({
  kind: "named",
  destination,
  callId: "c1",
  meant: ["https://user:SWORDFISH@a.test/x.git"],
});

describe("bareLabels", () => {
  it.each([
    ["https://user:SWORDFISH@a.test:8443/SWORDFISH?k=SWORDFISH#SWORDFISH", "https://a.test:8443"],
    ["HTTPS://a.test/SWORDFISH", "https://a.test"],
    ["http://[SWORDFISH", "an address"],
    ["shell.run curl -H SWORDFISH", "shell.run curl"],
    ["/project/.env", "/project/.env"],
    ["docs.example", "docs.example"],
    ["memory:plan", "memory:plan"],
  ])("of the source %s %s stays", (source, shown) => {
    expect(bareLabels([{ label: "untrusted", source }])).toEqual([
      { label: "untrusted", source: shown },
    ]);
  });
});

describe("bareNote", () => {
  it.each([
    ["url", "a.test/SWORDFISH", "a.test"],
    ["host", "a.test", "a.test"],
    ["path", "/mnt/out.txt", "/mnt/out.txt"],
    ["email", "swordfish@a.test", undefined],
    ["account", "@swordfish", undefined],
    ["name", "swordfish", undefined],
    ["remote", "https://user:SWORDFISH@a.test/x.git", undefined],
  ] as const)("says of a place of the kind %s that was %s: %s", (kind, value, shown) => {
    const destination = { kind, value, text: "https://a.test/?k=SWORDFISH", from: "url" };
    expect(bareNote(named(destination))).toEqual({
      kind: "named",
      callId: "c1",
      destination: { kind, from: "url", ...(shown === undefined ? {} : { value: shown }) },
    });
  });

  it("says that something was said, endorsed, inherited and cleared", () => {
    const source = "https://a.test/?k=SWORDFISH";
    const seen = { label: "untrusted", source, sessionId: "s", callId: "c", tool: "t", atMs: 1 };
    const notes: readonly FlowNote[] = [
      { kind: "said", text: "SWORDFISH", names: [{ name: "o", meant: ["SWORDFISH"] }] },
      { kind: "endorsed", source },
      { kind: "inherited", seen: [seen] },
      { kind: "cleared" },
    ];
    expect(notes.map(bareNote)).toEqual([
      { kind: "said" },
      { kind: "endorsed", source: "https://a.test" },
      { kind: "inherited", seen: [{ ...seen, source: "https://a.test" }] },
      { kind: "cleared" },
    ]);
  });
});
