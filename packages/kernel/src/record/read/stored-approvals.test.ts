import type { Approval } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { storedApprovals } from "./stored-approvals.ts";

const approval = (id: string, scope: Approval["scope"], sessionId: string): Approval =>
  ({ id, scope, sessionId }) as Approval;

const kept = [
  approval("own", "session", "ses_1"),
  approval("foreign", "session", "ses_2"),
  approval("project", "project", "ses_2"),
  approval("own project", "project", "ses_1"),
];
const store = { approvals: { list: async () => kept } } as unknown as Store;

async function idsOf(options: Parameters<typeof storedApprovals>[1]): Promise<readonly string[]> {
  return (await storedApprovals(store, options)).map(({ id }) => id);
}

describe("storedApprovals", () => {
  it("gives a session its own answers and no other session's", async () => {
    expect(await idsOf({ sessionId: "ses_1" })).toEqual(["own"]);
    expect(await idsOf({ sessionId: "ses_3" })).toEqual([]);
  });

  it("adds the project's answers where the host enabled them, whichever session gave them", async () => {
    expect(await idsOf({ sessionId: "ses_1", project: true })).toEqual([
      "own",
      "project",
      "own project",
    ]);
    expect(await idsOf({ sessionId: "ses_3", project: false })).toEqual([]);
  });
});
