/** A rule that names a folder and not what lies in it: told by the commands that show rules. */

import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const POLICY = `[
  { "permission": "fs.read", "pattern": "{workspace}/secrets", "action": "deny" },
  { "permission": "*", "pattern": "**/keys", "action": "ask" },
  { "permission": "fs.read", "pattern": "{workspace}/secrets/**", "action": "deny" },
  { "permission": "fs.read", "pattern": "secrets", "action": "allow" },
  { "permission": "shell.run", "pattern": "secrets", "action": "deny" },
  { "permission": "fs.read", "pattern": "README.md", "action": "deny" },
  { "permission": "fs.read", "pattern": "later", "action": "deny" },
  { "permission": "fs.write", "pattern": "**/{private,other}", "action": "deny" },
  { "permission": "read", "pattern": "packages/*/KEYS", "action": "deny" },
  { "permission": "fs.write", "pattern": "packages/*", "action": "deny" }
]`;

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({
    "secrets/key": "x\n",
    "keys/one": "x\n",
    "packages/a/private/one": "x\n",
    "packages/a/keys/one": "x\n",
    "README.md": "hello\n",
    ".toolplane/policy.jsonc": POLICY,
  });
});
afterEach(() => world.remove());

describe("a rule that names a folder", () => {
  it("is told by trust, policy and doctor, with what to write instead", async () => {
    const trust = await world.run(["trust", "--yes"]);
    const policy = await world.run(["policy"]);
    const doctor = await world.run(["doctor", "--set", "sandbox=none"]);
    for (const { stdout, stderr } of [trust, policy, doctor]) {
      const text = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
      expect(text).toContain(
        "4 rules name a folder, and not what lies in it: deny fs.read {workspace}/secrets (policy.jsonc:2), ask * **/keys (policy.jsonc:3), deny fs.write **/{private,other} (policy.jsonc:9) and 1 more. The files in it stay open.",
      );
      expect(text).toContain("Next: write {workspace}/secrets/** to mean everything below it.");
    }
    const { folders } = JSON.parse((await world.run(["policy", "--json"])).stdout);
    expect(folders).toHaveLength(4);
  });

  it("is nothing to speak of where every rule says what lies below", async () => {
    const plain = openCliWorld({
      "secrets/key": "x\n",
      ".toolplane/policy.jsonc":
        '[{ "permission": "fs.read", "pattern": "secrets/**", "action": "deny" }]',
    });
    try {
      await plain.run(["trust", "--yes"]);
      const { stdout, stderr } = await plain.run(["policy"]);
      expect(`${stdout}${stderr}`).not.toContain("a folder, and not what lies in it");
    } finally {
      plain.remove();
    }
  });
});
