import { describe, expect, it } from "vitest";
import { openFront } from "./front-world.fixture.ts";

const FILE = "https://npm.test/left-pad/-/left-pad-1.3.0.tgz";
const PAGE = JSON.stringify({ versions: { "1.3.0": { dist: { tarball: FILE } } } });
const WHEEL = "https://files.test/left_pad-1.0-py3-none-any.whl";

describe("What a person's yes let in counts as named for the rest of the session", () => {
  it.each([
    ["npm", { "https://npm.test/left-pad": PAGE, [FILE]: "tgz" }],
    ["pip", { "https://py.test/simple/left-pad/": `<a href="${WHEEL}">w</a>`, [WHEEL]: "wheel" }],
    [
      "Go",
      {
        "https://go.test/x.test/y/@v/list": "v1.0.0",
        "https://go.test/x.test/y/@v/v1.0.0.info": '{"Version":"v1.0.0"}',
        "https://go.test/x.test/y/@v/v1.0.0.mod": "module x.test/y",
      },
    ],
  ])("%s: a later command asks nothing", async (_what, answers) => {
    const world = openFront(answers, { yes: true });
    for (const address of Object.keys(answers)) await world.request(address);
    world.nextCommand();
    for (const address of Object.keys(answers))
      expect((await world.request(address)).status).toBe(200);
    expect(world.asked).toHaveLength(1);
  });

  it.each([
    ["npm", "https://npm.test/left-pad", PAGE, FILE],
    ["Go", "https://go.test/x.test/y/@v/list", "v1.0.0", "https://go.test/x.test/y/@v/v1.0.0.mod"],
  ])("%s: it is held to the sum of the file that came", async (_what, place, page, file) => {
    const answers: Record<string, string> = { [place]: page, [file]: "first" };
    const world = openFront(answers, { yes: true });
    await world.request(place);
    await world.request(file);
    world.nextCommand();
    answers[file] = "another";
    await expect(world.request(file)).rejects.toThrow("sent another file");
  });

  it("another version of it is asked about", async () => {
    const other = "https://npm.test/left-pad/-/left-pad-2.0.0.tgz";
    const world = openFront({ "https://npm.test/left-pad": PAGE, [FILE]: "tgz" }, { yes: true });
    await world.request("https://npm.test/left-pad");
    await world.request(FILE);
    world.nextCommand();
    await world.request("https://npm.test/left-pad");
    await world.request(other);
    expect(world.asked.slice(1)).toMatchObject([
      { package: { name: "left-pad", version: "2.0.0" } },
    ]);
  });

  it("a package that was allowed and never came is asked about again", async () => {
    const world = openFront({ "https://npm.test/left-pad": PAGE }, { yes: true });
    await world.request("https://npm.test/left-pad");
    world.nextCommand();
    await world.request("https://npm.test/left-pad");
    expect(world.asked).toHaveLength(2);
  });

  it("a rule that denies the place wins over what was let in", async () => {
    const options: { yes: boolean; rule?: "deny" } = { yes: true };
    const world = openFront({ "https://npm.test/left-pad": PAGE, [FILE]: "tgz" }, options);
    await world.request("https://npm.test/left-pad");
    await world.request(FILE);
    world.nextCommand();
    options.rule = "deny";
    await expect(world.request(FILE)).rejects.toThrow("a rule denies it");
  });
});
