/** Programs and optional packages. */
import { realpathSync } from "node:fs";
import { probeProgram, probeRipgrep, probeTerminals } from "@toolplane/host";
import type { CommandContext } from "../../command/command.ts";
import type { Check } from "./finding.ts";

/** Older ones do not get this far. */
export const checkNode: Check = async () => ({
  name: "Node",
  state: "fine",
  text: process.versions.node,
});

/** grep, glob and code search stand on it. */
export const checkRipgrep: Check = async () => {
  const found = await probeRipgrep();
  if (found.ok)
    return { name: "ripgrep", state: "fine", text: `${found.version}, comes with toolplane` };
  return {
    name: "ripgrep",
    state: "broken",
    text: `${found.reason}. grep and glob do not work without it.`,
    next: "npm install @vscode/ripgrep beside toolplane, with install scripts on.",
  };
};

/** Nothing of ours needs it; most projects do. One that lies in the project itself is not started. */
export function checkGit(
  { environment, directory }: Pick<CommandContext, "environment" | "directory">,
  workspace: string | null = null,
): Check {
  return async () => {
    const reserved = [workspace ?? realpathSync(directory)];
    const found = await probeProgram("git", { environment, reserved });
    if (found.ok) return { name: "git", state: "fine", text: found.version };
    return { name: "git", state: "off", text: "not installed; tools that use it do not work" };
  };
}

/** For processes that want a terminal of their own. */
export const checkTerminals: Check = async () => {
  const found = await probeTerminals();
  if (found.ok)
    return { name: "Terminals", state: "fine", text: "background processes can have one" };
  return {
    name: "Terminals",
    state: "off",
    text: `${found.reason}; background processes run without one`,
    next: "npm install @lydell/node-pty beside toolplane, if you need them.",
  };
};
