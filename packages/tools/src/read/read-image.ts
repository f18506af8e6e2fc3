/** A picture as something to look at, within what model providers take. */
import {
  type FileRead,
  type FsReadDoor,
  output,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { showSize } from "../list/show-size.ts";
import { encodeBase64 } from "./encode-base64.ts";
import type { ImageType } from "./file-signatures.ts";

/** Five million characters of base64, the least that any large provider takes. */
const MAX_IMAGE_BYTES = 3_750_000;

/** Reads a picture whose first piece is `head`. */
export async function readImage(
  fs: Pick<FsReadDoor, "read">,
  request: { readonly path: string; readonly head: FileRead; readonly image: ImageType },
): Promise<ToolOutput<string>> {
  const { path, head, image } = request;
  if (head.size > MAX_IMAGE_BYTES)
    throw new ToolError(
      "too_large",
      `${path} is a picture of ${showSize(head.size)}; the most is ${showSize(MAX_IMAGE_BYTES)}. Make a smaller copy with a program and read that.`,
    );
  const isWhole = head.bytes.length >= head.size;
  const { bytes } = isWhole ? head : await fs.read(path, { offset: 0, length: head.size });
  const data = `${path}: a picture, ${image}, ${showSize(bytes.length)}`;
  return output(data, {
    content: [{ type: "image", data: encodeBase64(bytes), mime_type: image }],
  });
}
