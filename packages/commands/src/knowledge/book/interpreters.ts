/** Interpreters: their first operand is a program, and `code` is one that stands on the line. */
import type { ProgramSpec } from "./program-spec.ts";

export const INTERPRETERS: readonly ProgramSpec[] = [
  {
    names: "node nodejs",
    reader: "interpreter",
    options: {
      "-e --eval -p --print -pe --experimental-default-type": "code",
      "-r --require --import --loader --experimental-loader --env-file --env-file-if-exists --openssl-config --experimental-config-file --snapshot-blob --build-snapshot-config":
        "config",
      "-C --conditions --input-type --stack-trace-limit --max-old-space-size --inspect --inspect-brk --inspect-port --test-name-pattern --test-reporter --title":
        "attached",
      "-i --interactive": "floor",
    },
  },
  {
    names:
      "python python2 python3 pypy pypy3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14",
    reader: "interpreter",
    options: {
      "-c": "code",
      "-W -X -Q --check-hash-based-pycs": "value",
      "-i": "floor",
      "-m": "module",
    },
  },
  {
    names: "perl perl5",
    reader: "interpreter",
    options: {
      "-e -E": "code",
      "-M -m -I": "floor-attached",
      "-x -C -D -i -l -0 -F -V": "attached",
      "-d": "floor",
    },
  },
  {
    names: "ruby jruby irb",
    reader: "interpreter",
    options: {
      "-e": "code",
      "-r --require -I": "floor-value",
      "-C -X": "in",
      "-E -K -x -F -i -0 -T -W": "attached",
    },
  },
  {
    names: "php php8 php7 php-cgi",
    reader: "interpreter",
    options: {
      "-r --run -B --process-begin -R --process-code -E --process-end": "code",
      "-F --process-file -z --zend-extension -c --php-ini -d --define -a --interactive -S --server":
        "floor-value",
      "-f --file": "read",
      "-t --docroot": "read",
    },
  },
  {
    names:
      "lua luajit lua5.1 lua5.3 lua5.4 tclsh wish guile scheme racket sbcl clisp ecl clojure clj bb groovy groovysh scala kotlin julia R Rscript octave gnuplot elixir iex erl escript ghc runghc ghci ocaml swift dart nim crystal expect jshell jrunscript qjs d8 osascript maxima gp",
    reader: "interpreter",
    options: {
      "-e --eval -E --exec --execute -c -p --print -r --run -eval": "code",
      "-l --load -L -s -i": "floor-value",
    },
  },
  {
    names: "deno bun tsx ts-node esr swc-node zx jiti babel-node coffee",
    reader: "interpreter",
    options: {
      "-e --eval -p --print": "code",
      "-r --require --import --preload --loader --project": "config",
      "-F --filter --cwd": "value",
    },
  },
];
