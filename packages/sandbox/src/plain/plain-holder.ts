/**
 * Puts a holder into namespaces of its own with util-linux. The shell stays as their first process: it takes in what commands
 * leave behind, which a holder would not.
 */
import { canRun } from "@toolplane/disk/paths";
import type { HolderLaunch } from "../backend/sandbox.ts";
import type { PlainPrograms } from "./plain-programs.ts";

export function plainHolder(
  programs: PlainPrograms,
  { root }: { readonly root: boolean },
): readonly HolderLaunch[] {
  const { unshare, sh, mount, umount } = programs;
  // The loopback of a new network is down; the kernel's switch for it lies in a file system that nothing else needs here.
  const script =
    `if ${mount} -t sysfs sysfs /sys 2>/dev/null; then echo 0x9 2>/dev/null > /sys/class/net/lo/flags; ${umount} /sys; fi; ` +
    '"$@"; exit $?';
  const prefix = [
    ...ownKeyring(),
    ...(root ? [] : [unshare, "--user", "--map-root-user", "--"]),
    ...[unshare, "--mount", "--pid", "--net", "--mount-proc", "--fork", "--kill-child", "--"],
    ...[sh, "-c", script, "sh"],
  ];
  return [{ prefix, ownsPids: true }];
}

/** `keyctl`, by architecture; its first argument, 1, joins a new keyring. */
const KEYCTL: Readonly<Record<string, number>> = { x64: 250, arm64: 219 };
const PERL = "/usr/bin/perl";
const PYTHON = "/usr/bin/python3";

/**
 * A keyring of the kernel's for a session's commands, in place of the one that the person's login filled. No program of
 * util-linux makes one, so an interpreter does that most machines have; without either of them the person's is inherited, and
 * `plain` has no filter that would close it. What comes before an argv, whose first word is an absolute path; empty where there
 * is no way.
 */
export function ownKeyring(has: (program: string) => boolean = canRun): readonly string[] {
  const call = KEYCTL[process.arch];
  if (process.platform !== "linux" || call === undefined) return [];
  if (has(PERL)) return [PERL, "-e", `syscall(${call}, 1, 0); exec {$ARGV[0]} @ARGV; exit 126`];
  if (!has(PYTHON)) return [];
  const join = `import ctypes,os,sys;ctypes.CDLL(None).syscall(${call},1,None);os.execv(sys.argv[1],sys.argv[1:])`;
  return [PYTHON, "-I", "-S", "-c", join];
}
