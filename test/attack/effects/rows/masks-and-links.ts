/** Classes 2 and 3: a mask never falls off, and a denied name by a link or a hard link gets the same answer. */
import { linkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import type { EffectCall, EffectRow } from "../effect-row.ts";
import { python as py } from "../scripts.ts";

const DENY: readonly Rule[] = [
  { permission: "*", pattern: "**/.env", action: "deny" },
  { permission: "*", pattern: "{workspace}/secrets/**", action: "deny" },
];
const ENV = "SECRET=CANARY-ENV\n";
const hidden = (
  name: string,
  calls: EffectCall[],
  more: Partial<EffectRow> = {},
  cls: 2 | 3 = 2,
): EffectRow => ({
  class: cls,
  name,
  rules: DENY,
  files: { ".env": ENV, "secrets/key": "CANARY-ENV\n", "src/.env": ENV },
  calls,
  faults: (world, { text, results }) => [
    ...(text.includes("CANARY-ENV") ? ["the secret was read"] : []),
    ...(world.read(".env") !== ENV && more.meanwhile === undefined
      ? ["the secret file changed"]
      : []),
    ...(results.every((r) => r.type === "error") && more.class === undefined && cls === 2
      ? [`did not run: ${JSON.stringify(results).slice(0, 300)}`]
      : []),
  ],
  ...more,
});
const READ_ALL =
  "cat .env src/.env secrets/key deep/.env src/deep/.env new/.env x/.env 2>&1; grep -r CANARY . ; find . -type f | xargs cat; true";

export const MASKS_AND_LINKS: readonly EffectRow[] = [
  hidden("plain readers", [READ_ALL]),
  hidden("readers by descriptors and proc", [
    py(`import os
for base in ('/proc/self/cwd','/proc/self/root'+os.getcwd(),'/proc/1/cwd','/proc/1/root'+os.getcwd(),'/proc/thread-self/root'+os.getcwd()):
  for n in ('.env','src/.env','secrets/key'):
    try: print(open(base+'/'+n).read())
    except OSError as e: print(e)
d=os.open('.',os.O_RDONLY)
for n in ('.env','secrets/key'):
  try: print(os.read(os.open(n,os.O_RDONLY,dir_fd=d),99))
  except OSError as e: print(e)
for p in os.listdir('/proc'):
  if p.isdigit():
    for f in ('root','cwd'):
      try:
        for dp,dn,fn in os.walk('/proc/%s/%s'%(p,f)+('/'+os.getcwd() if f=='root' else '')):
          for x in fn:
            if x in('.env','key'): print(open(dp+'/'+x).read())
          if dp.count('/')>14: dn[:]=[]
      except OSError as e: pass
    try:
      for f in os.listdir('/proc/%s/fd'%p):
        t='/proc/%s/fd/%s'%(p,f)
        try:
          if os.path.isdir(t): print(t, os.listdir(t)[:5]); print(open(t+'/.env').read())
        except OSError as e: pass
    except OSError: pass`),
  ]),
  hidden(
    "mounts and namespaces",
    [
      `unshare -Ur true 2>&1 && echo USERNS; unshare -m true 2>&1 && echo MNTNS; mount -t tmpfs x /tmp 2>&1 && echo MOUNTED; umount -l . 2>&1 && echo UMOUNTED; mount -o remount,rw / 2>&1 && echo REMOUNTED; mknod d b 8 0 2>&1 && echo MADE; umount .git/config 2>&1 && echo UNMASKED; ${READ_ALL}`,
    ],
    {
      faults: (_w, { text }) =>
        ["MNTNS", "MOUNTED", "UMOUNTED", "REMOUNTED", "MADE", "UNMASKED", "CANARY-ENV"].filter(
          (word) => text.includes(`${word}\\n`) || (word === "CANARY-ENV" && text.includes(word)),
        ),
    },
  ),
  hidden("after an editor's save", [READ_ALL, READ_ALL], {
    prepare: (w) => {
      w.write(".env.new", ENV);
      renameSync(w.at(".env.new"), w.at(".env"));
    },
  }),
  hidden("replaced while it runs", [`meanwhile; ${READ_ALL}`], {
    meanwhile: (w) => {
      w.write(".env.tmp", ENV);
      renameSync(w.at(".env.tmp"), w.at(".env"));
      rmSync(w.at("src/.env"));
      w.write("src/.env", ENV);
    },
  }),
  hidden(
    "made while it runs under a literal name, in a folder that is there",
    [`meanwhile; ${READ_ALL}`],
    {
      meanwhile: (w) => {
        w.write("docs/.env", ENV);
        w.write("src/deep/.env", ENV);
      },
    },
  ),
  hidden("made between two commands, in a new folder", ["mkdir -p x/y; echo 1 > x/y/z", READ_ALL], {
    prepare: () => {},
  }),
  hidden(
    "folder that it made itself and a person fills meanwhile",
    [`mkdir x; meanwhile; ${READ_ALL}`],
    {
      meanwhile: (w) => {
        w.write("x/.env", ENV);
      },
    },
  ),
  hidden("renames of the folder above in the view", [
    `mv src s2 2>&1; cat s2/.env; mkdir q; mv secrets q/ 2>&1; cat q/secrets/key; mv .env e 2>&1; cat e; ln .env e2 2>&1; cat e2; ln -s .env e3; cat e3; cp -a . /tmp/copy; grep -r CANARY /tmp/copy`,
  ]),
  hidden("git reads the working file", [
    `git diff --no-index /dev/null .env; git hash-object -w .env; git add -f .env 2>&1; git stash -a 2>&1; git show stash^3:.env`,
  ]),
  hidden("git remote add is no way", [`git remote add o /x 2>&1; ${READ_ALL}`]),
  hidden(
    "a link to it by another name",
    [`${READ_ALL}; cat link hard dirlink/key`],
    {
      class: 3,
      prepare: (w) => {
        symlinkSync(".env", w.at("link"));
        linkSync(w.at(".env"), w.at("hard"));
        symlinkSync("secrets", w.at("dirlink"));
      },
    },
    3,
  ),
  hidden(
    "the target of a denied link",
    ["cat real/e; grep -r CANARY ."],
    {
      class: 3,
      files: { "real/e": ENV },
      prepare: (w) => symlinkSync("real/e", w.at(".env")),
      faults: (_w, { text }) => (text.includes("CANARY-ENV") ? ["read"] : []),
    },
    3,
  ),
  ...["link", "hard", "dirlink/key", ".env", "real", "./src/../.env", "SRC/../link"].map(
    (path): EffectRow =>
      hidden(
        `read of ${path} by the tool`,
        [{ tool: "read", arguments: { path } }],
        {
          class: 3,
          prepare: (w) => {
            symlinkSync(".env", w.at("link"));
            linkSync(w.at(".env"), w.at("hard"));
            symlinkSync("secrets", w.at("dirlink"));
            linkSync(w.at("secrets/key"), w.at("real"));
          },
        },
        3,
      ),
  ),
  hidden(
    "grep by the tool",
    [
      { tool: "grep", arguments: { pattern: "CANARY" } },
      { tool: "grep", arguments: { pattern: "CANARY", path: "hard" } },
      { tool: "glob", arguments: { pattern: "**/*" } },
    ],
    {
      class: 3,
      prepare: (w) => {
        symlinkSync(".env", w.at("link"));
        linkSync(w.at(".env"), w.at("hard"));
        symlinkSync("secrets", w.at("dirlink"));
      },
    },
    3,
  ),
  hidden(
    "command makes a link, then the tool reads it",
    [
      "ln -s .env mylink; ln -s $PWD/secrets d2; ln -s ../../outside/secret.txt o1",
      { tool: "read", arguments: { path: "mylink" } },
      { tool: "read", arguments: { path: "d2/key" } },
      { tool: "read", arguments: { path: "o1" } },
      { tool: "grep", arguments: { pattern: "CANARY" } },
    ],
    {
      class: 3,
      faults: (_w, { text }) => (/CANARY-ENV|OUTSIDE-CANARY/.test(text) ? ["read"] : []),
    },
    3,
  ),
  hidden(
    "command makes a link, then the tool writes through it",
    [
      "ln -s ../outside/new o2; ln -s .git/config o3; ln -s ../outside o4",
      { tool: "write", arguments: { path: "o2", content: "x" } },
      { tool: "write", arguments: { path: "o3", content: "x" } },
      { tool: "write", arguments: { path: "o4/y", content: "x" } },
      "echo x > o2; echo x >> o3; echo x > o4/z; echo x >> o4/secret.txt; true",
    ],
    { class: 3 },
    3,
  ),
  hidden(
    "write into a hard link to outside",
    [
      "echo more >> shared; echo x > shared; sed -i s/x/y/ shared; truncate -s 0 shared; python3 -c \"open('shared','r+').write('Q')\"",
      { tool: "edit", arguments: { path: "shared", old_string: "Q", new_string: "Z" } },
      { tool: "write", arguments: { path: "shared", content: "W" } },
    ],
    { class: 3, prepare: (w) => linkSync(join(w.outside, "secret.txt"), w.at("shared")) },
    3,
  ),
  hidden(
    "setuid, setgid and devices",
    ["cp /bin/sh s; chmod 4755 s; mkdir d; chmod 2777 d; cp s d/s2; chmod 2755 d/s2; true"],
    { class: 3 },
    3,
  ),
  hidden(
    "setgid on a folder that is there",
    ["chmod 2755 src; chmod u+s docs; true"],
    { class: 3 },
    3,
  ),
  hidden(
    "fifo and socket",
    [
      py(`import os,socket
os.mkfifo('f'); s=socket.socket(socket.AF_UNIX); s.bind('s')`),
    ],
    { class: 3 },
    3,
  ),
  hidden("writes over a hidden name", [
    "echo mine > .env; mkdir -p secrets; echo mine > secrets/key; rm -f .env; mkdir .env; echo 1 > .env/x; true",
  ]),
  hidden(
    "folder with a hidden name deleted",
    ["rm -rf src secrets; mkdir src; echo 1 > src/n; true"],
    {
      faults: (w, { text }) => [
        ...(w.read("src/.env") === null ? [`hidden file gone: ${text.slice(0, 600)}`] : []),
        ...(w.read("secrets/key") === null ? ["hidden folder gone"] : []),
      ],
    },
  ),
];
