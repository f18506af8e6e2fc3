import { existsSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHeldIndexes } from "@toolplane/disk/git";
import { createSystemClock, createSystemIds } from "@toolplane/disk/inside";
import { describe, expect, it, onTestFinished } from "vitest";
import { beginAhead, makeAhead } from "./begin-call.ts";
import { readState } from "./state/landing-state.ts";

describe("what a call's folder says about itself", () => {
  it("is whose it is before its call is known, and then the call, without one file moved over another", async () => {
    const base = mkdtempSync(join(tmpdir(), "toolplane-call-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const clock = createSystemClock();
    const indexes = createHeldIndexes();
    const begins = { calls: join(base, "calls"), clock, ids: createSystemIds(), indexes };
    const parts = { ...begins, owner: "somebody", reach: new Map([[base, true]]) };
    const made = await makeAhead({ sessionId: "s", roots: [base] }, parts);
    expect(readState(made.folder)).toMatchObject({ owner: "somebody", callId: "" });
    // Replacing a file makes some file systems write it to the disk at once, before the command can start.
    expect(existsSync(join(made.folder, "state.json"))).toBe(false);
    const { ino } = lstatSync(join(made.folder, "state.json.part"));
    const call = { sessionId: "s", callId: "c", command: "true", roots: [base] };
    const begun = await beginAhead(made, call, begins);
    expect(readState(begun.folder)).toMatchObject({ owner: "somebody", callId: "c" });
    // Nor is a file made then.
    expect(lstatSync(join(begun.folder, "state.json")).ino).toBe(ino);
  });
});
