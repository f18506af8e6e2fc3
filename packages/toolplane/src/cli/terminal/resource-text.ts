/** A resource in two words: the capability as rules name it, and what it is about. Paths are relative to the workspace. Escaped. */
import type { FsTarget, ShellUnit, Target } from "@toolplane/contract";
import { escapeText } from "./escape-text.ts";

/** What is shown. */
export interface ResourceWords {
  readonly capability: string;
  readonly target: string;
}

/** The words for one. */
export function resourceText(target: Target, workspace: string | null): ResourceWords {
  switch (target.capability) {
    case "fs.read":
    case "fs.write":
      return words(target.capability, fileText(target, workspace));
    case "net.fetch":
      return words(
        "net.fetch",
        `${target.host}:${target.port}${target.method ? ` ${target.method}` : ""}`,
      );
    case "shell.run":
      return words("shell.run", unitText(target.unit));
    case "env":
      return words("env", `${target.name} (value never shown)`);
    case "named":
      return words("use", target.name);
    case "opaque":
      return words(target.of, `${target.reason}: ${target.text}`);
  }
}

/** A path as a person would type it in the workspace; one outside stays absolute. */
export function shortPath(path: string, workspace: string | null): string {
  if (workspace === null) return path;
  if (path === workspace) return ".";
  const root = workspace.endsWith("/") ? workspace : `${workspace}/`;
  return path.startsWith(root) ? path.slice(root.length) : path;
}

function words(capability: string, target: string): ResourceWords {
  return { capability, target: escapeText(target) };
}

function fileText({ path, real, tree }: FsTarget, workspace: string | null): string {
  const named = shortPath(path, workspace);
  const whole = tree ? `${named}/**` : named;
  return path === real ? whole : `${whole} → ${shortPath(real, workspace)}`;
}

function unitText({ text, argv, assignments = [] }: ShellUnit): string {
  const plain = argv.map((word) => (typeof word === "string" ? word : word.dynamic)).join(" ");
  const set = assignments.map(
    ({ name, value }) => `${name}=${typeof value === "string" ? value : value.dynamic}`,
  );
  return [...set, text.trim() === "" ? plain : text.trim()].join(" ");
}
