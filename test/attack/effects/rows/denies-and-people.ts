/** Classes 7, 8 and 9: write denies hold everywhere, what a person does meanwhile is theirs, and nothing is lost. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import type { Rule } from "@toolplane/contract";
import type { EffectCall, EffectRow } from "../effect-row.ts";
import { python as py } from "../scripts.ts";

const DENY: readonly Rule[] = [
  { permission: "fs.write", pattern: "**/*.lock", action: "deny" },
  { permission: "fs.write", pattern: "**/protected/**", action: "deny" },
  { permission: "fs.write", pattern: "{workspace}/LICENSE", action: "deny" },
];
const denied = (name: string, calls: EffectCall[], more: Partial<EffectRow> = {}): EffectRow => ({
  class: 7,
  name,
  rules: DENY,
  files: { LICENSE: "mit\n", "yarn.lock": "l\n", "lib/protected/a": "a\n" },
  calls,
  faults: (w) => [
    ...(w.read("LICENSE") === "mit\n" ? [] : ["LICENSE changed"]),
    ...(w.read("yarn.lock") === "l\n" ? [] : ["yarn.lock changed"]),
    ...(w.read("lib/protected/a") === "a\n" ? [] : ["protected/a changed"]),
    ...w
      .person(
        "find . -name '*.lock' -not -path './.git/*' -o -path '*/protected/*' -o -name LICENSE",
      )
      .trim()
      .split("\n")
      .filter((p) => !["./LICENSE", "./yarn.lock", "./lib/protected/a", ""].includes(p))
      .map((p) => `denied landed: ${p}`),
  ],
  ...more,
});
const mine = (
  name: string,
  call: string,
  meanwhile: NonNullable<EffectRow["meanwhile"]>,
  faults: NonNullable<EffectRow["faults"]>,
  more: Partial<EffectRow> = {},
): EffectRow => ({
  class: 8,
  name,
  calls: [call],
  meanwhile,
  faults,
  ...more,
});
const is =
  (path: string, text: string | null): NonNullable<EffectRow["faults"]> =>
  (w, { landed }) => [
    ...(w.read(path) === text ? [] : [`${path} is ${JSON.stringify(w.read(path))}`]),
    ...(landed[0] === "landed" ? ["landed"] : []),
  ];

export const DENIES_AND_PEOPLE: readonly EffectRow[] = [
  denied("in new folders", ["mkdir -p n/m; echo x > n/m/a.lock; true"]),
  denied("in target", ["mkdir -p target/debug; echo x > target/debug/a.lock; true"]),
  denied("in node_modules", [
    "mkdir -p node_modules/a/protected; echo x > node_modules/a/protected/x; echo > node_modules/.package.lock; true",
  ]),
  denied("folder renamed to a denied name", [
    "mkdir -p t/p; echo x > t/p/x; mv t/p t/protected; true",
  ]),
  denied("file renamed to a denied name", ["echo x > t; mv t t.lock; true"]),
  denied("denied folder renamed away", ["mv lib/protected lib/free; mv lib lib2; true"]),
  denied("denied file removed", ["rm -f yarn.lock LICENSE; rm -rf lib; true"]),
  denied("denied file replaced by a link", [
    "ln -sf README.md LICENSE; ln -sf README.md yarn.lock; true",
  ]),
  denied("in a folder of mode 000", ["mkdir h; echo > h/a.lock; chmod 000 h; true"]),
  denied("case of a literal name", ["echo x > license; true"], {
    faults: (w) => (w.read("LICENSE") === "mit\n" ? [] : ["changed"]),
  }),
  denied("mode of a denied file", ["chmod 777 LICENSE yarn.lock lib/protected/a; true"], {
    faults: (w) => ((statSync(w.at("LICENSE")).mode & 0o777) === 0o777 ? ["mode changed"] : []),
  }),
  denied("mode of a denied folder", ["chmod 700 lib/protected; true"], {
    faults: (w) =>
      (statSync(w.at("lib/protected")).mode & 0o777) === 0o700 ? ["mode changed"] : [],
  }),
  denied("time of a denied file", ["touch -d 2001-01-01 LICENSE; true"], {
    faults: (w) => (statSync(w.at("LICENSE")).mtimeMs < 1e12 ? ["time changed"] : []),
  }),
  denied("hard link of a denied file written", ["ln LICENSE l2; echo x >> l2; true"]),
  denied("by a descriptor", [
    py(`import os
for n in ('LICENSE','yarn.lock','lib/protected/a'):
  try:
    f=os.open(n,os.O_RDONLY); g=os.open('/proc/self/fd/%d'%f,os.O_RDWR); os.write(g,b'Q')
  except OSError as e: print(e)`),
  ]),
  denied(
    "left by a daemon",
    [
      "(setsid sh -c 'sleep 0.5; echo x > a.lock; echo y > late.txt' >/dev/null 2>&1 &) ; echo 1 > one; true",
    ],
    {
      faults: async (w) => {
        await new Promise((r) => setTimeout(r, 900));
        return existsSync(w.at("late.txt")) || existsSync(w.at("a.lock")) ? ["a daemon wrote"] : [];
      },
    },
  ),

  mine(
    "a file that both changed",
    "echo mine > README.md; meanwhile",
    (w) => w.write("README.md", "theirs\n"),
    is("README.md", "theirs\n"),
  ),
  mine(
    "a file that both made",
    "echo mine > both; meanwhile",
    (w) => w.write("both", "theirs\n"),
    is("both", "theirs\n"),
  ),
  mine(
    "a folder that both made",
    "mkdir both; echo 1 > both/a; meanwhile",
    (w) => w.write("both/b", "theirs\n"),
    is("both/b", "theirs\n"),
  ),
  mine(
    "a file that the person deleted",
    "echo mine >> README.md; meanwhile",
    (w) => rmSync(w.at("README.md")),
    is("README.md", null),
  ),
  mine(
    "a file that the person deleted, many new beside",
    "echo mine >> README.md; for i in $(seq 1 100); do echo > n$i; done; meanwhile",
    (w) => rmSync(w.at("README.md")),
    is("README.md", null),
  ),
  mine(
    "a file in a folder that the person deleted",
    "echo mine >> src/deep/c.ts; meanwhile",
    (w) => rmSync(w.at("src"), { recursive: true }),
    is("src/deep/c.ts", null),
  ),
  mine(
    "a folder that the person moved",
    "echo mine >> src/deep/c.ts; meanwhile",
    (w) => renameSync(w.at("src"), w.at("moved")),
    (w) => [
      ...(existsSync(w.at("src")) ? ["came back"] : []),
      ...(w.read("moved/deep/c.ts") === "export const c = 1;\n" ? [] : ["changed"]),
    ],
  ),
  mine(
    "a folder swapped for an older one",
    "echo mine >> src/a.ts; meanwhile",
    (w) => {
      renameSync(w.at("src"), w.at("src.away"));
      renameSync(w.at("other"), w.at("src"));
    },
    is("src/a.ts", "theirs\n"),
    { files: { "other/a.ts": "theirs\n" } },
  ),
  mine(
    "a folder swapped for an older one, a file of it deleted",
    "rm src/a.ts; meanwhile",
    (w) => {
      renameSync(w.at("src"), w.at("src.away"));
      renameSync(w.at("other"), w.at("src"));
    },
    is("src/a.ts", "theirs\n"),
    { files: { "other/a.ts": "theirs\n" } },
  ),
  mine(
    "the person makes files beside what the command changed, and around it",
    "echo mine >> src/a.ts; rm src/b.ts; meanwhile",
    (w) => {
      for (const name of ["src/theirs", "theirs"]) w.write(name, "theirs\n");
      renameSync(w.at("src/theirs"), w.at("src/saved"));
      mkdirSync(w.at("src/folder"));
    },
    (w, { landed }) => [
      ...(landed[0] === "landed" ? [] : ["a conflict with nobody"]),
      ...(w.read("src/saved") === "theirs\n" ? [] : ["lost"]),
    ],
    { files: { "src/b.ts": "b\n" } },
  ),
  mine(
    "a folder swapped for an older one, new file in it",
    "echo mine > src/new.ts; meanwhile",
    (w) => {
      renameSync(w.at("src"), w.at("src.away"));
      renameSync(w.at("other"), w.at("src"));
    },
    (w) => [...(w.read("src/a.ts") === "theirs\n" ? [] : ["lost"])],
    { files: { "other/a.ts": "theirs\n" } },
  ),
  mine(
    "deleted by the command, changed by the person",
    "rm README.md; meanwhile",
    (w) => w.write("README.md", "theirs\n"),
    is("README.md", "theirs\n"),
  ),
  mine(
    "folder deleted, the person adds to it",
    "rm -rf src; meanwhile",
    (w) => w.write("src/deep/new", "theirs\n"),
    is("src/deep/new", "theirs\n"),
  ),
  mine(
    "folder deleted, the person moves an old file in",
    "rm -rf src; meanwhile",
    (w) => renameSync(w.at("docs/guide.md"), w.at("src/deep/guide.md")),
    is("src/deep/guide.md", "guide\n"),
  ),
  mine(
    "folder replaced, the person changes a file in it",
    "rm -rf src; mkdir src; echo 1 > src/x; meanwhile",
    (w) => w.write("src/a.ts", "theirs\n"),
    is("src/a.ts", "theirs\n"),
  ),
  mine(
    "equal size and old time",
    "echo mine1 > README.md; meanwhile",
    (w) => {
      w.write("README.md", "their\n");
      utimesSync(w.at("README.md"), 1, 1);
    },
    is("README.md", "their\n"),
  ),
  mine(
    "file made a folder by the person",
    "echo mine > README.md; meanwhile",
    (w) => {
      rmSync(w.at("README.md"));
      mkdirSync(w.at("README.md"));
      w.write("README.md/x", "theirs\n");
    },
    is("README.md/x", "theirs\n"),
  ),
  mine(
    "file made a link by the person",
    "echo mine > README.md; meanwhile",
    (w) => {
      rmSync(w.at("README.md"));
      symlinkSync("src/a.ts", w.at("README.md"));
    },
    is("src/a.ts", "export const a = 1;\n"),
  ),
  mine(
    "folder made a link to outside by the person",
    "echo mine > docs/new; meanwhile",
    (w) => {
      renameSync(w.at("docs"), w.at("docs2"));
      symlinkSync(w.outside, w.at("docs"));
    },
    (w) => (existsSync(`${w.outside}/new`) ? ["wrote outside"] : []),
  ),
  mine(
    "mode changed by both",
    "chmod 700 src/a.ts; meanwhile",
    (w) => chmodSync(w.at("src/a.ts"), 0o600),
    (w) => ((statSync(w.at("src/a.ts")).mode & 0o777) === 0o600 ? [] : ["mode lost"]),
  ),
  mine(
    "mode of a folder changed by both",
    "chmod 700 src; meanwhile",
    (w) => chmodSync(w.at("src"), 0o711),
    (w) => ((statSync(w.at("src")).mode & 0o777) === 0o711 ? [] : ["mode lost"]),
  ),
  mine(
    "two commits",
    "echo 1 > n; git add n; git commit -qm mine; meanwhile",
    (w) => w.person("echo 2 > p; git add p; git commit -qm theirs"),
    (w, { landed }) => [
      ...(w.person("git log --format=%s -1").trim() === "theirs" ? [] : ["their commit is lost"]),
      ...(landed[0] === "landed" ? ["landed"] : []),
    ],
  ),
  mine(
    "unrelated file of the person",
    "echo mine > mine.txt; meanwhile",
    (w) => w.write("theirs.txt", "theirs\n"),
    (w, { landed, text }) => [
      ...(landed[0] === "landed" ? [] : ["did not land"]),
      ...(w.read("theirs.txt") === "theirs\n" ? [] : ["lost"]),
      ...(text.includes("theirs.txt") ? ["attributed"] : []),
    ],
  ),

  ...[
    "rm -rf .git/objects",
    "rm -rf src docs; rm README.md",
    "find . -name '*.ts' -delete",
    "mv src s2; echo > s2/a.ts",
    "ln -sf nothing README.md; chmod 000 docs",
    "rm -rf src; echo file > src",
    "find .git/objects -type f -exec sh -c 'chmod u+w {}; : > {}' \\;",
    "rm -f .git/index .git/HEAD .git/packed-refs; rm -rf .git/refs .git/logs",
    "rm -rf .git; true",
  ].map(
    (line): EffectRow => ({
      class: 9,
      name: `undone: ${line}`,
      calls: [line, { tool: "undo", arguments: {} }],
      faults: (w) => {
        const after = w.person(
          "git fsck --no-dangling 2>&1; git status --short --untracked-files=no; cat README.md src/a.ts docs/guide.md; stat -c %a docs",
        );
        return after.includes("hello\nexport const a = 1;\nguide\n755") &&
          !/error|fatal|missing|^ ?[MD]/m.test(after)
          ? []
          : [after.slice(0, 500)];
      },
    }),
  ),
];
