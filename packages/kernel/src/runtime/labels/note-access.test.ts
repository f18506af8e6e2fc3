import type { Access, GateDecision } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import type { CallState } from "../../call/call-state.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { noteAccess } from "./note-access.ts";

const LET_IN: GateDecision = { allowed: true, predicted: true };
const REFUSED: GateDecision = {
  allowed: false,
  code: "permission_denied",
  askable: false,
  reason: "A rule denies it.",
};
const OUTSIDE = "/elsewhere/notes.md";
const BROUGHT = "/ws/brought.md";

interface Given {
  readonly flow?: { readonly shows: "names" };
  readonly postureTrusted?: boolean;
}

/** A call whose session holds what lies in `/ws`; one file there came from a page. */
function open({ flow, postureTrusted = true }: Given = {}) {
  let forgotten = 0;
  const call = {
    session: {
      shownFiles: {
        forget() {
          forgotten += 1;
        },
      },
      isHeld: (path: string) => path.startsWith("/ws/"),
      brought: {
        labelsOf: (path: string) =>
          path === BROUGHT ? [{ label: "untrusted", source: "a.example" }] : [],
      },
      labeller: { isEmpty: true },
    },
  } as unknown as CallState;
  const tool = { entry: { tool: { flow }, postureTrusted } } as SessionTool;
  return {
    call,
    forgotten: () => forgotten,
    note: (access: Access, decision = LET_IN) =>
      noteAccess({ call, tool }, { access, subject: access.capability }, decision),
  };
}

function reads(path: string): Access {
  return { capability: "fs.read", path, real: path };
}

describe("noteAccess", () => {
  it.each([
    [OUTSIDE, OUTSIDE],
    [BROUGHT, "a.example"],
    ["/ws/own.md", undefined],
  ])("marks what %s brings in by where it is from", (path, source) => {
    const { call, note } = open();
    note(reads(path));
    expect(call.outside).toBe(source);
  });

  it("marks nothing that was refused, and keeps why for the record", () => {
    const { call, note } = open();
    note(reads(OUTSIDE), REFUSED);
    expect(call.outside).toBeUndefined();
    expect(call.accesses).toEqual([
      { subject: "fs.read", predicted: false, refused: "A rule denies it." },
    ]);
  });

  it("takes the word that only names are shown from a tool whose word counts, and from no other", () => {
    const flow = { shows: "names" } as const;
    const sources = [true, false].map((postureTrusted) => {
      const { call, note } = open({ flow, postureTrusted });
      note(reads(OUTSIDE));
      return call.outside;
    });
    expect(sources).toEqual([undefined, OUTSIDE]);
  });

  it("lets labelled files be looked for again after a write that was let in", () => {
    const { forgotten, note } = open();
    const write: Access = { capability: "fs.write", path: "/ws/.env", real: "/ws/.env" };
    note(reads("/ws/own.md"));
    note(write, REFUSED);
    expect(forgotten()).toBe(0);
    note(write);
    expect(forgotten()).toBe(1);
  });
});
