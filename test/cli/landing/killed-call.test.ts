/** One call that was killed while a person was asked about its changes: nobody hears the answer, and the changes are kept. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { killedWhileAsked } from "../../killed-while-asked.ts";

const worlds: CliWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const PRINTED = "SWORDFISH-PRINTED";
const RULES = JSON.stringify({
  rules: [{ permission: "fs.write", pattern: "asked.txt", action: "ask" }],
});

async function killed(): Promise<{
  readonly world: CliWorld;
  readonly id: string;
  readonly callId: string;
}> {
  const world = openCliWorld({
    "make.sh": `echo yes > asked.txt; echo ${PRINTED}\n`,
    ".toolplane/policy.jsonc": RULES,
  });
  worlds.push(world);
  const { question } = await killedWhileAsked(world, ["call", "bash", "sh make.sh", "--wait"]);
  return { world, id: question.id, callId: question.callId };
}

describe.runIf(hasSandbox)("the question of a call that was killed (needs bubblewrap)", () => {
  it("is told with what lands its changes, and is over once they have landed", async () => {
    const { world, id, callId } = await killed();
    const answered = await world.run(["approvals", "answer", id, "once"]);
    expect(answered.code).toBe(1);
    expect(answered.stderr).toContain("What its command changed is kept.");
    const line = `toolplane land ${callId}`;
    expect(answered.stderr).toContain(line);
    const listed = await world.run(["approvals"]);
    expect(listed.stdout.replaceAll(/\s+/g, " ")).toContain(`its changes are kept: ${line}`);
    const file = join(world.workspace, "asked.txt");
    expect(existsSync(file)).toBe(false);
    const landed = await world.run([...line.split(" ").slice(1), "--yes"]);
    expect(landed.code, landed.stderr).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("yes\n");
    expect((await world.run(["approvals"])).stdout).toContain("No approvals wait.");
    const late = await world.run(["approvals", "answer", id, "once"]);
    expect(late.stderr).toContain("landed or dropped by hand");
  });

  it("leaves what its command printed out of an export without --content", async () => {
    const { world, callId } = await killed();
    expect((await world.run(["land", callId, "--yes"])).code).toBe(0);
    const bare = await world.run(["export"]);
    expect(bare.stdout).toContain('"type":"landing"');
    expect(bare.stdout).not.toContain(PRINTED);
    expect((await world.run(["export", "--content"])).stdout).toContain(PRINTED);
  });

  it("is over as well once they are dropped", async () => {
    const { world, callId } = await killed();
    expect((await world.run(["land", callId, "drop", "--yes"])).code).toBe(0);
    expect((await world.run(["approvals"])).stdout).toContain("No approvals wait.");
    expect(existsSync(join(world.workspace, "asked.txt"))).toBe(false);
  });
});
