/** An export without content goes to people who were not meant to read what was said: nothing of it may stand in the rest. */

import { type CliWorld, openCliWorld, openRecordedWorld } from "@toolplane/cli/fixtures";
import { defineTool, output } from "@toolplane/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "notes.txt": "SWORDFISH-IN-FILE\n" });
});
afterEach(() => world.remove());

const CALLS: readonly (readonly string[])[] = [
  ["bash", "--command", "echo SWORDFISH-WORD > out.txt"],
  ["bash", "--command", 'TOKEN=SWORDFISH-SET eval "$SWORDFISH_NAME"'],
  [
    "bash",
    "--command",
    "curl -H 'Authorization: SWORDFISH-HEADER' https://a.test/?k=SWORDFISH-URL",
  ],
  ["web_fetch", "--url", "https://user:SWORDFISH-PASS@a.test/SWORDFISH-PATH?k=SWORDFISH-QUERY"],
  ["write", "--path", "new.txt", "--content", "SWORDFISH-CONTENT"],
  ["read", "--path", "notes.txt"],
];

describe("an export without --content", () => {
  it("holds no word of a command, no content, no query and no password", async () => {
    for (const call of CALLS) await world.run(["call", ...call]);
    const { stdout } = await world.run(["sessions", "--json"]);
    const { sessions } = JSON.parse(stdout) as { sessions: { sessionId: string }[] };
    expect(sessions.length).toBe(CALLS.length);
    for (const { sessionId } of sessions)
      for (const more of [[], ["--rows"], ["--format", "otlp"]]) {
        const exported = await world.run(["export", sessionId, ...more]);
        expect([exported.code, exported.stdout]).toEqual([
          0,
          expect.not.stringContaining("SWORDFISH"),
        ]);
      }
  });

  it("holds nothing of a page's address but its host", async () => {
    const recorded = openRecordedWorld();
    const source = "https://user:SWORDFISH-PASS@a.test/SWORDFISH-PATH?k=SWORDFISH-QUERY";
    const page = defineTool({
      id: "page",
      description: "Gives a page.",
      parameters: { type: "object" },
      requires: {},
      execute: () => output("Hello.", { untrusted: { source } }),
    });
    await recorded.record([["page", {}]], { tools: [page], answers: ["once"] });
    for (const more of [[], ["--rows"], ["--format", "otlp"]])
      expect((await recorded.run(["export", ...more])).stdout).not.toContain("SWORDFISH");
    expect((await recorded.run(["export"])).stdout).toContain('"source":"https://a.test"');
    expect((await recorded.run(["export", "--content"])).stdout).toContain("SWORDFISH-QUERY");
  });

  it("still says which program, which file and which rule", async () => {
    await world.run(["call", "bash", "--command", "echo hello"]);
    const { stdout } = await world.run(["export"]);
    expect(stdout).toContain('"program":"echo"');
    expect(stdout).toContain('"pattern":"echo *"');
  });
});
