/** Rules that a card offers for good, with lines as they are really read: never more than one narrow use of a known program. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer, KeptRules, PolicyLayer, Question } from "@toolplane/contract";
import { createToolplane, type Toolplane } from "toolplane";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-offer-")));
const workspace = join(base, "project");
let tp: Toolplane;
let asked: Question | null = null;
let answer: Answer = { choice: "reject" };
const kept: KeptRules[] = [];

beforeAll(async () => {
  mkdirSync(join(workspace, "src"), { recursive: true });
  writeFileSync(
    join(workspace, "package.json"),
    '{ "scripts": { "build": "true", "wait": "touch started && sleep 600" } }',
  );
  writeFileSync(join(workspace, ".env"), "SECRET=1\n");
  // A rule about this folder would not be one about the files in it.
  symlinkSync("src", join(workspace, "linked"));
  tp = await createToolplane({
    workspace,
    userData: join(base, "data"),
    sandbox: "none",
    contained: false,
    record: false,
    onWarning: () => {},
    broker: {
      async ask(question) {
        asked = question;
        return answer;
      },
    },
    keepRules: async (given) => {
      kept.push(given);
      await renew();
    },
  });
});
afterAll(async () => {
  await tp.close();
  rmSync(base, { recursive: true, force: true });
});

function renew(more: readonly PolicyLayer[] = []): Promise<void> {
  const rules = kept.flatMap((given) => given.rules);
  return tp.setPolicy([...more, { scope: "manifest", rules }]);
}

async function ask(name: string, given: Record<string, string>): Promise<Question | null> {
  asked = null;
  const session = tp.session();
  await session.call({ id: "call", name, arguments: given });
  await session.close();
  return asked;
}

const offerFor = async (command: string) => (await ask("bash", { command }))?.offer ?? null;

describe("what a card offers to allow for good", () => {
  it.each([
    ["npm run build", "npm run build *"],
    ["npm test -- --watch", "npm test *"],
    ["cd src && npm test", "npm test *"],
    ["timeout 60 npm test", "npm test *"],
    ["git commit -m 'one two'", "git commit *"],
    ["yarn test -u", "yarn test *"],
  ])("is the one use of a known program: %s", async (line, pattern) => {
    expect((await offerFor(line))?.rules).toEqual([
      { permission: "shell.run", pattern, action: "allow" },
    ]);
  });

  it.each([
    // Shells, interpreters, and what hands words on to them.
    ...["bash build", "sh -c 'npm test'", "zsh build", "eval npm test", "source build", ". build"],
    ...["python3 -m pytest", "python build.py", "node build", "ruby build", "perl build"],
    ...[
      "npm exec build",
      "npx build",
      "yarn run build",
      "bun run build",
      "uv run build",
      "go run .",
    ],
    ...["./npm test", "node_modules/.bin/npm test", "npm run", "npm run -- build", "npm $x"],
    // Wrappers.
    ...[
      "sudo npm test",
      "env -i npm test",
      "xargs npm test",
      "nohup bash build",
      "ssh host npm test",
    ],
    ...["find . -exec npm test ';'", "docker run x npm test", "strace npm test", "watch npm test"],
    // What sends something away or brings it here.
    ...["git push", "git push origin main", "git pull", "git fetch", "git clone https://a.test/b"],
    ...[
      "npm publish",
      "npm install left-pad",
      "pip install x",
      "cargo publish",
      "curl https://a.test",
    ],
    ...["terraform apply", "gh pr create", "kubectl apply -f x", "rsync a b:", "scp a b:"],
    // What throws work away, or takes more than one target.
    ...["git checkout .", "git reset --hard", "git clean -fd", "git stash drop", "rm -rf src"],
    ...["make build", "just build", "mvn test", "gradle test"],
    // An option, a variable or a place that makes another thing of it.
    ...[
      "npm test --script-shell=/tmp/x",
      "cargo test --config x",
      "go build -o /root/x",
      "npm test --shell=./x",
      "go test -exec ./x ./...",
    ],
    ...["LD_PRELOAD=./x.so npm test", "GIT_SSH_COMMAND=x git commit -m y", "PATH=. npm test"],
    ...[
      "cd /tmp && npm test",
      "cd $x && npm test",
      "git -C /etc commit -m x",
      "npm --prefix /etc test",
    ],
    ...["git commit -F /root/x", "npm test > /etc/x", "npm test | sh", "npm test && rm -rf x"],
    ...["npm test; curl https://a.test", "npm test $(cat .env)", "npm test `x`", "npm\u200b test"],
    ...["git add a && git commit -m b && git mv c d && npm test"],
  ])("is nothing for: %s", async (line) => {
    const question = await ask("bash", { command: line });
    expect(question?.offer).toBeUndefined();
  });

  it("is the folder of a file that is written, and never a protected one", async () => {
    const write = async (path: string) =>
      (await ask("write", { path, content: "x" }))?.offer?.rules ?? null;
    expect(await write("src/a.ts")).toEqual([
      { permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" },
    ]);
    for (const path of [
      "a.ts",
      ".git/hooks/x",
      ".vscode/tasks.json",
      "src/.git/config",
      "src/.envrc",
      "linked/a.ts",
      "../b/c.ts",
    ])
      expect(await write(path)).toBeNull();
  });

  it("is nothing where a rule of a person's asks, and such a rule holds beside what was given", async () => {
    const layer = (action: "ask" | "deny", pattern: string): PolicyLayer => ({
      scope: "project",
      rules: [{ permission: "shell.run", pattern, action }],
    });
    await renew([layer("ask", "npm *")]);
    expect(await offerFor("npm test")).toBeNull();
    await renew();
    answer = { choice: "rule" };
    expect((await offerFor("npm run build"))?.words).toBe("npm run build with any arguments");
    expect(kept.at(-1)?.rules[0]?.pattern).toBe("npm run build *");
    answer = { choice: "reject" };
    expect(await ask("bash", { command: "npm run build --if-present" })).toBeNull();
    // What stands beside it still asks, and what a rule closes stays closed.
    for (const line of [
      "npm run build --script-shell=./x",
      "LD_PRELOAD=./x.so npm run build",
      "npm run build > .git/config",
      "npm run build && npm run deploy",
      "cd /tmp && npm run build",
      "npm run build --prefix /etc",
      "npm run build --node-options=--require=./x",
      "npm run build -C /root",
    ])
      expect(await ask("bash", { command: line }), line).not.toBeNull();
    const session = tp.session();
    await renew([layer("deny", "npm run build --prod*")]);
    const denied = await session.call({
      id: "denied",
      name: "bash",
      arguments: { command: "npm run build --prod" },
    });
    expect(denied).toMatchObject({ type: "error", code: "permission_denied" });
    await session.close();
  });

  it("ends what runs by a given rule when the rule is taken back", async () => {
    kept.length = 0;
    const rule = { permission: "shell.run", pattern: "npm run wait *", action: "allow" } as const;
    await tp.setPolicy([{ scope: "manifest", rules: [rule] }]);
    const session = tp.session();
    const started = join(workspace, "started");
    const running = session.call({
      id: "running",
      name: "bash",
      arguments: { command: "npm run wait" },
    });
    await expect.poll(() => existsSync(started), { timeout: WAITING_MS }).toBe(true);
    await renew();
    expect(await running).toMatchObject({ type: "error" });
    await session.close();
  });
});
