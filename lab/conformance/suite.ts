/** The official suite, as a program beside this one: run for one revision of the protocol, and what it found read back. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

export interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** Scenarios that the suite runs for a revision and does not require: extensions, and what it added later. */
export function notRequired(bin: string, revision: string): ReadonlySet<string> {
  const file = join(bin, "../@modelcontextprotocol/conformance/requirements", `${revision}.yaml`);
  const [, rest = ""] = readFileSync(file, "utf8").split(/^not_scored:$/m);
  return new Set([...rest.matchAll(/^ {2}- scenario: (\S+)$/gm)].map(([, name = ""]) => name));
}

const DEADLINE_MS = 600_000;

/** Runs what a revision requires of a server at this address. In a process beside this one, which goes on to serve. */
export async function runServerSuite(options: {
  readonly bin: string;
  readonly url: string;
  readonly revision: string;
  readonly folder: string;
}): Promise<readonly Scenario[]> {
  const { bin, url, revision, folder } = options;
  const output = join(folder, revision);
  mkdirSync(output, { recursive: true });
  const program = join(bin, "conformance");
  const words = [program, "server", "--url", url, "--requirements", revision, "-o", output];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: "ignore",
    timeout: DEADLINE_MS,
  });
  await new Promise((resolve) => child.on("close", resolve));
  return readdirSync(output).flatMap((name) => {
    const file = join(output, name, "checks.json");
    if (!existsSync(file)) return [];
    return [
      {
        name: name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ""),
        checks: JSON.parse(readFileSync(file, "utf8")) as Check[],
      },
    ];
  });
}
