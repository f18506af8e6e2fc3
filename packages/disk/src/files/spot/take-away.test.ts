import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createHandleOpener, type Handle } from "../../paths/handles/open-handle.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import type { Spot } from "./open-spot.ts";
import { takeAway } from "./take-away.ts";
import { walkSpot } from "./walk-spot.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function openFolder(): { readonly folder: string; readonly handle: Handle } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "away-test-")));
  folders.push(folder);
  return { folder, handle: createHandleOpener()(folder, "keep") as Handle };
}

describe("takeAway", () => {
  it("puts something else back that took the name in the last moment", () => {
    const { folder, handle } = openFolder();
    const open = createHandleOpener();
    const name = join(folder, "a");
    writeFileSync(name, "judged");
    let looked = 0;
    const parent: Handle = {
      ...handle,
      child: (text) => {
        if (text === "a") looked += 1;
        if (text === "a" && looked === 2) {
          renameSync(name, join(folder, "was"));
          writeFileSync(name, "someone else's");
        }
        return handle.child(text);
      },
    };
    const node = open(name, "keep") as Handle;
    const spot = { text: "a", lexical: name, real: name, name: "a", parent, node, close: () => {} };
    const machine = { open, nonce: () => "n1" } as FileMachine;
    expect(() => takeAway(machine, spot as Spot)).toThrow("changed by someone else");
    expect(readFileSync(name, "utf8")).toBe("someone else's");
    expect(readdirSync(folder).toSorted()).toEqual(["a", "was"]);
    node.close();
    handle.close();
  });
});

describe("walkSpot", () => {
  it("refuses a tree of more things than can be asked about", async () => {
    const { folder, handle } = openFolder();
    for (let index = 0; index < 20; index += 1) writeFileSync(join(folder, `${index}`), "");
    const walk = (maxEntries: number) =>
      walkSpot(createHandleOpener(), { handle, text: "tree", maxEntries }, () => undefined);
    await expect(walk(20)).resolves.toHaveLength(20);
    await expect(walk(19)).rejects.toMatchObject({ code: "too_large" });
    handle.close();
  });
});
