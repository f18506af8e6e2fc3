import { execFile, spawnSync } from "node:child_process";
import type { RunGit } from "./git-lines.ts";

export const hasGit: boolean = spawnSync("git", ["--version"]).status === 0;

export const runGit: RunGit = (argv, { cwd, env }) =>
  new Promise((resolve) => {
    const options = {
      cwd,
      env: { ...env, PATH: process.env.PATH ?? "" },
      encoding: "buffer",
      maxBuffer: 64 * 1024 * 1024,
    } as const;
    execFile("git", [...argv], options, (error, stdout) => {
      const code = error === null ? 0 : error.code;
      resolve(typeof code === "number" ? { code, stdout } : null);
    });
  });
