import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createKeptConfiguration, type KeptConfigurationOptions } from "./kept-configuration.ts";

interface World {
  readonly base: string;
  readonly source: string;
  readonly kept: string;
  /** A process with a folder of its own. */
  process(options?: Partial<KeptConfigurationOptions>): {
    readonly own: string;
    readonly etc: string;
    place(): void;
    passOn(): void;
  };
}

function openWorld(): World {
  const base = mkdtempSync(join(tmpdir(), "toolplane-etc-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const source = join(base, "source");
  const kept = join(base, "kept");
  mkdirSync(join(source, "ssl/certs"), { recursive: true });
  writeFileSync(join(source, "passwd"), "root");
  writeFileSync(join(source, "ssl/certs/one.pem"), "one");
  writeFileSync(join(base, "elsewhere"), "far");
  symlinkSync(join(base, "elsewhere"), join(source, "away"));
  symlinkSync("/usr/lib/none", join(source, "ssl/certs/two.pem"));
  let count = 0;
  return {
    base,
    source,
    kept,
    process(options = {}) {
      count += 1;
      const own = join(base, `process-${count}`);
      mkdirSync(own);
      const configuration = createKeptConfiguration({
        folder: kept,
        boot: "boot",
        source,
        names: ["passwd", "ssl/certs", "away", "missing"],
        // So that what the test just wrote is old.
        nowMs: () => Date.now() + 60_000,
        ...options,
      });
      const etc = join(own, "etc");
      return { own, etc, place: () => configuration.place(etc), passOn: configuration.passOn };
    },
  };
}

const inode = (path: string) => lstatSync(path).ino;

describe("the copy of /etc that processes hand on", () => {
  it("is whole, with links as they are but for those that lead out of the system", () => {
    const first = openWorld().process();
    first.place();
    expect(readFileSync(join(first.etc, "passwd"), "utf8")).toBe("root");
    expect(readFileSync(join(first.etc, "ssl/certs/one.pem"), "utf8")).toBe("one");
    expect(readlinkSync(join(first.etc, "ssl/certs/two.pem"))).toBe("/usr/lib/none");
    expect(lstatSync(join(first.etc, "away")).isFile()).toBe(true);
    expect(existsSync(join(first.etc, "missing"))).toBe(false);
  });

  it("is the very copy of the process before", () => {
    const world = openWorld();
    const first = world.process();
    const second = world.process();
    first.place();
    const was = inode(first.etc);
    first.passOn();
    expect(existsSync(first.etc)).toBe(false);
    second.place();
    expect(inode(second.etc)).toBe(was);
    expect(readdirSync(world.kept)).toEqual([]);
    second.passOn();
    expect(readdirSync(world.kept)).toHaveLength(1);
  });

  it("is never one that another process has", () => {
    const world = openWorld();
    const first = world.process();
    const second = world.process();
    first.place();
    second.place();
    expect(inode(second.etc)).not.toBe(inode(first.etc));
    first.passOn();
    second.passOn();
    expect(readdirSync(world.kept)).toHaveLength(2);
  });

  it("leaves no more than a few behind", () => {
    const world = openWorld();
    const all = Array.from({ length: 6 }, () => world.process());
    for (const one of all) one.place();
    for (const one of all) one.passOn();
    expect(readdirSync(world.kept)).toHaveLength(4);
  });

  it.each([
    ["a file was written", ({ source }: World) => writeFileSync(join(source, "passwd"), "toor")],
    [
      "a file came into a folder",
      ({ source }: World) => writeFileSync(join(source, "ssl/certs/new.pem"), ""),
    ],
    [
      "what a link leads to was written",
      ({ base }: World) => writeFileSync(join(base, "elsewhere"), "raf"),
    ],
    [
      "what was missing is there",
      ({ source }: World) => writeFileSync(join(source, "missing"), "now"),
    ],
    [
      "a file became a link",
      ({ base, source }: World) => {
        rmSync(join(source, "passwd"));
        symlinkSync(join(base, "elsewhere"), join(source, "passwd"));
      },
    ],
  ])("is made anew when %s, and the old one goes with the process that saw it", (_what, change) => {
    const world = openWorld();
    const first = world.process();
    const second = world.process();
    first.place();
    const was = inode(first.etc);
    first.passOn();
    change(world);
    second.place();
    expect(inode(second.etc)).not.toBe(was);
    expect(readdirSync(world.kept)).toEqual([]);
    expect(readdirSync(second.own)).toHaveLength(2);
  });

  it("is not handed on when something changed while it was copied, or since", () => {
    const world = openWorld();
    const first = world.process();
    first.place();
    writeFileSync(join(world.source, "passwd"), "toor");
    first.passOn();
    expect(existsSync(first.etc)).toBe(true);
    expect(existsSync(world.kept)).toBe(false);
  });

  it("is not handed on when not all of it could be copied", () => {
    const world = openWorld();
    execFileSync("mkfifo", [join(world.source, "missing")]);
    const first = world.process();
    first.place();
    first.passOn();
    expect(existsSync(world.kept)).toBe(false);
  });

  it("is not handed on where something changed a moment before", () => {
    const world = openWorld();
    const first = world.process({ nowMs: Date.now });
    first.place();
    first.passOn();
    expect(existsSync(world.kept)).toBe(false);
  });

  it("does not outlast the run of its machine", () => {
    const world = openWorld();
    const first = world.process();
    const second = world.process({ boot: "another" });
    const third = world.process({ boot: "" });
    first.place();
    const was = inode(first.etc);
    first.passOn();
    second.place();
    expect(inode(second.etc)).not.toBe(was);
    third.place();
    third.passOn();
    expect(existsSync(third.etc)).toBe(true);
  });

  it("is not taken where something else lies in its place", () => {
    const world = openWorld();
    const first = world.process();
    const second = world.process();
    first.place();
    first.passOn();
    const [name = ""] = readdirSync(world.kept);
    rmSync(join(world.kept, name), { recursive: true });
    symlinkSync(world.base, join(world.kept, name));
    second.place();
    expect(lstatSync(second.etc).isDirectory()).toBe(true);
    expect(existsSync(join(world.source, "passwd"))).toBe(true);
  });
});
