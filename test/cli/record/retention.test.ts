import { rmSync } from "node:fs";
import { openRecordedWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;

describe("what is too old", () => {
  it("is let go of at the end of a command, once a day, with everything of it", async () => {
    const world = openRecordedWorld();
    await world.record([["read", { path: "README.md" }]], { id: "ses_old" });
    await world.record([["read", { path: "README.md" }]], { id: "ses_kept" });
    const age = 3 * DAY_MS;
    world.tamper(
      `UPDATE sessions SET created_at_ms = created_at_ms - ${age} WHERE session_id = 'ses_old'`,
      `UPDATE chains SET last_at_ms = last_at_ms - ${age} WHERE session_id = 'ses_old'`,
    );
    const ids = async () => {
      const { stdout } = await world.run(["sessions", "--json"]);
      const { sessions } = JSON.parse(stdout) as { sessions: { sessionId: string }[] };
      return sessions.map(({ sessionId }) => sessionId).filter((id) => /_(old|kept)$/.test(id));
    };
    const env = { TOOLPLANE_KEEP_DAYS: "2", TOOLPLANE_SANDBOX: "none" };
    // The recording itself was a command of today, so it is not due again.
    await world.run(["call", "read", "README.md"], { env });
    expect(await ids()).toEqual(["ses_kept", "ses_old"]);
    rmSync(`${world.data}/pruned`);
    await world.run(["call", "read", "README.md"], { env });
    expect(await ids()).toEqual(["ses_kept"]);
    expect((await world.run(["verify", "--all"])).code).toBe(0);
  });
});
