/** The filter, called for real: a small program makes each system call and prints what the kernel answered. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  REFUSED_CALLS,
  REFUSED_X64_CALLS,
} from "../../../packages/host/src/sandbox/seccomp/refused-calls.ts";
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

    it("lets programs do their work", async () => {
      const ran = await world.run(
        'python3 -c \'import threading,subprocess,socket,asyncio,multiprocessing; t=threading.Thread(target=print,args=(1,)); t.start(); t.join(); subprocess.run(["echo","2"]); socket.socketpair(); asyncio.run(asyncio.sleep(0)); p=multiprocessing.get_context("fork").Process(target=print,args=(3,)); p.start(); p.join()\'',
      );
      expect(ran.output.trim().split("\n").sort()).toEqual(["1", "2", "3"]);
    });
  },
);
