/**
 * Programs with options that run another program, and interpreters. `exec` values are read as shell text, so that a denial
 * of what they run is found; `code` is another language, `config` a file that can hold either.
 */
import type { ProgramSpec } from "./program-spec.ts";

export const RUNNING_PROGRAMS: readonly ProgramSpec[] = [
  { names: "git", reader: "git" },
  { names: "find gfind", reader: "find", dashes: "single" },
  {
    names: "fd fdfind",
    reader: "fd",
    operands: { as: "listed-tree", skip: 1, absent: { as: "listed-tree", text: "." } },
    options: {
      "-x --exec -X --exec-batch": "flag",
      "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -c --color -j --threads --format --path-separator --max-results --and -g":
        "value",
      "--search-path": "read-tree",
      "--base-directory -C": "in",
      "--ignore-file": "read",
      "-g --glob": "flag",
    },
  },
  { names: "sed gsed ssed", reader: "sed" },
  { names: "awk gawk mawk nawk original-awk", reader: "awk" },
  { names: "tar gtar bsdtar star", reader: "tar" },
  { names: "dd gdd dcfldd ddrescue", reader: "dd" },
  {
    names: "make gmake bmake just task rake ninja cmake ctest meson scons waf ant",
    reader: "make",
    options: {
      "-C --directory -d --working-directory": "in",
      "-f --file --makefile --justfile --taskfile -P": "config",
      "--eval -E": "exec",
      "--shell --shell-arg --shell-command": "floor-value",
      "-I --include-dir -o --old-file -W --what-if -j --jobs -l --load-average": "attached",
    },
  },
  {
    names: "vim vi ex view nvim gvim vimdiff rvim rview elvis nvi",
    reader: "vim",
    operands: { as: "rewrite" },
    options: {
      "-c --cmd": "code",
      "-S -s -u -U -i --startuptime": "config",
      "-w -W": "write",
      "-T -t -q -r -L -V": "attached",
      "-es -Es": "floor",
    },
  },
  {
    names: "emacs emacsclient",
    operands: { as: "rewrite" },
    options: {
      "--eval -eval --execute -f -funcall -e": "code",
      "-l --load --script -x --batch-load": "config",
      "-q -Q --batch": "flag",
    },
  },
  {
    names: "nano pico micro helix hx kak joe ed red",
    operands: { as: "rewrite" },
    options: { "-s --speller": "exec", "-e -f --rcfile": "config" },
  },
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
  {
    names: "npm pnpm yarn npm-cli",
    operands: { as: "none" },
    options: {
      "--script-shell --node-options --shell --git --editor --viewer --browser --init-module --onload-script --pnpmfile --globalconfig --userconfig --use-yarnrc --yarn-path":
        "floor-value",
      "-c --call": "exec",
      "--prefix -C --cwd --dir": "in",
      "--registry": "url",
      "--proxy --https-proxy": "proxy",
    },
  },
  {
    names: "pip pip3 uv pipx",
    operands: { as: "none" },
    options: {
      "-r --requirement -c --constraint": "read",
      "-i --index-url --extra-index-url": "url",
      "--proxy": "proxy",
      "--python --config-setting --global-option --install-option --build-option": "floor-value",
      "-t --target --prefix --root --report --log": "write",
      "--cert --client-cert": "read",
    },
  },
  {
    names: "go",
    dashes: "single",
    operands: { as: "none" },
    options: {
      "-exec -toolexec -vettool": "exec",
      "-modfile -overlay": "config",
      "-o -coverprofile -cpuprofile -memprofile -trace -blockprofile -mutexprofile -outputdir":
        "write",
      "-C": "in",
      "-run -bench -tags -ldflags -gcflags -asmflags -count -timeout -cover -p -parallel -mod -pkgdir -buildmode -compiler -covermode -coverpkg -benchtime -cpu -list -skip -fuzz -fuzztime":
        "value",
    },
  },
  {
    names: "cargo",
    operands: { as: "none" },
    options: {
      "--config": "floor-value",
      "--manifest-path": "read",
      "--target-dir --out-dir --artifact-dir --root": "write",
      "-C": "in",
      "-p --package --features -F --target --bin --example --test --bench -j --jobs --profile --message-format --color -Z":
        "value",
    },
  },
  {
    names: "rustc rustdoc",
    operands: { as: "read" },
    options: {
      "-o --out-dir --emit": "write",
      "-C --codegen -Z": "floor-value",
      "--sysroot -L --extern": "value",
    },
  },
  {
    names: "gcc g++ cc c++ clang clang++ cpp tcc icc nvcc gfortran gcc-12 clang-15",
    operands: { as: "read" },
    dashes: "single",
    options: {
      "-wrapper -fplugin -load -specs --config -B -fuse-ld -iplugindir": "floor-value",
      "-o -MF -dumpdir -aux-info -fdump": "write",
      "-include -imacros": "read",
      "-I -L -D -U -l -x -std -isystem -idirafter -T -u -Xlinker -Xassembler -Xpreprocessor -Wl -arch -target -framework -MT -MQ":
        "value",
    },
  },
  {
    names: "javac java kotlinc scalac",
    operands: { as: "none" },
    dashes: "single",
    options: {
      "-processorpath -processor --processor-path -cp -classpath --class-path -javaagent -agentlib -agentpath -jar -Xplugin":
        "value",
      "-d -s -h": "write",
      "-XX": "floor-value",
    },
  },
  {
    names: "docker podman nerdctl",
    operands: { as: "none" },
    options: {
      "-v --volume --mount --privileged --device --security-opt --pid --userns -H --host --config --entrypoint":
        "floor-value",
      "-f --file --env-file": "read",
      "-o --output --cidfile --iidfile": "write",
    },
  },
  {
    names: "kubectl helm oc",
    operands: { as: "none" },
    options: {
      "--kubeconfig --post-renderer": "config",
      "-s --server --kube-apiserver": "url",
      "-f --filename --values": "read",
    },
  },
  {
    names: "gdb lldb cgdb",
    operands: { as: "read" },
    options: {
      "-ex --eval-command -iex -o --one-line -O": "code",
      "-x --command -ix -s --source": "config",
      "--args": "floor",
      "-p --pid -c --core": "value",
    },
    dashes: "single",
  },
  {
    names: "crontab at batch",
    operands: { as: "none" },
    options: { "-e -": "floor", "-f": "config" },
  },
  {
    names: "tmux screen dtach abduco zellij",
    operands: { as: "none" },
    options: { "-f -c": "config", "-X -S -L": "floor-value" },
  },
  {
    names: "xdg-open open gio start gvfs-open sensible-browser see run-mailcap",
    operands: { as: "none" },
  },
  { names: "envsubst m4", operands: { as: "read" }, options: { "-I --include": "read" } },
  {
    names: "jest vitest mocha ava tap nyc c8",
    operands: { as: "none" },
    options: {
      "--globalSetup --setupFiles --testEnvironment --runner --transform --reporters -r --require --loader --import":
        "floor-value",
      "--outputFile --json-output --coverageDirectory": "write",
    },
  },
  {
    names: "pytest py.test",
    operands: { as: "none" },
    options: {
      "-p -c --confcutdir --rootdir": "floor-value",
      "--junitxml --junit-xml --log-file --basetemp": "write",
    },
  },
  {
    names: "tcpdump tshark dumpcap",
    operands: { as: "none" },
    options: {
      "-z -Z": "exec",
      "-w": "write",
      "-r -F": "read",
      "-X --lua_script": "floor-value",
      "-i -c -s -G -C -W -T -Y -f": "value",
    },
  },
  {
    names: "logrotate run-parts update-alternatives dpkg apt apt-get rpm dnf yum apk brew pacman",
    operands: { as: "none" },
    options: {
      "-o --option --config-file -c --eval -E --pipe --noscripts --dbpath": "floor-value",
    },
  },
  {
    names: "gs ghostscript latex pdflatex xelatex lualatex tex",
    operands: { as: "read" },
    options: {
      "--shell-escape -shell-escape --enable-write18": "floor",
      "-output-directory -o": "write",
    },
    dashes: "single",
  },
];
