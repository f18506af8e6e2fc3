/** Twenty projects with lock files: each manager, and the shapes that its lock files take. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export interface LockProject {
  readonly name: string;
  /** The program that it needs; a machine without it leaves the project out. */
  readonly needs: string;
  readonly files: Readonly<Record<string, string>>;
  /** Makes the lock file. */
  readonly makes: string;
  /** Installs what the lock file names, in a session. */
  readonly installs: string;
  /** Something that is there only when it was installed. */
  readonly proof: string;
  /** Folders of the program that a command must be able to read. */
  readonly reads?: readonly string[];
}

const inModules = (path: string) => join(import.meta.dirname, "../../../node_modules", path);
const PNPM = `node ${inModules("pnpm/bin/pnpm.cjs")}`;
const YARN_1 = `node ${inModules("yarn/bin/yarn.js")}`;
const YARN_4 = `node ${inModules("@yarnpkg/cli-dist/bin/yarn.js")}`;
const CARGO = process.env.CARGO ?? "/usr/bin/cargo";
const CARGO_RUN = `PATH=${dirname(CARGO)}:$PATH CARGO_HOME=$PWD/.home ${CARGO}`;

const manifest = (more: object, name = "app") =>
  JSON.stringify({ name, version: "1.0.0", private: true, ...more });
const ALPHA = { dependencies: { alpha: "^1.0.0" } };

function npm(name: string, more: object, options = "", extra: LockProject["files"] = {}) {
  return {
    name: `npm: ${name}`,
    needs: "npm",
    files: { "package.json": manifest(more), ...extra },
    makes: `npm install --package-lock-only --no-audit ${options}`,
    installs: "npm ci --no-audit",
    proof: "node_modules/delta/index.js",
  };
}

const NPM: readonly LockProject[] = [
  npm("version 3", ALPHA),
  npm("version 2", ALPHA, "--lockfile-version 2"),
  npm("version 1", ALPHA, "--lockfile-version 1"),
  {
    ...npm("shrinkwrap", ALPHA),
    makes: "npm install --package-lock-only --no-audit && npm shrinkwrap",
  },
  npm("a scope", { dependencies: { "@own/one": "^1.0.0" } }),
  npm("an alias", { dependencies: { other: "npm:epsilon@^1.0.0" } }),
  npm("dev, optional and peer", {
    devDependencies: { alpha: "^1.0.0" },
    optionalDependencies: { gamma: "^1.0.0" },
    peerDependencies: { epsilon: "^1.0.0" },
  }),
  npm("workspaces", { workspaces: ["a"] }, "", { "a/package.json": manifest(ALPHA, "a") }),
  { ...npm("install, not ci", ALPHA), installs: "npm install --no-audit" },
];

function pnpm(name: string, files: LockProject["files"], proof: string): LockProject {
  return {
    name: `pnpm: ${name}`,
    needs: inModules("pnpm"),
    files,
    makes: `${PNPM} install --lockfile-only`,
    installs: `${PNPM} install --frozen-lockfile`,
    proof,
    reads: [inModules("pnpm")],
  };
}

const PNPM_PROJECTS: readonly LockProject[] = [
  pnpm("one project", { "package.json": manifest(ALPHA) }, "node_modules/alpha/index.js"),
  pnpm(
    "a workspace with a scope",
    {
      "package.json": manifest({}),
      "pnpm-workspace.yaml": "packages:\n  - a\n",
      "a/package.json": manifest({ dependencies: { "@own/one": "^1.0.0" } }, "a"),
    },
    "a/node_modules/@own/one/index.js",
  ),
];

function yarn1(name: string, more: object, proof: string): LockProject {
  return {
    name: `Yarn 1: ${name}`,
    needs: inModules("yarn"),
    files: { "package.json": manifest(more) },
    makes: `${YARN_1} install --ignore-scripts && rm -rf node_modules`,
    installs: `${YARN_1} install --frozen-lockfile`,
    proof,
    reads: [inModules("yarn")],
  };
}

const YARN_PROJECTS: readonly LockProject[] = [
  yarn1("one project", ALPHA, "node_modules/delta/index.js"),
  yarn1("a scope", { dependencies: { "@own/one": "^1.0.0" } }, "node_modules/@own/two/index.js"),
  {
    name: "Yarn 4",
    needs: inModules("@yarnpkg/cli-dist"),
    files: {
      "package.json": manifest(ALPHA),
      ".yarnrc.yml":
        'unsafeHttpWhitelist: ["registries.test"]\nnodeLinker: node-modules\nenableTelemetry: false\nnpmMinimalAgeGate: 0\nenableGlobalCache: false\n',
    },
    makes: `${YARN_4} install --mode=update-lockfile`,
    installs: `${YARN_4} install --immutable`,
    proof: "node_modules/delta/index.js",
    reads: [inModules("@yarnpkg/cli-dist")],
  },
];

const PIP = "/usr/bin/python3 -m pip";

/** Lines with sums, as pip itself reports them. */
const PIP_TRUSTS = "PIP_TRUSTED_HOST=registries.test";
const REQUIRE = `${PIP_TRUSTS} ${PIP} install --dry-run --ignore-installed --quiet --report r.json`;
const FROM_REPORT = `python3 -c 'import json
for one in json.load(open("r.json"))["install"]:
    print(one["metadata"]["name"] + "==1.0.0 --hash=sha256:" + one["download_info"]["archive_info"]["hashes"]["sha256"])'`;

const PYTHON: readonly LockProject[] = [
  {
    name: "pip: requirements.txt",
    needs: "/usr/bin/python3",
    files: {},
    makes: `${REQUIRE} alpha && ${FROM_REPORT} > requirements.txt; rm r.json`,
    installs: `${PIP_TRUSTS} ${PIP} install --target out -r requirements.txt`,
    proof: "out/delta.py",
  },
  {
    name: "pip: two files",
    needs: "/usr/bin/python3",
    files: { "requirements.txt": "-r requirements-base.txt\n" },
    makes: `${REQUIRE} epsilon && ${FROM_REPORT} > requirements-base.txt; rm r.json`,
    installs: `${PIP_TRUSTS} ${PIP} install --target out -r requirements.txt`,
    proof: "out/epsilon.py",
  },
  {
    name: "poetry",
    needs: "/usr/bin/poetry",
    files: {
      "pyproject.toml":
        '[tool.poetry]\nname = "app"\nversion = "0.1.0"\ndescription = ""\nauthors = []\npackages = []\n[[tool.poetry.source]]\nname = "own"\nurl = "URL/py/simple/"\ndefault = true\n[tool.poetry.dependencies]\npython = "^3.9"\nalpha = "1.0.0"\n',
    },
    makes: "PATH=/usr/bin:/bin poetry lock -n",
    installs:
      "export PATH=/usr/bin:/bin POETRY_VIRTUALENVS_IN_PROJECT=true; poetry install -n --no-root && .venv/bin/python -c 'import alpha' && touch installed",
    proof: "installed",
  },
];

const GO = "GOFLAGS=-modcacherw GOCACHE=$PWD/.cache GOPATH=$PWD/.go /usr/bin/go";

function go(name: string, module: string, needed: string): LockProject {
  return {
    name: `Go: ${name}`,
    needs: "/usr/bin/go",
    files: {
      "go.mod": `module app\n\ngo 1.19\n\nrequire m.test/${module} v1.0.0\n`,
      "main.go": `package main\n\nimport "m.test/${module}"\n\nfunc main() { println(${module}.Name) }\n`,
    },
    makes: `${GO.replace("-modcacherw", "'-modcacherw -mod=mod'")} mod tidy && rm -rf .go .cache`,
    installs: `${GO} mod download`,
    proof: `.go/pkg/mod/m.test/${needed}@v1.0.0/x.go`,
  };
}

const CARGO_PROJECT: LockProject = {
  name: "Cargo",
  needs: CARGO,
  files: {
    "Cargo.toml":
      '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nalpha = "1.0"\n',
    "src/main.rs": "fn main() {}\n",
    ".cargo/config.toml":
      '[source.crates-io]\nreplace-with = "own"\n[source.own]\nregistry = "sparse+URL/cargo/"\n',
  },
  makes: `${CARGO_RUN} generate-lockfile; rm -rf .home`,
  installs: `${CARGO_RUN} fetch --locked && ls .home/registry/cache/*/delta-1.0.0.crate && touch installed`,
  proof: "installed",
  reads: [join(CARGO, "../..")],
};

export const LOCK_PROJECTS: readonly LockProject[] = [
  ...NPM,
  ...PNPM_PROJECTS,
  ...YARN_PROJECTS,
  ...PYTHON,
  go("one module", "delta", "delta"),
  go("modules below it", "beta", "beta"),
  CARGO_PROJECT,
];

export function isHere({ needs }: LockProject): boolean {
  return needs.startsWith("/") ? existsSync(needs) : true;
}
