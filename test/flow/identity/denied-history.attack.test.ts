/** A rule that denies a file and one that labels it ask the same: what git's history holds of it counts when the file is gone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FlowWorld } from "../flow-world.ts";
import { git, LEVELS, openLevel, SECRET } from "./flow-leak.ts";

const DENIED = { permission: "fs.read", pattern: "**/.env", action: "deny" } as const;

describe.each(LEVELS)("a denied file that only the history holds, at level $level", (at) => {
  let world: FlowWorld;
  beforeAll(async () => {
    world = await openLevel(at, { ".env": `K=${SECRET}\n`, "own.txt": "ours\n" }, [DENIED]);
    const { workspace } = world;
    git(workspace, "init", "-q", "-b", "main");
    git(workspace, "add", "-f", ".env", "own.txt");
    git(workspace, "commit", "-qm", "first");
    git(workspace, "rm", "-q", ".env");
    git(workspace, "commit", "-qm", "second");
  });
  afterAll(() => world.close());

  it.each(["git log -p", "git stash show -p", "git format-patch --stdout --root HEAD"])(
    "is asked about before it is shown: %s",
    async (command) => {
      const { call, questions } = world.open();
      const result = await call("bash", { command });
      expect(questions).toHaveLength(1);
      expect(JSON.stringify(result)).not.toContain(SECRET);
    },
  );

  it("is not in the way of what reads no content", async () => {
    const { call, questions } = world.open();
    await call("bash", { command: "git log --oneline" });
    expect(questions).toHaveLength(0);
  });
});
