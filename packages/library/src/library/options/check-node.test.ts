import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkNode } from "./check-node.ts";

test("checkNode lets the Node of the package's engines pass, and newer ones", () => {
  const { engines } = JSON.parse(
    readFileSync(new URL("../../../../toolplane/package.json", import.meta.url), "utf8"),
  );
  const needed = engines.node.replace(">=", "");
  for (const version of [needed, "22.23.0", "24.0.0", "24.21.0", "100.0.0"])
    expect(() => checkNode(version, () => null)).not.toThrow();
});

test("checkNode refuses an older Node in one line, and names the one that a checkout brings", () => {
  for (const version of ["22.22.1", "22.9.9", "20.20.2"])
    expect(() => checkNode(version, () => null)).toThrow(
      /: toolplane needs Node 22\.22\.2 or newer; /,
    );
  expect(() => checkNode("20.20.2", () => "/repo/node_modules/.bin/node")).toThrow(
    "toolplane needs Node 22.22.2 or newer; this is v20.20.2. This checkout brings one: /repo/node_modules/.bin/node",
  );
});
