/**
 * A file written from a private one stays private in later sessions, and a file written beside it does not become so.
 * SECURITY.md: "what carries a label carries it under every name: links, hard links, git's index, stash and history, and copies".
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sampleOf } from "../../sample.ts";
import type { ProductLevel } from "../../sandbox-levels.ts";
import type { FlowWorld } from "../flow-world.ts";
import {
  bash,
  git,
  LEVELS,
  openLevel,
  play,
  SECRET,
  type Step,
  tryLeak,
  waysAt,
} from "./flow-leak.ts";

const COPY = `
import base64, gzip, os
text = open("." + "env", "rb").read()
out = os.environ.get("OUT", "copy.txt")
form = open("form.txt").read().strip()
forms = {
  "plain": text, "base64": base64.b64encode(text), "hex": text.hex().encode(),
  "lines": b"\\n".join(base64.b64encode(b"ab" + text)[i:i + 5] for i in range(0, 60, 5)),
  "gzip": gzip.compress(text), "both": base64.b64encode(gzip.compress(text)), "reversed": text[::-1],
}
open(out, "wb").write(forms[form])
`;

/** Lines that name the file, and what the next session does with what they wrote. */
const NAMING: readonly (readonly [string, readonly Step[], readonly Step[]])[] = [
  ["cp", [bash("cp .env copy.txt")], [["read", { path: "copy.txt" }]]],
  ["cp, then cat", [bash("cp .env copy.txt")], [bash("cat copy.txt")]],
  ["cp, then a script", [bash("cp .env copy.txt")], [bash("sh show.sh")]],
  ["cp, then grep", [bash("cp .env copy.txt")], [["grep", { pattern: ".", path: "copy.txt" }]]],
  ["mv", [bash("mv .env copy.txt")], [["read", { path: "copy.txt" }]]],
  ["ln", [bash("ln .env copy.txt")], [bash("cat copy.txt")]],
  ["ln, and the file is gone", [bash("ln .env copy.txt; rm .env")], [bash("cat copy.txt")]],
  ["cat and a redirect", [bash("cat .env > copy.txt")], [["read", { path: "copy.txt" }]]],
  ["dd", [bash("dd if=.env of=copy.txt status=none")], [["read", { path: "copy.txt" }]]],
  ["sed", [bash("sed s/K=// .env > copy.txt; rm .env")], [["read", { path: "copy.txt" }]]],
  ["rot13", [bash("tr A-Z N-ZA-M < .env > copy.txt")], [bash("tr A-Z N-ZA-M < copy.txt")]],
  ["base64", [bash("base64 .env > copy.txt")], [bash("base64 -d copy.txt")]],
  ["gzip", [bash("gzip -c .env > copy.gz")], [bash("gzip -dc copy.gz")]],
  ["xz", [bash("xz -c .env > copy.xz")], [bash("xz -dc copy.xz")]],
  ["tar of it", [bash("tar cf copy.tar .env")], [bash("tar xOf copy.tar")]],
  [
    "python",
    [bash('python3 -c \'open("copy.txt","w").write(open(".env").read())\'')],
    [["read", { path: "copy.txt" }]],
  ],
  [
    "two copies",
    [bash("cp .env one.txt"), bash("cp one.txt two.txt; rm one.txt")],
    [["read", { path: "two.txt" }]],
  ],
];

/** By version control. Each in a repository of its own, whose history holds nothing else. */
const COMMITTED: typeof NAMING = [
  [
    "a commit of it",
    [bash("git add -f .env && git commit -qm add && git rm -q .env")],
    [bash("git log -p")],
  ],
  [
    "a commit of a copy",
    [bash("cp .env copy.txt && git add copy.txt && git commit -qm add && git rm -qf copy.txt")],
    [bash("git log -p")],
  ],
  [
    "an object",
    [bash("git hash-object -w .env")],
    [bash("git cat-file --batch-all-objects --batch")],
  ],
];

/** The line names nothing: a script does it. What it wrote says so. */
const UNNAMED: readonly (readonly [string, string, readonly Step[]])[] = [
  ["as it is", "plain", [["read", { path: "copy.txt" }]]],
  ["in base64", "base64", [bash("base64 -d copy.txt")]],
  [
    "in hexadecimal",
    "hex",
    [bash("xxd -r -p copy.txt || python3 -c 'print(bytes.fromhex(open(\"copy.txt\").read()))'")],
  ],
  ["in lines of base64", "lines", [bash("tr -d '\\n' < copy.txt | base64 -di")]],
  ["packed by gzip", "gzip", [bash("gzip -dc < copy.txt")]],
  ["packed, and in base64", "both", [bash("base64 -d copy.txt | gzip -dc")]],
  ["reversed", "reversed", [bash("rev copy.txt")]],
];

async function openWorld(at: ProductLevel): Promise<FlowWorld> {
  const world = await openLevel(at, { "own.txt": "ours\n" });
  git(world.workspace, "init", "-q", "-b", "main");
  git(world.workspace, "config", "user.name", "n");
  git(world.workspace, "config", "user.email", "n@example.com");
  git(world.workspace, "add", "own.txt");
  git(world.workspace, "commit", "-qm", "first");
  return world;
}

/** One session, then another. Each time under names of its own: what was kept of an earlier file says nothing of this one. */
async function later(
  { world, number }: { readonly world: FlowWorld; readonly number: number },
  steps: { readonly first: readonly Step[]; readonly then: readonly Step[] },
) {
  const at = (name: string) => join(world.workspace, name);
  const { first, then } = JSON.parse(
    JSON.stringify(steps).replaceAll("copy.", `copy${number}.`),
  ) as typeof steps;
  writeFileSync(at(".env"), `K=${SECRET}\n`);
  writeFileSync(at("show.sh"), `cat copy${number}.txt\n`);
  writeFileSync(at(`copy${number}.py`), COPY.replace("copy.", `copy${number}.`));
  const one = world.open();
  await play(one, first);
  await one.session.close();
  // The name that says it is gone: only what was kept of the copy can tell.
  rmSync(at(".env"), { force: true });
  const result = await tryLeak(world, then);
  for (const name of readdirSync(world.workspace))
    if (/^(?:copy|one|two)/.test(name)) rmSync(at(name));
  return result;
}

describe.each(LEVELS)("what a session wrote from a private file, at level $level", (at) => {
  let world: FlowWorld;
  let number = 0;
  beforeAll(async () => {
    world = await openWorld(at);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    number += 1;
  });

  it("is not what a build beside it wrote, nor any other file", async () => {
    mkdirSync(join(world.workspace, "dist"));
    const build = bash("sh -c 'tr a-z A-Z < own.txt > dist/out.txt; date > stamp.txt'");
    const then: readonly Step[] = [
      ["read", { path: "dist/out.txt" }],
      bash("cat stamp.txt"),
      ["read", { path: "own.txt" }],
    ];
    expect((await later({ world, number }, { first: [build], then })).sent).toBe(true);
  });

  it.each(waysAt(at, NAMING, sampleOf))(
    "stays private in another one: %s",
    async (_way, first, then) => {
      const { shown, sent } = await later({ world, number }, { first, then });
      expect(shown).toContain(SECRET);
      expect(sent).toBe(false);
    },
  );

  it.each(waysAt(at, UNNAMED, sampleOf))(
    "stays private where a script wrote it %s",
    async (_way, form, then) => {
      writeFileSync(join(world.workspace, "form.txt"), form);
      const first = [bash("python3 copy.py")];
      const { shown, sent } = await later({ world, number }, { first, then });
      expect(shown).toContain(SECRET);
      expect(sent).toBe(false);
    },
  );

  it("stays private where a model wrote it into a file", async () => {
    const write: Step = ["write", { path: "copy.md", content: `the key is ${SECRET}\n` }];
    const first: readonly Step[] = [["read", { path: ".env" }], write];
    const then: readonly Step[] = [["read", { path: "copy.md" }]];
    expect((await later({ world, number }, { first, then })).sent).toBe(false);
  });
});

describe.each(LEVELS)("a private file in version control, at level $level", (at) => {
  it.each(waysAt(at, COMMITTED, sampleOf))(
    "stays private in another session: %s",
    async (_way, first, then) => {
      const world = await openWorld(at);
      const { shown, sent } = await later({ world, number: 0 }, { first, then });
      expect(shown).toContain(SECRET);
      expect(sent).toBe(false);
      await world.close();
    },
  );
});
