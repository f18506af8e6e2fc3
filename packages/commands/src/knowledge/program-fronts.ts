/** Of those, the ones that hand their words on to git as they are. */
export const GIT_FORWARDERS: ReadonlySet<string> = new Set(["hub", "tig"]);

/** Programs that are another one by a further name: who denies that one, denies these. By name, what the first word stands for. */
export const PROGRAM_FRONTS: Readonly<Record<string, readonly string[]>> = {
  scalar: ["git"],
  hub: ["git"],
  gitk: ["git"],
  tig: ["git"],
  lazygit: ["git"],
  gitui: ["git"],
  "git-cola": ["git"],
  // `jj git push` is git's, by another program.
  jj: [],
  "docker-compose": ["docker", "compose"],
  "podman-compose": ["podman", "compose"],
};
