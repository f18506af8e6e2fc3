/**
 * Repositories of a case. Their configuration is planted, and runs programs: it is written as text, and put aside while the
 * harness itself commits, so that only the product's own runs can fall for it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { harnessFault } from "../harness-fault.ts";

const PLAIN = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "n",
  GIT_AUTHOR_EMAIL: "n@example.test",
  GIT_COMMITTER_NAME: "n",
  GIT_COMMITTER_EMAIL: "n@example.test",
};

/** Makes a repository in the directory; a bare one lies in it without `.git`. */
export function initRepository(path: string, { isBare }: { readonly isBare: boolean }): void {
  mkdirSync(path, { recursive: true });
  git(path, ["init", "-q", "-b", "main", "--template=", ...(isBare ? ["--bare"] : []), "."]);
}

export function setGitConfig(
  path: string,
  entry: { readonly isBare: boolean; readonly key: string; readonly value: string },
): void {
  const { isBare, key, value } = entry;
  git(path, ["config", "--file", configFile(path, isBare), key, value]);
}

/** Adds everything and commits, with the planted configuration and hooks out of the way. */
export function commitAll(path: string): void {
  const file = configFile(path, false);
  const planted = existsSync(file) ? readFileSync(file) : null;
  if (planted) writeFileSync(file, PLAIN);
  try {
    git(path, ["add", "-A"]);
    git(path, ["-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "x"]);
  } finally {
    if (planted) writeFileSync(file, planted);
  }
}

function configFile(path: string, isBare: boolean): string {
  return join(path, isBare ? "config" : ".git/config");
}

function git(cwd: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", [...args], { cwd, env: ENVIRONMENT });
  if (status !== 0) throw harnessFault(`git ${args.join(" ")}: ${String(stderr).trim()}`);
}
