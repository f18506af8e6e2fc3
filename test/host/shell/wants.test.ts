/** A command that wants a host which its line does not name: the settings of its program say which, and it is asked about before it runs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type DiskWorld, openDisk } from "./disk.fixture.ts";

let disk: DiskWorld;
beforeAll(async () => {
  disk = await openDisk({ rules: [], sandbox: hasSandbox ? "auto" : "none" });
  disk.git("remote", "add", "origin", "https://me:secret@git.example/a/b.git");
  disk.git("remote", "add", "up", "git@up.example:a/b.git");
  disk.git("remote", "add", "near", "../near");
  disk.git("remote", "add", "short", "ours:a/b");
  disk.git("config", "url.https://far.example/.insteadOf", "ours:");
  disk.borrow(
    ".gitmodules",
    '[submodule "m"]\n\tpath = m\n\turl = https://modules.example/m\n[submodule "n"]\n\tpath = n\n\turl = ../n\n',
  );
});
afterAll(() => disk.close());

/** Hosts of the reading, and whether their command gives anything away. */
function wanted(command: string) {
  const { units, resources } = disk.read(command);
  const hosts = resources.flatMap((one) =>
    one.capability === "net.fetch" ? [`${one.scheme}://${one.host}:${one.port}`] : [],
  );
  return { hosts, effect: units.at(-1)?.effect };
}

const FETCHED: Readonly<Record<string, readonly string[]>> = {
  "git fetch": ["https://git.example:443"],
  "git fetch --depth 1 origin main": ["https://git.example:443"],
  "git -C src pull --rebase": ["https://git.example:443"],
  "git pull up main": ["ssh://up.example:22"],
  "git ls-remote": ["https://git.example:443"],
  "git fetch short": ["https://far.example:443"],
  "git fetch near": [],
  "git fetch ../elsewhere": [],
  "git remote update": [
    "https://git.example:443",
    "ssh://up.example:22",
    "https://far.example:443",
  ],
  "git submodule update --init": ["https://modules.example:443", "https://git.example:443"],
  "git clone https://git.example/x": ["https://git.example:443"],
  "gem install rake": ["https://rubygems.org:443"],
  "gem install rake --source https://gems.example": ["https://gems.example:443"],
  "gh pr list": ["https://api.github.com:443"],
  "GH_HOST=git.example gh pr view 3": ["https://git.example:443"],
};

const SENT: Readonly<Record<string, readonly string[]>> = {
  "git push": ["https://git.example:443"],
  "git push -u up HEAD:main": ["ssh://up.example:22"],
  "npm publish --access public": ["https://registry.npmjs.org:443"],
  "npm publish --registry=https://npm.example/x": ["https://npm.example:443"],
  "twine upload dist/*": ["https://upload.pypi.org:443"],
  "gh pr create --fill": ["https://api.github.com:443"],
};

/** What a registry's front answers, what asks no other machine, and what only the run can tell. */
const QUIET = [
  "npm install left-pad",
  "npm ci",
  "npx prettier --version",
  "pnpm add left-pad",
  "yarn",
  "pip install six",
  "poetry install",
  "cargo build",
  "go get example.com/x",
  "mvn test",
  "brew install git",
  "docker pull alpine",
  "git remote -v",
  "git submodule status",
  "git ls-remote --get-url",
  "gem list",
  "gem install --local x.gem",
  "gh --version",
  "gh pr --help",
];

describe("a command that wants a host which its line does not name", () => {
  it.each(Object.entries(FETCHED))("names it before it runs, and fetches: %s", (command, hosts) => {
    expect(wanted(command)).toEqual({ hosts, effect: "fetch" });
  });

  it.each(Object.entries(SENT))("names it before it runs, and sends: %s", (command, hosts) => {
    expect(wanted(command)).toEqual({ hosts, effect: "send" });
  });

  it.each(QUIET)("is none of these: %s", (command) => {
    expect(wanted(command).hosts).toEqual([]);
  });

  it("keeps what an address holds beside its host to itself", () => {
    expect(JSON.stringify(disk.read("git fetch"))).not.toContain("secret");
  });

  it("fetches plainly only where nothing else runs", () => {
    for (const command of ["git fetch --upload-pack=./x", "git -c core.sshCommand=x pull up"])
      expect([command, wanted(command).effect]).toEqual([command, undefined]);
  });

  it.runIf(hasSandbox)(
    "is asked about before it runs, and a build is not (needs a sandbox)",
    async () => {
      for (const command of ["git fetch", "gem install rake", "npm publish", "gh pr list"])
        expect([command, await disk.decide(command)]).toEqual([command, "ask"]);
      for (const command of ["npm ci", "pip install six", "mvn test", "git fetch near"])
        expect([command, await disk.decide(command)]).toEqual([command, "allow"]);
    },
  );
});
