/** Everything that a confined process can open, listed from inside: base, reach and scratch, and nothing else. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { configurationNames, installationFolders, SYSTEM_TREES } from "@toolplane/sandbox/inside";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openWorld, type SandboxWorld } from "./fixture.ts";

// Opens every file and directory there is, without descending into trees that are shown whole.
const WALK = `
import os, sys
skip = set(sys.argv[1:])
def walk(path):
    try:
        names = os.listdir(path)
    except OSError:
        return
    print("D", path)
    for name in names:
        full = path.rstrip("/") + "/" + name
        if full in skip:
            print("S", full)
        elif os.path.islink(full):
            print("L", full)
        elif os.path.isdir(full):
            walk(full)
        else:
            try:
                os.close(os.open(full, os.O_RDONLY | os.O_NONBLOCK))
                print("F", full)
            except OSError:
                pass
walk("/")
`;

for (const { sandbox, needs, runs, first, filter } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`what a confined process can open (needs ${needs})`, () => {
    let world: SandboxWorld;
    beforeAll(async () => {
      world = await openWorld({ sandbox, path: process.env.PATH ?? "" });
      world.file("src/a.ts", "a");
    });
    afterAll(() => world.close());

    it("lies in base, reach and scratch", async () => {
      const installations = installationFolders({
        path: process.env.PATH ?? "",
        home: world.home,
        reserved: [world.workspace, world.userData, world.scratch],
      });
      const whole = [...SYSTEM_TREES, "/proc", ...installations];
      const script = world.file("walk.py", WALK);
      const ran = await world.run(`/usr/bin/python3 ${script} ${whole.join(" ")}`);
      expect(ran.code).toBe(0);
      const seen = ran.output.trim().split("\n");
      expect(seen.length).toBeGreaterThan(20);
      const strangers = seen.filter((line) => !isExpected(line, { world, installations }));
      expect(strangers).toEqual([]);
    });

    it("has no process but its own, and no way to the host's", async () => {
      const ran = await world.run(
        "ls -d /proc/[0-9]* | wc -l; cat /proc/1/comm; kill -0 $PPID && echo parent",
      );
      const [processes, init] = ran.output.split("\n");
      expect(Number(processes)).toBeLessThan(8);
      expect(init).toBe(first);
    });

    it("has only the devices that programs expect", async () => {
      const ran = await world.run(
        "for f in /dev/* /dev/pts/*; do test ! -L $f -a '(' -c $f -o -b $f ')' && echo $f; done; ls /sys /run /boot",
      );
      const devices = /^\/dev\/.*$/gm;
      const rest = /^(?!ls: |\/dev).+/m;
      expect(ran.output.match(devices)).toEqual([
        "/dev/full",
        "/dev/null",
        "/dev/random",
        "/dev/tty",
        "/dev/urandom",
        "/dev/zero",
        "/dev/pts/ptmx",
      ]);
      expect(ran.output).not.toMatch(rest);
    });

    it("cannot write to the base or to the root", async () => {
      const ran = await world.run(
        "for d in / /usr /usr/bin /etc /opt /var /proc/sys/kernel /home; do touch $d/x 2>&1; done; echo x > /etc/hosts; echo core > /proc/sys/kernel/core_pattern; rm /usr/bin/env",
      );
      expect(
        ran.output.match(/Read-only file system|Permission denied|No such file|cannot/g)?.length,
      ).toBeGreaterThanOrEqual(10);
    });

    it("leaves nothing in the copy of /etc that the next process takes", async () => {
      const first = await openWorld({ sandbox });
      try {
        await first.run(
          "exec 2>/dev/null; echo evil > /etc/planted; mkdir /etc/folder; chmod 777 /etc /etc/hosts; echo evil > /etc/hosts; rm /etc/passwd; mv /etc/group /etc/other",
        );
        await first.sandbox.close();
        const [kept = ""] = readdirSync(join(first.userData, "sandbox-etc"));
        const copy = join(first.userData, "sandbox-etc", kept);
        expect(existsSync(join(copy, "planted")) || existsSync(join(copy, "folder"))).toBe(false);
        for (const name of ["hosts", "passwd", "group"])
          expect(readFileSync(join(copy, name), "utf8")).toBe(readFileSync(`/etc/${name}`, "utf8"));
      } finally {
        await first.close();
      }
    });

    it("opens no setting of the kernel for writing, root's neither", async () => {
      const settings =
        "kernel/core_pattern kernel/modprobe kernel/hostname vm/drop_caches fs/protected_symlinks";
      const ran = await world.run(
        `for f in ${settings}; do (: >> /proc/sys/$f) 2>/dev/null && echo open $f; done; (: >> /proc/sysrq-trigger) 2>/dev/null && echo open; echo done`,
      );
      expect(ran.output).toBe("done\n");
    });

    it("has the temporary directory in two places, and finds its home there", async () => {
      const ran = await world.run(
        `echo x > /tmp/a; cat ${world.scratch}/a; echo y > ~/b; cat /tmp/home/b; echo z > /var/tmp/c; cat /tmp/c`,
      );
      expect(ran).toMatchObject({ code: 0, output: "x\ny\nz\n" });
    });

    it("finds nothing of what rules close, at no place of it, and writes nothing that may only be read", async () => {
      world.file("hidden/key", "CANARY-FOLDER");
      const fixed = world.file("fixed/a", "as it was");
      writeFileSync(join(world.scratch, ".env"), "CANARY-SCRATCH");
      const deny = (permission: string, pattern: string) =>
        ({ permission, pattern, action: "deny" }) as const;
      const rules = [
        ...[deny("fs.read", "{workspace}/hidden/**"), deny("fs.write", "{workspace}/fixed/**")],
        deny("fs.read", "**/.env"),
      ];
      // Into one pipe: between two, nothing promises an order.
      const ran = await world.run(
        `exec 2>&1; cat hidden/key /tmp/.env ${world.scratch}/.env; ls -A hidden; echo x > fixed/a; echo y > fixed/b; cat fixed/a`,
        { policy: { rules } },
      );
      expect(ran.output).not.toMatch(/CANARY|key$/m);
      expect(ran.output).toMatch(/as it was$/);
      expect([readFileSync(fixed, "utf8"), existsSync(`${fixed.slice(0, -1)}b`)]).toEqual([
        ...["as it was", false],
      ]);
    });

    it("writes nothing but scratch when it is known only to read", async () => {
      const file = world.file("src/read.ts", "as it was");
      const ran = await world.run(
        "echo x > src/read.ts; echo y > src/new.ts; echo z > /tmp/z; cat /tmp/z",
        {
          readsOnly: true,
        },
      );
      expect(ran.output).toMatch(/z$/m);
      expect([readFileSync(file, "utf8"), existsSync(join(world.workspace, "src/new.ts"))]).toEqual(
        [...["as it was", false]],
      );
    });

    it("shares no namespace with the host", async () => {
      const names = ["ipc", "mnt", "net", "pid", "user", "uts"];
      const ran = await world.run(`cd /proc/self/ns && readlink ${names.join(" ")}`);
      const inside = ran.output.trim().split("\n");
      expect(inside).toHaveLength(names.length);
      expect(
        inside.filter((one, at) => one === readlinkSync(`/proc/self/ns/${names[at]}`)),
      ).toEqual([]);
    });

    it("has no capability and no new privileges, and a filter where there is one", async () => {
      const ran = await world.run(
        "grep -E '^(CapEff|CapPrm|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status",
      );
      expect(
        ran.output
          .split("\n")
          .filter(Boolean)
          .map((line) => line.split(/\s+/)[1]),
      ).toEqual(["0000000000000000", "0000000000000000", "0000000000000000", "1", filter]);
    });

    it("has no network", async () => {
      const ran = await world.run(
        "ls /sys/class/net; cat /proc/net/dev | tail -n +3 | cut -d: -f1; bash -c 'echo > /dev/tcp/192.0.2.1/80'; getent hosts example.test",
      );
      expect(ran.output).toMatch(/^\s*lo$/m);
      expect(ran.output).toMatch(/unreachable/);
    });
  });

function isExpected(
  line: string,
  {
    world,
    installations,
  }: { readonly world: SandboxWorld; readonly installations: readonly string[] },
): boolean {
  const kind = line[0];
  const path = line.slice(2);
  const shown = [
    world.workspace,
    world.scratch,
    "/dev",
    "/tmp",
    "/proc",
    ...SYSTEM_TREES,
    ...installations,
  ];
  if (shown.some((tree) => path === tree || path.startsWith(`${tree}/`))) return true;
  // Links of other parts (/bin) and empty directories on the way to what is shown.
  if (kind === "L" && (SYSTEM_TREES.includes(path) || path === "/var/tmp")) return true;
  if (kind === "D" && path === "/var") return true;
  if (
    kind === "D" &&
    shown.some((tree) => realpathOf(tree).startsWith(path === "/" ? "/" : `${path}/`))
  )
    return true;
  return (
    path === "/etc" ||
    configurationNames().some((name) => {
      const full = `/etc/${name}`;
      return path === full || path.startsWith(`${full}/`) || full.startsWith(`${path}/`);
    })
  );
}

function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
