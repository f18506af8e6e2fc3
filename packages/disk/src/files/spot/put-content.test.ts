import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createHandleOpener, type Handle } from "../../paths/handles/open-handle.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import type { Spot } from "./open-spot.ts";
import { putContent } from "./put-content.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A directory that does something between the last look at a name and the taking of it. */
function openFolder(between: (folder: string) => void) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "put-test-")));
  folders.push(folder);
  const open = createHandleOpener();
  const handle = open(folder, "keep") as Handle;
  let looked = 0;
  const parent: Handle = {
    ...handle,
    child: (name) => {
      if (name === "a") looked += 1;
      if (looked === 2) between(folder);
      return handle.child(name);
    },
    holds: () => handle.holds(),
    close: () => handle.close(),
  };
  const spot = { text: "a", lexical: join(folder, "a"), real: join(folder, "a"), name: "a" };
  const machine = { open, nonce: () => "n1" } as FileMachine;
  return {
    folder,
    machine,
    spot: { ...spot, parent, node: null, close: () => handle.close() } as Spot,
  };
}

describe("putContent", () => {
  it("replaces nothing that took a free name in the last moment", async () => {
    const { folder, machine, spot } = openFolder((at) => writeFileSync(join(at, "a"), "first"));
    const content = { kind: "file", bytes: Buffer.from("second") } as const;
    await expect(
      putContent(machine, spot, { content, before: null, goOn: () => undefined }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("first");
    expect(readdirSync(folder)).toEqual(["a"]);
    spot.close();
  });

  it("takes a name that stays free", async () => {
    const { folder, machine, spot } = openFolder(() => undefined);
    const content = { kind: "file", bytes: Buffer.from("new") } as const;
    const putting = await putContent(machine, spot, {
      content,
      before: null,
      goOn: () => undefined,
    });
    putting.settle();
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["a"]);
    spot.close();
  });
});
