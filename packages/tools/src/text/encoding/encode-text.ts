/** Text back into the form that its file had. A character that the form cannot say is an error, never a question mark. */
import { ToolError } from "@toolplane/contract";
import type { TextForm } from "./decode-text.ts";

/** Encodes a text; `invalid_input` when the file's encoding cannot hold it. `path` is for the error only. */
export async function encodeText(text: string, form: TextForm, path: string): Promise<Uint8Array> {
  if (form.encoding === "utf-8")
    return new TextEncoder().encode(form.mark ? `\ufeff${text}` : text);
  if (form.encoding === "utf-16le" || form.encoding === "utf-16be") return encodeUtf16(text, form);
  const iconv = await import("iconv-lite");
  const bytes = iconv.default.encode(text, form.encoding);
  if (iconv.default.decode(bytes, form.encoding) !== text)
    throw new ToolError(
      "invalid_input",
      `${path} is stored as ${form.encoding}, which has no place for a character of the new text. Leave that character out, or convert the file to UTF-8 first.`,
    );
  return bytes;
}

function encodeUtf16(text: string, { encoding, mark }: TextForm): Uint8Array {
  const start = mark ? 2 : 0;
  const bytes = new Uint8Array(start + text.length * 2);
  const view = new DataView(bytes.buffer);
  const little = encoding === "utf-16le";
  if (mark) view.setUint16(0, 0xfeff, little);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(start + index * 2, text.charCodeAt(index), little);
  return bytes;
}
