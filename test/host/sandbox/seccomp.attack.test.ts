/** The filter, called for real: a small program makes each system call and prints what the kernel answered. */
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { REFUSED_CALLS, REFUSED_X64_CALLS } from "@toolplane/sandbox/inside";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, type SandboxWorld } from "./fixture.ts";

const hasCompiler = spawnSync("gcc", ["--version"]).status === 0;
const architecture = process.arch === "arm64" ? "arm64" : "x64";

// Arguments: number, then up to three arguments. Prints the answer and errno.
const CALLER = `
#define _GNU_SOURCE
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <sys/syscall.h>
int main(int argc, char **argv) {
  unsigned long a[4] = {0};
  for (int i = 1; i < argc && i < 5; i++) a[i - 1] = strtoul(argv[i], 0, 0);
  errno = 0;
  long answer = syscall(a[0], a[1], a[2], a[3], 0, 0);
  if (a[0] == SYS_clone && answer == 0) _exit(0);
  printf("%ld %d\\n", answer, errno);
  return 0;
}
`;

/** Each call that gives a file its mode, and what it was answered. */
const WITH_MODES = `exec python3 - <<'E'
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
x64 = platform.machine() == "x86_64"
AT = -100
count = 0
def name():
    global count
    count += 1
    return b"made-%d" % count
def call(number, *given):
    ctypes.set_errno(0)
    args = [ctypes.c_char_p(each) if isinstance(each, bytes) else ctypes.c_ulong(each % 2**64) for each in given]
    return 0 if libc.syscall(ctypes.c_long(number), *args) >= 0 else ctypes.get_errno()
def there():
    made = name(); open(made, "w").close(); return made
def chmod(mode): return call(90, there(), mode) if x64 else call(53, AT, there(), mode)
def opened(mode, flags=os.O_CREAT | os.O_WRONLY, path=None):
    path = path or name()
    return call(2, path, flags, mode) if x64 else call(56, AT, path, flags, mode)
def mknod(mode, device=0): return call(133, name(), mode, device) if x64 else call(33, AT, name(), mode, device)
def fchmod(mode):
    with open(there()) as file: return call(91 if x64 else 52, file.fileno(), mode)
print("chmod 4755", chmod(0o4755)); print("chmod 2755", chmod(0o2755)); print("fchmod 6755", fchmod(0o6755))
print("fchmodat 4755", call(268 if x64 else 53, AT, there(), 0o4755)); print("fchmodat2 4755", call(452, AT, there(), 0o4755, 0))
print("open 4755", opened(0o4755)); print("open 2755", opened(0o2755)); print("tmpfile 4755", opened(0o4755, os.O_TMPFILE | os.O_WRONLY, b"."))
print("creat 4755", call(85, name(), 0o4755) if x64 else 1)
how = (ctypes.c_uint64 * 3)(os.O_CREAT | os.O_WRONLY, 0o4755, 0)
print("openat2 4755", call(437, AT, name(), ctypes.addressof(how), 24))
print("mknod 4755", mknod(0o104755)); print("fifo 600", mknod(0o010600)); print("device 600", mknod(0o020600))
print("whiteout", call(316 if x64 else 276, AT, there(), AT, name(), 4))
print("chmod 1755", chmod(0o1755)); print("open 755", opened(0o755))
print("existing", opened(0o6755, os.O_RDONLY, there())); print("socket", mknod(0o140600))
print("rename", call(316 if x64 else 276, AT, there(), AT, name(), 0))
E`;

function find(folder: string, tests: string): string {
  return spawnSync("find", [folder, ...tests.split(" ")], { encoding: "utf8" }).stdout;
}

const EPERM = 1;
const ENOSYS = 38;
const ENOTTY = 25;
const EAFNOSUPPORT = 97;

describe.skipIf(!hasSandbox || !hasCompiler)(
  "the filter on system calls (needs bubblewrap and gcc)",
  () => {
    let world: SandboxWorld;
    beforeAll(async () => {
      world = await openWorld();
      const source = world.file("call.c", CALLER);
      expect(spawnSync("gcc", ["-o", `${world.workspace}/call`, source]).status).toBe(0);
    });
    afterAll(() => world.close());

    async function errnos(calls: readonly (readonly number[])[]): Promise<readonly number[]> {
      const lines = calls.map((call) => `./call ${call.join(" ")} || echo x $?`);
      const ran = await world.run(lines.join("\n"));
      return ran.output
        .trim()
        .split("\n")
        .map((line) => Number(line.split(" ")[1]));
    }

    it("refuses every call of the table", async () => {
      const own = architecture === "x64" ? REFUSED_X64_CALLS.map(([, number]) => [number]) : [];
      const answers = await errnos([...REFUSED_CALLS.map((call) => [call[architecture]]), ...own]);
      expect(answers).toEqual([
        ...REFUSED_CALLS.map(({ answer }) => (answer === "EPERM" ? EPERM : ENOSYS)),
        ...own.map(() => EPERM),
      ]);
    });

    it("refuses new namespaces and leaves ordinary unshare alone", async () => {
      const unshare = architecture === "x64" ? 272 : 97;
      const clone = architecture === "x64" ? 56 : 220;
      const flags = [
        0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80,
      ];
      expect(await errnos(flags.map((flag) => [unshare, flag]))).toEqual(flags.map(() => EPERM));
      expect(
        await errnos([
          [clone, 0x10000011],
          [clone, 0x20011],
        ]),
      ).toEqual([EPERM, EPERM]);
      expect(await errnos([[unshare, 0x400]])).toEqual([0]);
    });

    it("refuses typing into a terminal, whatever the high half of the argument holds", async () => {
      const ioctl = architecture === "x64" ? 16 : 29;
      const requests = ["0x5412", "0x541c", "0xffffffff00005412", "0x10000541c", "0x5401"];
      const ran = await world.run(
        requests.map((request) => `./call ${ioctl} 0 ${request} 0`).join("\n"),
      );
      const answers = ran.output.trim().split("\n");
      expect(answers.map((line) => Number(line.split(" ")[1]))).toEqual([
        EPERM,
        EPERM,
        EPERM,
        EPERM,
        ENOTTY,
      ]);
    });

    it("opens sockets of four families, and of netlink only the routes", async () => {
      const socket = architecture === "x64" ? 41 : 198;
      const stream = 1;
      const raw = 3;
      const answers = await errnos([
        ...[1, 2, 10].map((family) => [socket, family, stream]),
        [socket, 16, raw, 0],
        ...[17, 38, 40, 29, 31, 15, 27, 4, 44].map((family) => [socket, family, stream]),
        ...[2, 9, 15, 16].map((protocol) => [socket, 16, raw, protocol]),
      ]);
      expect(answers.slice(0, 4)).toEqual([0, 0, 0, 0]);
      expect(answers.slice(4)).toEqual(answers.slice(4).map(() => EAFNOSUPPORT));
    });

    it.skipIf(architecture !== "x64")(
      "kills a process that calls by another convention (needs x64)",
      async () => {
        const ran = await world.run("./call 0x40000027; echo status $?");
        expect(ran.output).toContain("status 159");
        world.file(
          "old.c",
          'int main(void) { int r; __asm__ volatile ("int $0x80" : "=a"(r) : "a"(20)); return 0; }',
        );
        spawnSync("gcc", ["-o", `${world.workspace}/old`, `${world.workspace}/old.c`]);
        expect((await world.run("./old; echo status $?")).output).toContain("status 159");
      },
    );

    it("gives no file a setuid or setgid bit where changes are real at once, by whichever call", async () => {
      const tried = await world.run(WITH_MODES, { cwd: world.workspace });
      expect(tried.output.trim().split("\n")).toEqual([
        ...["chmod 4755 1", "chmod 2755 1", "fchmod 6755 1", "fchmodat 4755 1", "fchmodat2 4755 1"],
        ...["open 4755 1", "open 2755 1", "tmpfile 4755 1", "creat 4755 1", "openat2 4755 38"],
        ...["mknod 4755 1", "fifo 600 1", "device 600 1", "whiteout 1"],
        ...["chmod 1755 0", "open 755 0", "existing 0", "socket 0", "rename 0"],
      ]);
      expect(find(world.workspace, "( -perm /6000 -o -type p -o -type c -o -type b )")).toBe("");
    });

    it("lets setgid bits be handed down in a folder that has one, and setuid never", async () => {
      chmodSync(world.workspace, 0o2755);
      try {
        const ran = await world.run(
          "mkdir team && chmod 2775 team && echo shared; touch owned; chmod 4755 owned; ls -l owned",
        );
        expect(ran.output).toContain("shared\n");
        expect(ran.output).toMatch(/^-rw.r/m);
      } finally {
        chmodSync(world.workspace, 0o755);
      }
    });

    it("refuses none of that to a command that writes nothing real", async () => {
      const line = "mkfifo /tmp/pipe && mkdir /tmp/team && chmod 2775 /tmp/team && echo made";
      expect((await world.run(line, { readsOnly: true })).output).toBe("made\n");
    });

    it("lets programs do their work", async () => {
      const ran = await world.run(
        'python3 -c \'import threading,subprocess,socket,asyncio,multiprocessing; t=threading.Thread(target=print,args=(1,)); t.start(); t.join(); subprocess.run(["echo","2"]); socket.socketpair(); asyncio.run(asyncio.sleep(0)); p=multiprocessing.get_context("fork").Process(target=print,args=(3,)); p.start(); p.join()\'',
      );
      expect(ran.output.trim().split("\n").sort()).toEqual(["1", "2", "3"]);
    });
  },
);
