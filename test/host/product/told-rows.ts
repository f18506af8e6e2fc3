/** The line about our walls for each command that fails, or none. `{ws}`, `{near}` and `{home}` are folders. */

/** The files, by their place below one folder. */
export const TOLD_FILES: Readonly<Record<string, string>> = {
  "ws/a.txt": "a\n",
  "ws/old/b.txt": "b\n",
  "ws/.env": "TOKEN=hunter2\n",
  "ws/secret.txt": "hunter2\n",
  "ws/read.py": "import sys\nprint(open(sys.argv[1]).read())\n",
  "ws/quiet.py": "print('Error: cannot load the settings in .env')\nraise SystemExit(2)\n",
  "ws/write.py": "import sys\nopen(sys.argv[1], 'w').write('x')\n",
  "ws/connect.py":
    "import socket, sys\nsocket.create_connection((sys.argv[1], int(sys.argv[2])), 5)\n",
  "ws/chroot.py": "import os\nos.chroot('.')\n",
  "ws/throws.js": "throw new Error('EACCES: permission denied')\n",
  "ws/fetch.py": "import urllib.request\nurllib.request.urlopen('http://closed.test/')\n",
  "ws/server.cjs": "require('node:fs').readFileSync('.env');\n",
  "ws/versions.sh": "svn --version\n",
  "ws/fails.test.js":
    "const test = require('node:test');\ntest('x', () => { throw new Error('EACCES: permission denied, expected 3 in a.txt'); });\n",
  "near/notes.txt": "NOTES\n",
  "home/letter.txt": "LETTER\n",
};

const HIDDEN = (path: string) =>
  `[Not shown to it, because a rule denies it: ${path} (fs.read **/.env* deny (session rules)). Do without; only the user can change the rule.]`;
const OUTSIDE = (path: string) =>
  `[Outside the workspace and not shown to the command: ${path}. Stay inside the workspace, or ask the user to open it.]`;
const HOME = (path: string) =>
  `[Not shown to it, because commands have a home of their own: ${path}. Do without, or ask the user to open it.]`;
const READ_ONLY = (path: string) =>
  `[Read-only to it: ${path}. Write elsewhere in the workspace or to /tmp, or ask the user to allow it.]`;
const OFFLINE =
  "[It ran without a network and likely wanted one. Do without, or ask the user to allow it.]";
const PROXY =
  "[Its only network is the proxy that HTTPS_PROXY and ALL_PROXY name. Connect through that; a direct connection finds none.]";
const DAEMON =
  "[It needs the machine's container daemon, and no command is shown its socket. Do without, or ask the user to run it.]";
const RIGHTS =
  "[No command is given the rights to mount, to trace, to make devices or to be another user. Do without, or ask the user to run it.]";

export interface ToldRow {
  readonly command: string;
  /** Where it runs contained, and its changes land. */
  readonly contained: string | null;
  /** Where a rule allowed it and files are bound as they are; the same unless given. */
  readonly allowed?: string | null;
}

const row = (command: string, contained: string | null, allowed?: string | null): ToldRow =>
  allowed === undefined ? { command, contained } : { command, contained, allowed };

/** A hidden name is told as it is, whether anything is there or not. */
export const HIDDEN_ROWS: readonly ToldRow[] = [
  row("python3 read.py .env", HIDDEN("{ws}/.env")),
  row("python3 read.py .env.absent", HIDDEN("{ws}/.env.absent")),
  row("python3 read.py {ws}/.env", HIDDEN("{ws}/.env")),
  row("cd near 2>/dev/null; python3 read.py ./.env", HIDDEN("{ws}/.env")),
  row("python3 quiet.py", HIDDEN("{ws}/.env")),
  row("python3 read.py .env; echo done", HIDDEN("{ws}/.env")),
  row("python3 read.py .env 2>&1 | tail -n 1", HIDDEN("{ws}/.env")),
  row(
    "python3 read.py secret.txt",
    "[Not shown to it, because a rule asks about it: {ws}/secret.txt (fs.read secret.txt ask (session rules)). Name it in the command line itself, and the user is asked.]",
  ),
  row(
    "sh versions.sh",
    "[Not there, because a rule denies the program: svn (shell.run svn * deny (session rules)). Do without; only the user can change the rule.]",
  ),
];

const OUTSIDE_ROWS = [
  row("cat {near}/notes.txt", OUTSIDE("{near}/notes.txt")),
  row("cat {near}/absent.txt", OUTSIDE("{near}/absent.txt")),
  row("python3 read.py {near}/notes.txt", OUTSIDE("{near}/notes.txt")),
  row("python3 read.py {near}/absent.txt", OUTSIDE("{near}/absent.txt")),
  row("python3 write.py {near}/new.txt", OUTSIDE("{near}/new.txt")),
  row("python3 read.py /etc/shadow", OUTSIDE("/etc/shadow")),
  row("python3 read.py /root/.netrc", OUTSIDE("/root/.netrc")),
  row("python3 read.py ~/letter.txt", HOME("~/letter.txt")),
  row("python3 read.py ~/absent.txt", HOME("~/absent.txt")),
  row("cat ~/letter.txt", OUTSIDE("{home}/letter.txt")),
  row(
    "echo 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is it running?'; exit 1",
    `${OUTSIDE("/var/run/docker.sock")}\n${DAEMON}`,
  ),
];

const CLOSED_ROWS = [
  row("python3 connect.py nowhere.test 80", OFFLINE, PROXY),
  row("python3 connect.py 192.0.2.1 80", OFFLINE, PROXY),
  row("python3 connect.py nowhere.test 443 || exit 4", OFFLINE, PROXY),
  row("python3 write.py /usr/local/x", READ_ONLY("/usr/local/x")),
  row("python3 write.py /usr/share/x.txt", READ_ONLY("/usr/share/x.txt")),
  row(
    "python3 write.py .git/hooks/pre-commit",
    READ_ONLY(
      "{ws}/.git/hooks/pre-commit (.git/hooks/pre-commit is protected: git runs its hooks)",
    ),
  ),
  row("mkdir -p m; mount -t tmpfs none m", RIGHTS),
  row("mknod device c 1 3", RIGHTS),
  row("python3 chroot.py", RIGHTS),
  row("dmesg", RIGHTS),
  row(
    "ssh-add -l",
    "[No command is given the user's SSH agent. Do without, or ask the user to run it.]",
  ),
  row(
    `python3 -c 'import os; os.rename("old", "new")'`,
    "[Commands work on a view of the workspace, where a folder is not renamed in one step and a file is not linked. Copy and remove, as mv does; clone with --no-hardlinks.]",
  ),
];

/** They fail by themselves: nothing of ours stood in the way, and nothing is said. */
export const BENIGN_ROWS: readonly ToldRow[] = [
  "false",
  "exit 7",
  "test -f nothing-here",
  "grep -q nothing a.txt",
  "grep -q /api/users a.txt",
  "cat missing.txt",
  "ls /usr/no-such-folder",
  "python3 read.py missing.txt",
  "python3 read.py missing/deeper.txt",
  "python3 connect.py 127.0.0.1 9",
  "node --test fails.test.js",
  "node throws.js",
  "no-such-program",
  "echo 'GET https://host.test/a/b does not exist'; exit 1",
  "echo 'FAIL expected Permission denied to equal ok'; exit 1",
  "mkdir a.txt",
  "kill -TERM $$",
  "git log",
].map((command) => row(command, null));

export const TOLD_ROWS: readonly ToldRow[] = [
  ...HIDDEN_ROWS,
  ...OUTSIDE_ROWS,
  ...CLOSED_ROWS,
  ...BENIGN_ROWS,
];
