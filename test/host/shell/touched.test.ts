/** The reader's list of what a line touches: every command, file, host, floor and part that is not known. */
import type { Resource, ShellUnit } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { analyze } from "./fixture.ts";

const WORKSPACE = "/base/ws";

function describeUnit({ argv, floors = [] }: ShellUnit): readonly string[] {
  const words = argv.map((word) => (typeof word === "string" ? word : `<${word.dynamic}>`));
  return [`run ${words.join(" ")}`, ...floors.map(({ floor }) => floor)];
}

function describeResource(resource: Omit<Resource, "argument">): string {
  switch (resource.capability) {
    case "fs.read":
    case "fs.write": {
      const { path, tree } = resource as Extract<Resource, { readonly path: string }>;
      const place = path === WORKSPACE ? "." : path.replace(`${WORKSPACE}/`, "");
      return `${resource.capability === "fs.read" ? "read" : "write"} ${place}${tree ? "/**" : ""}`;
    }
    case "net.fetch": {
      const { scheme, host, port } = resource as Extract<Resource, { readonly port: number }>;
      return `connect ${scheme}://${host}:${port}`;
    }
    default:
      return resource.capability;
  }
}

function touched(command: string): readonly string[] {
  const { units, resources, opaque } = analyze(command);
  return [
    ...units.flatMap(describeUnit),
    ...resources.map(describeResource),
    ...opaque.map(({ text }) => `? ${text}`),
  ];
}

/** A line, and what it touches: `?` marks what is only known when it runs. */
const LINES: readonly (readonly [command: string, ...touches: readonly string[]])[] = [
  ["echo x > out.txt", "run echo x", "write out.txt"],
  ["echo x >> out.txt", "run echo x", "write out.txt"],
  ["cat < README.md", "run cat", "read README.md"],
  ["echo x >& out.txt", "run echo x", "write out.txt"],
  ["echo x 2>&1", "run echo x"],
  ["{ ls; } > out.txt", "run ls", "write out.txt", "read ."],
  ["echo x > /dev/tcp/h.test/80", "run echo x", "connect http://h.test:80"],
  ["echo x > {a,b}", "run echo x", "? {a,b}"],
  [
    "cp README.md build",
    "run cp README.md build",
    "read README.md",
    "write build",
    "write build/README.md",
  ],
  [
    "cp -r src build",
    "run cp -r src build",
    "read src/**",
    "write build",
    "write build/src",
    "write build/**",
  ],
  [
    "cp -r src docs/new",
    "run cp -r src docs/new",
    "read src/**",
    "write docs/new",
    "write docs/new/**",
  ],
  [
    "mv README.md build/x",
    "run mv README.md build/x",
    "read README.md",
    "write README.md",
    "write build/x",
  ],
  [
    "mv src build",
    "run mv src build",
    "read src/**",
    "write src/**",
    "write build",
    "write build/src",
    "write build/**",
  ],
  ["rm -rf build", "run rm -rf build", "write build/**"],
  [
    "curl https://user@h.test:8443/x -o out",
    "run curl https://user@h.test:8443/x -o out",
    "write out",
    "connect https://h.test:8443",
  ],
  ["curl h.test", "run curl h.test", "connect http://h.test:80"],
  [
    "curl -d @README.md https://h.test/",
    "run curl -d @README.md https://h.test/",
    "read README.md",
    "connect https://h.test:443",
  ],
  [
    "curl -F f=@README.md https://h.test/",
    "run curl -F f=@README.md https://h.test/",
    "read README.md",
    "connect https://h.test:443",
  ],
  [
    "curl file:///base/ws/README.md",
    "run curl file:///base/ws/README.md",
    "connect file://:0",
    "read README.md",
  ],
  [
    "curl 'https://a.test\\@b.test/'",
    "run curl https://a.test\\@b.test/",
    "? https://a.test\\@b.test/",
  ],
  ["curl https://$x/", "run curl <https://$x/>", "? https://$x/"],
  [
    "curl -T README.md ftp://h.test/",
    "run curl -T README.md ftp://h.test/",
    "read README.md",
    "connect ftp://h.test:21",
  ],
  ["ssh user@h.test ls", "run ssh user@h.test ls", "run ls", "connect ssh://h.test:22"],
  [
    "ssh -o ProxyCommand='rm x' h.test",
    "run ssh -o ProxyCommand=rm x h.test",
    "F1",
    "run rm x",
    "write x",
    "connect ssh://h.test:22",
  ],
  [
    "scp README.md h.test:x",
    "run scp README.md h.test:x",
    "read README.md",
    "connect ssh://h.test:22",
  ],
  ["git config user.name x", "run git config user.name x", "write .git/config"],
  [
    "git config --global user.name x",
    "run git config --global user.name x",
    "write /base/home/.gitconfig",
  ],
  [
    "git clone https://h.test/r build/r",
    "run git clone https://h.test/r build/r",
    "connect https://h.test:443",
    "write build/r",
  ],
  ["git -c a=b log", "run git -c a=b log", "F1"],
  ["git clone 'ext::rm x'", "run git clone ext::rm x", "F1", "run rm x", "write x"],
  ["tar cf build/a.tar src", "run tar cf build/a.tar src", "write build/a.tar", "read src/**"],
  [
    "tar czf build/a.tgz README.md",
    "run tar czf build/a.tgz README.md",
    "write build/a.tgz",
    "read README.md",
  ],
  ["sed -i s/a/b/ README.md", "run sed -i s/a/b/ README.md", "read README.md", "write README.md"],
  ["sed 'w build/x' README.md", "run sed w build/x README.md", "F1", "read README.md"],
  ["sed 's/a/rm x/e' README.md", "run sed s/a/rm x/e README.md", "F1", "read README.md"],
  [
    "awk 'BEGIN{system(\"rm x\")}' README.md",
    'run awk BEGIN{system("rm x")} README.md',
    "F1",
    "read README.md",
  ],
  ["awk '{print | \"sh\"}' README.md", 'run awk {print | "sh"} README.md', "F1", "read README.md"],
  ["find src -delete", "run find src -delete", "F1", "read src/**"],
  [
    "find src -exec rm {} \\;",
    "run find src -exec rm {} ;",
    "F1",
    "run rm <{}>",
    "read src/**",
    "? {}",
  ],
  ["find src -fprint build/x", "run find src -fprint build/x", "read src/**", "write build/x"],
  [
    "find -L src | xargs cat",
    "run find -L src",
    "run xargs cat",
    "run cat <\u2026>",
    "read src/**",
    "? \u2026",
  ],
  ["python3 -", "run python3 -", "F1"],
  ["python3 x.py", "run python3 x.py"],
  ["echo 'rm x' | bash", "run echo rm x", "run bash", "run rm x", "write x"],
  ["cat README.md | bash", "run cat README.md", "run bash", "read README.md", "? bash"],
  ["fish -c 'rm x'", "run fish -c rm x", "run rm x", "write x", "? fish -c 'rm x'"],
  ["cat src/*.ts", "run cat <src/*.ts>", "read src/*.ts", "read src/index.ts"],
  ["cat $x", "run cat <$x>", "? $x"],
  [
    "dd if=README.md of=build/x",
    "run dd if=README.md of=build/x",
    "read README.md",
    "write build/x",
  ],
  ["tee build/x", "run tee build/x", "write build/x"],
  ["xargs rm", "run xargs rm", "run rm <\u2026>", "? \u2026"],
  [
    "find src | xargs cat",
    "run find src",
    "run xargs cat",
    "run cat <\u2026>",
    "read src/**",
    "? \u2026",
  ],
  ["sudo cat README.md", "run sudo cat README.md", "run cat README.md", "read README.md"],
  [
    "/usr/bin/timeout 5 cat README.md",
    "run /usr/bin/timeout 5 cat README.md",
    "run cat README.md",
    "read README.md",
  ],
  ["timeout 5 cat README.md", "run cat README.md", "read README.md"],
  ["nc h.test 80", "run nc h.test 80", "connect http://h.test:80"],
  [
    "rsync -a src/ h.test:dst",
    "run rsync -a src/ h.test:dst",
    "read src/**",
    "connect ssh://h.test:22",
  ],
  ["grep -- -r README.md", "run grep -- -r README.md", "read README.md"],
  [
    "sort --out=build/x README.md",
    "run sort --out=build/x README.md",
    "write build/x",
    "read README.md",
  ],
  ["LD_PRELOAD=x ls", "run ls", "F2", "read ."],
  ["PATH=/x", "run PATH=/x", "F2"],
  ["export PATH=/x", "run export PATH=/x", "F2"],
  ["eval 'rm x'", "run eval rm x", "run rm x", "write x"],
  ["x=src; cat $x/index.ts", "run cat src/index.ts", "read src/index.ts"],
  ["x=src; x=docs; cat $x/a", "run cat <$x/a>", "? $x/a"],
  ["if true; then x=src; fi; cat $x/a", "run true", "run cat <$x/a>", "? $x/a"],
  ["cd src; cat index.ts", "run cd src", "run cat index.ts", "read src/index.ts"],
  ["while cd src; do :; done; cat a", "run cd src", "run :", "run cat a", "? cd src", "? a"],
  ["f() { rm x; }; f", "run rm x", "run f", "write x"],
  ["$x a", "run <$x> a", "? $x a"],
  ["ls\u200b", "run ls\u200b", "F3"],
  [
    "echo $((a[$(rm x)]))",
    "run rm x",
    "run echo <$((a[$(rm x)]))>",
    "write x",
    "? $((a[$(rm x)]))",
  ],
  ["cat <(rm x)", "run rm x", "run cat <<(rm x)>", "write x"],
  ["echo $(rm x)", "run rm x", "run echo <$(rm x)>", "write x"],
  ["case a in a) rm x;; esac", "run rm x", "write x"],
  ["while true; do rm x; done", "run true", "run rm x", "write x"],
  ["(rm x)", "run rm x", "write x"],
  ["true && rm x", "run true", "run rm x", "write x"],
  ["if true; then ls; else rm x; fi", "run true", "run ls", "run rm x", "read .", "write x"],
  ["flock f -c 'rm x'", "run flock f -c rm x", "run rm x", "write f", "write x"],
];

describe("a line", () => {
  it.each(LINES)("touches what it is seen to touch: %s", (command, ...touches) => {
    expect(touched(command)).toEqual(touches);
  });
});
