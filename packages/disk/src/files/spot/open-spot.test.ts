import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isToolError } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createHandleOpener } from "../../paths/handles/open-handle.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import { makeParents, openRealSpot, openSpot } from "./open-spot.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A workspace with a file, and something outside of it; `swap` happens after the path was read and before it is opened. */
function openPlace(swap: (at: { ws: string; outside: string }) => void) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "spot-test-")));
  folders.push(base);
  const at = { ws: join(base, "ws"), outside: join(base, "outside") };
  for (const folder of [join(at.ws, "d"), at.outside]) {
    mkdirSync(join(folder, "e"), { recursive: true });
    for (const name of ["a", "e/a"]) writeFileSync(join(folder, name), "a");
  }
  swap(at);
  // The thing that the path led to before the swap.
  const path = (text: string) => ({ ok: true, value: { lexical: text, real: text, kind: "file" } });
  const machine = { open: createHandleOpener(), path } as unknown as FileMachine;
  return { ...at, machine };
}

/** "opened", or the code of what was thrown. */
function outcome(open: () => { close(): void }): string {
  try {
    open().close();
    return "opened";
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
}

describe("the directories on the way to a spot", () => {
  it("are not entered through a link that took the place of one just made", () => {
    const { ws, outside, machine } = openPlace(() => undefined);
    const open: FileMachine["open"] = (path, last) => {
      if (path.endsWith("/new") && lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
        rmdirSync(path);
        symlinkSync(outside, path);
      }
      return machine.open(path, last);
    };
    const spot = openSpot({ ...machine, open }, join(ws, "new/deeper/a"), "follow");
    expect(outcome(() => ({ close: makeParents(open, spot).done }))).toBe("conflict");
    expect(readdirSync(outside).toSorted()).toEqual(["a", "e"]);
    spot.close();
  });

  it("are made one in the other, and taken away again where nothing was put", () => {
    const { ws, machine } = openPlace(() => undefined);
    const spot = openSpot(machine, join(ws, "new/deeper/a"), "follow");
    const made = makeParents(machine.open, spot);
    expect(made.parent.real).toBe(join(ws, "new/deeper"));
    made.undo();
    expect(readdirSync(ws)).toEqual(["d"]);
    spot.close();
  });
});

describe("a spot", () => {
  it("is opened where the path led", () => {
    const { ws, machine } = openPlace(() => undefined);
    expect(outcome(() => openSpot(machine, join(ws, "d/a"), "follow"))).toBe("opened");
    expect(outcome(() => openSpot(machine, join(ws, "d/new"), "follow"))).toBe("opened");
  });

  it("is not opened through a link that took the place of a file", () => {
    const { ws, machine } = openPlace(({ ws: root, outside }) => {
      rmSync(join(root, "d/a"));
      symlinkSync(join(outside, "a"), join(root, "d/a"));
    });
    expect(outcome(() => openSpot(machine, join(ws, "d/a"), "follow"))).toBe("conflict");
  });

  it("is not opened through a link that took the place of a directory", () => {
    const { ws, machine } = openPlace(({ ws: root, outside }) => {
      renameSync(join(root, "d"), join(root, "was"));
      symlinkSync(outside, join(root, "d"));
    });
    for (const name of ["d/a", "d/new", "d/e/a", "d/e/new"])
      expect(outcome(() => openSpot(machine, join(ws, name), "follow"))).toBe("conflict");
    expect(outcome(() => openRealSpot(machine, join(ws, "d/a")))).toBe("conflict");
  });

  it("is not the file of a directory that was moved away while it was opened", () => {
    const { ws, machine } = openPlace(() => undefined);
    let moved = false;
    const open: FileMachine["open"] = (path, last) => {
      const handle = machine.open(path, last);
      if (!moved && path === join(ws, "d")) {
        moved = true;
        renameSync(join(ws, "d"), join(ws, "was"));
      }
      return handle;
    };
    const spot = openSpot({ ...machine, open }, join(ws, "d/a"), "follow");
    expect([moved, spot.parent, spot.node]).toEqual([true, null, null]);
    spot.close();
  });

  it("is never the root of all files", () => {
    const { machine } = openPlace(() => undefined);
    expect(outcome(() => openSpot(machine, "/", "follow"))).toBe("invalid_input");
  });
});
