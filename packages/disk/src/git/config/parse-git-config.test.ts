import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseGitConfig } from "./parse-git-config.ts";

const hasGit: boolean = spawnSync("git", ["--version"]).status === 0;

describe("parseGitConfig", () => {
  it("reads subsections, quotes, escapes and continued lines", () => {
    const text = `[core]\n\tbare = false\n[Filter "A b"] Clean = "x; y" \\\n  z # end\n[old.Sub]\nflag\n`;
    expect(parseGitConfig(text)).toEqual({
      settings: [
        { key: "core.bare", section: "core", subsection: null, name: "bare", value: "false" },
        {
          key: "filter.A b.clean",
          section: "filter",
          subsection: "A b",
          name: "clean",
          value: "x; y   z",
        },
        {
          key: "old.sub.flag",
          section: "old",
          subsection: "sub",
          name: "flag",
          value: "true",
          valueless: true,
        },
      ],
      refused: false,
    });
  });

  it("continues no comment", () => {
    expect(parseGitConfig("# one \\\n[a]\nb = c ; two \\\nd = e\n").settings).toMatchObject([
      { name: "b", value: "c" },
      { name: "d", value: "e" },
    ]);
  });

  it("ends names and values at a NUL", () => {
    expect(parseGitConfig('[alias "p\0q"]\nx = push\0er\n').settings).toMatchObject([
      { key: "alias.p", section: "alias", subsection: null, name: "p", value: "push" },
    ]);
  });

  it.each(['[a "b" ]', "[a", "[a b]", "1 = 2", "[a]\nb_c = d", "[a]\nb = \\z", '[a]\nb = "c'])(
    "says that git refuses %j, and keeps what was before it",
    (fault) => {
      const { settings, refused } = parseGitConfig(`[x]\ny = z\n${fault}\n[a]\nlater = 1\n`);
      expect(refused).toBe(true);
      expect(settings.map(({ key }) => key)).toEqual(["x.y"]);
    },
  );
});

/** A byte that is no text, and half a mark of byte order. */
const ODD: Readonly<Record<string, Buffer>> = {
  "<ff>": Buffer.from([0xff]),
  "<half>": Buffer.from([0xef, 0xbb]),
};

const piece = fc.constantFrom(
  ...["[a]", '[filter "x"]', "[b.C]", '["x"]', "[ a]", '[a "b\\"c"]', '[a "d"', "]", "[]", "[.]"],
  ...['[A\t"B\\\\c"]', '[a "b" ]', '[a\r"b"]', '[a "b\0c"]', "[a b]", '[a.b "C.d"]', '[ "x"]'],
  ...["\n", "\r\n", "\r", " ", "\t", "\\\n", "\\\r\n", "\\", "#", ";", '"', "=", "clean", "x=y"],
  ...["key = value", "\\n", "\\t", "\\b", "\\x", "\\\\", '\\"', "\uFEFF", "\0", "\v", "\f", "é"],
  ...["\u00A0", "1", "-", "_", ".", ...Object.keys(ODD)],
);
const value = fc
  .array(
    fc.constantFrom(
      ...["a", " ", "\t", '"', "\\\n", "\\\r\n", "\\n", "\\\\", '\\"', "#", ";", "=", "[b]", "\0"],
      ...["\r", "é", "<ff>", "\\q", "\u0001"],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));
/** Lines of which git takes most, so that whole files come through. */
const line = fc.oneof(
  { weight: 6, arbitrary: value.map((text) => `k = ${text}\n`) },
  { weight: 2, arbitrary: value.map((text) => `# ${text.replaceAll("\n", "")}\\\n`) },
  {
    weight: 2,
    arbitrary: value.map((text) => `[s "${text.replaceAll(/["\n]/g, "")}"]\r\n`),
  },
  { weight: 1, arbitrary: fc.constantFrom("K-1\n", "[S] x=1\n", "\t; c\n", "[t.U]\n", "k\r\n") },
  { weight: 1, arbitrary: piece },
);
const file = fc
  .tuple(
    fc.constantFrom("", "", "\uFEFF", "<half>"),
    fc.oneof(fc.array(piece, { maxLength: 14 }), fc.array(line, { maxLength: 10 })),
  )
  .map(([start, parts]) => start + parts.join(""));

function toBytes(text: string): Buffer {
  return Buffer.concat(text.split(/(<ff>|<half>)/).map((part) => ODD[part] ?? Buffer.from(part)));
}

/** Older versions make every blank of a value a space. */
function withSpaces(text: string): string {
  return text.replaceAll(/[\t\r]/g, " ");
}

describe.skipIf(!hasGit)("parseGitConfig beside git itself (needs git)", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "toolplane-git-config-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("finds the same settings in the same order, and refuses the same files", () => {
    const place = join(folder, "config");
    fc.assert(
      fc.property(file, (text) => {
        const bytes = toBytes(text);
        writeFileSync(place, bytes);
        const git = spawnSync("git", ["config", "--file", place, "--list", "-z"], {
          encoding: "utf8",
        });
        const { settings, refused } = parseGitConfig(bytes.toString("utf8"));
        expect(refused).toBe(git.status !== 0);
        if (refused) return;
        const ours = settings.map(({ key, value, valueless }) =>
          valueless ? key : `${key}\n${value}`,
        );
        expect(ours.map(withSpaces)).toEqual(git.stdout.split("\0").slice(0, -1).map(withSpaces));
      }),
      { numRuns: 200 },
    );
  });
});
