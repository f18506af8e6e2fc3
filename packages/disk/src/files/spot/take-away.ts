/** Gives the thing at a spot another name beside its own, until it is deleted or put back. */
import { renameSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { type Handle, sameThing } from "../../paths/handles/open-handle.ts";
import { removeTree } from "../../paths/trees/remove-tree.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import type { Spot } from "./open-spot.ts";
import { type Putting, requireUnchanged, temporaryName } from "./put-content.ts";

/** The thing under its other name. Settling or taking back closes the spot. */
export interface TakenAway extends Putting {
  readonly handle: Handle;
  readonly aside: string;
}

/** Moves it aside. Throws `conflict` when something else stood there by then, which is left as it was. */
export function takeAway(machine: FileMachine, spot: Spot): TakenAway {
  const { node, parent, name } = spot;
  if (node === null || parent === null)
    throw new ToolError("not_found", `${spot.text} does not exist`);
  const aside = temporaryName(machine);
  requireUnchanged(spot, parent);
  renameSync(parent.child(name), parent.child(aside));
  const handle = machine.open(parent.child(aside), "keep");
  if (handle === null || !sameThing(node.stat, handle.stat)) {
    handle?.close();
    renameSync(parent.child(aside), parent.child(name));
    throw new ToolError("conflict", `${spot.text} was changed by someone else meanwhile`);
  }
  const close = () => {
    handle.close();
    spot.close();
  };
  return {
    handle,
    aside,
    settle() {
      try {
        removeTree(machine.open, parent, { name: aside });
      } catch {
        // The change is made and journalled; what cannot be deleted stays under a name of ours.
      }
      close();
    },
    takeBack() {
      renameSync(parent.child(aside), parent.child(name));
      close();
    },
  };
}
