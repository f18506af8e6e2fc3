/**
 * The home of sandboxed commands: empty but for who the person is to git. It is made once, before the first command, in a
 * place that commands can write to; nothing of ours is written there again, so a link planted there leads us nowhere.
 */
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { parseGitConfig } from "./parse-git-config.ts";

const MAX_CONFIG_BYTES = 256 * 1_024;

/** Makes the home; `directory` must not exist yet. */
export function makeSessionHome(directory: string, personsHome: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (realpathSync(directory) !== directory)
    throw new ToolError("conflict", "The session's scratch folder was replaced by something else.");
  const identity = readIdentity(personsHome);
  if (identity.length === 0) return;
  const lines = identity.map(([name, value]) => `\t${name} = ${quote(value)}`);
  writeFileSync(join(directory, ".gitconfig"), `[user]\n${lines.join("\n")}\n`, {
    flag: "wx",
    mode: 0o600,
  });
}

function readIdentity(home: string): readonly (readonly [string, string])[] {
  const found = new Map<string, string>();
  for (const file of [join(home, ".config/git/config"), join(home, ".gitconfig")])
    for (const { section, subsection, name, value } of parseGitConfig(readSmall(file)))
      if (section === "user" && subsection === null && (name === "name" || name === "email"))
        found.set(name, value);
  return [...found];
}

function quote(value: string): string {
  const escaped = value.replace(/[\\"]/g, "\\$&").replace(/[\r\n\t\0]/g, " ");
  return `"${escaped}"`;
}

function readSmall(file: string): string {
  try {
    const { size } = statSync(file);
    return size <= MAX_CONFIG_BYTES ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}
