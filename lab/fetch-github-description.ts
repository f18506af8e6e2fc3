// GitHub's own description (13 MB, 1,223 operations) for the scenario that uses it. The package that holds it has 394 MB, so it is
// no dependency: one file is taken out of it, into `reports`, and the rest is thrown away. `--fixture` also writes what the tests
// have of it without a network: every operation, in short.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { runCommand } from "../scripts/run-command.ts";
import { shortenDescription } from "./shorten-description.ts";

const PACKAGE = "@octokit/openapi@23.0.2";
const FILE = "package/generated/api.github.com.json";
const target = join(import.meta.dirname, "../reports/api.github.com.json");

const fixture = join(import.meta.dirname, "../test/openapi/fixtures/github.json.gz");

const folder = mkdtempSync(join(tmpdir(), "github-description-"));
try {
  await run(["npm", "pack", PACKAGE, "--silent"]);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (archive === undefined) throw new Error("npm packed nothing");
  await run(["tar", "-xzf", archive, FILE]);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(folder, FILE), target);
  if (process.argv.includes("--fixture")) {
    const short = shortenDescription(JSON.parse(readFileSync(target, "utf8")));
    mkdirSync(dirname(fixture), { recursive: true });
    writeFileSync(fixture, gzipSync(JSON.stringify(short), { level: 9 }));
  }
  console.log(`${target} is there: npx vitest run test/openapi/gateway.test.ts`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(command: readonly [string, ...string[]]): Promise<void> {
  const { code, output } = await runCommand(command, { cwd: folder });
  if (code !== 0) throw new Error(`${command.join(" ")} failed:\n${output}`);
}
