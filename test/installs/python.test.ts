import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { startFolderServer } from "./folder-server.ts";
import { makeProject, openInstallWorld, shown, type WorldOptions } from "./install-world.ts";
import { zipOf } from "./zip-of.ts";

const HOST = "py.test";
const PIP = "/usr/bin/python3 -m pip";
const hasPip = spawnSync("/usr/bin/python3", ["-m", "pip", "--version"]).status === 0;
const hasPoetry = existsSync("/usr/bin/poetry");

function wheel(name: string, needs: readonly string[] = [], text = name): Buffer {
  const info = `${name}-1.0.dist-info`;
  return zipOf({
    [`${name}.py`]: `NAME = ${JSON.stringify(text)}\n`,
    [`${info}/METADATA`]: metadata(name, needs),
    [`${info}/WHEEL`]:
      "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/RECORD`]: `${name}.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  });
}

function metadata(name: string, needs: readonly string[]): string {
  const lines = needs.map((need) => `Requires-Dist: ${need}\n`).join("");
  return `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n${lines}\n`;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A static index, as PEP 503 and PEP 658 say: pages, files, and what the files need beside them. */
async function startIndex() {
  const packages = { alpha: ["beta"], beta: [], gamma: ["delta"], delta: [] };
  const files: Record<string, Buffer | string> = {};
  for (const [name, needs] of Object.entries(packages)) {
    const bytes = wheel(name, needs);
    const file = `${name}-1.0-py3-none-any.whl`;
    files[`/files/${file}`] = bytes;
    files[`/files/${file}.metadata`] = metadata(name, needs);
    const known = sha256(Buffer.from(metadata(name, needs)));
    files[`/simple/${name}/`] =
      `<!DOCTYPE html><a href="../../files/${file}#sha256=${sha256(bytes)}" data-dist-info-metadata="sha256=${known}">${file}</a>`;
  }
  return startFolderServer(files);
}

const sums = { alpha: sha256(wheel("alpha", ["beta"])), beta: sha256(wheel("beta")) };
const requirements = `alpha==1.0 --hash=sha256:${sums.alpha}\nbeta==1.0 --hash=sha256:${sums.beta}\n`;

async function openPip(options: Partial<WorldOptions> = {}) {
  const index = await startIndex();
  const world = await openInstallWorld({
    files: { "requirements.txt": requirements },
    home: { ".config/pip/pip.conf": `[global]\nindex-url = http://${HOST}/simple/\n` },
    hosts: { [HOST]: index.port },
    ...options,
  });
  const run = (what: string) =>
    world.run(`PIP_TRUSTED_HOST=${HOST} ${PIP} install --retries 0 --target out ${what}`);
  return { index, world, run };
}

describe.skipIf(!hasSandbox || !hasPip)("pip in a session (needs bubblewrap, python3-pip)", () => {
  it("what a requirements file names with sums is installed without a question", async () => {
    const { world, run } = await openPip({ answers: [] });
    const result = await run("-r requirements.txt");
    expect(existsSync(join(world.workspace, "out/alpha.py")), shown(result)).toBe(true);
    expect(world.questions()).toEqual([]);
  });

  it("another package's name goes nowhere before a person allows it", async () => {
    const { index, run } = await openPip();
    await run("gamma");
    expect(index.hits).toEqual([]);
  });

  it("one card for a package and what its metadata says that it needs", async () => {
    const { world, run } = await openPip({ answers: ["once"] });
    const result = await run("gamma");
    expect(existsSync(join(world.workspace, "out/delta.py")), shown(result)).toBe(true);
    expect(world.questions()).toHaveLength(1);
  });

  it("a package that the agent wrote into the requirements, with its sum, counts as not named", async () => {
    const { world, index, run } = await openPip();
    const line = `delta==1.0 --hash=sha256:${sha256(wheel("delta"))}\n`;
    await world.write("requirements.txt", requirements + line);
    await run("-r requirements.txt");
    expect(index.hits.filter((hit) => hit.includes("delta"))).toEqual([]);
  });

  it("a swapped wheel is cut off, even where the agent wrote its sum into the requirements", async () => {
    const { world, index, run } = await openPip();
    const other = wheel("alpha", ["beta"], "swapped");
    index.files.set("/files/alpha-1.0-py3-none-any.whl", other);
    index.files.set(
      "/simple/alpha/",
      '<a href="../../files/alpha-1.0-py3-none-any.whl">alpha-1.0-py3-none-any.whl</a>',
    );
    await world.write("requirements.txt", requirements.replace(sums.alpha, sha256(other)));
    const result = await run("-r requirements.txt");
    expect(existsSync(join(world.workspace, "out/alpha.py"))).toBe(false);
    expect(shown(result)).toContain("sent another file for alpha");
  });
});

const pyproject = `[tool.poetry]
name = "app"
version = "0.1.0"
description = ""
authors = []
packages = []
[[tool.poetry.source]]
name = "own"
url = "http://${HOST}/simple/"
default = true
[tool.poetry.dependencies]
python = "^3.9"
alpha = "1.0"
`;

describe.skipIf(!hasSandbox || !hasPoetry)(
  "poetry in a session (needs bubblewrap, python3-poetry)",
  () => {
    it("what the lock names is installed without a question, and the lock stays as it was", async () => {
      const index = await startIndex();
      const given = {
        files: { "pyproject.toml": pyproject },
        home: { ".config/pip/pip.conf": `[global]\nindex-url = http://${HOST}/simple/\n` },
        environment: { PATH: "/usr/bin:/bin" },
        hosts: { [HOST]: index.port },
      };
      const maker = makeProject(given);
      const made = await maker.direct("poetry lock -n");
      const lock = readFileSync(join(made, "poetry.lock"), "utf8");
      const world = await openInstallWorld({
        ...given,
        files: { "pyproject.toml": pyproject, "poetry.lock": lock },
        answers: [],
      });
      const result = await world.run(
        "export POETRY_VIRTUALENVS_IN_PROJECT=true; poetry install -n --no-root && poetry run python -c 'import alpha; print(alpha.NAME)'",
      );
      expect(world.questions(), shown(result)).toEqual([]);
      expect(existsSync(join(world.workspace, ".venv")), shown(result)).toBe(true);
      expect(readFileSync(join(world.workspace, "poetry.lock"), "utf8")).toBe(lock);
      const other = wheel("alpha", ["beta"], "swapped");
      index.files.set("/files/alpha-1.0-py3-none-any.whl", other);
      const page = `<a href="../../files/alpha-1.0-py3-none-any.whl#sha256=${sha256(other)}">alpha-1.0-py3-none-any.whl</a>`;
      index.files.set("/simple/alpha/", page);
      const edited = lock.replace(sha256(wheel("alpha", ["beta"])), sha256(other));
      expect(edited).not.toBe(lock);
      await world.write("poetry.lock", edited);
      const swapped = await world.run(
        "export POETRY_VIRTUALENVS_IN_PROJECT=true; rm -rf .venv; poetry install -n --no-root --no-cache",
      );
      expect(shown(swapped)).toContain("sent another file for alpha");
    });
  },
);
