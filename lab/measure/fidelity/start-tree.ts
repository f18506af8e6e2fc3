/**
 * The project that a recorded session begins with. The data has commands and no trees, so the files that the commands speak of are
 * made up: short, harmless, of the kind that their names say. What a session's own commands make is theirs to make.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, normalize } from "node:path";
import { inWorkspace } from "../sessions/in-workspace.ts";
import type { SessionPlan } from "./session-plan.ts";

const MAX_FILES = 200;
const PACKAGES = join(import.meta.dirname, "../../../node_modules");
const HERE_DOCUMENT = /<<-?\s*(['"]?)(\w+)\1[\s\S]*?\n\s*\2(?=\n|$)/g;
const PATH = /(?:^|[\s'"=:;&|(])((?:\.{0,2}\/)?[\w@.+-]+(?:\/[\w@.+-]+)*\/?)(?=$|[\s'"):;&|>])/g;
const MADE_BY_IT = /(?:>>?|\btouch|\bmkdir(?: -p)?|\btee(?: -a)?)\s+['"]?([\w@./+-]+)/g;

const TEXTS: Readonly<Record<string, string>> = {
  ".py": "VALUE = 1\n\n\ndef test_value():\n    assert VALUE == 1\n",
  ".js": "const value = 1;\nmodule.exports = { value };\n",
  ".mjs": "export const value = 1;\n",
  ".ts": "export const value: number = 1;\n",
  ".json": "{}\n",
  ".sh": "#!/bin/sh\necho ran\n",
  ".md": "# Notes\n\nSome words.\n",
};

/** Fills the empty folder `project`. */
export function makeStartTree(project: string, plan: SessionPlan): void {
  if (plan.tree !== undefined) {
    cpSync(join(PACKAGES, plan.tree), project, { recursive: true, verbatimSymlinks: true });
    return;
  }
  // In a folder that is nowhere: what remains absolute lies outside the project.
  const lines = plan.rows.map((row) => inWorkspace(row, ".").replaceAll(HERE_DOCUMENT, ""));
  write(project, "README.md", TEXTS[".md"] ?? "");
  write(project, "package.json", packageFile(lines));
  // There is no network: npm need not try three times.
  write(project, ".npmrc", "fetch-retries=0\n");
  const made = new Set(lines.flatMap((line) => [...line.matchAll(MADE_BY_IT)].map(([, to]) => to)));
  const named = new Set(lines.flatMap((line) => [...line.matchAll(PATH)].map(([, path]) => path)));
  for (const path of [...named].slice(0, MAX_FILES)) {
    if (path === undefined || made.has(path) || !isInside(path)) continue;
    const isFolder = path.endsWith("/") || lines.some((line) => line.includes(`cd ${path} `));
    if (isFolder) makeFolder(join(project, path));
    else if (extname(path) !== "" || path.startsWith("./")) write(project, path, textFor(path));
  }
}

function isInside(path: string): boolean {
  return (
    !path.startsWith("/") &&
    !normalize(path).startsWith("..") &&
    !/^(?:\.git|-)/.test(path) &&
    !/^[\d.]+$/.test(path)
  );
}

function textFor(path: string): string {
  const known = TEXTS[extname(path)];
  if (known !== undefined) return known;
  // A program of the project, `./mvnw` say: it says that it ran.
  return path.startsWith("./") ? '#!/bin/sh\necho "$0" "$@"\n' : "some text\n";
}

function packageFile(lines: readonly string[]): string {
  const names = lines.flatMap((line) =>
    [...line.matchAll(/\b(?:npm run|yarn(?: run)?|pnpm(?: run)?) ([\w:-]+)/g)].map(([, n]) => n),
  );
  const scripts = Object.fromEntries(["test", ...names].map((name) => [name, "node -e 0"]));
  return `${JSON.stringify({ name: "app", version: "1.0.0", scripts }, null, 2)}\n`;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // A file has the name already.
  }
}

function write(project: string, path: string, text: string): void {
  const to = join(project, path);
  makeFolder(dirname(to));
  if (existsSync(to) || !existsSync(dirname(to)) || basename(to) === "") return;
  try {
    writeFileSync(to, text);
    if (text.startsWith("#!")) chmodSync(to, 0o755);
  } catch {
    // Its folder is a file.
  }
}
