/** Files that commands fetched stay a stranger's: in later sessions, and for later programs on the same store. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { type FlowWorld, openFlowWorld } from "./flow-world.ts";

let world: FlowWorld;
beforeAll(async () => {
  world = await openFlowWorld({ "own.txt": "ours\n", "build.sh": "true\n" });
  mkdirSync(join(world.workspace, "docs"));
  writeFileSync(join(world.workspace, "docs/own.md"), "ours\n");
});
afterAll(() => world.close());

async function labelsAfter(name: string, args: Readonly<Record<string, string>>): Promise<unknown> {
  const { session, call } = world.open();
  const result = await call(name, args, "once");
  expect(result.type === "error" ? result.error_text : "").toBe("");
  return session.labels().map(({ label, source }) => [label, source]);
}

describe.skipIf(!hasSandbox)("a file that a command fetched (needs bubblewrap)", () => {
  it("is labelled in later sessions, by whatever way it is read, and nothing else is", async () => {
    const command =
      "mkdir -p got && curl -s -o got/page.md http://pages.example/ && curl -s -o docs/new.md http://pages.example/";
    expect(await labelsAfter("bash", { command })).toEqual([["untrusted", "pages.example"]]);
    const theirs = [["untrusted", "pages.example"]];
    expect(await labelsAfter("read", { path: "got/page.md" })).toEqual(theirs);
    expect(await labelsAfter("read", { path: "docs/new.md" })).toEqual(theirs);
    expect(await labelsAfter("bash", { command: "cat got/page.md" })).toEqual(theirs);
    expect(await labelsAfter("bash", { command: "grep -r page got" })).toEqual(theirs);
    expect(await labelsAfter("read", { path: "own.txt" })).toEqual([]);
    expect(await labelsAfter("read", { path: "docs/own.md" })).toEqual([]);
    expect(await labelsAfter("bash", { command: "cat own.txt" })).toEqual([]);
    expect(await labelsAfter("bash", { command: "sh build.sh" })).toEqual([]);
  });
});
