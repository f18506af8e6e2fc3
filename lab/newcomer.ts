/**
 * `npm run newcomer`: what a stranger meets in the first minutes, timed. Clones the repository as it is committed, installs it, and
 * follows the README to the first refusal with its reason, in a home that is empty; as an ordinary user where the tests run as
 * root. The last line is JSON with seconds. They say how long it took on this machine and decide nothing; a step that does not
 * work does. Needs the registry, so it is no part of `npm test`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const UID = 65534;
const isRoot = process.getuid?.() === 0;
const become = isRoot
  ? ["setpriv", `--reuid=${UID}`, `--regid=${UID}`, "--clear-groups", "--"]
  : ["env"];
const folder = mkdtempSync(join(tmpdir(), "toolplane-newcomer-"));
const home = join(folder, "home");
const project = join(folder, "ledger");
for (const path of [home, project]) mkdirSync(path);
const clone = join(folder, "toolplane");
const program = join(clone, "node_modules/.bin/toolplane");

interface Step {
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** Run as the present user: an ordinary user cannot read every checkout. */
  readonly isOurs?: true;
  readonly exitCode?: number;
  readonly says?: RegExp;
}

const steps: readonly Step[] = [
  {
    name: "clone",
    // By a URL, so that no file of it is a link to one of ours when it is given away.
    command: `git clone -q file://${root} ${clone}${isRoot ? ` && chown -R ${UID}:${UID} ${folder}` : ""}`,
    cwd: folder,
    isOurs: true,
  },
  { name: "install", command: "npm install --no-audit --no-fund", cwd: clone },
  { name: "demo", command: "npm start", cwd: clone, says: /policy\.json:2/ },
  {
    name: "rules",
    command: `echo API_KEY=swordfish > .env && ${program} init && ${program} trust --yes`,
    cwd: project,
  },
  {
    name: "refusal",
    command: `${program} call bash 'cat .env'`,
    cwd: project,
    exitCode: 3,
    says: /fs\.read \.env is denied by policy\.jsonc:\d+ \(deny fs\.read \*\*\/\.env\)/,
  },
];

const DEADLINE_MS = 900_000;
const seconds: Record<string, number> = {};
let processor = 0;
const failed: string[] = [];
try {
  for (const step of steps) {
    const fault = runStep(step);
    console.log(`${fault === null ? "ok  " : "FAIL"} ${step.name}, ${seconds[step.name]} s`);
    if (fault === null) continue;
    console.log(`     ${fault.replaceAll("\n", "\n     ")}`);
    failed.push(step.name);
    break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const whole = Object.values(seconds).reduce((sum, part) => sum + part, 0);
// On a machine that does other work the seconds say little: what was computed, and its load, stand with them.
const machine = {
  processorSeconds: rounded(processor),
  cores: availableParallelism(),
  load: rounded(loadavg()[0] ?? 0),
};
console.log(JSON.stringify({ seconds: { ...seconds, whole: rounded(whole) }, machine, failed }));
process.exitCode = failed.length === 0 ? 0 : 1;

function runStep({ name, command, cwd, isOurs, exitCode = 0, says }: Step): string | null {
  const script = `{ ${command}\n}; code=$?; times > "$0"; exit $code`;
  const times = join(folder, "times");
  const [first = "", ...words] = [...(isOurs ? ["env"] : become), "bash", "-c", script, times];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(first, words, {
    cwd,
    encoding: "utf8",
    timeout: DEADLINE_MS,
    maxBuffer: 100_000_000,
    env: { PATH: machinePath(), HOME: home, LANG: "C.UTF-8", ...wayOut() },
  });
  seconds[name] = rounded((performance.now() - started) / 1000);
  processor += processorSeconds(times);
  const said = `${stdout}${stderr}`;
  if (status !== exitCode) return `ended with ${status}\n${said.slice(-3_000)}`;
  return says === undefined || says.test(said)
    ? null
    : `did not say ${says}\n${said.slice(-3_000)}`;
}

/** The second line of bash's `times` is what the commands took: `1m2.345s 0m3.456s`. */
function processorSeconds(file: string): number {
  const [, line = ""] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  rmSync(file, { force: true });
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Without what npm puts before it: a stranger has Node and npm and nothing of ours. */
function machinePath(): string {
  const entries = (process.env.PATH ?? "").split(":");
  return entries.filter((entry) => !entry.includes("node_modules")).join(":");
}

/** How this machine reaches the registry is not in a stranger's empty home. */
function wayOut(): Readonly<Record<string, string | undefined>> {
  const { stdout } = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" });
  const names = /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir))$/i;
  const own = Object.entries(process.env).filter(([name]) => names.test(name));
  return { ...Object.fromEntries(own), npm_config_registry: stdout.trim() };
}
