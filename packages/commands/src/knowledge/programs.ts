/**
 * The programs that are known word by word: those that people and agents type all day, so that a rule about a file or a host is
 * kept before they run. All others are one command each: where a view holds them their effects are judged, and where none does
 * they ask. A row is added for a program that is used daily, never to catch one more trick.
 */
import type { ProgramRow } from "./program-row.ts";

/** A mode for `chmod`; `-w` is one too, so its place cannot be counted on. */
const MODE = /^(?:[0-7]+|[ugoa]*(?:[-+=][a-zA-Z]*)+(?:,[ugoa]*(?:[-+=][a-zA-Z]*)+)*)$/;

const READERS: readonly ProgramRow[] = [
  {
    names:
      "cat tac rev nl comm cmp fold fmt expand paste column cksum md5sum sha1sum sha256sum sha512sum b2sum zcat more pr xxhsum nm size ldd",
    readsOnly: true,
    operands: "read",
    options: { "-w --width -d --delimiters": "attached" },
  },
  {
    names: "head tail",
    readsOnly: true,
    operands: "read",
    options: { "-n --lines -c --bytes --pid -s": "value" },
  },
  {
    names: "wc file",
    readsOnly: true,
    operands: "read",
    options: { "--files0-from -f --files-from -m --magic-file": "config", "-C --compile": "floor" },
  },
  {
    names: "diff",
    readsOnly: true,
    operands: "read",
    options: {
      "-r --recursive": "recursive",
      "-I -F -L --label -x --exclude -U --unified -C --context -W --width --color": "value",
      "--from-file --to-file -X --exclude-from": "read",
      "-o --output": "write",
    },
  },
  {
    names: "sort shuf",
    readsOnly: true,
    operands: "read",
    options: {
      "-k --key -t --field-separator -S --buffer-size --parallel -n --head-count": "value",
      "-o --output -T --temporary-directory": "write",
      "--compress-program": "exec",
      "--files0-from": "config",
      "-i --input-range -e --echo": "subject",
    },
  },
  {
    names: "uniq xxd",
    readsOnly: true,
    operands: "copy",
    options: { "-f -s -w --skip-fields --skip-chars -c -g -l -cols -len": "attached" },
  },
  {
    names: "cut join",
    readsOnly: true,
    operands: "read",
    options: {
      "-b -c -d --delimiter -f --fields --output-delimiter -t -j -1 -2 -a -v -e": "value",
    },
  },
  {
    names: "od hexdump hd strings base64 base32",
    readsOnly: true,
    operands: "read",
    options: { "-A -j -N -t --format -w --wrap -n --bytes -e -s": "value", "-o --output": "write" },
  },
  {
    names: "less bat",
    readsOnly: true,
    operands: "read",
    options: {
      "-o -O --log-file": "write",
      "-k --lesskey-file": "config",
      "--pager": "exec",
      "-p -P -t -x -y -z -b -h -j -D -l -r --line-range --style --color": "value",
    },
  },
  {
    names: "date",
    readsOnly: true,
    operands: "text",
    options: { "-f --file -r --reference": "read", "-d --date -s --set": "value" },
  },
  {
    names:
      "echo printf seq basename dirname whoami id uname hostname arch nproc uptime groups tty printenv locale getconf which type tput expr sleep yes cal tr numfmt ps free lscpu",
    readsOnly: true,
    operands: "text",
  },
  { names: "kill pkill killall pgrep clear", operands: "text" },
  {
    names: "jq yq",
    readsOnly: true,
    operands: "read",
    skip: 1,
    options: {
      "-f --from-file": "subject-file",
      "--indent": "value",
      "-i --inplace": "floor",
      "-L --library-path": "read",
    },
  },
  {
    names: "grep egrep fgrep zgrep",
    readsOnly: true,
    operands: "read",
    skip: 1,
    absent: "recursive",
    options: {
      "-e --regexp": "subject",
      "-f --file": "subject-file",
      "-r -R --recursive --dereference-recursive": "recursive",
      "-A --after-context -B --before-context -C --context -m --max-count -d --directories -D --devices --label --include --exclude --exclude-dir --binary-files --group-separator":
        "value",
      "--exclude-from": "read",
      "--color --colour": "attached",
    },
  },
  {
    names: "rg",
    readsOnly: true,
    operands: "read-tree",
    skip: 1,
    absent: "always",
    options: {
      "-e --regexp": "subject",
      "-f --file": "subject-file",
      "--files --type-list": "lists",
      "--pre --hostname-bin": "exec",
      "--pre-glob -A --after-context -B --before-context -C --context --color --colors -d --max-depth --maxdepth -E --encoding --engine -g --glob --iglob -M --max-columns -m --max-count --max-filesize -r --replace --sort --sortr -j --threads -t --type -T --type-not --type-add":
        "value",
      "--ignore-file": "read",
    },
  },
  {
    names: "ls dir",
    readsOnly: true,
    operands: "listed",
    absent: "always",
    options: {
      "-R --recursive": "recursive",
      "-I --ignore --hide -w --width -T --block-size --time-style --sort --time --format --color":
        "attached",
    },
  },
  {
    names: "tree du",
    readsOnly: true,
    operands: "listed-tree",
    absent: "always",
    options: {
      "-L -P -I --charset --filelimit -d --max-depth -B --block-size -t --threshold --exclude --time":
        "value",
      "-o": "write",
      "-X --exclude-from": "read",
      "--files0-from": "config",
    },
  },
  {
    names: "stat readlink realpath df test [",
    readsOnly: true,
    operands: "name",
    options: {
      "-c --format --printf -t --type -x --exclude-type --relative-to --relative-base -B": "value",
    },
  },
];

const WRITERS: readonly ProgramRow[] = [
  {
    names: "rm rmdir unlink shred",
    operands: "write",
    options: { "-r -R --recursive -d --dir": "recursive" },
  },
  { names: "mkdir mkfifo", operands: "write", options: { "-m --mode": "value" } },
  {
    names: "touch truncate",
    operands: "write",
    options: { "-d --date -t -s --size": "value", "-r --reference": "read" },
  },
  { names: "tee", operands: "write" },
  {
    names: "mv",
    operands: "move",
    options: { "-t --target-directory": "into", "-S --suffix": "value" },
  },
  {
    names: "cp install",
    operands: "copy",
    options: {
      "-t --target-directory": "into",
      "-r -R -a --recursive --archive": "recursive",
      "-S --suffix -m --mode -o --owner -g --group": "value",
      "--strip-program": "exec",
      "-d --directory": "creates",
    },
  },
  {
    names: "ln",
    reader: "ln",
    operands: "copy",
    options: { "-t --target-directory": "into", "-S --suffix": "value" },
  },
  {
    names: "chmod chown chgrp",
    operands: "write",
    skip: 1,
    options: { "-R --recursive": "recursive", "--reference": "subject-file" },
  },
  {
    names: "rsync",
    operands: "remote",
    options: {
      "-e --rsh --rsync-path": "exec",
      "-r -a --recursive --archive --delete": "recursive",
      "-f --filter --include --exclude --bwlimit --timeout --port --chmod --chown --out-format -B -T":
        "value",
      "--include-from --exclude-from --password-file": "read",
      "--files-from": "config",
      "--log-file --backup-dir": "write",
      "-M --remote-option --config --daemon": "floor-value",
    },
  },
  { names: "tar bsdtar", reader: "tar", operands: "read-tree" },
  {
    names: "zip",
    dashes: "single",
    operands: "pack",
    options: {
      "-TT --unzip-command": "exec",
      "-r -R --recurse-paths": "recursive",
      "-x --exclude -i --include -P --password -n -t -tt -s": "value",
      "-@ --names-stdin": "floor",
    },
  },
  {
    names: "unzip",
    operands: "unpack",
    options: { "-l -t -p -v -Z": "spares", "-d": "write" },
  },
  {
    names: "patch cpio",
    operands: "unpack",
    options: { "--dry-run -t --list": "spares", "-o --output": "write", "-i --input": "read" },
  },
  {
    names: "gzip gunzip bzip2 bunzip2 xz unxz zstd",
    operands: "rewrite",
    options: { "-c --stdout --to-stdout -l --list -t --test": "spares", "-o": "write" },
  },
  { names: "dd", reader: "dd", operands: "words" },
];

const RUNNERS: readonly ProgramRow[] = [
  { names: "git", reader: "git", operands: "words" },
  { names: "find", reader: "find", operands: "listed-tree", readsOnly: true, dashes: "single" },
  {
    names: "fd fdfind",
    readsOnly: true,
    operands: "listed-tree",
    skip: 1,
    absent: "always",
    options: {
      "-e --extension -t --type -d --max-depth --min-depth -E --exclude -S --size -c --color -j --threads":
        "value",
      "--search-path": "read",
      "--base-directory -C": "in",
      "-x -X --exec --exec-batch": "floor",
    },
  },
  { names: "sed gsed", reader: "sed", operands: "read" },
  { names: "awk gawk mawk nawk", reader: "awk", operands: "read" },
  {
    names: "man",
    operands: "text",
    options: { "-P --pager -H --html -X --gxditview": "exec", "-C --config-file": "config" },
  },
  {
    names: "vim vi view nvim ex",
    operands: "rewrite",
    options: { "-c --cmd": "code", "-S -s -u -U -i": "config", "-w -W": "write" },
  },
  {
    names: "node nodejs deno bun tsx ts-node",
    reader: "interpreter",
    operands: "words",
    options: {
      "-e --eval -p --print -pe": "code",
      "-r --require --import --loader --experimental-loader --env-file --env-file-if-exists":
        "config",
      "-C --conditions --input-type --max-old-space-size --test-name-pattern --test-reporter":
        "attached",
      "-i --interactive": "floor",
    },
  },
  {
    names:
      "python python2 python3 pypy pypy3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14",
    reader: "interpreter",
    operands: "words",
    options: { "-c": "code", "-W -X": "value", "-i": "floor", "-m": "module" },
  },
  {
    names: "perl",
    reader: "interpreter",
    operands: "words",
    options: { "-e -E": "code", "-M -m -I -d": "floor-value", "-i -l -0 -F": "attached" },
  },
  {
    names: "ruby php lua julia Rscript osascript",
    reader: "interpreter",
    operands: "words",
    options: { "-e --eval -r --run -E": "code", "-l -I -c -d -S": "floor-value" },
  },
];

const NETWORK: readonly ProgramRow[] = [
  {
    names: "curl",
    operands: "url",
    options: {
      "--url --doh-url -x --proxy --preproxy --socks5 --socks5-hostname --resolve --connect-to --dns-servers":
        "url",
      "-o --output -c --cookie-jar -D --dump-header --trace --stderr --libcurl --output-dir":
        "write",
      "-T --upload-file --netrc-file -E --cert --key --cacert --unix-socket": "read",
      "-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form -H --header -b --cookie -w --write-out":
        "data",
      "-K --config": "config",
      "--engine": "floor-value",
      "-A --user-agent -C -e --referer -m --max-time -P -Q -r --range -u --user -U --proxy-user -X --request -y -Y -z --connect-timeout --retry --retry-delay --retry-max-time --limit-rate --max-redirs --interface --ciphers --form-string --proto --noproxy":
        "value",
    },
  },
  {
    names: "wget",
    operands: "url",
    options: {
      "-O --output-document -o --output-file -a --append-output -P --directory-prefix": "write",
      "-i --input-file --config": "config",
      "--post-file --body-file --load-cookies --ca-certificate --certificate --private-key": "read",
      "-e --execute --use-askpass": "exec",
      "-B --base": "url",
      "-t --tries -T --timeout -w --wait -Q -U --user-agent --header --user --password --referer --post-data --method --limit-rate -l --level -A --accept -R --reject -D --domains -I -X --cut-dirs":
        "value",
    },
  },
  {
    names: "ssh",
    reader: "ssh",
    operands: "host",
    options: {
      "-o -S -I": "floor-value",
      "-F": "config",
      "-J": "url",
      "-E": "write",
      "-b -B -c -D -e -i -L -l -m -O -p -Q -R -W -w": "value",
    },
  },
  {
    names: "scp sftp",
    reader: "ssh",
    operands: "remote",
    options: {
      "-S -D -s": "exec",
      "-F -b": "config",
      "-o": "floor-value",
      "-J": "url",
      "-r": "recursive",
      "-i": "read",
      "-P -c -l -X -B -R": "value",
    },
  },
  {
    names: "nc ncat netcat telnet ping dig host nslookup traceroute",
    operands: "host",
    options: {
      "-e --exec -c --sh-exec": "exec",
      "-x --proxy": "url",
      "-p -s -w -i -q -t -W -m -I": "value",
      "-f": "config",
    },
  },
];

export const PROGRAMS: readonly ProgramRow[] = [...READERS, ...WRITERS, ...RUNNERS, ...NETWORK];

/** True for what `chmod` takes before its files. */
export function isMode(text: string): boolean {
  return MODE.test(text);
}
