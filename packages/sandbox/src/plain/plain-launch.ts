/**
 * Puts a command into its namespaces with util-linux alone, stage by stage:
 *
 * 1. namespaces for mounts, processes, inter-process communication and the host's name, then the private root;
 * 2. a user namespace inside them, which owns none of them, and in it no further user namespace can be made;
 * 3. no capability, none to be had, no new privileges; only then the command's own variables, its folder and the command.
 *
 * Nothing of the command's environment reaches a stage that holds privileges. The last stage stays as the first process of the
 * namespace and waits: it takes in what the command leaves behind, and its end is the end of all of it.
 */

import { toBytePath } from "@toolplane/disk/paths";
import { quoteShell } from "@toolplane/readings";
import type { PlainPrograms } from "./plain-programs.ts";

/** Descriptors of the contents that go with a command. */
const SCRIPT_DESCRIPTOR = 3;
const ENVIRONMENT_DESCRIPTOR = 4;

export interface PlainLaunch {
  readonly programs: PlainPrograms;
  readonly user: { readonly uid: number; readonly gid: number };
  /** Makes the private root and moves into it. */
  readonly mountScript: string;
  readonly ownNetwork: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
}

/** The argv to spawn, and the texts that it reads from descriptors 3 and 4. */
export function plainLaunch(launch: PlainLaunch): {
  readonly argv: readonly string[];
  readonly inherited: readonly Uint8Array[];
} {
  const { programs, user, ownNetwork } = launch;
  const { variables, odd } = splitEnvironment(launch.env);
  const command = odd.length === 0 ? launch.argv : ["env", ...odd, ...launch.argv];
  return {
    argv: [
      ...namespaceArguments(programs, { user, ownNetwork }),
      ...[programs.sh, "-c", obey(programs, SCRIPT_DESCRIPTOR), "sh", launch.cwd, ...command],
    ],
    inherited: [
      Buffer.from(launch.mountScript + toBytePath(dropPrivileges({ programs, user })), "latin1"),
      Buffer.from(variables.join("")),
    ],
  };
}

/** The outer namespaces. An ordinary user needs a user namespace to be allowed the others, and gets it first: what is made in one
 * belongs to its root only when that root is known. */
function namespaceArguments(
  programs: PlainPrograms,
  options: { readonly user: PlainLaunch["user"]; readonly ownNetwork: boolean },
): readonly string[] {
  const { unshare } = programs;
  return [
    ...(options.user.uid === 0 ? [] : [unshare, "--user", "--map-root-user", "--"]),
    ...[unshare, "--mount", "--pid", "--ipc", "--uts"],
    ...(options.ownNetwork ? ["--net"] : []),
    ...["--fork", "--kill-child", "--"],
  ];
}

function dropPrivileges({ programs, user }: Pick<PlainLaunch, "programs" | "user">): string {
  const { unshare, setpriv, sh, mount } = programs;
  const isRoot = user.uid === 0;
  // Files below /proc/sys belong to root, who needs no capability to write them. What is not root's never opens for others.
  const closeKernel = isRoot ? `${mount} -o remount,bind,ro,nosuid,nodev,noexec /proc && ` : "";
  const inside =
    `echo 0 > /proc/sys/user/max_user_namespaces && ${closeKernel}` +
    `exec ${setpriv} --bounding-set -all --inh-caps -all --ambient-caps -all --no-new-privs -- ${sh} -c "$0" sh "$@"`;
  const words = [
    ...[unshare, "--user", ...(isRoot ? ["--mount"] : [])],
    ...[`--map-user=${user.uid}`, `--map-group=${user.gid}`, "--keep-caps", "--"],
    ...[sh, "-c", quoteShell(inside), quoteShell(runCommand(programs))],
  ];
  return `exec ${words.join(" ")} "$@"\n`;
}

// The text may come through a socket, which can be read and not be opened.
function obey({ cat }: PlainPrograms, descriptor: number): string {
  return `text=$(${cat} <&${descriptor}) || exit 126; exec ${descriptor}<&-; eval "$text"`;
}

// A builtin of the shell must not stand in for a program, so the command is always executed. What the shell itself has to say
// about its end is not the command's output.
function runCommand(programs: PlainPrograms): string {
  const enter = `${obey(programs, ENVIRONMENT_DESCRIPTOR)}; unset text; cd -- "$1" || exit 126`;
  return `${enter}; shift; unset OLDPWD; exec 5>&2 2>/dev/null; (exec "$@" 2>&5 5>&-); exit $?`;
}

// Names that a shell cannot assign are handed over by `env`.
function splitEnvironment(env: PlainLaunch["env"]): {
  readonly variables: readonly string[];
  readonly odd: readonly string[];
} {
  const variables: string[] = [];
  const odd: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !SHELLS_OWN.has(name))
      variables.push(`export ${name}=${quoteShell(value)}\n`);
    else odd.push(`${name}=${value}`);
  }
  return { variables, odd };
}

const SHELLS_OWN: ReadonlySet<string> = new Set([
  ...["UID", "EUID", "PPID", "IFS", "OPTIND", "SHELLOPTS", "BASHOPTS", "POSIXLY_CORRECT"],
]);
