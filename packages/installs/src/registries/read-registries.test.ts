import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readRegistries } from "./read-registries.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "registries-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

async function read(environment: Record<string, string> = {}) {
  const { list, environment: told } = await readRegistries({ HOME: home, ...environment });
  const shown = list.map(({ manager, url, authorization, scopes }) =>
    [manager, url.href, authorization, scopes?.join()].filter(Boolean).join(" "),
  );
  return { shown, told };
}

it("without configuration the usual registries are fronted, and commands are told nothing", async () => {
  expect(await read()).toEqual({
    shown: [
      "npm https://registry.npmjs.org/",
      "npm https://registry.yarnpkg.com/",
      "pypi https://pypi.org/simple/",
      "cargo https://index.crates.io/",
      "go.sum https://sum.golang.org/",
      "go https://proxy.golang.org/",
    ],
    told: {},
  });
});

it("npm's registries, scopes and tokens come from the person's file, and the token stays on our side", async () => {
  write(
    ".npmrc",
    "registry=https://npm.test/all\n@corp:registry=https://corp.test/npm/\n//npm.test/:_authToken=${TOKEN}\n//corp.test/npm/:username=u\n//corp.test/npm/:_password=cA==\n//other.test/:_authToken=unused\n",
  );
  const { shown, told } = await read({ TOKEN: "t0ken" });
  expect(shown.filter((line) => line.startsWith("npm"))).toEqual([
    "npm https://npm.test/all/ Bearer t0ken",
    `npm https://corp.test/npm/ Basic ${Buffer.from("u:p").toString("base64")} @corp`,
  ]);
  expect(told).toEqual({
    npm_config_registry: "https://npm.test/all/",
    YARN_NPM_REGISTRY_SERVER: "https://npm.test/all/",
    "npm_config_@corp:registry": "https://corp.test/npm/",
  });
});

it("credentials in the address of an index or a proxy are taken out of what commands are told", async () => {
  write(".config/pip/pip.conf", "[global]\nindex-url = https://u:p@py.test/simple\n");
  write(".config/go/env", "GOPROXY=https://u:p@go.test/x,direct\n");
  write(".cargo/config.toml", '[registries.mine]\nindex = "sparse+https://cargo.test/i/"\n');
  const { shown, told } = await read();
  const basic = `Basic ${Buffer.from("u:p").toString("base64")}`;
  expect(shown).toContain(`pypi https://py.test/simple/ ${basic}`);
  expect(shown).toContain(`go https://go.test/x/ ${basic}`);
  expect(shown).toContain("cargo https://cargo.test/i/");
  expect(told).toEqual({
    PIP_INDEX_URL: "https://py.test/simple/",
    GOPROXY: "https://go.test/x,direct",
    CARGO_REGISTRIES_MINE_INDEX: "sparse+https://cargo.test/i/",
  });
});

it("files that cannot be read leave the usual registries", async () => {
  for (const path of [".npmrc", ".yarnrc.yml", ".cargo/config.toml"]) write(path, "[[[ \0 : = }");
  expect((await read()).shown[0]).toBe("npm https://registry.npmjs.org/");
});
