import type { ShownFact } from "@toolplane/contract";
import type { LookUp } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { type Answers, openFront, STALLED } from "./front-world.fixture.ts";

const ADDRESS = "https://npm.test/left-pad";
const PAGE = JSON.stringify({
  "dist-tags": { latest: "1.3.0" },
  time: { created: "2014-03-14T00:00:00Z", "1.3.0": "2026-01-09T00:00:00Z" },
  versions: {
    "1.3.0": {
      scripts: { test: "x", postinstall: "node steal.js" },
      dist: { unpackedSize: 9_999 },
      _npmUser: { name: "stevemao" },
    },
  },
});

type Said = readonly ShownFact[] | string;

/** Asks for a package and looks it up; returns what the person is told. */
async function look(answers: Answers, address = ADDRESS, stop?: AbortSignal) {
  let offered: LookUp | undefined;
  let before = -1;
  let said: Said = "";
  const stalls = Object.values(answers).includes(STALLED);
  const world = openFront(answers, {
    yes: !stalls,
    answering: async (lookUp) => {
      offered = lookUp;
      before = world.sent.length;
      const looking = lookUp?.run(stop ?? new AbortController().signal);
      if (stalls) world.clock.advance(10_000);
      said = (await looking?.catch((error: Error) => error.message)) ?? "";
    },
  });
  await world.request(address).catch(() => null);
  return { world, offered, before, said: said as Said };
}

describe("A package that no lock names can be looked up before it is allowed", () => {
  it("with its page at its own registry, to which nothing went before, and the person's credential", async () => {
    const { world, offered, before, said } = await look({ [ADDRESS]: PAGE });
    expect(offered?.words).toBe("asks npm.test for left-pad");
    expect(offered?.target).toMatchObject({ host: "npm.test", urlPath: "/left-pad" });
    expect(before).toBe(0);
    expect(world.sent[0]?.headers).toContainEqual(["authorization", "Bearer secret"]);
    expect(said).toEqual([
      { label: "version", text: "1.3.0" },
      {
        label: "this version",
        text: "published 2026-01-09, 1 day ago, younger than 3 days",
        warns: true,
      },
      { label: "the package", text: "published 2014-03-14, 11 years ago" },
      { label: "size", text: "10 KB" },
      { label: "install scripts", text: "postinstall" },
      { label: "publisher", text: "stevemao" },
    ]);
  });

  it("and what the command gets is asked for again, when it is allowed", async () => {
    const { world } = await look({ [ADDRESS]: PAGE });
    expect(world.paths()).toEqual([ADDRESS, ADDRESS]);
  });

  it.each<[string, Answers, Said]>([
    [
      "a registry that does not answer",
      { [ADDRESS]: STALLED },
      "npm.test did not answer within 10 s.",
    ],
    ["one that fails", { [ADDRESS]: { status: 500, body: "" } }, "npm.test answered with 500."],
    [
      "one that sends no page",
      { [ADDRESS]: "<html>" },
      "npm.test sent a page that cannot be read.",
    ],
    [
      "one that does not have it",
      {},
      [{ label: "package", text: "npm.test has nothing of this name", warns: true }],
    ],
  ])("%s is told", async (_what, answers, expected) => {
    expect((await look(answers)).said).toEqual(expected);
  });

  it("a call that is over looks nothing up", async () => {
    expect((await look({ [ADDRESS]: PAGE }, ADDRESS, AbortSignal.abort())).said).toBe("Cancelled");
  });

  it("what lies in a page is a stranger's text: a long one is cut, and numbers and dates that are none are unknown", async () => {
    const page = JSON.stringify({
      "dist-tags": { latest: "1.3.0" },
      time: { created: "yesterday", "1.3.0": "2999-01-01T00:00:00Z" },
      versions: { "1.3.0": { dist: { unpackedSize: -1 }, _npmUser: { name: "x".repeat(9_999) } } },
    });
    const { said } = await look({ [ADDRESS]: page });
    expect(said).toEqual([
      { label: "version", text: "1.3.0" },
      { label: "this version", text: "published 2999-01-01, in the future", warns: true },
      { label: "the package", text: "age unknown" },
      { label: "size", text: "unknown" },
      { label: "install scripts", text: "unknown" },
      { label: "publisher", text: "x".repeat(200) },
    ]);
  });
});

describe("Each registry tells what it has", () => {
  const textsOf = async (answers: Answers, address: string) => {
    const { said } = await look(answers, address);
    return typeof said === "string" ? said : said.map(({ text }) => text);
  };

  it("PyPI: the page about a project", async () => {
    const file = { filename: "left_pad-1.0-py3-none-any.whl", size: 2_000 };
    const page = JSON.stringify({
      info: { version: "1.0" },
      ownership: { roles: [{ role: "Owner", user: "mira" }], organization: null },
      releases: {
        "0.9": [{ filename: "left_pad-0.9.tar.gz", upload_time_iso_8601: "2020-05-01T00:00:00Z" }],
        "1.0": [{ ...file, upload_time_iso_8601: "2026-01-01T00:00:00Z" }],
      },
    });
    expect(
      await textsOf(
        { "https://py.test/pypi/left-pad/json": page },
        "https://py.test/simple/left-pad/",
      ),
    ).toEqual([
      "1.0",
      "published 2026-01-01, 9 days ago",
      "published 2020-05-01, 5 years ago",
      "2 KB",
      "none, from its wheel",
      "mira",
    ]);
  });

  it("another index: the page that pip reads, where it is written in JSON", async () => {
    const page = JSON.stringify({
      versions: ["0.9", "1.0"],
      files: [
        { filename: "left_pad-1.0.tar.gz", size: 3_000, "upload-time": "2026-01-01T00:00:00Z" },
        { filename: "left_pad-0.9.tar.gz", size: 1_000, "upload-time": "2020-05-01T00:00:00Z" },
      ],
    });
    expect(
      await textsOf(
        {
          "https://py.test/pypi/left-pad/json": { status: 401, body: "" },
          "https://py.test/simple/left-pad/": page,
        },
        "https://py.test/simple/left-pad/",
      ),
    ).toEqual([
      "1.0",
      "published 2026-01-01, 9 days ago",
      "published 2020-05-01, 5 years ago",
      "3 KB",
      "its own build, for it has no wheel",
      "unknown",
    ]);
  });

  it("an index that writes HTML: nothing", async () => {
    const page = "<a href='x'>left_pad-1.0.tar.gz</a>";
    expect(
      await textsOf(
        { "https://py.test/simple/left-pad/": page },
        "https://py.test/simple/left-pad/",
      ),
    ).toEqual(["unknown", "age unknown", "age unknown", "unknown", "unknown", "unknown"]);
  });

  it("Cargo: dates, where its index has them", async () => {
    const lines = [
      { name: "left", vers: "1.0.0", pubtime: "2020-05-01T00:00:00Z" },
      { name: "left", vers: "1.1.0", pubtime: "2026-01-01T00:00:00Z", links: "z" },
    ];
    const index = lines.map((line) => JSON.stringify(line)).join("\n");
    expect(
      await textsOf({ "https://cargo.test/le/ft/left": index }, "https://cargo.test/le/ft/left"),
    ).toEqual([
      "1.1.0",
      "published 2026-01-01, 9 days ago",
      "published 2020-05-01, 5 years ago",
      "unknown",
      "a build script",
      "unknown",
    ]);
  });

  it("Go: when a version was made, and from where", async () => {
    const info = JSON.stringify({
      Version: "v1.2.0",
      Time: "2026-01-01T00:00:00Z",
      Origin: { URL: "https://code.test/y" },
    });
    expect(
      await textsOf(
        { "https://go.test/x.test/!y/@latest": info },
        "https://go.test/x.test/!y/@v/list",
      ),
    ).toEqual([
      "v1.2.0",
      "published 2026-01-01, 9 days ago",
      "age unknown",
      "unknown",
      "none",
      "https://code.test/y",
    ]);
  });
});
