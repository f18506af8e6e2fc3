/** Scenarios for a command on a view, run as the user of the tests and, from root, as an ordinary one. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { openViewWorld, type ViewWorld } from "./fixture.ts";

const CANARY = "CANARY-9c1e";
const DENY_ENV: readonly Rule[] = [{ permission: "fs.read", pattern: "**/.env", action: "deny" }];

/** One thing that must hold: its result is compared with `is`. */
export interface Scenario {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly is: unknown;
}

async function inWorld(
  options: Parameters<typeof openViewWorld>[0],
  use: (world: ViewWorld) => Promise<unknown>,
): Promise<unknown> {
  const world = await openViewWorld(options);
  try {
    return await use(world);
  } finally {
    await world.close();
  }
}

/** Runs `between` while the command waits, then lets it go on with `line`. */
async function meanwhile(world: ViewWorld, line: string, between: () => void): Promise<string> {
  const [ready, go] = ["ready", "go"].map((name) => join(world.scratch, name)) as [string, string];
  const wait = "touch /tmp/ready; until [ -e /tmp/go ]; do sleep 0.02; done; ";
  const running = world.run(
    `ls -a . sub >/dev/null; cat .env sub/.env 2>/dev/null; ${wait}${line}`,
  );
  while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 5));
  between();
  writeFileSync(go, "");
  return (await running).output;
}

function makeSecrets(world: ViewWorld): void {
  world.file("a.txt", "one\n");
  world.file("sub/b.txt", "two\n");
  world.file(".env", CANARY);
}

const READ_ALL =
  "cat .env sub/.env sub/deep/.env hard target 2>/dev/null; find . -type f -exec cat {} + ; grep -r CANARY . ; ls -aR";

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "changes nothing real, and leaves its changes in the upper layer",
    run: () =>
      inWorld({}, async (world) => {
        makeSecrets(world);
        const ran = await world.run(
          "echo more >> a.txt; mkdir new; echo x > new/x; rm sub/b.txt; cat a.txt; ls sub",
        );
        return {
          output: ran.output,
          upper: ran.upper,
          real: readdirSync(world.workspace).toSorted(),
          text: readFileSync(join(world.workspace, "a.txt"), "utf8"),
        };
      }),
    is: {
      output: "one\nmore\n",
      upper: ["-sub/b.txt", "a.txt", "new/", "new/x", "sub/"],
      real: [".env", "a.txt", "sub"],
      text: "one\n",
    },
  },
  {
    name: "hides a denied file, its hard link, and what a denied link leads to",
    run: () =>
      inWorld({ rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        linkSync(join(world.workspace, ".env"), join(world.workspace, "hard"));
        world.file("target", CANARY);
        mkdirSync(join(world.workspace, "sub/deep"));
        symlinkSync("../../target", join(world.workspace, "sub/deep/.env"));
        const ran = await world.run(READ_ALL);
        const inCopy = await world.run(
          "cp -a . /tmp/copy; grep -r CANARY /tmp/copy; mv sub other; grep -r CANARY other",
        );
        return [
          ran.output.includes(CANARY),
          inCopy.output.includes(CANARY),
          ran.report.likelyRefused,
        ];
      }),
    is: [false, false, []],
  },
  {
    name: "keeps hiding it when an editor replaces it, and hides one made later in any folder",
    run: () =>
      inWorld({ rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        mkdirSync(join(world.workspace, "sub/deep"));
        const output = await meanwhile(world, READ_ALL, () => {
          writeFileSync(join(world.workspace, ".env~"), `${CANARY}-new`);
          renameSync(join(world.workspace, ".env~"), join(world.workspace, ".env"));
          writeFileSync(join(world.workspace, "sub/.env"), CANARY);
          writeFileSync(join(world.workspace, "sub/deep/.env"), CANARY);
        });
        return output.includes(CANARY);
      }),
    is: false,
  },
  {
    name: "hides what appeared between two commands, in new folders too",
    run: () =>
      inWorld({ rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        const before = await world.run("ls -a");
        world.file("later/deep/.env", CANARY);
        world.file("later/open.txt", "open\n");
        const after = await world.run(`cat later/open.txt; ${READ_ALL}`);
        return [
          before.output.includes(".env"),
          after.output.includes(CANARY),
          after.output.slice(0, 5),
        ];
      }),
    is: [false, false, "open\n"],
  },
  {
    name: "shows a file again when no rule denies it any more, and no ghost of a folder that is gone",
    run: () =>
      inWorld({ rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        await world.run("true");
        renameSync(join(world.workspace, "sub"), join(world.workspace, "moved"));
        const gone = await world.run("ls");
        const open = await world.run("cat .env", { rules: [] });
        return [gone.output, open.output];
      }),
    is: ["a.txt\nmoved\n", CANARY],
  },
  {
    name: "copies the modes of folders that its mask stands for",
    run: () =>
      inWorld({ rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        spawnSync("chmod", ["0750", join(world.workspace, "sub")]);
        spawnSync("chmod", ["0711", world.workspace]);
        const ran = await world.run("stat -c %a . sub; touch sub/new; stat -c %a sub");
        return [ran.output, ran.upper];
      }),
    is: ["711\n750\n750\n", ["sub/", "sub/new"]],
  },
  {
    name: "refuses at once what is denied for writing and what steers git, and lets asks through to the landing",
    run: () =>
      inWorld(
        {
          rules: [
            { permission: "fs.write", pattern: "locked.txt", action: "deny" },
            { permission: "fs.write", pattern: "asked.txt", action: "ask" },
          ],
        },
        async (world) => {
          for (const name of ["locked.txt", "asked.txt"]) world.file(name, "old\n");
          world.file(".vscode/tasks.json", "{}\n");
          spawnSync("git", ["init", "-q", world.workspace]);
          const ran = await world.run(
            "echo x > locked.txt || echo 1; echo x > asked.txt && echo 2; echo x > .vscode/tasks.json && echo 3; git remote add o /x || echo 4; echo x > .git/hooks/pre-commit || echo 5",
          );
          return ran.output.match(/^\d$/gm);
        },
      ),
    is: ["1", "2", "3", "4", "5"],
  },
  {
    name: "works where names hold what the kernel reads as signs",
    run: () =>
      inWorld({ name: "a:b,c\\d e\u00e9", rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        const ran = await world.run("cat a.txt .env; echo x > new");
        return [ran.output.replace(/^cat: .*\n/m, ""), ran.upper];
      }),
    is: ["one\n", ["new"]],
  },
  {
    name: "gives a reading command the workspace without what is denied, and no way to write it",
    run: () =>
      inWorld({ rules: DENY_ENV }, async (world) => {
        makeSecrets(world);
        const ran = await world.run(
          "cat a.txt; echo x > a.txt || echo no; cat .env; touch /tmp/x",
          {
            readsOnly: true,
          },
        );
        const open = await world.run("cat a.txt; echo x > a.txt || echo no", {
          readsOnly: true,
          rules: [],
        });
        return [
          ran.output.match(/^(?:one|no)$/gm),
          open.output.match(/^(?:one|no)$/gm),
          ran.settled,
        ];
      }),
    is: [["one", "no"], ["one", "no"], null],
  },
  {
    name: "leaves what it runs no capability and no way to mount",
    run: () =>
      inWorld({}, async (world) => {
        const ran = await world.run(
          "id -u; grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\t'; umount . && echo out; unshare -Urm true && echo out; env | sort | grep -vE '^(PATH|HOME|LANG|TMPDIR|TERM|GIT_|PWD|SHLVL|NO_UPDATE_NOTIFIER|npm_config_update_notifier|PIP_DISABLE_PIP_VERSION_CHECK|_)'",
        );
        const filter = world.sandbox.status.facts.filtersSystemCalls ? "Seccomp:2" : "Seccomp:0";
        return ran.output
          .split("\n")
          .filter((line) => /^\d+$|^Cap|^NoNew|^Secc|^out$|=/.test(line))
          .map((line) => (line === String(process.getuid?.()) ? "uid" : line))
          .map((line) => (line === filter ? "as announced" : line));
      }),
    is: [
      "uid",
      "CapEff:0000000000000000",
      "CapBnd:0000000000000000",
      "NoNewPrivs:1",
      "as announced",
      "CARGO_NET_RETRY=0",
      "PIP_RETRIES=0",
      "TOOLPLANE_SESSION=s1",
      "npm_config_fetch_retries=0",
    ],
  },
  {
    name: "lands nothing of a command that was stopped, and says so to whoever settles it",
    run: () =>
      inWorld({}, async (world) => {
        const ran = await world.run("echo x > half; sleep 60", { timeoutMs: 400 });
        const whole = await world.run("echo x > whole; exit 3");
        return [ran.timedOut, ran.settled?.stopped, whole.settled?.stopped, whole.exitCode];
      }),
    is: [true, true, false, 3],
  },
  {
    name: "ends what a command left running before its changes are settled",
    run: () =>
      inWorld({}, async (world) => {
        const ran = await world.run("(while :; do echo x >> loop; sleep 0.01; done) & sleep 0.1");
        const size = () => statSync(join(world.userData, "calls/call-1/0/u/loop")).size;
        const first = size();
        await new Promise((resolve) => setTimeout(resolve, 60));
        return [ran.exitCode, size() === first];
      }),
    is: [0, true],
  },
  {
    name: "gives an approved command a home that no other wrote, and contained ones the session's own",
    run: () =>
      inWorld({}, async (world) => {
        await world.run("echo alias >> ~/.bashrc");
        const contained = await world.run("cat ~/.bashrc");
        const approved = await world.run("ls -A ~; echo x > ~/left; echo $HOME", {
          contained: false,
        });
        const next = await world.run("ls -A ~", { contained: false });
        return [
          contained.output,
          approved.output.includes(".bashrc"),
          next.output.includes("left"),
        ];
      }),
    is: ["alias\n", false, false],
  },
  {
    name: "shares no scratch folder between sessions, in either direction",
    run: () =>
      inWorld({}, async (world) => {
        const other = { sessionId: "s2" };
        await world.run("echo one > /tmp/canary-one");
        const own = await world.run("cat /tmp/canary-one");
        const seen = await world.run(`find /tmp ${world.base} -name 'canary-*' 2>/dev/null`, other);
        await world.run("echo two > /tmp/canary-two; echo two > ~/canary-two", other);
        const first = await world.run(`find /tmp ${world.base} -name 'canary-two' 2>/dev/null`);
        const again = await world.run("cat /tmp/canary-two ~/canary-two", other);
        return [own.output, seen.output, first.output, again.output];
      }),
    is: ["one\n", "", "", "two\ntwo\n"],
  },
];
