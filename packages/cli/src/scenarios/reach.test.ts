import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

let world: CliWorld;
let notes: string;
beforeEach(() => {
  world = openCliWorld({ "README.md": "hello\n" });
  notes = join(world.root, "notes");
  mkdirSync(notes);
  mkdirSync(world.config, { recursive: true });
  writeFileSync(join(notes, "n.txt"), "noted\n");
});
afterEach(() => world.remove());

/** Without a sandbox a folder below `/tmp` keeps its name. */
const NONE = { env: { TOOLPLANE_SANDBOX: "none" } };

function configure(text: string): void {
  writeFileSync(join(world.config, "config.jsonc"), text);
}

describe("reach beside the workspace", () => {
  it("is refused where nobody can be asked, and says what to type", async () => {
    const { code, stderr } = await world.run(["call", "read", join(notes, "n.txt")], NONE);
    expect(code).toBe(4);
    expect(stderr).toContain(`--add-dir ${notes}`);
    expect(stderr).not.toContain("policy.jsonc");
    const written = await world.run(["call", "write", join(notes, "x"), "--content", "x"], NONE);
    expect(written.stderr).toContain(`--add-dir ${notes}:write`);
    const explained = await world.run(["policy", "explain", "read", join(notes, "n.txt")], NONE);
    expect(explained.stdout).toContain("No rule opens what lies outside");
  });

  it("is opened for one run by --add-dir, to read or to write", async () => {
    const read = ["call", "read", join(notes, "n.txt")];
    expect(await world.run([...read, "--add-dir", notes], NONE)).toMatchObject({ code: 0 });
    expect(await world.run([...read, "--add-dir", "../notes"], NONE)).toMatchObject({ code: 0 });
    const write = ["policy", "explain", "write", join(notes, "x.txt"), "--content", "x"];
    const asked = await world.run([...write, "--add-dir", notes], NONE);
    expect(asked.stdout).toContain("outside the workspace");
    const open = await world.run([...write, "--add-dir", `${notes}:write`], NONE);
    expect(open.stdout).not.toContain("outside the workspace");
    const missing = await world.run([...read, "--add-dir", "nowhere"], NONE);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("nowhere");
  });

  it("is set in a person's own configuration, shown, and never in a project's", async () => {
    configure(
      `{ "reach": { "read": [${JSON.stringify(notes)}, "/not/here"], "hosts": ["localhost:3000"] } }`,
    );
    const read = ["call", "read", join(notes, "n.txt")];
    expect(await world.run(read, NONE)).toMatchObject({ code: 0 });
    const list = await world.run(["policy", "list"], NONE);
    expect(list.stderr).toContain(`${notes}, to read`);
    const doctor = await world.run(["doctor"], NONE);
    expect(doctor.stdout).toContain("the workspace and 2 places beside it");
    configure("{}");
    world.write({ ".toolplane/config.jsonc": `{ "reach": { "read": ["/"] } }` });
    const { code, stderr } = await world.run([...read, "--trust-once"], NONE);
    expect([code, stderr]).toEqual([2, expect.stringContaining('a project cannot set "reach"')]);
  });

  it.each([
    ["a list", `["/srv"]`],
    ["a relative folder", `{ "read": ["notes"] }`],
    ["an unknown part", `{ "all": ["/srv"] }`],
  ])("is told apart from %s", async (_, text) => {
    configure(`{ "reach": ${text} }`);
    const { code, stderr } = await world.run(["policy", "list"], NONE);
    expect(code).toBe(2);
    expect(stderr).toContain('"reach" must be an object');
  });
});
