// data table: the calls of one working session, in order, each with what it must bring
/**
 * A coding session as agents have them: look around, install, see a test fail, mend it, measure, build, commit, download. The
 * only rules are about the one host that files are fetched from: everything else that happens unasked does so by the default
 * policy and the sandbox.
 */
import type { JsonObject, Rule } from "@toolplane/contract";

/** One call. A call that is not as expected counts against us, whatever the reason. */
export interface SessionStep {
  readonly tool: string;
  readonly args: JsonObject;
  /** Text that the result must hold. */
  readonly has?: string;
  /** Exit code of a command; 0 unless said. */
  readonly exit?: number;
}

const bash = (command: string, has?: string, exit = 0): SessionStep => ({
  tool: "bash",
  args: { command },
  exit,
  ...(has === undefined ? {} : { has }),
});
const call = (tool: string, args: JsonObject, has?: string): SessionStep => ({
  tool,
  args,
  ...(has === undefined ? {} : { has }),
});

/** The host that stands for the outside; it is served from loopback. */
export const FOREIGN_HOST = "downloads.example.com";
export const FOREIGN_FILES: Readonly<Record<string, string>> = {
  "/rates.json": '{"eur":1,"usd":1.1}\n',
  "/words.txt": "alpha\nbeta\ngamma\n",
};

/** What a person said beforehand: an unknown host is always a question. */
export const SESSION_RULES: readonly Rule[] = [
  { permission: "net.fetch", pattern: FOREIGN_HOST, action: "allow" },
  { permission: "bash", pattern: "curl *", action: "allow" },
];

export const WORKING_SESSION: readonly SessionStep[] = [
  // Look around.
  bash("pwd && ls -la", "package.json"),
  call("glob", { pattern: "**/*.js" }, "src/price.js"),
  call("read", { path: "package.json" }, "price-list"),
  bash("cat README.md | head -3", "# Price list"),
  call("grep", { pattern: "export (function|const)", path: "src" }, "taxRate"),
  bash("find . -name '*.js' -not -path './node_modules/*' | sort", "./src/price.js"),
  bash("wc -l src/*.js test/*.js | sort -n | tail -3", "total"),
  bash("grep -rn 'total' src test | cut -d: -f1 | sort | uniq -c", "price.test.js"),
  bash("node --version && npm --version && git --version && python3 --version", "git version"),
  bash("du -sh . && uname -s && whoami && date +%Y", "Linux"),
  // Version control from the start.
  bash("git init -q -b main && git add -A && git status --short | head -20", "A  package.json"),
  bash("git commit -q -m 'Start the price list' && git log --oneline", "Start the price list"),
  // Install and test: the first run fails as it must.
  bash("npm install", "added"),
  bash("ls node_modules && cat node_modules/plain-words/package.json", "plain-words"),
  bash("npm ls --depth=0", "plain-words"),
  bash("npm test", "fail 2", 1),
  bash("npm test 2>&1 | grep -E '(pass|fail) [0-9]'", "fail 2"),
  // Mend it.
  call("read", { path: "src/price.js" }, "sale.cents, 1)"),
  call("edit", {
    path: "src/price.js",
    old_string: "sale.cents, 1)",
    new_string: "sale.cents, 0)",
  }),
  bash("npm test", "pass 2"),
  bash("git diff --stat && git diff src/price.js", "sale.cents, 0)"),
  bash(
    "git add src/price.js && git commit -q -m 'Sum from nothing' && git log --oneline | wc -l",
    "2",
  ),
  // Another turn at the same file, and a new one.
  call("edit", { path: "src/price.js", old_string: "taxRate = 0.19", new_string: "taxRate = 0.2" }),
  call("write", {
    path: "src/report.js",
    content:
      'import { taxRate, total } from "./price.js";\nexport const report = (sales) => `total ${total(sales)} at ${taxRate}`;\n',
  }),
  bash("node --check src/report.js && npm run lint --silent && echo fine", "fine"),
  bash(
    "node --input-type=module -e \"import { report } from './src/report.js'; console.log(report([{ cents: 7 }]))\"",
    "total 7 at 0.2",
  ),
  bash("node -e 'console.log([1, 2, 3].map((n) => n * n).join())'", "1,4,9"),
  call("edit", { path: "src/report.js", old_string: "total ${", new_string: "sum ${" }),
  bash("sed -i 's/sum/total/' src/report.js && cat src/report.js", "total ${"),
  // Data: python, awk, sed, pipes.
  bash(
    "python3 -c \"import csv; print(sum(int(r['cents']) for r in csv.DictReader(open('data/sales.csv'))))\"",
    "1190",
  ),
  bash(
    "awk -F, 'NR > 1 { sum[$2] += $3 } END { for (item in sum) print item, sum[item] }' data/sales.csv | sort",
    "tea 760",
  ),
  bash("tail -n +2 data/sales.csv | cut -d, -f2 | sort | uniq -c | sort -rn | head -1", "3 tea"),
  bash("sed -n '2,3p' data/sales.csv | tr ',' '\\t'", "mon\ttea\t250"),
  bash(
    "python3 - <<'EOF'\nimport json\nwith open('package.json') as f:\n    print(json.load(f)['name'])\nEOF",
    "price-list",
  ),
  bash("python3 -m json.tool package.json | head -4", "price-list"),
  bash(
    "cat > data/notes.md <<'EOF'\n# Notes\n\n- tea sells\n- bread too\nEOF\nwc -l data/notes.md",
    "4 data/notes.md",
  ),
  bash(
    'for day in mon tue wed; do printf \'%s %s\\n\' "$day" "$(grep -c "^$day" data/sales.csv)"; done',
    "wed 2",
  ),
  bash(
    'while IFS=, read -r day item cents; do echo "$item=$cents"; done < data/sales.csv | tail -2',
    "bread=310",
  ),
  bash("find src -name '*.js' -print0 | xargs -0 -n1 basename", "report.js"),
  bash("ls src | xargs -I{} echo 'src/{}' | sort -r | head -1", "src/report.js"),
  bash("find src -type f -exec wc -c {} + | tail -1", "total"),
  // The temporary directory, and files beside the workspace's own.
  bash(
    "mkdir -p /tmp/numbers && cp data/sales.csv /tmp/numbers/ && sort -t, -k3 -n /tmp/numbers/sales.csv > /tmp/numbers/sorted.csv && tail -1 /tmp/numbers/sorted.csv",
    "wed,bread,310",
  ),
  call("read", { path: "/tmp/numbers/sorted.csv" }, "mon,milk,120"),
  bash("tar -czf /tmp/src.tgz src test && tar -tzf /tmp/src.tgz | sort | head -3", "src/"),
  bash(
    "mkdir -p /tmp/unpacked && tar -xzf /tmp/src.tgz -C /tmp/unpacked && diff -r src /tmp/unpacked/src && echo same",
    "same",
  ),
  bash('t=$(mktemp) && echo scratch > "$t" && cat "$t" && rm "$t"', "scratch"),
  bash('echo "$TMPDIR" | grep -q . && echo kept > "$TMPDIR/kept.txt" && cat /tmp/kept.txt', "kept"),
  // Build, check, tidy.
  bash("npm run build", "built dist/report.txt"),
  bash("cat dist/report.txt && sha256sum dist/report.txt | cut -c1-8", "total: 1190"),
  bash("NODE_ENV=test timeout 50 npm test --silent 2>&1 | tail -12", "pass 2"),
  bash(
    "printf '#!/bin/sh\\necho \"checked $1\"\\n' > scripts/check.sh && chmod +x scripts/check.sh && ./scripts/check.sh all",
    "checked all",
  ),
  bash(
    "mkdir -p docs && mv data/notes.md docs/ && cp README.md docs/copy.md && rm docs/copy.md && ls docs",
    "notes.md",
  ),
  bash(
    "jq -r '.scripts | keys[]' package.json 2> /dev/null || node -p 'Object.keys(require(\"./package.json\").scripts).join(\"\\n\")'",
    "build",
  ),
  bash("[ -f dist/report.txt ] && test -d src && echo there || echo missing", "there"),
  bash(
    "(cd src && ls | wc -l) && seq 1 3 | paste -sd+ | tr -d '\\n' && env | grep -c '^PATH='",
    "1+2+3",
  ),
  // Branches and stashes.
  bash(
    "git status --short && git add -A && git commit -q -m 'Report, notes, check' && git show --stat HEAD | tail -1",
    "changed",
  ),
  bash("git checkout -q -b tax && git branch --show-current", "tax"),
  call("edit", { path: "src/price.js", old_string: "taxRate = 0.2", new_string: "taxRate = 0.21" }),
  bash("git stash && git stash list && cat src/price.js", "taxRate = 0.2;"),
  bash("git stash pop && git diff --stat", "src/price.js"),
  bash(
    "git commit -qam 'Raise the rate' && git checkout -q main && git merge -q tax && git log --oneline | head -1",
    "Raise the rate",
  ),
  bash("git tag v0.2.0 && git describe --tags && git branch -d tax", "v0.2.0"),
  bash("git blame -s src/price.js | head -3 && git rev-parse --abbrev-ref HEAD", "main"),
  // Outside: one page through the door, one file through the shell.
  call("web_fetch", { url: `http://${FOREIGN_HOST}/rates.json` }, "1.1"),
  bash(
    `curl -fsS http://${FOREIGN_HOST}/words.txt -o data/words.txt && wc -l data/words.txt`,
    "3 data/words.txt",
  ),
  bash("sort -r data/words.txt | head -1 | tee /tmp/last.txt", "gamma"),
  // Something that runs on.
  call("start", { command: "node scripts/ticker.js" }, "running"),
  call("output", { until: "tick 3" }, "tick 3"),
  call("stop", {}, "stopped"),
  bash("sleep 20 & pid=$!; kill $pid; wait $pid 2> /dev/null; echo gone", "gone"),
  // The last look.
  bash(
    "npm test 2>&1 | tail -12 && git add -A && git commit -q -m 'Words' && git status --short | wc -l",
    "0",
  ),
  bash("git log --format='%h %s' | head -5; ls -la dist | head -5", "Words"),
  call("grep", { pattern: "taxRate", path: "." }, "src/price.js"),
];
