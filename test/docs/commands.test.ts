import { execFileSync, spawnSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PROGRAM, programWords } from "@toolplane/cli/fixtures";
import { afterAll, describe, expect, it } from "vitest";
import { compiledFor } from "../compiled-for.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { hasBrowser } from "../launch-chromium.ts";
import { isWhole, sampleOf } from "../sample.ts";
import { hasPlainSandbox } from "../sandbox-levels.ts";
import { type CommandBlock, readCommandBlocks } from "./command-blocks.ts";
import { hideProgram } from "./hide-program.ts";
import { matchesOutput } from "./matches-output.ts";
import { followOtherWays } from "./other-ways-in.ts";
import { openPageShell } from "./page-shell.ts";
import { WITHOUT_NAMESPACES } from "./without-namespaces.ts";

// Every command block of the README and of the docs is run as a reader would run it: pasted into an interactive shell in a
// terminal, in order, in a project of its own, with `toolplane` on the PATH and a home that is empty. The README begins in the
// checkout, and nothing is on its PATH but what the machine has: it says itself how to get the command. Where the tests run as
// root, a page that changes nothing in the checkout is an ordinary user's, and twice more: one who has no bubblewrap, and one who
// has no sandbox at all because nobody may have a namespace. Whoever has followed the README goes on with what it names in
// sentences: an MCP client, the console in a browser, the chat. The pages must be right there too. A test run takes the README, a
// drawn sixth of the other pages, where there is no bubblewrap the blocks that the sandbox has a part in, and where there is no
// sandbox a drawn tenth; `npm run whole` takes all.

const root = join(import.meta.dirname, "../..");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/**/*.md",
  "packages/*/README.md",
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted()
  .map((page) => ({ page, blocks: readCommandBlocks(readFileSync(join(root, page), "utf8")) }))
  .filter(({ blocks }) => blocks.length > 0);

/** Without bubblewrap these pages are left out, and the test that says so is skipped. */
const needsSandbox = new Set([
  "README.md",
  "docs/guides/behind-toolplane.md",
  "docs/guides/sandbox.md",
]);

/** Lines that another gate runs; the comment in `.ci/run` is what makes this true. */
const gate = readFileSync(join(root, ".ci/run"), "utf8");

const UID = 65534;
const BECOME = ["setpriv", `--reuid=${UID}`, `--regid=${UID}`, "--clear-groups"];
const canBecome =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", [...BECOME.slice(1), process.execPath, PROGRAM, "--version"]).status === 0;

describe("the command blocks of the pages", () => {
  it("are there", () => {
    expect(pages.map(({ page }) => page)).toContain("README.md");
  });

  const isHeld = (page: string): boolean => needsSandbox.has(page) && !hasSandbox;

  it.skipIf(!hasSandbox)("include those that run in a sandbox (needs bubblewrap)", () => {
    for (const page of needsSandbox) expect(pages.map((each) => each.page)).toContain(page);
  });

  const others = pages.filter(({ page }) => page !== "README.md");
  const drawn = sampleOf(others, Math.ceil(others.length / 6));
  const chosen = pages.filter((each) => each.page === "README.md" || drawn.includes(each));
  it.each(chosen.filter(({ page }) => !isHeld(page)))(
    "$page does what it says",
    ({ page, blocks }) =>
      runPage(page, blocks, {
        become: isOwn(blocks) && canBecome ? BECOME : [],
        isConfined: hasSandbox || hasPlainSandbox,
        isFollowed: page === "README.md" && hasBrowser,
      }),
    PAGE_MS,
  );

  it.skipIf(!hasSandbox || !hasBrowser)(
    "lead on to a client, a browser and a chat (needs bubblewrap and chromium)",
    () => {
      expect(followed).toEqual(["README.md"]);
    },
  );
});

describe("the command blocks of the pages, where there is no bubblewrap", () => {
  const hidden = canBecome && hasPlainSandbox ? hideProgram("/usr", "bin/bwrap") : null;
  afterAll(() => hidden?.remove());

  it.skipIf(hidden === null)("really have none (needs root, setpriv and util-linux)", () => {
    const [program = "", ...words] = hidden?.enter ?? [];
    const found = spawnSync(program, [...words, ...BECOME, "sh", "-c", "command -v bwrap"]);
    expect([found.status, String(found.stdout)]).toEqual([127, ""]);
  });

  const chosen = pages.flatMap(({ page, blocks }) => {
    const own = isWhole ? blocks : needsSandbox.has(page) ? blocks.filter(meetsSandbox) : [];
    return isOwn(blocks) && own.length > 0 ? [{ page, own }] : [];
  });
  it.skipIf(hidden === null).each(chosen)(
    "$page does what it says (needs root, setpriv and util-linux)",
    ({ page, own }) =>
      runPage(page, own, { become: [...(hidden?.enter ?? []), ...BECOME], isConfined: true }),
    PAGE_MS,
  );
});

describe("the command blocks of the pages, where nobody may have a user namespace", () => {
  const canFilter = canBecome && spawnSync("python3", ["-c", "import ctypes"]).status === 0;
  const become = [...WITHOUT_NAMESPACES, ...BECOME];

  it.skipIf(!canFilter)("really have no sandbox (needs root, setpriv and python3)", () => {
    const [program = "", ...words] = become;
    expect(spawnSync(program, [...words, "unshare", "--user", "true"]).status).toBe(1);
    expect(spawnSync(program, [...words, "true"]).status).toBe(0);
  });

  const own = pages.filter(({ page, blocks }) => isOwn(blocks) && !needsSandbox.has(page));
  const chosen = sampleOf(own, Math.ceil(own.length / 10));
  it.skipIf(!canFilter).each(chosen)(
    "$page does what it says (needs root, setpriv and python3)",
    ({ page, blocks }) => runPage(page, blocks, { become, isConfined: false }),
    PAGE_MS,
  );
});

/** A page is up to thirty programs one after the other, and the README goes on to a browser. */
const PAGE_MS = 300_000;

/** Pages whose reader went on to the other ways in. */
const followed: string[] = [];

/** Changes nothing in the checkout. */
function isOwn(blocks: readonly CommandBlock[]): boolean {
  return !blocks.some((block) => block.inCheckout);
}

/** Commands and what makes their project; a block that only shows, asks or edits is the same everywhere. */
function meetsSandbox({ script, key }: CommandBlock): boolean {
  const calls = script.match(/\btoolplane \w+( bash)?/g) ?? [];
  return key === null && calls.every((call) => /(doctor|init|trust| bash)$/.test(call));
}

async function runPage(
  page: string,
  blocks: readonly CommandBlock[],
  {
    become,
    isConfined,
    isFollowed = false,
  }: {
    readonly become: readonly string[];
    readonly isConfined: boolean;
    readonly isFollowed?: boolean;
  },
): Promise<void> {
  const servers = blocks.some(({ script }) => script.includes("mcp-server-"));
  const world = makeWorld({ directory: page === "README.md" ? root : null, become, servers });
  const shell = await openPageShell(world);
  try {
    for (const block of blocks) {
      if (block.isElsewhere) {
        for (const command of commandsOf(block.script)) expect(gate).toContain(command);
        continue;
      }
      const { exitCode, output } = await shell.run(
        block.inCheckout ? `(cd ${root}\n${block.script}\n)` : block.script,
        block.key,
      );
      const where = `${page}:${block.line}`;
      const refused = isConfined ? null : block.unconfined;
      const { exitCode: wanted } = refused ?? block;
      expect({ where, exitCode, output }).toEqual({ where, exitCode: wanted, output });
      if (refused !== null) {
        expect({ where, output }).toEqual({ where, output: expect.stringContaining(refused.text) });
        continue;
      }
      if (block.expected !== null && !matchesOutput(output, block.expected))
        expect({ where, output: output.trimEnd() }).toEqual({ where, output: block.expected });
    }
    if (!isFollowed) return;
    const readme = readFileSync(join(root, page), "utf8");
    await followOtherWays({ readme, shell, environment: world.environment });
    followed.push(page);
  } finally {
    await shell.close();
    world.remove();
  }
}

interface WorldOptions {
  /** Where a page begins; null for a project of its own. */
  readonly directory: string | null;
  readonly become: readonly string[];
  /** With the stock servers installed. They bring two dozen other programs, and a sandbox shows what lies on PATH. */
  readonly servers: boolean;
}

/** `npm install && npm test      # why` is two commands that the gate must run. */
function commandsOf(script: string): readonly string[] {
  return script
    .split("\n")
    .flatMap((line) => line.replace(/\s#.*$/, "").split("&&"))
    .map((command) => command.trim())
    .filter((command) => command !== "");
}

function makeWorld({ directory, become, servers }: WorldOptions) {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-page-"));
  const project = join(folder, "ledger");
  mkdirSync(join(project, "src"), { recursive: true });
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "bin"));
  const bin = `#!/bin/sh\nexec ${process.execPath} ${programWords().join(" ")} "$@"\n`;
  writeFileSync(join(folder, "bin/toolplane"), bin, { mode: 0o755 });
  // As `npm install --save-dev @toolplane/testkit` would leave it; this checkout is where it comes from.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules/@toolplane"), join(folder, "node_modules/@toolplane"));
  for (const [path, text] of Object.entries(PROJECT)) writeFileSync(join(project, path), text);
  const programs = servers ? join(root, "node_modules/.bin") : dirname(process.execPath);
  const own = directory === null ? [join(folder, "bin"), programs] : [];
  const path = [...own, ...machinePath()].join(":");
  if (become.length > 0) execFileSync("chown", ["-R", `${UID}:${UID}`, folder]);
  return {
    become,
    directory: directory ?? project,
    environment: {
      PATH: path,
      HOME: join(folder, "home"),
      TMPDIR: folder,
      LANG: "C.UTF-8",
      NODE_COMPILE_CACHE: become.length > 0 ? compiledFor(UID) : process.env.NODE_COMPILE_CACHE,
      TOOLPLANE_DATA: join(folder, "data"),
      TOOLPLANE_CONFIG: join(folder, "config"),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Without what npm and a test runner put before it. */
function machinePath(): readonly string[] {
  const entries = (process.env.PATH ?? "").split(":");
  return entries.filter((entry) => !entry.includes("node_modules"));
}

/** The project of every page: small, with something to find, to change, to run and to keep secret. */
const PROJECT: Readonly<Record<string, string>> = {
  "README.md": "# Ledger\n\nAdds up invoices.\n",
  "package.json": '{ "name": "ledger", "scripts": { "test": "node test.js" } }\n',
  "src/total.js": "exports.total = (lines) => lines.reduce((sum, line) => sum + line, 0);\n",
  "test.js":
    'const { total } = require("./src/total.js");\nconsole.log(total([1, 2]) === 3 ? "ok" : "wrong");\n',
  ".env": "API_KEY=swordfish\n",
};
