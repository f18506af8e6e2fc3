/**
 * Reads the remotes of the repository that a folder lies in, each with everything in its settings that decides where a push goes:
 * its addresses, and the rules by which git rewrites any address. A name means another place as soon as one of these changes.
 */
import type { BoundName } from "@toolplane/contract";
import type { GitSetting } from "../config/parse-git-config.ts";
import { readGitSettings } from "../config/read-git-settings.ts";
import { findGitConfigs } from "./find-git-configs.ts";

const MAX_REMOTES = 100;

export function readGitRemotes(folder: string): readonly BoundName[] {
  const { settings } = readGitSettings(findGitConfigs({ cwd: folder, text: "" }));
  const rewrites = settings.filter(isRewrite).map((one) => `${one.key}=${one.value}`);
  const remotes = new Map<string, GitSetting[]>();
  for (const one of settings) {
    if (one.section !== "remote" || one.subsection === null) continue;
    remotes.set(one.subsection, [...(remotes.get(one.subsection) ?? []), one]);
  }
  return [...remotes].slice(0, MAX_REMOTES).flatMap(([name, own]) => {
    const addresses = (key: string) =>
      own.filter((one) => one.name === key).map(({ value }) => value);
    const pushed = addresses("pushurl");
    const meant = pushed.length > 0 ? pushed : addresses("url");
    return meant.length === 0 ? [] : [{ name, meant: [...meant, ...rewrites] }];
  });
}

/** `url.X.insteadOf`, and the files that are included: one that cannot be read may hold one. */
function isRewrite({ section }: GitSetting): boolean {
  return section === "url" || section === "include" || section === "includeif";
}
