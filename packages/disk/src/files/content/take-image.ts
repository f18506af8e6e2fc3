/** Takes the image of a name for the journal: a file by the address of its bytes, a link by its target. */
import { readlinkSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import type { Handle } from "../../paths/handles/open-handle.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import { readContent } from "./read-content.ts";

/** The address of a link's image begins so. */
export const LINK_ADDRESS = "link:";

/** A pinned thing, its place by name, and its name in errors. */
export interface ImageRequest {
  readonly handle: Handle;
  readonly parent: Handle;
  readonly name: string;
  readonly text: string;
  readonly goOn: () => void;
}

/** A file's bytes, or where a link leads. */
export type Image =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly target: string };

/** Reads what is there. Special files have no image, so they are not changed by doors. */
export async function readImage(machine: FileMachine, request: ImageRequest): Promise<Image> {
  const { handle, parent, name, text, goOn } = request;
  if (handle.kind === "link") return { kind: "link", target: readlinkSync(parent.child(name)) };
  if (handle.kind === "special")
    throw new ToolError("invalid_input", `${text} is a special file: it could not be put back`);
  const { bytes } = await readContent(handle, { text, maxBytes: machine.maxFileBytes, goOn });
  return { kind: "file", bytes };
}

/** Keeps an image and gives its address. */
export async function keepImage(machine: FileMachine, image: Image): Promise<string> {
  return image.kind === "link" ? LINK_ADDRESS + image.target : machine.keep(image.bytes);
}
