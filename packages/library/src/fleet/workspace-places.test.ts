import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { readPlaces } from "./workspace-places.ts";

it("says of a folder's name what is wrong with it", () => {
  const directory = realpathSync(tmpdir());
  const read = (text: string) => () => readPlaces([text], { directory, option: "--folder" });
  expect(read("shop=.")()).toEqual(new Map([["shop", directory]]));
  expect(read("../etc=/etc")).toThrow("--folder: ../etc is not a name: letters, digits, . _ and -");
  for (const text of ["shop", "shop=", "=.", "="])
    expect(read(text)).toThrow(`--folder: ${text} is not NAME=FOLDER`);
});
