import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
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

  it("names what is tried in a root before it is there, for whoever finds it left", async () => {
    const base = mkdtempSync(join(tmpdir(), "toolplane-call-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const root = join(base, "root");
    const calls = join(base, "calls");
    mkdirSync(root);
    const named: (readonly string[])[] = [];
    // It is asked right before a root is tried.
    const reach = Object.assign(new Map<string, boolean>(), {
      get() {
        const [folder = ""] = readdirSync(calls);
        named.push(readState(join(calls, folder))?.staging ?? []);
        return undefined;
      },
    });
    const indexes = createHeldIndexes();
    const parts = { calls, clock: createSystemClock(), ids: createSystemIds(), indexes };
    await makeAhead({ sessionId: "s", roots: [root] }, { ...parts, owner: "somebody", reach });
    expect(named).toEqual([[expect.stringMatching(/root\/.*\.toolplane-[0-9a-f]{16}$/)]]);
    expect(readdirSync(root)).toEqual([]);
  });
});
