/** Trust in the tools of a project, without a sandbox: nothing of them is started, so what is tried is what was agreed to. */
import { join } from "node:path";
import { findUnits } from "@toolplane/host/tool-folders";
import { folderOptions, openToolTrust, readSettings } from "@toolplane/library/inside";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCliWorld } from "./cli-world.fixture.ts";

const MINE = ".toolplane/tools/mine.ts";

async function openProject() {
  const world = openCliWorld({ [MINE]: "export const a = 1;" });
  onTestFinished(() => world.remove());
  const env = { TOOLPLANE_SANDBOX: "none" };
  const settings = await readSettings({
    environment: { ...world.environment, ...env },
    directory: world.workspace,
    arguments: { text: () => undefined, flag: () => false, list: () => [] },
  });
  return {
    world,
    settings,
    run: (...words: string[]) => world.run(words, { env }),
    /** The tools among those that lie there now that would run. */
    trusted(): readonly string[] {
      const { isTrusted } = folderOptions(settings, { watch: false });
      return findUnits(join(world.workspace, ".toolplane/tools")).flatMap(({ unit }) =>
        unit && isTrusted?.(unit) ? [unit.name] : [],
      );
    },
  };
}

describe("trust in the tools of a project", () => {
  it("is shown, given, and shown again as soon as a byte of them changes", async () => {
    const { run, trusted, world } = await openProject();
    const first = await run("trust");
    expect(first.code).toBe(4);
    expect(first.stdout).toMatch(/◆ \.toolplane\/tools\/mine\.ts\n/);
    expect(trusted()).toEqual([]);
    expect((await run("trust", "--yes")).code).toBe(0);
    expect(trusted()).toEqual(["mine"]);
    const again = await run("trust");
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("mine.ts (trusted)")]);
    world.write({ [MINE]: "export const a = 2;" });
    expect(trusted()).toEqual([]);
    const changed = await run("trust");
    expect([changed.code, changed.stdout]).toEqual([
      4,
      expect.stringContaining("mine.ts (changed)"),
    ]);
    world.write({ [MINE]: "export const a = 1;" });
    expect(trusted()).toEqual(["mine"]);
  });

  it("is taken back with --revoke", async () => {
    const { run, trusted } = await openProject();
    await run("trust", "--yes");
    const revoked = await run("trust", "--revoke");
    expect([revoked.code, trusted()]).toEqual([0, []]);
    expect((await run("trust")).code).toBe(4);
    const twice = await run("trust", "--revoke");
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("is not trusted")]);
  });

  it("is in what was looked at, not in what lies there when the answer comes", async () => {
    const { settings, trusted, world } = await openProject();
    const offer = await openToolTrust(settings);
    world.write({ [MINE]: "export const a = 'other';", ".toolplane/tools/late.ts": "export {};" });
    expect(trusted()).toEqual([]);
    offer.keep({ atMs: 1, by: "me" });
    expect(trusted()).toEqual([]);
    world.write({ [MINE]: "export const a = 1;" });
    expect(trusted()).toEqual(["mine"]);
  });
});
