/** Classes 3, 4 and 5: links in and around what is denied, rules about the system, and denied programs, from inside scripts. */
import { linkSync, symlinkSync } from "node:fs";
import type { Rule } from "@toolplane/contract";
import type { EffectRow } from "../effect-row.ts";
import { python as py } from "../scripts.ts";

const deny = (pattern: string, permission = "fs.read"): Rule => ({
  permission,
  pattern,
  action: "deny",
});
const FOLDER: readonly Rule[] = [deny("{workspace}/secrets/**", "*")];
const CANARY = "CANARY-LINK\n";

const link = (
  name: string,
  line: string,
  prepare: NonNullable<EffectRow["prepare"]>,
  more: Partial<EffectRow> = {},
): EffectRow => ({
  class: 3,
  name: `links: ${name}`,
  rules: FOLDER,
  prepare,
  calls: [line],
  faults: (_world, { text }) => (text.includes("CANARY-LINK") ? ["it was read"] : []),
  ...more,
});

const base = (name: string, pattern: string, line: string, leak: RegExp): EffectRow => ({
  class: 4,
  name: `system: ${name}`,
  rules: [deny(pattern)],
  calls: [`( ${line} ) 2>&1; true`],
  faults: (_world, { text }) => (leak.test(text) ? ["it was read"] : []),
});

const program = (name: string, pattern: string, line: string, ran: RegExp): EffectRow => ({
  class: 5,
  name: `program: ${name}`,
  rules: [deny(pattern, "shell.run")],
  calls: [`( ${line} ) 2>&1; true`],
  faults: (_world, { text }) => (ran.test(text) ? ["it ran"] : []),
});

const READ = "cat data/real data/other secrets/ln secrets/d/real 2>&1; grep -r CANARY . 2>&1; true";

export const SYSTEM_AND_PROGRAMS: readonly EffectRow[] = [
  link("a link in a denied folder hides what it leads to", READ, (w) => {
    w.write("data/real", CANARY);
    w.write("secrets/key", "k\n");
    symlinkSync("../data/real", w.at("secrets/ln"));
  }),
  link("a hard link in a denied folder hides the other name", READ, (w) => {
    w.write("data/real", CANARY);
    w.write("secrets/key", "k\n");
    linkSync(w.at("data/real"), w.at("secrets/ln"));
  }),
  link("two links, one after the other", READ, (w) => {
    w.write("data/real", CANARY);
    w.write("secrets/key", "k\n");
    symlinkSync("real", w.at("data/other"));
    symlinkSync("../data/other", w.at("secrets/ln"));
  }),
  link(
    "a copy of the folder by its links",
    `cp -rL secrets copy; cp -a secrets copy2; tar -ch secrets | tar -x -C /tmp; ${READ}; cat copy/* copy2/* /tmp/secrets/*`,
    (w) => {
      w.write("secrets/key", CANARY);
      symlinkSync("secrets", w.at("data"));
    },
  ),
  link(
    "a link that the command makes to it",
    "ln -s secrets s; cat s/key; ln -s secrets/key k; cat k; ln secrets/key h; cat h",
    (w) => w.write("secrets/key", CANARY),
  ),
  link(
    "through /proc",
    py(`import os
d=os.open('.',os.O_RDONLY|os.O_DIRECTORY)
for p in ('/proc/self/fd/%d/secrets/key'%d,'/proc/self/cwd/secrets/key','/proc/thread-self/cwd/secrets/key'):
  try: print(open(p).read())
  except OSError as e: print(e)`),
    (w) => w.write("secrets/key", CANARY),
  ),
  base("hosts by cat", "/etc/hosts", "cat /etc/hosts", /localhost/),
  base(
    "hosts by another path",
    "/etc/hosts",
    "cat /etc/../etc/./hosts /proc/self/root/etc/hosts",
    /localhost/,
  ),
  base("accounts by getent", "/etc/passwd", "cat /etc/passwd; awk 1 /etc/passwd", /root:x:0/),
  base(
    "a folder of /etc",
    "/etc/ssl/**",
    "ls -R /etc/ssl; find /etc/ssl -type f -o -type l | head -3",
    /\.pem|\.0\\n/,
  ),
  base(
    "a file of /usr by a link of /etc",
    "/usr/lib/os-release",
    "cat /etc/os-release /usr/lib/os-release",
    /PRETTY_NAME/,
  ),
  base(
    "a link of /etc, by the file behind it",
    "/etc/os-release",
    "cat /etc/os-release /usr/lib/os-release",
    /PRETTY_NAME/,
  ),
  base(
    "a folder of /usr",
    "/usr/share/doc/bash/**",
    "cat /usr/share/doc/bash/*; ls /usr/share/doc/bash",
    /copyright|Upstream/,
  ),
  base(
    "by a wildcard in the middle",
    "/usr/share/doc/*/copyright",
    "cat /usr/share/doc/bash/copyright",
    /Upstream|License/,
  ),
  base(
    "a copy of it",
    "/etc/hosts",
    "cp /etc/hosts h; dd if=/etc/hosts of=d; cat h d; tar -c /etc/hosts",
    /localhost/,
  ),
  base(
    "after unmounting",
    "/etc/hosts",
    "umount /etc/hosts; unshare -Urm sh -c 'umount /etc/hosts; cat /etc/hosts'",
    /localhost/,
  ),
  base(
    "by mapping it",
    "/etc/hosts",
    py(
      "import mmap,os\nf=os.open('/etc/hosts',os.O_RDONLY)\nprint(mmap.mmap(f,0,prot=mmap.PROT_READ).read())",
    ),
    /localhost/,
  ),
  program(
    "git of its own folder",
    "git *",
    "/usr/lib/git-core/git --version; /usr/libexec/git-core/git --version",
    /git version/,
  ),
  program(
    "a helper of git",
    "git *",
    "/usr/lib/git-core/git-status; PATH=/usr/lib/git-core:$PATH git-log -1",
    /On branch|Author:/,
  ),
  program(
    "git by exec path",
    "git *",
    "GIT_EXEC_PATH=/usr/lib/git-core sh -c 'git --version; $GIT_EXEC_PATH/git --version'",
    /git version/,
  ),
  program(
    "a copy of it",
    "git *",
    "cp /usr/bin/git g && ./g --version; cat /usr/bin/git > h; chmod +x h; ./h --version",
    /git version/,
  ),
  program(
    "by the loader",
    "awk *",
    'for l in /lib64/ld-linux* /lib/ld-linux*; do $l /usr/bin/awk \'BEGIN{print "r" "an"}\'; $l /usr/bin/mawk \'BEGIN{print "r" "an"}\'; done',
    /ran\\n/,
  ),
  program(
    "by a shebang",
    "perl *",
    'printf \'#!/usr/bin/perl\\nprint "r"."an\\n"\' > s; chmod +x s; ./s',
    /ran\\n/,
  ),
  program(
    "from make",
    "perl *",
    "printf 'all:\\n\\t@perl -e \"print q(r).q(an)\"\\n' > M; make -s -f M",
    /ran/,
  ),
  program(
    "by versions and other names beside it",
    "perl *",
    'for p in /usr/bin/perl5* /usr/bin/perl /etc/alternatives/perl; do $p -e \'print "r"."an\\n"\'; done',
    /ran\\n/,
  ),
  program(
    "by memory",
    "perl *",
    py(
      "import os\nf=os.memfd_create('x')\ntry:\n  os.write(f,open('/usr/bin/perl','rb').read())\n  os.execve('/proc/self/fd/%d'%f,['perl','-e','print \"r\".\"an\\\\n\"'],{})\nexcept OSError as e: print(e)",
    ),
    /ran\\n/,
  ),
];
