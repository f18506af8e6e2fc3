/**
 * A keyring of the kernel's for a session's commands, in place of the one that the person's login filled. No program of util-linux
 * makes one, so an interpreter does that most machines have; without either of them the person's is inherited, and `plain` has
 * no filter that would close it.
 */
import { accessSync, constants } from "node:fs";

/** `keyctl`, by architecture; its first argument, 1, joins a new keyring. */
const KEYCTL: Readonly<Record<string, number>> = { x64: 250, arm64: 219 };
const PERL = "/usr/bin/perl";
const PYTHON = "/usr/bin/python3";

/** What comes before an argv, whose first word is an absolute path; empty where there is no way. */
export function ownKeyring(canRun: (program: string) => boolean = isProgram): readonly string[] {
  const call = KEYCTL[process.arch];
  if (process.platform !== "linux" || call === undefined) return [];
  if (canRun(PERL)) return [PERL, "-e", `syscall(${call}, 1, 0); exec {$ARGV[0]} @ARGV; exit 126`];
  if (!canRun(PYTHON)) return [];
  const join = `import ctypes,os,sys;ctypes.CDLL(None).syscall(${call},1,None);os.execv(sys.argv[1],sys.argv[1:])`;
  return [PYTHON, "-I", "-S", "-c", join];
}

function isProgram(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
