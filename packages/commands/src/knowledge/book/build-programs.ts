/** Programs that build, test or install a project: what they run stands in its own files. */
import type { ProgramSpec } from "./program-spec.ts";

export const BUILD_PROGRAMS: readonly ProgramSpec[] = [
  {
    names: "make gmake bmake just task rake ninja meson scons waf ant",
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
    names: "cmake ctest cpack",
    reader: "make",
    options: {
      "-B --build --install --prefix": "write",
      "-S --test-dir --preset-dir": "read",
      "-P -C --toolchain": "config",
      "-D -U -G -T -A -j --parallel -t --target --config --preset -R -E -L --log-level --component":
        "attached",
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
      "-M -MM -MD -MMD -MG -MP": "flag",
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
];
