/** Repositories of another machine: here a server on loopback that gives out files, which git can fetch from. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerAsGit } from "./answer-as-git.fixture.ts";
import type { FarGround } from "./fetch-far.ts";
import { withMachineLock } from "./machine-lock.ts";
import { createRepositoryCache } from "./repository-cache.ts";
import { createGit } from "./run-git.ts";

const NONE = "0".repeat(40);
const PATH = process.env.PATH ?? "";

describe("repositories from another machine", () => {
  let root = "";
  let commit = "";
  let server: Server;
  let asked: string[] = [];
  let answers: "files" | "git" | "nothing" | "who" = "files";
  const at = (name: string) => join(root, name);
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: at("source"), encoding: "utf8" }).trim();
  function commitFile(name: string, bytes: string | Uint8Array): string {
    writeFileSync(at(`source/${name}`), bytes);
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", name);
    git("update-server-info");
    return git("rev-parse", "HEAD");
  }
  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-far-")));
    mkdirSync(at("source"));
    mkdirSync(at("home"));
    git("init", "--quiet");
    commit = commitFile("a.txt", "one\n");
    asked = [];
    answers = "files";
    server = createServer((request, response) => {
      const { url = "", headers } = request;
      asked.push(url);
      const inside = (path: string) => path.replace("/shop.git", at("source/.git"));
      if (answers === "git") return void answerAsGit(request, response, inside);
      if (answers === "nothing") return;
      if (answers === "who" && headers.authorization === undefined)
        return void response.writeHead(401, { "www-authenticate": "Basic" }).end();
      const [path = ""] = url.split("?");
      try {
        response.end(readFileSync(join(at("source/.git"), path.replace("/shop.git", ""))));
      } catch {
        response.writeHead(404).end();
      }
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true });
  });

  const address = (path = "shop.git") =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
  const said: string[] = [];
  function cacheOf(place = address(), more: Partial<FarGround> = {}) {
    const far = {
      environment: { PATH, HOME: at("home") },
      onProgress: (text: string) => void said.push(text),
      mostBytes: 1e9,
      quietMs: 60_000,
      ...more,
    };
    const repositories = new Map([["shop", { kind: "address" as const, address: place }]]);
    return createRepositoryCache({ git: createGit(PATH), folder: at("caches"), repositories, far });
  }
  const fetched = (cache = cacheOf(), id = commit, signal = new AbortController().signal) =>
    cache.at({ repository: "shop", commit: id }, signal);
  const left = () => readdirSync(at("caches"));

  it("are named by machine and path alone, in what is said and in what went wrong", async () => {
    said.length = 0;
    const secret = address("none.git").replace("://", "://ghp_SECRET@");
    const fault = await fetched(cacheOf(`${secret}?token=SECRET`)).catch((error: Error) => error);
    expect(fault).toMatchObject({
      message: expect.stringContaining(`cannot be read from ${address("none.git")}: `),
    });
    expect(said[0]).toBe(`Fetches shop from ${address("none.git")}`);
  });

  it("are fetched once for each commit, of several workers by one", async () => {
    said.length = 0;
    const places = await Promise.all([fetched(), fetched(cacheOf()), fetched(cacheOf())]);
    expect(new Set(places)).toEqual(new Set([at("caches/shop.git")]));
    const first = asked.filter((url) => url.includes("info/refs")).length;
    expect(first).toBe(1);
    expect(said).toContain(`Fetches shop from ${address()}`);
    expect(said.filter((text) => text.startsWith("Waits"))).toHaveLength(2);
    await fetched();
    expect(asked.filter((url) => url.includes("info/refs"))).toHaveLength(first);
    commit = commitFile("b.txt", "two\n");
    await fetched();
    expect(asked.filter((url) => url.includes("info/refs"))).toHaveLength(first + 1);
    expect(left()).toEqual(["shop.git", "shop.lock"]);
    // Nothing there says where it is from, or how to get in.
    expect(readFileSync(at("caches/shop.git/config"), "utf8")).not.toContain("127.0.0.1");
  });

  it("come by git's own way over HTTP", async () => {
    answers = "git";
    await fetched();
    const packs = () => asked.filter((url) => url === "/shop.git/git-upload-pack").length;
    const first = packs();
    expect(first).toBeGreaterThan(0);
    await fetched();
    expect(packs()).toBe(first);
    commit = commitFile("b.txt", "two\n");
    await fetched();
    expect(packs()).toBeGreaterThan(first);
    await expect(fetched(cacheOf(), NONE)).rejects.toThrow(`has no commit ${NONE}`);
  });

  it("come by ssh, with the command that the worker's person has for it", async () => {
    writeFileSync(
      at("ssh"),
      '#!/bin/sh\necho "$@" >> "$0.said"\nfor last; do :; done\nexec sh -c "$last"\n',
    );
    chmodSync(at("ssh"), 0o755);
    const place = `ssh://git@shop.example${at("source/.git")}`;
    const environment = { PATH, HOME: at("home"), GIT_SSH_COMMAND: at("ssh") };
    await fetched(cacheOf(place, { environment }));
    expect(readFileSync(at("ssh.said"), "utf8")).toContain("git@shop.example");
    writeFileSync(
      at("ssh"),
      '#!/bin/sh\necho "git@shop.example: Permission denied (publickey)." >&2\nexit 255\n',
    );
    commit = commitFile("b.txt", "two\n");
    await expect(fetched(cacheOf(place, { environment }))).rejects.toThrow("a key of ssh");
  });

  it("say what is wrong, and leave no half of a cache", async () => {
    const nowhere = "http://127.0.0.1:9/shop.git";
    await expect(fetched(cacheOf(nowhere))).rejects.toThrow(
      /^Repository shop cannot be read from http:\/\/127\.0\.0\.1:9\/shop\.git: .*(?:refused|connect)/i,
    );
    await expect(fetched(cacheOf(address("other.git")))).rejects.toThrow(/not found/);
    answers = "who";
    await expect(fetched()).rejects.toThrow("git's credential helper, or a key of ssh");
    const helper = "!f() { test $1 = get && echo username=me && echo password=word; }; f";
    writeFileSync(at("home/.gitconfig"), `[credential]\n\thelper = "${helper}"\n`);
    await fetched();
    expect(readFileSync(at("caches/shop.git/config"), "utf8")).not.toMatch(/word|credential/);
    rmSync(at("caches"), { recursive: true });
    answers = "nothing";
    await expect(fetched(cacheOf(address(), { quietMs: 300 }))).rejects.toThrow(/nothing came for/);
    expect(left()).toEqual(["shop.lock"]);
    answers = "files";
    await expect(fetched(cacheOf(), NONE)).rejects.toThrow(
      `Repository shop has no commit ${NONE}.`,
    );
    expect(left()).toEqual(["shop.git", "shop.lock"]);
    await fetched();
  });

  it("are refused where they are too large", async () => {
    commit = commitFile("large.bin", randomBytes(3_000_000));
    await expect(fetched(cacheOf(address(), { mostBytes: 1_000_000 }))).rejects.toThrow(
      /larger than 1 MB, which --fetch-limit allows/,
    );
    expect(left()).toEqual(["shop.lock"]);
  });

  it("are let go of when the run is to end, at once", async () => {
    answers = "nothing";
    const ends = new AbortController();
    const waiting = fetched(cacheOf(), commit, ends.signal);
    const behind = new AbortController();
    const second = fetched(cacheOf(), commit, behind.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    behind.abort(new TypeError("the second was cancelled"));
    await expect(second).rejects.toThrow("the second was cancelled");
    ends.abort(new TypeError("the first was cancelled"));
    await expect(waiting).rejects.toThrow("the first was cancelled");
    expect(left()).toEqual(["shop.lock"]);
    await withMachineLock(at("caches/shop.lock"), { signal: AbortSignal.timeout(1) }, async () => {
      expect(left()).toEqual(["shop.lock"]);
    });
  });
});
