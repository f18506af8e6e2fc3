import { openCliWorld } from "@toolplane/cli/fixtures";
import { expect, test } from "vitest";

test("A command line runs in a world of its own", async () => {
  const world = openCliWorld({ "a/b.txt": "x" });
  try {
    const answer = await world.run(["version", "--json"]);
    expect(answer).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(answer.stdout)).toHaveProperty("version");
  } finally {
    world.remove();
  }
});
