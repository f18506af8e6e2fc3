import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { ownKeyring, plainHolder } from "./plain-holder.ts";
import { findPlainPrograms } from "./plain-programs.ts";

const PYTHON = "/usr/bin/python3";
const [ADD, REQUEST, KEYCTL] = process.arch === "x64" ? [248, 249, 250] : [217, 218, 219];

/** As a login does: a keyring with a secret in it, for whatever is started. */
const LOGIN = `import ctypes,os,sys
call=ctypes.CDLL(None).syscall
call(${KEYCTL},1,None)
if call(${ADD},b"user",b"canary",b"CANARY-KEY",10,-3)<0: sys.exit(99)
os.execv(sys.argv[1],sys.argv[1:])`;
const READ = `import ctypes
call=ctypes.CDLL(None).syscall
text=ctypes.create_string_buffer(64)
call(${KEYCTL},11,call(${REQUEST},b"user",b"canary",None,0),text,64)
print(text.value)`;

const read = (prefix: readonly string[]) =>
  spawnSync(PYTHON, ["-c", LOGIN, ...prefix, PYTHON, "-c", READ], { encoding: "utf8" });

const hasKeys = process.platform === "linux" && read([]).stdout?.includes("CANARY-KEY") === true;

it.skipIf(!hasKeys)("commands inherit no key of the login (needs python3 and keyrings)", () => {
  expect(read(ownKeyring())).toMatchObject({ status: 0, stdout: "b''\n" });
  const python = ownKeyring((program) => program === PYTHON);
  expect(read(python)).toMatchObject({ status: 0, stdout: "b''\n" });
});

it.skipIf(!hasKeys)("a holder is started with a keyring of its own (needs util-linux)", () => {
  const programs = findPlainPrograms({ path: "/usr/bin:/bin", reserved: [] });
  if ("missing" in programs) return expect.unreachable();
  const [launch] = plainHolder(programs, { root: process.getuid?.() === 0 });
  expect(read(launch?.prefix ?? [])).toMatchObject({ status: 0, stdout: "b''\n" });
});
