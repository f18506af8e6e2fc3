/** A commit that an agent makes in its view lands with it, so it must hold what was checked. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { ALLOW, bash, FILES, openWorld, type World } from "./red-world.ts";

const SPOIL = "sed -i 's/, 0)/, 1)/' sum.js";

function git(world: World, ...words: string[]): string {
  const env = { PATH: process.env.PATH, HOME: join(world.workspace, "../home") };
  return execFileSync("git", words, { cwd: world.workspace, encoding: "utf8", env });
}

async function runIn(command: string) {
  const world = await openWorld({ policy: [...ALLOW] });
  git(world, "init", "-q", "-b", "main");
  git(world, "config", "user.name", "a");
  git(world, "config", "user.email", "a@a.example");
  git(world, "add", ".");
  git(world, "commit", "-qm", "begin");
  const done = { text: "Done." };
  const { ends } = await world.run([bash(command), done, done, done, done]);
  const said = ends.flatMap(({ end }) => ("lines" in end ? end.lines : [])).join("\n");
  return { world, said, states: ends.map(({ end }) => end.state) };
}

describe.skipIf(!hasSandbox)("a commit in a view (needs a sandbox)", () => {
  it.each([
    ["and the file is as before", `${SPOIL} && git commit -qam x; git show HEAD~1:sum.js > sum.js`],
    [
      "and the index overlooks the file",
      `${SPOIL} && git commit -qam x; git show HEAD~1:sum.js > sum.js; git update-index --assume-unchanged sum.js`,
    ],
    [
      "on a branch that is packed",
      `git switch -qc side; ${SPOIL} && git commit -qam x; git switch -q main; git pack-refs --all`,
    ],
  ])("does not land where it holds a fault, %s", async (_, command) => {
    const { world, said, states } = await runIn(command);
    expect(states).toEqual(["kept"]);
    expect(said).toMatch(/git {2}refs\/heads\/(?:main|side) moved to other files.*: sum\.js/);
    expect(git(world, "show", "HEAD:sum.js")).toBe(FILES["sum.js"]);
  });

  it("lands with the files that were checked", async () => {
    const { world, states, said } = await runIn(
      "echo '// tidy' >> sum.js && git commit -qam tidy && echo note > note.md",
    );
    expect(states, said).toEqual(["landed"]);
    expect(git(world, "show", "HEAD:sum.js")).toContain("// tidy");
  });
});
