/** One rule about one file, and every way to its content that a process has. */
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openWorld, type SandboxWorld } from "./fixture.ts";

const SECRET = "CANARY-5e1f";

const READS: Readonly<Record<string, string>> = {
  cat: "cat .env",
  "a nested one": "cat packages/api/.env",
  "another directory": "cd packages && cat ../packages/./api/.env",
  "the absolute path": 'cat "$PWD/.env"',
  bash: 'read -r x < .env; echo "$x"; echo $(<.env); mapfile y < .env; echo "${y[@]}"',
  python: "python3 -c 'print(open(\".env\").read())'",
  "python mmap":
    "python3 -c 'import mmap,os; f=os.open(\".env\",os.O_RDONLY); print(mmap.mmap(f,0,prot=mmap.PROT_READ)[:])'",
  "python openat2 and dir_fd":
    'python3 -c \'import os; d=os.open(".",os.O_RDONLY|os.O_DIRECTORY); print(os.read(os.open(".env",os.O_RDONLY,dir_fd=d),99))\'',
  "python sendfile":
    "python3 -c 'import os; f=os.open(\".env\",os.O_RDONLY); os.sendfile(1,f,0,99)'",
  perl: 'perl -pe 1 .env; perl -e \'open F,"<",".env"; print <F>\'',
  dd: "dd if=.env",
  cp: "cp .env copy; cat copy; cp -r --reflink=auto . /tmp/all; cat /tmp/all/.env",
  tar: "tar cf - .env | tar xf - -C /tmp; cat /tmp/.env; tar c . | strings",
  git: "git init -q /tmp/g; git diff --no-index /dev/null .env; git hash-object -w .env; git --git-dir=/tmp/g/.git --work-tree=. add -f .env; git --git-dir=/tmp/g/.git show :.env",
  "a hard link": "ln .env link; cat link; ln -P .env /tmp/link; cat /tmp/link",
  "a symbolic link": 'ln -sf .env link; cat link; ln -sf "$PWD/.env" /tmp/l; cat /tmp/l',
  "a link that was there": "cat alias",
  "a hard link that was there": "cat hard; cat packages/hard",
  "a rename of the file": "mv .env x; cat x",
  "a rename of its parent":
    "mv packages moved; cat moved/api/.env; mv packages/api other; cat other/.env",
  "an exchange of its parent":
    "mkdir swap; mv -T --exchange packages swap; cat swap/api/.env packages/api/.env",
  "a copy of its parent": "cp -a packages moved; cat moved/api/.env; rm -rf moved",
  "removal and re-reading": "rm -f .env; rm -rf packages; cat .env packages/api/.env",
  "an overwritten name": "touch x; mv -f x .env; cat .env",
  chmod: "chmod 777 .env; chmod -R u+rwX .; cat .env packages/api/.env",
  "the process root": "cat /proc/self/root$PWD/.env /proc/1/root$PWD/.env /proc/$$/cwd/.env",
  "other process roots": "for p in /proc/[0-9]*; do cat $p/root$PWD/.env; done",
  descriptors: "exec 9<.; cat /proc/self/fd/9/.env /dev/fd/9/.env",
  "open descriptors of the parent":
    "for f in /proc/1/fd/* /proc/self/fd/*; do readlink $f; timeout 1 head -c 99 $f </dev/null; done",
  "an unmount": "umount .env; umount -l $PWD/.env; cat .env",
  "a bind mount": "mkdir -p /tmp/m; mount --bind $PWD /tmp/m; cat /tmp/m/.env",
  "a new namespace": "unshare -Urm sh -c 'umount .env; cat .env'; unshare -r cat .env",
  "a nested bubblewrap": "bwrap --bind / / cat .env; bwrap --unshare-user --dev-bind / / cat .env",
  chroot: "chroot . /bin/cat /.env; chroot /proc/1/root cat $PWD/.env",
  nsenter: "nsenter -t 1 -m cat $PWD/.env",
  "an overlay":
    "mkdir -p /tmp/u /tmp/w /tmp/o; mount -t overlay o -o lowerdir=$PWD,upperdir=/tmp/u,workdir=/tmp/w /tmp/o; cat /tmp/o/.env",
  "a raw device": "mknod /tmp/d b 254 0; cat /tmp/d | strings | head; ls -l /dev/vda /dev/sda",
  find: "find / -name .env -exec cat {} +; find . -name .env -newer README.md -exec cat {} ;",
  grep: "grep -r CANARY . /tmp; grep -a CANARY .env",
  "other spellings": "cat ./.env .//.env ../ws/.env \"$(printf '.\\145nv')\"",
  archives: "zip -q - .env; cpio -o <<< .env; gzip -c .env; base64 .env; xxd .env; od -c .env",
  "memory of other processes": "grep -a CANARY /proc/1/environ /proc/1/mem /proc/*/maps",
  "mount information": "cat /proc/self/mountinfo | grep -o CANARY",
  "file handles":
    "python3 -c 'import ctypes,os; l=ctypes.CDLL(None,use_errno=True); print(l.syscall(304,0,0,0), ctypes.get_errno())'",
};

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a denied file in the sandbox (needs ${needs})`, () => {
    let world: SandboxWorld;
    beforeAll(async () => {
      world = await openWorld({
        sandbox,
        rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
      });
      world.file("README.md", "hello\n");
      world.file("packages/api/index.ts", "x\n");
      symlinkSync(".env", join(world.workspace, "alias"));
      const secret = world.file(".env", `${SECRET}\n`);
      const nested = world.file("packages/api/.env", `${SECRET}\n`);
      linkSync(secret, join(world.workspace, "hard"));
      linkSync(nested, join(world.workspace, "packages", "hard"));
    });
    afterAll(() => world.close());

    it.each(Object.entries(READS))("is not read by %s", async (_name, line) => {
      const ran = await world.run(line);
      expect(ran.output).not.toContain(SECRET);
      expect(ran.output).not.toContain(Buffer.from(SECRET).toString("base64").slice(0, 10));
      // An attempt that removed it would make the later ones pass.
      for (const name of [".env", "packages/api/.env"])
        expect(readFileSync(join(world.workspace, name), "utf8")).toBe(`${SECRET}\n`);
    });

    it("is found again after every attempt, and still not read", async () => {
      const ran = await world.run(
        "find \"$PWD\" /tmp -type f -size -9k 2>/dev/null | xargs -d '\\n' cat 2>/dev/null",
      );
      expect(ran.output).not.toContain(SECRET);
    });

    it("is named as a likely wall", async () => {
      const { refused } = await world.run("cat .env; python3 -c 'open(\"packages/api/.env\")'");
      expect(refused.toSorted()).toEqual([
        join(world.workspace, ".env"),
        join(world.workspace, "packages/api/.env"),
      ]);
    });
  });

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`places that are never shown (needs ${needs})`, () => {
    it("keeps home, user data and neighbours out of sight", async () => {
      const world = await openWorld({ sandbox });
      mkdirSync(join(world.home, ".ssh"));
      writeFileSync(join(world.home, ".ssh", "id_rsa"), SECRET);
      writeFileSync(join(world.userData, "approvals"), SECRET);
      mkdirSync(`${world.workspace}-evil`);
      writeFileSync(join(`${world.workspace}-evil`, "secret"), SECRET);
      const ran = await world.run(
        `cat ${world.home}/.ssh/id_rsa ${world.userData}/approvals ../ws-evil/secret; ls -A ${world.home} ${world.userData}; cat /etc/shadow`,
      );
      expect(ran.output).not.toContain(SECRET);
      expect(ran.output).not.toContain("root:");
      expect(ran.refused).toContain(join(world.home, ".ssh/id_rsa"));
      await world.close();
    });

    it("does not let a command talk to a socket of another program", async () => {
      const world = await openWorld({ sandbox });
      const server = createServer((socket) => socket.end(SECRET));
      await new Promise<void>((resolve) => server.listen(join(world.workspace, "x.sock"), resolve));
      const ran = await world.run(
        "python3 -c 'import socket; s=socket.socket(socket.AF_UNIX); s.connect(\"x.sock\"); print(s.recv(99))'",
      );
      expect(ran.output).not.toContain(SECRET);
      expect(ran.output).toMatch(/refused|Permission/);
      server.close();
      await world.close();
    });

    it("masks a name that is no UTF-8", async () => {
      const world = await openWorld({
        sandbox,
        rules: [{ permission: "fs.read", pattern: "**/*.pem", action: "deny" }],
      });
      const path = Buffer.concat([
        Buffer.from(`${world.workspace}/`),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(".pem"),
      ]);
      writeFileSync(path, SECRET);
      writeFileSync(join(world.workspace, "é.pem"), SECRET);
      const ran = await world.run("cat *; cat -- *.pem");
      expect(ran.output).not.toContain(SECRET);
      expect(ran.output).toContain("Permission denied");
      await world.close();
    });
  });
