import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type FileWorld, openFileWorld } from "./fixture.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;

/** Names that patterns trip over: signs that mean themselves to one program and something else to the other. */
const NAMES = [
  "a",
  "b",
  "ab",
  "abc",
  "a.",
  "a.b",
  "{a,b}",
  "[ab]",
  "a b",
  "a ",
  "!a",
  "a,b",
  "aé",
  "-a",
];
const FOLDERS = ["", "d/", "e/", "d/e/", "{a,b}d/", "D x/"];
const PIECES = [
  ...["a", "b", "c", "d", "e", ".", "*", "**", "?", "/", "/**", "**/", " ", "\\ ", "!", "#"],
  ...["[ab]", "[!a]", "[^a]", "[a-c]", "[[:alpha:]]", "[[:space:]b]", "[[:none:]]", "[+-9]"],
  ...["{a,b}", "{", "}", ",", "-", "[a", "a]", "[]a]", "[\\]a]", "[a\\-c]", "\\*", "\\a", "\\"],
  ...["***", "é", "//", "d/"],
];

const worlds: FileWorld[] = [];
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

function repository(): FileWorld {
  const made = openFileWorld();
  worlds.push(made);
  execFileSync("git", ["init", "-q"], { cwd: made.workspace });
  for (const folder of FOLDERS) for (const name of NAMES) made.put(folder + name, "needle\n");
  return made;
}

function shownByGit({ workspace }: FileWorld): readonly string[] {
  const args = ["ls-files", "-z", "--others", "--exclude-standard"];
  return execFileSync("git", args, { cwd: workspace, stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith(".gitignore"))
    .sort();
}

const below = ({ workspace }: FileWorld, paths: readonly string[]) =>
  paths.map((path) => path.slice(workspace.length + 1)).sort();

async function globbed(w: FileWorld, path?: string): Promise<readonly string[]> {
  const query = { pattern: "**/*", ...(path === undefined ? {} : { path }) };
  return below(w, (await w.open().door.glob(query)).paths);
}

async function searched(w: FileWorld): Promise<readonly string[]> {
  const found = await w.open().door.search({ pattern: "needle", mode: "files", limit: 1_000 });
  return below(
    w,
    found.counts.map(({ path }) => path),
  );
}

describe.skipIf(!hasGit)("ignoring as git does (needs git)", () => {
  it("agrees with git on generated files, also below the root", async () => {
    const w = repository();
    const line = fc
      .tuple(
        fc.constantFrom("", "", "", "!", "/"),
        fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", "", "", "/", " ", "\r"),
      )
      .map(([lead, pieces, end]) => lead + pieces.join("") + end);
    const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
    await fc.assert(
      fc.asyncProperty(text, fc.option(text), async (top, nested) => {
        w.put(".gitignore", top);
        if (nested === null) rmSync(join(w.workspace, "d/.gitignore"), { force: true });
        else w.put("d/.gitignore", nested);
        const git = shownByGit(w);
        const ours = await globbed(w);
        // A nested file that hides too much is noticed by what is shown next to it, and only then.
        const unseen = git.filter((path) => path.startsWith("d/") && !ours.includes(path));
        const noticed = ours.some((path) => path.startsWith("d/"));
        if (noticed || unseen.length === 0) expect(ours).toEqual(git);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["braces are signs", "{a,b}\n"],
    ["named and escaped sets", "[[:alpha:]]\n[\\]a]b\n"],
    ["negated sets stop at a slash", "d[!x]a\n"],
    ["sets that are not closed match nothing", "[a\n"],
    ["a space after a folder's slash", "d/ \n"],
    ["an empty exception takes nothing back", "a*\n!\n"],
    ["an exception that only git can read", "*\n!*/\n!{a,b}\n"],
    ["a mark at the beginning", "\ufeffa\n"],
    ["ends of lines from elsewhere", "a\r\n{x}\r\nab\r\n"],
  ])("agrees with git: %s", async (_, text) => {
    const w = repository();
    w.put(".gitignore", text);
    const git = shownByGit(w);
    expect(await globbed(w)).toEqual(git);
    expect(await searched(w)).toEqual(git);
  });

  it("reads the files above the root, and the repository's own list", async () => {
    const w = repository();
    w.put(".gitignore", "/d/e/{a,b}\n[[:digit:]]*\n");
    w.put(".git/info/exclude", "a?[!x]\n");
    w.put("d/9", "needle\n");
    const git = shownByGit(w).filter((path) => path.startsWith("d/"));
    expect(await globbed(w, "d")).toEqual(git);
  });

  it("opens an ignored folder that is named, and follows no link for rules", async () => {
    const w = repository();
    w.put(".gitignore", "{x}\nd/\n");
    const { door } = w.open();
    expect(below(w, (await door.glob({ pattern: "d/a?b" })).paths)).toEqual([
      "d/a b",
      "d/a,b",
      "d/a.b",
    ]);
    w.put(join(w.outside, "rules"), "*\n");
    symlinkSync(join(w.outside, "rules"), join(w.workspace, "e/.gitignore"));
    expect(await globbed(w)).toEqual(shownByGit(w));
  });

  it("ignores nothing where there is no repository", async () => {
    const w = openFileWorld();
    worlds.push(w);
    w.put(".gitignore", "{a}\na\n");
    w.put("a", "needle\n");
    expect(await globbed(w)).toEqual(["a"]);
    expect(await searched(w)).toEqual(["a"]);
  });
});
