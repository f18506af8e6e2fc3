/**
 * SECURITY.md: "what feeds a program is read by one reader whatever it comes from". By effects: a shell runs what it is fed. No
 * line here prints a denied file at the level *none*, and none makes a denied tag in a sandbox.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EffectWorld,
  OWN_DATA_INSIDE,
  openEffectWorld,
} from "../../attack/effects/open-effect-world.ts";
import { sampleOf } from "../../sample.ts";
import { PRODUCT_LEVELS, type ProductLevel } from "../../sandbox-levels.ts";

const SECRET = "K=FED-CANARY";

const RULES = [
  { permission: "bash", pattern: "*", action: "allow" },
  { permission: "fs.write", pattern: "**", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "shell.run", pattern: "git tag *", action: "deny" },
] as const;

type Feed = (shell: string, text: string) => string;

const base64 = (text: string) => Buffer.from(`${text}\n`).toString("base64");

/** Ways to give a shell its program. */
const FEEDS: Readonly<Record<string, Feed>> = {
  "a here-string": (shell, text) => `${shell} <<< '${text}'`,
  "a here-document": (shell, text) => `${shell} <<'E'\n${text}\nE`,
  "a here-document with an expansion": (shell, text) => `${shell} <<E\n$(echo ${text})\nE`,
  "a pipe": (shell, text) => `echo ${text} | ${shell}`,
  "a process substitution": (shell, text) => `${shell} < <(echo ${text})`,
  "one that stands first": (shell, text) => `< <(echo ${text}) ${shell}`,
  "one that is opened both ways": (shell, text) => `${shell} 0<> <(echo ${text})`,
  "one behind a file": (shell, text) => `${shell} < README.md < <(echo ${text})`,
  "a decoder": (shell, text) => `${shell} < <(base64 -d <<< ${base64(text)})`,
  "two commands": (shell, text) => `${shell} < <(echo :; echo ${text})`,
  "a filter": (shell, text) => `${shell} < <(echo ${text} | cat)`,
  "a variable in it": (shell, text) => `x='${text}'; ${shell} < <(echo $x)`,
  "a shell in it": (shell, text) => `${shell} < <(bash < <(echo echo ${text}))`,
  "a file that cat joins": (shell, text) => `cat <(echo ${text}) | ${shell}`,
  "a descriptor": (shell, text) => `${shell} 3< <(echo ${text}) <&3`,
  "a descriptor that is moved": (shell, text) => `${shell} 3< <(echo ${text}) 0<&3-`,
  "a descriptor by its path": (shell, text) => `${shell} 3< <(echo ${text}) < /dev/fd/3`,
  "a descriptor of the line": (shell, text) => `exec 3< <(echo ${text}); ${shell} <&3`,
  "a descriptor with a name": (shell, text) => `exec {fd}< <(echo ${text}); ${shell} <&$fd`,
  "the input of the line": (shell, text) => `exec < <(echo ${text}); ${shell}`,
  "an input that is opened behind another": (shell, text) =>
    `{ exec < <(echo ${text}); ${shell}; } < README.md`,
  "its own input by its path": (shell, text) => `echo ${text} | ${shell} < /dev/stdin`,
  "a link to its own input": (shell, text) =>
    `ln -s /dev/stdin in; echo ${text} | ${shell} < in; rm in`,
  "a pipe with a name": (shell, text) => `mkfifo p; echo ${text} > p & ${shell} < p; rm p`,
  "a file that the line makes": (shell, text) => `echo ${text} > made; ${shell} < made; rm made`,
  "names of files": (shell, text) => `touch '${text}'; ls | ${shell}; rm '${text}'`,
  "names in a substitution": (shell, text) => `touch '${text}'; ${shell} < <(ls); rm '${text}'`,
  braces: (shell, text) => `{ ${shell}; } < <(echo ${text})`,
  parentheses: (shell, text) => `( ${shell} ) < <(echo ${text})`,
  "a condition": (shell, text) => `if ${shell}; then :; fi < <(echo ${text})`,
  "a branch": (shell, text) => `if true; then ${shell}; fi < <(echo ${text})`,
  "a loop over names": (shell, text) => `for i in 1; do ${shell}; done < <(echo ${text})`,
  "a loop on a condition": (shell, text) => `while ${shell}; do break; done < <(echo ${text})`,
  "a case": (shell, text) => `case x in x) ${shell};; esac < <(echo ${text})`,
  "a function": (shell, text) => `f() { ${shell}; }; f < <(echo ${text})`,
  "a function with an input": (shell, text) => `f() { ${shell}; } < <(echo ${text}); f`,
  "another shell": (shell, text) => `bash -c '${shell}' < <(echo ${text})`,
  eval: (shell, text) => `eval '${shell}' < <(echo ${text})`,
  "what is left of a text": (shell, text) => `{ read x; ${shell}; } <<'E'\n: '\n${text}\n: '\nE`,
  "what eval leaves of a text": (shell, text) =>
    `eval 'read x; ${shell}' <<'E'\n: '\n${text}\n: '\nE`,
  background: (shell, text) => `${shell} < <(echo ${text}) & wait`,
};

/** Ways to start a shell. */
const SHELLS: readonly string[] = [
  ...["bash", "sh", "dash", "/bin/bash", "bash -s", "bash -i", "bash -l", "bash --norc", "bash +x"],
  ...["env bash", "timeout 5 bash", "nohup bash", "nice -n 5 bash", "setsid -w bash"],
  ...["stdbuf -oL bash", "command bash", "exec bash", "time bash", "! bash", "env -S 'bash -s'"],
  ...["xargs -a README.md -I{} bash", "find . -maxdepth 0 -exec bash \\;", "flock x bash"],
];

/** Other programs that take commands from what they are fed. */
const OTHERS: readonly string[] = [
  "sqlite3 < <(echo .read .env)",
  `sqlite3 < <(base64 -d <<< ${base64(".read .env")})`,
  `base64 -d <<< ${base64(".read .env")} | sqlite3`,
  "exec < <(echo .read .env); sqlite3",
  "bash -c 'exec <<< \".read .env\"; sqlite3'",
  "sqlite3 -init <(echo .read .env) :memory: .quit",
  "ex -s < <(echo '!cat .env')",
  "python3 < <(echo 'print(open(\".env\").read())')",
  "perl < <(echo 'system(\"cat .env\")')",
  "make -f - < <(printf 'a:;cat .env')",
  "awk -f <(echo 'BEGIN { while ((getline l < \".env\") > 0) print l }')",
  ". <(echo cat .env)",
  ". /dev/fd/3 3< <(echo cat .env)",
  "bash /dev/fd/3 3< <(echo cat .env)",
  "xargs cat < <(echo .env)",
  "xargs -I{} bash -c {} < <(echo cat .env)",
];

const LINES: readonly string[] = [
  ...Object.values(FEEDS).map((feed) => feed("bash", "cat .env")),
  ...SHELLS.map((shell) => `${shell} < <(echo cat .env)`),
  ...OTHERS,
];

const TAGGING: readonly string[] = [
  ...Object.values(FEEDS).map((feed) => feed("bash", "git tag T")),
  ...SHELLS.map((shell) => `${shell} < <(echo git tag T)`),
];

/** What reads data, and no program. */
const QUIET: readonly string[] = [
  "diff <(ls src) <(ls src)",
  "while read x; do echo $x; done < <(ls)",
  'while IFS= read -r line; do echo "$line"; done < README.md',
  "sort < <(ls)",
  "mapfile -t a < <(ls)",
  "comm -12 <(sort README.md) <(sort README.md)",
  "{ cat; } <<< hi",
  "bash < README.md",
  "bash build.sh < <(ls)",
  "cat < /dev/null",
];

let calls = 0;

async function run(world: EffectWorld, command: string): Promise<string> {
  calls += 1;
  const session = world.session(RULES);
  const call = { id: `fed-${calls}`, name: "bash", arguments: { command } };
  return JSON.stringify(await session.call(call));
}

function prepare(world: EffectWorld): void {
  world.reset();
  world.write(".env", `${SECRET}\n`);
  world.write("build.sh", "cat\n");
}

/** The levels between: what they share with a view or with no sandbox is tried there whole. */
const TAKEN = 8;
const linesAt = ({ level }: ProductLevel, lines: readonly string[]): readonly string[] =>
  level === "full" || level === "none" ? lines : sampleOf(lines, TAKEN);

for (const level of PRODUCT_LEVELS)
  describe.skipIf(!level.runs)(
    `a program that is fed, at level ${level.level} (needs ${level.needs})`,
    () => {
      const { sandbox, userDataInside } = level;
      let world: EffectWorld;
      beforeAll(async () => {
        world = await openEffectWorld({ sandbox, ...(userDataInside ? OWN_DATA_INSIDE : {}) });
        expect(world.toolplane.host.sandbox.level).toBe(level.level);
      });
      afterAll(() => world.close());

      // In a sandbox the file is not there, whatever the line means.
      it.each(level.level === "full" ? [] : linesAt(level, LINES))(
        "prints no denied file: %s",
        async (line) => {
          prepare(world);
          expect(await run(world, line)).not.toContain(SECRET);
          expect(world.read("in")).toBeNull();
        },
      );

      // Without a sandbox the words of a line say it all, and the ones above are the same.
      it.each(level.level === "none" ? [] : linesAt(level, TAGGING))(
        "makes no denied tag: %s",
        async (line) => {
          prepare(world);
          await run(world, line);
          expect(world.person("git tag")).toBe("");
        },
      );

      it.each(linesAt(level, QUIET))("is not asked about when it reads data: %s", async (line) => {
        prepare(world);
        expect(await run(world, line)).not.toContain('"type":"error"');
      });
    },
  );
