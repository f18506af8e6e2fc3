import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld();
});
afterAll(() => world.remove());

const flat = (text: string) => text.replace(/\s+/g, " ");

it("answers the next question of this project, card first, and another's only with --all", async () => {
  const other = join(world.root, "other");
  mkdirSync(other);
  const write = (text: string, directory: string) =>
    world.run(["call", "write", "--path", ".envrc", "--content", text, "--wait"], { directory });
  const waiting = async (count: number) =>
    expect.poll(async () => (await world.waiting()).length).toBe(count);

  const elsewhere = write("export OTHER=1", other);
  await waiting(1);
  const asked = world.run(["approvals", "answer", "--next", "reject"]);
  // It would have answered the older one by now.
  const here = write("export HERE=1", world.workspace);
  const rejected = await asked;
  expect(rejected.code).toBe(0);
  const said = flat(rejected.stderr);
  expect(said).toContain("1 question waits in other projects: --all takes those too.");
  expect(said).toMatch(
    /write asks.*fs\.write .*\.envrc.*HERE=1.*answered write \.envrc reject in /,
  );
  expect(said).toContain(` in ${world.workspace} `);
  expect((await here).code).not.toBe(0);

  const all = await world.report(["approvals", "answer", "--next", "--all", "once"]);
  expect(all.json).toMatchObject({
    tool: "write",
    what: ".envrc",
    choice: "once",
    project: other,
    answered: [expect.stringMatching(/^qst_/)],
  });
  expect((await elsewhere).code).toBe(0);
});
