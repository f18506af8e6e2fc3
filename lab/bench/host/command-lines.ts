// data table: command lines of about 200 characters as agents write them, and 64 KiB ones that try a parser's patience

/** Everyday lines, 187 to 205 characters long. */
export const EVERYDAY: readonly string[] = [
  'git add src/kernel/policy.ts src/kernel/judge.ts && git commit -m "kernel: judge every unit of a line" -m "One deny decides." && git log --oneline -5 | head -n 3 && git status --short | wc -l',
  'npm run build --workspace packages/kernel && npm test -- --run src/policy | tail -n 40 | grep -E "passed|failed" | sort | uniq -c | sort -rn | head -n 5; echo "exit: $?" >> build/test.log',
  `find src -name '*.ts' -not -path '*/dist/*' -newer package.json | xargs grep -l "createKernel" | sort | sed -e 's/^/  /' | head -n 20 > build/callers.txt; wc -l build/callers.txt; cat build/callers.txt`,
  'for file in src/*.ts; do if [ -s "$file" ]; then grep -c "export" "$file" | sed "s|^|$file: |"; fi; done | sort -t: -k2 -rn | head -n 10 | tee build/exports.txt && rm -f build/old.js && ls -l',
  `cd packages/kernel && cat src/index.ts | grep -oE "from \\"[^\\"]+\\"" | cut -d'"' -f2 | sort -u > ../../build/imports.txt && cd ../.. && diff build/imports.txt docs/imports.txt || echo "imports changed"`,
  `curl -s -H 'Accept: application/json' https://api.example.com/v1/items?limit=50 | jq -r '.items[] | select(.state == "open") | .id' | head -n 25 | while read -r id; do echo "item $id"; done > ids.txt`,
  "tar -czf build/release.tgz --exclude=node_modules --exclude='*.log' src docs package.json README.md && sha256sum build/release.tgz | cut -d' ' -f1 > build/release.sha && ls -lh build | awk '{print $5, $9}'",
  "python3 scripts/report.py --input build/test.log --format table --columns name,state,time | sed -n '1,40p' | tee build/report.txt; test -s build/report.txt && mv build/report.txt docs/report.txt || true",
];

const LONGEST = 65_536;

/** Lines just below the bound, each heavy on another part of a reading. */
export const LONG: Readonly<Record<string, string>> = {
  units: fill("a;", ""),
  words: fill("a ", "echo "),
  pipes: fill("a|", "", "a"),
  conditions: fill("a&&", "", "a"),
  "one word": fill("x", "echo "),
  quotes: fill("'a'", "echo "),
  escapes: fill("\\a", "echo "),
  operands: fill("a/b ", "rm "),
  "deep operands": fill("../a/", "cat "),
  redirects: fill(">a ", "true "),
  assignments: fill("A=1 ", "", "true"),
  substitutions: fill("$(a)", "echo "),
  "nested substitutions": nest("$(", ")"),
  "nested groups": nest("{ ", ";}"),
  "nested subshells": nest("(", ")"),
  "open substitutions": fill("$(", ""),
  backticks: fill("`a`", "echo "),
  braces: fill("{a,b}", "echo "),
  "brace list": fill("a,", "echo {", "b}"),
  "nested braces": nest("{a,", "}"),
  globs: fill("*/", "ls "),
  variables: fill("$A", "echo "),
  "nested parameters": nest("${A:-", "}"),
  arithmetic: fill("1+", "echo $((", "1))"),
  "here-documents": fill("cat <<E\na\nE\n", ""),
  loops: fill("for i in a; do b; done;", ""),
  functions: fill("f() { a; };", ""),
  wrappers: fill("timeout 1 ", "", "a"),
  shells: fill("bash -c 'a';", ""),
  exec: fill("find . -exec a {} \\;;", ""),
  cases: fill("a) b;; ", "case x in ", "esac"),
  moves: fill("cd a;", ""),
};

function fill(part: string, before: string, after = ""): string {
  const room = LONGEST - before.length - after.length;
  return before + part.repeat(Math.floor(room / part.length)) + after;
}

function nest(open: string, close: string): string {
  const depth = Math.floor((LONGEST - 6) / (open.length + close.length));
  return `${open.repeat(depth)}echo a${close.repeat(depth)}`.slice(0, LONGEST);
}
