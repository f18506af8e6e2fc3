import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBubblewrap, openWorld, type SandboxWorld } from "./fixture.ts";

const SECRET = "CANARY-5e1f";

describe.skipIf(!hasBubblewrap)("a denied file in the sandbox (needs bubblewrap)", () => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await openWorld({
      rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    world.file(".env", SECRET);
    world.file("README.md", "hello\n");
  });
  afterAll(() => world.close());

  it("runs a command in the workspace", async () => {
    const ran = await world.run("pwd; cat README.md; id -u; ls -la / /tmp; cat .env");
    console.log(ran);
    expect(ran.output).not.toContain(SECRET);
  });
});
