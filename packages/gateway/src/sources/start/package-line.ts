/** Reads a command line that fetches a package and runs it, as nearly every server's own page writes it. */
import { basename } from "node:path";

export interface PackageLine {
  /** The registry that the package is of. */
  readonly of: "npm" | "pypi";
  /** The name, with a version, a range or a tag where the line asks for one. */
  readonly spec: string;
  readonly args: readonly string[];
}

/** The words before the package; what several of them need is in the one that is longest. */
const RUNNERS: readonly { readonly words: readonly string[]; readonly of: PackageLine["of"] }[] = [
  { words: ["npx"], of: "npm" },
  { words: ["npm", "exec"], of: "npm" },
  { words: ["npm", "x"], of: "npm" },
  { words: ["pnpm", "dlx"], of: "npm" },
  { words: ["pnpx"], of: "npm" },
  { words: ["yarn", "dlx"], of: "npm" },
  { words: ["bunx"], of: "npm" },
  { words: ["bun", "x"], of: "npm" },
  { words: ["uvx"], of: "pypi" },
  { words: ["uv", "tool", "run"], of: "pypi" },
  { words: ["pipx", "run"], of: "pypi" },
];

/** Flags that do not change what is run. */
const FLAGS: ReadonlySet<string> = new Set([
  "-y",
  "--yes",
  "-q",
  "--quiet",
  "--no",
  "--no-install",
]);

/** `name`, `@scope/name`, each with a version or not; nothing that is a path or an address. */
const SPEC = /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~<>=*-]+)?$/;

/** Null for a line that runs no package, or does more than run one (`-c`, `-p`, `--from`): its program runs as it is. */
export function readPackageLine(command: string, args: readonly string[]): PackageLine | null {
  const line = [basename(command), ...args];
  const runner = RUNNERS.find(({ words }) => words.every((word, at) => line[at] === word));
  if (runner === undefined) return null;
  let at = runner.words.length;
  while (FLAGS.has(line[at] ?? "")) at += 1;
  if (line[at] === "--") at += 1;
  const spec = line[at];
  if (spec === undefined || spec.startsWith("-") || !SPEC.test(spec)) return null;
  // npm's own `exec` takes the arguments of the package after another `--`.
  const rest = line.slice(at + 1);
  return {
    of: runner.of,
    spec,
    args: line[0] === "npm" && rest[0] === "--" ? rest.slice(1) : rest,
  };
}

export function splitSpec(spec: string): {
  readonly name: string;
  readonly version: string | null;
} {
  const at = spec.lastIndexOf("@");
  if (at <= 0) return { name: spec, version: null };
  return { name: spec.slice(0, at), version: spec.slice(at + 1) };
}
