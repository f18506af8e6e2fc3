/** Programs that change the files they are given. */
import type { ProgramSpec } from "./program-spec.ts";

/** What `chmod` and its kin take as a mode; `-w` is a mode too, so its place cannot be counted on. */
const MODE = /^(?:[0-7]+|[ugoa]*(?:[-+=][a-zA-Z]*)+(?:,[ugoa]*(?:[-+=][a-zA-Z]*)+)*)$/;

export const WRITERS: readonly ProgramSpec[] = [
  {
    names: "rm grm srm trash trash-put rip",
    operands: { as: "write" },
    options: {
      "-r -R --recursive -d --dir": "recursive",
      "--interactive --preserve-root": "attached",
    },
  },
  { names: "rmdir grmdir", operands: { as: "write" } },
  { names: "unlink", operands: { as: "write" } },
  {
    names: "mkdir gmkdir",
    operands: { as: "write" },
    options: { "-m --mode": "value", "-Z --context": "attached" },
  },
  {
    names: "mkfifo mknod mktemp",
    operands: { as: "write" },
    options: { "-m --mode --suffix": "value", "-p --tmpdir": "write" },
  },
  {
    names: "touch gtouch",
    operands: { as: "write" },
    options: { "-d --date -t --time": "value", "-r --reference": "read" },
  },
  {
    names: "tee gtee sponge",
    operands: { as: "write" },
    options: { "--output-error": "attached" },
  },
  {
    names: "truncate gtruncate",
    operands: { as: "write" },
    options: { "-s --size": "value", "-r --reference": "read" },
  },
  {
    names: "fallocate",
    operands: { as: "write" },
    options: { "-l --length -o --offset": "value" },
  },
  {
    names: "mv gmv",
    operands: { as: "move", last: "write" },
    options: { "-t --target-directory": "into", "-S --suffix": "value", "-b --backup": "attached" },
  },
  {
    names: "cp gcp",
    follows: /^(?:-L|--deref.*)$/,
    operands: { as: "read", last: "write" },
    options: {
      "-t --target-directory": "into",
      "-r -R -a --recursive --archive": "recursive",
      "-S --suffix --sparse --no-preserve": "value",
      "-b --backup --preserve --reflink": "attached",
    },
  },
  {
    names: "install ginstall",
    operands: { as: "read", last: "write", single: "write" },
    options: {
      "-t --target-directory": "into",
      "-m --mode -o --owner -g --group -S --suffix": "value",
      "--strip-program": "exec",
      "-d --directory": "creates",
    },
  },
  {
    names: "ln gln link",
    reader: "ln",
    operands: { as: "read", last: "write", single: "read" },
    options: { "-t --target-directory": "into", "-S --suffix": "value", "-b --backup": "attached" },
  },
  {
    names: "chmod gchmod",
    operands: { as: "write", skip: 1, skipWhen: MODE },
    options: { "-R --recursive": "recursive", "--reference": "subject-file" },
  },
  {
    names: "chattr chflags",
    operands: { as: "write", skip: 1, skipWhen: MODE },
    options: { "-R": "recursive" },
  },
  {
    names: "setfacl",
    operands: { as: "write" },
    options: {
      "-R --recursive": "recursive",
      "-m --modify -x --remove": "value",
      "-M --modify-file -X --remove-file --restore --set-file": "read",
    },
  },
  { names: "xattr", operands: { as: "write" }, options: { "-r": "recursive" } },
  {
    names: "chown gchown chgrp",
    operands: { as: "write", skip: 1 },
    options: { "-R --recursive": "recursive", "--reference": "subject-file", "--from": "value" },
  },
  {
    names: "chcon",
    operands: { as: "write" },
    options: {
      "-R --recursive": "recursive",
      "-t --type -u --user -r --role -l --range": "value",
      "--reference": "read",
    },
  },
  {
    names: "shred wipe",
    operands: { as: "write" },
    options: { "-n --iterations -s --size": "value", "--random-source": "read" },
  },
  {
    // What the names become stands in an expression.
    names: "rename prename file-rename perl-rename rename.ul mmv",
    operands: { as: "move", skip: 1 },
    options: { "-e": "code" },
    unpacks: { unless: /^(?:-n|--no-act|--nono|--dry-run)$/ },
  },
  {
    names: "rsync",
    follows: /^(?:-[Lk]|--copy-(?:links|dirlinks|unsafe-links))$/,
    operands: { as: "remote", last: "write" },
    options: {
      "-e --rsh --rsync-path": "exec",
      "-r -a --recursive --archive --delete --delete-before --delete-after --delete-during --delete-excluded":
        "recursive",
      "-f --filter --include --exclude --bwlimit --block-size -B --timeout --port --chmod --chown --usermap --groupmap --info --debug --out-format --log-file-format --max-size --min-size --compress-level --modify-window --contimeout --checksum-choice --compress-choice --iconv --suffix --sockopts --address --outbuf -T --temp-dir --skip-compress --max-delete --partial-dir --stop-after --stop-at --early-input":
        "value",
      "--include-from --exclude-from --password-file --compare-dest --copy-dest --link-dest --read-batch":
        "read",
      "--files-from": "config",
      "--log-file --write-batch --only-write-batch --backup-dir": "write",
      "-M --remote-option --config": "floor-value",
      "--daemon": "floor",
    },
  },
  {
    names: "scp pscp",
    follows: true,
    operands: { as: "remote", last: "write" },
    options: {
      "-r": "recursive",
      "-S -D": "exec",
      "-F": "config",
      "-o": "floor-value",
      "-i": "read",
      "-J": "proxy",
      "-P -c -l -X": "value",
    },
    reader: "ssh",
  },
  {
    names: "zip",
    follows: true,
    operands: { as: "read", first: "write" },
    options: {
      "-TT --unzip-command": "exec",
      "-r -R --recurse-paths --recurse-patterns": "recursive",
      "-b --temp-path -O --output-file --out -lf --logfile-path": "write",
      "-x --exclude -i --include": "value",
      "-P --password -n --suffixes -t -tt -s --split-size -ws -Z --compression-method": "value",
      "-@ --names-stdin": "floor",
      "-m --move": "flag",
    },
    dashes: "single",
  },
  {
    names: "unzip bsdunzip",
    operands: { as: "read" },
    options: { "-d": "write", "-x -P": "value" },
    unpacks: { unless: /^-[lptvzZc]$/, into: { option: /^-d$/ } },
  },
  {
    names:
      "gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 compress uncompress brotli pigz pbzip2 lzip lzop",
    operands: { as: "rewrite" },
    options: {
      "-c --stdout --to-stdout -l --list -t --test": "spares",
      "-o --output --output-file": "write",
      "-S --suffix -b --bits -T --threads -M --memory --block-size -p --processes -B": "value",
      "--files --files0 --filelist --output-dir-flat --output-dir-mirror": "config",
    },
  },
  {
    names: "7z 7za 7zr 7zz rar unrar",
    operands: { as: "read-tree", skip: 1 },
    unpacks: { when: /^[xe]$/, into: { attached: /^-o(.+)$/ } },
  },
  {
    names: "ar gar",
    operands: { as: "rewrite" },
    options: { "-o": "write" },
    unpacks: { when: /^-?(?=[a-wyzA-Z]*x)[a-zA-Z]+$/ },
  },
  {
    names: "ranlib strip objcopy patchelf",
    operands: { as: "rewrite" },
    options: { "-o": "write" },
  },
  {
    names: "cpio pax",
    operands: { as: "none" },
    namesFromInput: true,
    options: {
      "-F --file -E --pattern-file": "read",
      "-O": "write",
      "-D --directory": "in",
      "--rsh-command --to-command": "exec",
      "-H --format -C -R --owner -s -f -M": "value",
    },
    unpacks: {
      when: /^(?:-[irp]|--extract|--pass-through)$/,
      into: { last: /^(?:-p|--pass-through|-w)$/ },
    },
  },
  {
    names: "patch gpatch",
    operands: { as: "rewrite" },
    options: {
      "-i --input": "read",
      "-o --output -r --reject-file": "write",
      "-d --directory": "in",
      "-p --strip -F --fuzz -D --ifdef -z --suffix -B --prefix -Y --basename-prefix -V --version-control -g --get":
        "value",
      "-e --ed": "floor",
    },
    unpacks: { unlessNamed: true, unless: /^--dry-run$/ },
  },
  { names: "dos2unix unix2dos", operands: { as: "rewrite" } },
  { names: "setfattr chsh mount umount mkfs mkswap swapon losetup", operands: { as: "write" } },
  { names: "ditto", operands: { as: "read-tree", last: "write-tree" } },
  // Of a folder they read what is in their language.
  {
    names:
      "tsc ruff mypy pyright pylint flake8 pyflakes isort black rubocop stylelint golangci-lint shellcheck oxlint standard xo clippy-driver",
    operands: { as: "none" },
    options: {
      "--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile -o --output --output-file --cache-dir --junit-xml":
        "write",
    },
  },
  {
    names: "prettier eslint biome",
    operands: { as: "none" },
    options: {
      "-o --output-file": "write",
      "--plugin --resolve-plugins-relative-to --rulesdir": "floor-value",
    },
  },
];
