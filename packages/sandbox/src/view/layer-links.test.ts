import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLayerLinks } from "./layer-links.ts";

function openLinks(maxLinks?: number) {
  const base = mkdtempSync(join(tmpdir(), "links-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const links = createLayerLinks(join(base, "links"), maxLinks === undefined ? {} : { maxLinks });
  const resolve = ({ folder, nameOf }: ReturnType<typeof links.open>, path: string) => {
    const [link = "", ...rest] = nameOf(path).split("/");
    return [readlinkSync(join(folder, link), "latin1"), ...rest].join("/");
  };
  return { base, links, resolve };
}

describe("names of layers", () => {
  it("hold no sign of the kernel's, are short, and lead where they should", () => {
    const { links, resolve } = openLinks();
    const opened = links.open();
    const odd = [
      "/a:b/c,d",
      "/a/b\\c",
      "/home/x y/ws",
      "/data/\u00c3\u00a9/u",
      "/a/-b",
      "/top",
      "/",
    ];
    const plain = ["/data/calls/0abc-12/0/u", `/data/${"n".repeat(99)}/u`, "/a/.hidden/u"];
    for (const path of [...odd, ...plain]) {
      expect(opened.nameOf(path)).toMatch(/^l\d+(?:\/[A-Za-z0-9_.-]+){0,3}$/);
      expect(opened.nameOf(path).length).toBeLessThan(110);
      expect(resolve(opened, path)).toBe(path);
    }
  });

  it("share one link where folders lie side by side, and begin another folder past the bound", () => {
    const { base, links } = openLinks(2);
    const names = [1, 2, 3].map((n) => links.open().nameOf(`/data/calls/c${n}/0/u`));
    expect(names).toEqual(["l0/c1/0/u", "l0/c2/0/u", "l0/c3/0/u"]);
    const first = links.open();
    first.nameOf("/other: one");
    const second = links.open();
    expect([first.folder === second.folder, second.nameOf("/data/calls/c1/0/u")]).toEqual([
      false,
      "l0/c1/0/u",
    ]);
    expect(readdirSync(base)).toEqual(["links-1", "links-2"]);
  });
});
