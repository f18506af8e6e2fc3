/**
 * Reads from a repository's settings which addresses its remotes and submodules have, with git's own rewriting of them. It says
 * where a command will want to connect; where a push may go is judged by everything that can change it (`readGitRemotes`).
 */
import { posixPath } from "@toolplane/readings";
import { type GitSettings, readGitSettings } from "../config/read-git-settings.ts";

export interface RepositoryRemotes {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly submodules: readonly string[];
}

const MAX_ADDRESSES = 50;

export function remoteAddresses({ settings }: GitSettings, root: string): RepositoryRemotes {
  const rewrites = settings.filter(
    ({ section, name }) => section === "url" && name === "insteadof",
  );
  const rewritten = (address: string): string => {
    const [longest] = rewrites
      .filter(({ value }) => value !== "" && address.startsWith(value))
      .toSorted((one, other) => other.value.length - one.value.length);
    if (longest === undefined) return address;
    return `${longest.subsection ?? ""}${address.slice(longest.value.length)}`;
  };
  const byName = new Map<string, string[]>();
  const named = settings
    .filter(({ section, name }) => section === "remote" && (name === "url" || name === "pushurl"))
    .slice(0, MAX_ADDRESSES);
  for (const { subsection, value } of named) {
    const own = byName.get(subsection ?? "") ?? [];
    byName.set(subsection ?? "", own);
    own.push(rewritten(value));
  }
  const modules = readGitSettings([posixPath.join(root, ".gitmodules")]).settings;
  const submodules = [...settings, ...modules]
    .filter(({ section, name }) => section === "submodule" && name === "url")
    .slice(0, MAX_ADDRESSES)
    .map(({ value }) => rewritten(value));
  return { byName, submodules };
}
