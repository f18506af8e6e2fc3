import type { LabelSource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import type { SessionTool } from "../../session/session-tool.ts";
import { keepWritten, type WritingCall } from "./keep-written.ts";

const PRIVATE: LabelSource = { label: "private", source: "/ws/.env" };

interface Given {
  /** Says which of the files hold a value of a private one. */
  readonly traces?: (files: readonly string[]) => Promise<readonly string[]>;
  readonly seen?: readonly LabelSource[];
  readonly wrote?: readonly string[];
}

/** A call in a session that has seen what is private, which names no private file itself. */
async function keptOf({ traces, seen = [PRIVATE], wrote = ["/ws/out.txt", "/ws/.env"] }: Given) {
  const kept: { readonly path: string; readonly label: string }[] = [];
  const call = {
    wrote: new Set(wrote),
    liveSinceMs: null,
    labels: null,
    footprint: null,
    tool: { entry: { tool: {} } } as SessionTool,
    session: {
      labeller: { isEmpty: false },
      brought: {
        keep: async (files: typeof kept) => {
          kept.push(...files);
        },
      },
      flow: { seen: () => seen },
      shownFiles: { files: async () => [], forget: () => {} },
      analyzer: { traces, path: () => ({ ok: false }) },
      variables: { workspace: ["/ws"] },
    },
  } as unknown as WritingCall;
  await keepWritten(call);
  return kept.map(({ path, label }) => `${path} ${label}`);
}

describe("the labels of what a call wrote", () => {
  it("are kept where it holds a value of a private file, and not for that file itself", async () => {
    expect(await keptOf({ traces: async (files) => files })).toEqual(["/ws/out.txt private"]);
    expect(await keptOf({ traces: async () => [] })).toEqual([]);
  });

  it("are kept where nobody can say what it holds", async () => {
    const fails = () => Promise.reject(new RangeError("too much"));
    expect(await keptOf({ traces: fails })).toEqual(["/ws/out.txt private"]);
  });

  it("are none where nothing private was seen", async () => {
    const traces = async (files: readonly string[]) => files;
    expect(await keptOf({ traces, seen: [] })).toEqual([]);
    expect(await keptOf({ traces, seen: [{ label: "untrusted", source: "a.example" }] })).toEqual(
      [],
    );
  });
});
