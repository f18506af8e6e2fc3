/** Programs that read the files they are given. Rows with an option that writes, or runs a program, say so. */
import type { ProgramSpec } from "./program-spec.ts";

const READ = { as: "read" } as const;

export const READERS: readonly ProgramSpec[] = [
  // An option listed as taking a value hides the next word from the operands: only where every variant agrees.
  {
    names:
      "cat gcat tac rev zcat bzcat xzcat zstdcat lzcat gzcat zmore bzmore more most tsort md5 ul vis unvis catdoc antiword pdfinfo exiftool mediainfo identify nm size readelf ldd otool lipo dwarfdump zcmp dircmp look hd b2sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum cksum sum xxhsum comm base32 basenc asa factor",
    effect: "read",
    operands: READ,
  },
  { names: "sdiff", effect: "read", operands: READ, options: { "-o --output": "write" } },
  {
    names: "nl",
    effect: "read",
    operands: READ,
    options: {
      "-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i --line-increment -l --join-blank-lines -n --number-format -s --number-separator -v --starting-line-number -w --number-width":
        "value",
    },
  },
  {
    names: "fold fmt expand unexpand shasum paste column",
    effect: "read",
    operands: READ,
    options: { "-w --width -d --delimiters -a --algorithm": "attached" },
  },
  { names: "pr", effect: "read", operands: READ },
  {
    names: "join",
    effect: "read",
    operands: READ,
    options: { "-a -e -o -t -v -1 -2 -j": "value" },
  },
  {
    names: "iconv",
    effect: "read",
    operands: READ,
    options: { "-f --from-code -t --to-code": "value", "-o --output": "write" },
  },
  { names: "uuencode", effect: "read", operands: READ },
  {
    names: "head tail ghead gtail",
    effect: "read",
    operands: READ,
    options: {
      "-n --lines -c --bytes --pid -s --sleep-interval --max-unchanged-stats": "value",
      "--follow": "attached",
    },
  },
  {
    names: "wc gwc",
    effect: "read",
    operands: READ,
    options: { "--files0-from": "config", "--total": "value" },
  },
  {
    names: "file",
    effect: "read",
    operands: READ,
    options: {
      "-m --magic-file -f --files-from": "config",
      "-F --separator -e --exclude -P --parameter": "value",
      "-C --compile": "floor",
    },
  },
  {
    names: "diff gdiff colordiff icdiff wdiff",
    effect: "read",
    operands: READ,
    options: {
      "-r --recursive": "recursive",
      "-I --ignore-matching-lines -F --show-function-line -L --label --line-format --old-line-format --new-line-format --unchanged-line-format --old-group-format --new-group-format -x --exclude -U --unified -C --context -W --width --horizon-lines --tabsize --color --palette -S --starting-file":
        "value",
      "--from-file --to-file -X --exclude-from": "read",
      "-o --output": "write",
    },
  },
  {
    names: "diff3 dwdiff",
    effect: "read",
    operands: READ,
    options: { "--diff-program": "exec", "-L --label": "value" },
  },
  {
    names: "sort gsort",
    effect: "read",
    operands: READ,
    options: {
      "-k --key -t --field-separator -S --buffer-size --parallel --batch-size --sort": "value",
      "-T --temporary-directory": "write",
      "-o --output": "write",
      "--compress-program": "exec",
      "--files0-from": "config",
      "--random-source": "read",
    },
  },
  {
    names: "uniq guniq",
    effect: "read",
    operands: { as: "read", last: "write" },
    options: { "-f --skip-fields -s --skip-chars -w --check-chars": "value" },
  },
  {
    names: "cut gcut",
    effect: "read",
    operands: READ,
    options: {
      "-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter": "value",
    },
  },
  {
    names: "od god",
    effect: "read",
    operands: READ,
    options: { "-A --address-radix -j --skip-bytes -N --read-bytes -t --format --endian": "value" },
  },
  {
    names: "hexdump hexyl",
    effect: "read",
    operands: READ,
    options: { "-e -n -s --length --skip": "value", "-f": "read" },
  },
  {
    names: "xxd",
    operands: { as: "read", last: "write" },
    options: { "-c -cols -g -groupsize -l -len -n -name -o -offset -s -seek -R": "value" },
  },
  {
    names: "strings gstrings",
    effect: "read",
    operands: READ,
    options: {
      "-n --bytes -t --radix -e --encoding -T --target -s --output-separator -U --unicode": "value",
    },
  },
  {
    names: "base64 gbase64",
    effect: "read",
    operands: READ,
    options: { "-w --wrap -b --break": "value", "-i --input": "read", "-o --output": "write" },
  },
  {
    names: "date gdate",
    effect: "read",
    operands: { as: "none" },
    options: {
      "-f --file -r --reference": "read",
      "-d --date -s --set": "value",
      "-I --iso-8601": "attached",
    },
  },
  {
    names: "less",
    effect: "read",
    operands: READ,
    options: {
      "-o -O --log-file --LOG-FILE": "write",
      "-k --lesskey-file --lesskey-src --lesskey-context": "config",
      "-p --pattern -P --prompt -t --tag -T --tag-file -x --tabs -y -z --window -b --buffers -h -j --jump-target -D --color":
        "value",
    },
  },
  {
    names: "bat batcat",
    operands: READ,
    effect: "read",
    options: {
      "--pager": "exec",
      "-l --language --theme --style -r --line-range -H --highlight-line --tabs --wrap --color --decorations --paging --map-syntax -m --file-name":
        "value",
    },
  },
  {
    names: "cmp",
    effect: "read",
    operands: READ,
    options: { "-i --ignore-initial -n --bytes": "value" },
  },
  {
    names:
      "numfmt echo seq basename dirname whoami id uname hostname arch nproc uptime groups tty logname printenv locale getconf which type tput expr sleep yes cal tr",
    effect: "read",
    operandsAreText: true,
  },
  { names: "kill pkill killall pgrep renice stty clear reset", operandsAreText: true },
  {
    names: "shuf gshuf",
    effect: "read",
    operands: READ,
    options: {
      "-i --input-range -n --head-count": "value",
      "-o --output": "write",
      "--random-source": "read",
      "-e --echo": "subject",
    },
  },
  {
    names: "man",
    operands: { as: "none" },
    options: {
      "-P --pager -H --html -X --gxditview": "exec",
      "-C --config-file": "config",
      "-M --manpath -L --locale -m --systems -S -s --sections -e --extension -E --encoding -p --preprocessor -R --recode -r --prompt":
        "value",
      "-T --troff-device": "attached",
      "-l --local-file": "floor",
    },
  },
  {
    names: "info pinfo",
    operands: { as: "none" },
    options: {
      "-f --file --restore": "read",
      "-o --output --dribble": "write",
      "--init-file": "config",
    },
  },
];
