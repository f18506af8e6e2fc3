/** A command that wants a host which its line does not name: the settings of its program say which, and it is asked about before it runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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

const NPM_CLOSED = { permission: "net.fetch", pattern: "npm.example", action: "deny" } as const;

function wanted(command: string) {
  return hostsOf(disk, command);
}

/** Hosts of the reading, and whether their command gives anything away. */
function hostsOf(world: DiskWorld, command: string) {
  const { units, resources } = world.read(command);
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

/** Where no registry's front answers, by the settings of the person and of the project. */
const INSTALLED: Readonly<Record<string, readonly string[]>> = {
  "npm install left-pad": ["http://npm.example:80"],
  "npm ci": ["http://npm.example:80"],
  "npm install --registry https://other.example x": ["https://other.example:443"],
  "npx cowsay": ["http://npm.example:80"],
  "pnpm add left-pad": ["http://npm.example:80"],
  "pip install six": ["https://pypi.org:443"],
  "poetry install": ["https://pypi.org:443"],
  "cargo install ripgrep": ["https://index.crates.io:443"],
  "go get example.com/x": ["https://sum.golang.org:443", "https://proxy.golang.org:443"],
};

/** What `npx` brings lies in the person's own folder, and runs as what it is. */
const effectOf = (command: string) => (command.startsWith("npx ") ? undefined : "install");

/** What asks no other machine, and what only the run can tell. */
const QUIET = [
  "npm ls",
  "npm test",
  "npx tsc --noEmit",
  "yarn",
  "cargo build",
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

describe("an install that nothing holds", () => {
  let bare: DiskWorld;
  beforeAll(async () => {
    const home = mkdtempSync(join(tmpdir(), "toolplane-home-"));
    writeFileSync(join(home, ".npmrc"), "registry=http://npm.example/\n");
    bare = await openDisk({
      rules: [NPM_CLOSED],
      sandbox: "none",
      // npm hands its own settings to what it starts, these tests among them.
      environment: {
        HOME: home,
        NPM_CONFIG_USERCONFIG: join(home, ".npmrc"),
        npm_config_registry: "",
      },
    });
    mkdirSync(join(bare.workspace, "node_modules/.bin"), { recursive: true });
    writeFileSync(join(bare.workspace, "node_modules/.bin/tsc"), "");
    return () => rmSync(home, { recursive: true });
  });
  afterAll(() => bare.close());
  afterEach(() => rmSync(join(bare.workspace, ".npmrc"), { force: true }));

  it.each(Object.entries(INSTALLED))("names where it fetches from: %s", (command, hosts) => {
    expect(hostsOf(bare, command)).toEqual({ hosts, effect: effectOf(command) });
  });

  it.each(QUIET)("is none of these: %s", (command) => {
    expect(hostsOf(bare, command).hosts).toEqual([]);
  });

  it("follows the project's own .npmrc, as it is by then, and reads no variable of the person for it", () => {
    const npmrc = join(bare.workspace, ".npmrc");
    writeFileSync(npmrc, "registry=https://theirs.example/\n@a:registry=https://a.example\n");
    expect(hostsOf(bare, "npm ci").hosts).toEqual([
      "https://theirs.example:443",
      "https://a.example:443",
    ]);
    writeFileSync(npmrc, "registry=https://${HOME}.example/\n");
    expect(JSON.stringify(bare.read("npm ci"))).not.toContain("toolplane-home-");
  });

  it("is denied where a rule closes the registry", async () => {
    expect(await bare.decide("npm ci")).toBe("deny");
    expect(await bare.decide("pip install six")).toBe("ask");
  });
});

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

  it.runIf(hasSandbox).each(Object.keys(INSTALLED))(
    "is none of these while a front of the registries says it: %s (needs a sandbox)",
    (command) => {
      expect(wanted(command)).toEqual({ hosts: [], effect: effectOf(command) });
    },
  );

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
