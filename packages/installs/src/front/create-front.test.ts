import { describe, expect, it } from "vitest";
import { openFront as open } from "./front-world.fixture.ts";

describe("What a lock names passes without a question", () => {
  it.each([
    ["a page", "https://npm.test/lodash", "{}"],
    ["a page of a scope, at its own registry", "https://corp.test/npm/@corp%2fa", "{}"],
    ["a file", "https://npm.test/lodash/-/lodash-1.0.0.tgz", "lodash"],
    [
      "a file of which name and version are held",
      "https://npm.test/held/-/held-1.0.0.tgz",
      "anything",
    ],
    [
      "a page of an index",
      "https://py.test/simple/flask/",
      "<a href='../../files/x.whl#sha256=1'>x</a>",
    ],
    ["a sparse index", "https://cargo.test/se/rd/serde", '{"vers":"1.0.0","deps":[]}'],
    [
      "what an index says of itself",
      "https://cargo.test/config.json",
      '{"dl":"https://dl.test/x"}',
    ],
    ["versions of a module", "https://go.test/m.test/!mod/@v/list", "v1.0.0"],
    ["a go.mod", "https://go.test/m.test/!mod/@v/v1.0.0.mod", "module x"],
  ])("%s", async (_what, address, body) => {
    const world = open({ [address]: body });
    expect(await world.request(address)).toMatchObject({ status: 200, text: body });
    expect(world.asked).toEqual([]);
  });

  it("with headers of our own and the person's credential, and nothing that the command sent", async () => {
    const world = open({ "https://npm.test/lodash": "{}" });
    await world.request("https://npm.test/lodash", {
      headers: [
        ["Cookie", "leak"],
        ["If-None-Match", "leak"],
        ["Authorization", "leak"],
        ["Accept-Encoding", "gzip, br"],
      ],
    });
    expect(world.sent[0]?.headers).toEqual([
      ["accept", "*/*"],
      ["accept-encoding", "gzip"],
      ["user-agent", "toolplane"],
      ["authorization", "Bearer secret"],
    ]);
    expect(world.sent[0]?.body).toBeNull();
  });

  it("the answer's cookies stay here", async () => {
    const world = open({ "https://npm.test/lodash": "{}" });
    expect((await world.request("https://npm.test/lodash")).headers).toEqual([
      ["content-length", "2"],
    ]);
  });

  it("but not where a rule denies the place", async () => {
    const world = open({ "https://npm.test/lodash": "{}" }, { rule: "deny" });
    await expect(world.request("https://npm.test/lodash")).rejects.toThrow("a rule denies it");
    expect(world.sent).toEqual([]);
  });
});

describe("A file that is another one than the lock names is cut off", () => {
  it.each([
    ["npm", "https://npm.test/lodash/-/lodash-1.0.0.tgz"],
    ["a sum of Go, before any of it is handed on", "https://go.test/m.test/!mod/@v/v1.0.0.mod"],
  ])("%s", async (_what, address) => {
    const world = open({ [address]: "swapped" });
    await expect(world.request(address)).rejects.toThrow("sent another file");
  });

  it("a file of an index is known by the page that named it, and held to the sums of that name", async () => {
    const files = { good: "https://files.test/1/flask.whl", bad: "https://files.test/2/flask.whl" };
    const world = open({
      "https://py.test/simple/flask/": `<a href="${files.good}">g</a><a href="${files.bad}">b</a>`,
      [files.good]: "wheel",
      [files.bad]: "another",
    });
    expect(world.serves("files.test")).toBe(false);
    await world.request("https://py.test/simple/Flask/");
    expect(world.serves("files.test")).toBe(true);
    expect((await world.request(files.good)).text).toBe("wheel");
    await expect(world.request(files.bad)).rejects.toThrow("sent another file");
    await expect(world.request("https://files.test/3/flask.whl")).rejects.toThrow("nobody spoke");
  });

  it("a rule about the host that files lie on wins over the lock", async () => {
    const page = '<a href="https://files.test/1/flask-1.0.whl">flask-1.0.whl</a>';
    const world = open({ "https://py.test/simple/flask/": page }, { closed: "files.test" });
    await world.request("https://py.test/simple/flask/");
    const file = world.request("https://files.test/1/flask-1.0.whl");
    await expect(file).rejects.toThrow("a rule denies it");
    expect(world.paths()).toEqual(["https://py.test/simple/flask/"]);
  });

  it.each([
    "http://169.254.169.254/latest",
    "https://[::1]:8080/a",
    "http://2130706433/a",
    "http://localhost:99/a",
    "ftp://files.test/a",
  ])("no file of a registry lies at %s, whatever its pages say", async (place) => {
    const world = open({
      "https://py.test/simple/flask/": `<a href="${place}/flask-1.0.whl">flask-1.0.whl</a>`,
      "https://cargo.test/config.json": JSON.stringify({ dl: place }),
    });
    await world.request("https://py.test/simple/flask/");
    await world.request("https://cargo.test/config.json");
    await expect(world.request(`${place}/flask-1.0.whl`)).rejects.toThrow("nobody spoke");
    await expect(world.request(`${place}/serde/1.0.0/download`)).rejects.toThrow("nobody spoke");
  });

  it("Cargo's files lie where its index says", async () => {
    const file = "https://dl.test/x/serde/1.0.0/download";
    const world = open({
      "https://cargo.test/config.json": '{"dl":"https://dl.test/x"}',
      [file]: "crate",
    });
    await world.request("https://cargo.test/config.json");
    expect((await world.request(file)).text).toBe("crate");
    await expect(world.request("https://dl.test/x/serde/1.0.1/download")).rejects.toThrow(
      "nobody spoke",
    );
  });
});

describe("Before a person says yes, no name goes anywhere", () => {
  it.each([
    ["a page", "https://npm.test/left-pad", { manager: "npm", name: "left-pad" }],
    [
      "a name one letter away",
      "https://npm.test/lodahs",
      { manager: "npm", name: "lodahs", near: "lodash" },
    ],
    [
      "another version",
      "https://npm.test/lodash/-/lodash-2.0.0.tgz",
      { manager: "npm", name: "lodash", version: "2.0.0" },
    ],
    ["a Python package", "https://py.test/simple/Left_Pad/", { manager: "pypi", name: "left-pad" }],
    ["a crate", "https://cargo.test/le/ft/left", { manager: "cargo", name: "left" }],
    ["a module", "https://go.test/x.test/y/@v/list", { manager: "go", name: "x.test/y" }],
    [
      "a module's version",
      "https://go.test/m.test/!mod/@v/v2.0.0.info",
      { manager: "go", name: "m.test/Mod", version: "v2.0.0" },
    ],
    [
      "a sum of a module",
      "https://sum.test/lookup/x.test/y@v1.0.0",
      { manager: "go", name: "x.test/y", version: "v1.0.0" },
    ],
  ])("%s", async (_what, address, wanted) => {
    const world = open({});
    await expect(world.request(address)).rejects.toThrow("nobody spoke");
    expect(world.asked).toMatchObject([{ capability: "net.fetch", package: wanted }]);
    expect(world.sent).toEqual([]);
  });

  it.each([
    ["a query", "https://npm.test/lodash?x=secret"],
    ["a path above", "https://npm.test/lodash/..%2f..%2fsecret"],
    ["a tag behind a named package", "https://npm.test/lodash/secret"],
    ["another spelling of a file", "https://npm.test/lodash/-/secret-1.0.0.tgz"],
    ["a scope that belongs to another registry", "https://npm.test/@corp%2fa"],
    ["a sparse index in a wrong folder", "https://cargo.test/se/cr/serde"],
  ])("what a named package does not need is judged by itself: %s", async (_what, address) => {
    const world = open({ [address]: "x" });
    await expect(world.request(address)).rejects.toThrow("nobody spoke");
    expect(world.asked[0]).not.toHaveProperty("package");
    expect(world.sent).toEqual([]);
  });

  it("npm's check for advisories is answered here and asks nobody", async () => {
    const world = open({});
    const address = "https://npm.test/-/npm/v1/security/advisories/bulk";
    expect(await world.request(address, { method: "POST" })).toMatchObject({ status: 404 });
    expect([world.asked, world.sent]).toEqual([[], []]);
  });

  it("parts of the database of sums are numbers that could carry something, so they belong to an allowed package", async () => {
    const world = open({});
    await expect(world.request("https://sum.test/tile/8/0/x123/456")).rejects.toThrow("no package");
    expect(world.sent).toEqual([]);
  });
});

describe("A yes covers the package and what the registry says that it needs", () => {
  const page = JSON.stringify({
    versions: {
      "1.3.0": {
        dependencies: { needed: "^1.0.0" },
        dist: { tarball: "https://npm.test/left-pad/-/left-pad-1.3.0.tgz" },
      },
    },
  });
  const answers = {
    "https://npm.test/left-pad": page,
    "https://npm.test/left-pad/-/left-pad-1.3.0.tgz": "tgz",
    "https://npm.test/needed": "{}",
  };

  it("its page, the files that the page names and the pages of its dependencies, with one question", async () => {
    const world = open(answers, { yes: true });
    for (const address of Object.keys(answers))
      expect((await world.request(address)).status).toBe(200);
    expect(world.asked).toHaveLength(1);
  });

  it("one question for requests at the same time", async () => {
    const world = open(answers, { yes: true });
    await Promise.all([1, 2, 3].map(() => world.request("https://npm.test/left-pad")));
    expect(world.asked).toHaveLength(1);
  });

  it("but no version that the page does not name: that could be any text", async () => {
    const world = open(answers, { yes: true });
    await world.request("https://npm.test/left-pad");
    await world.request("https://npm.test/left-pad/-/left-pad-5ecret.tgz");
    expect(world.asked[1]).toMatchObject({ package: { name: "left-pad", version: "5ecret" } });
  });
});
