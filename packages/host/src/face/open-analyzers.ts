/** Opens the readers of paths, addresses and command lines: for the host, and for each session from its own places. */

import { opaqueLine, withListedTrees } from "@toolplane/commands";
import type { Analyzer, HiddenFolders } from "@toolplane/contract/ports";
import {
  createGitSteering,
  createHistory,
  createTrackedNames,
  findRepository,
  readGitRemotes,
} from "@toolplane/disk/git";
import type { OtherNames, Places } from "@toolplane/disk/paths";
import {
  createBelowLister,
  createLinePaths,
  createPathReader,
  createProgramFinder,
  listDirectory,
  reach,
  resolveLinks,
} from "@toolplane/disk/paths";
import { createPrivateNames, readUrl } from "@toolplane/readings";
import { createNamedLister, type NamedTrees } from "@toolplane/sandbox";
import { createContentReader } from "./create-content-reader.ts";
import type { HostOptions } from "./host-options.ts";

export interface AnalyzerGround {
  /** The host's own folders. */
  readonly places: Places;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly otherNames: OtherNames;
  readonly sandboxed: boolean;
  /** Lists the folders that processes are shown; the same for all sessions. */
  readonly trees: NamedTrees;
  readonly hidden: HiddenFolders;
}

/** Resolves to what makes an analyzer for some places. All of them share what does not depend on scratch. */
export async function openAnalyzers(
  { parser }: Pick<HostOptions, "parser">,
  { places, sandboxed, environment, otherNames, trees, hidden }: AnalyzerGround,
): Promise<(places: Places) => Analyzer> {
  const names = createTrackedNames(places, createHistory());
  const common = {
    tracked: names.tracked,
    isTracked: names.isTracked,
    steering: createGitSteering({ ...places, environment }),
    hidden,
    url: readUrl,
  };
  const pathsOf = (own: Places) => ({
    ...common,
    path: createPathReader(own, undefined, otherNames),
    below: createBelowLister(own),
    remotes: (directory = own.roots[0]) =>
      directory === undefined ? [] : readGitRemotes(directory),
    named: createNamedLister(own, trees),
    ...createContentReader({ places: own, trees, names }),
    // One link: a file that is written new has no other names by its inode.
    linked: (real: string, matters?: (link: string) => boolean) => otherNames(real, 1, { matters }),
  });
  if (parser === "off") return (own) => ({ ...pathsOf(own), shell: opaqueLine });
  // The grammar and what is known of programs are a quarter of all code here.
  const { createShellReader, sharedBook } = await import("@toolplane/commands/create-shell-reader");
  const book = sharedBook();
  const ownProgram = createProgramFinder(places, environment.PATH);
  const isPrivate = createPrivateNames();
  const registries = sandboxed ? undefined : await openRegistries(environment, places.roots[0]);
  return (own) => {
    const paths = pathsOf(own);
    const shell = createShellReader({
      places: own,
      path: paths.path,
      below: paths.below,
      url: readUrl,
      book,
      exposed: !sandboxed,
      repository: findRepository,
      ownProgram,
      isPrivate,
      registries,
      list: (folder) => listDirectory(reach(own, folder)),
      paths: createLinePaths(own, sandboxed ? undefined : otherNames),
      links: sandboxed ? undefined : createBelowLister(own, "links"),
      folders: sandboxed ? undefined : createBelowLister(own, "folders"),
      linked: (path, until) => resolveLinks(path, { until, at: own.at }) ?? path,
    });
    return { ...paths, shell: sandboxed ? shell : withListedTrees(shell, paths.below) };
  };
}

async function openRegistries(
  environment: AnalyzerGround["environment"],
  project: string | undefined,
): ReturnType<typeof openRegistryHosts> {
  const { openRegistryHosts } = await import("@toolplane/installs/open-registry-hosts");
  return openRegistryHosts(environment, project);
}
