/** The cells of a notebook in words. The file may come from anywhere, so every member is looked at before it is believed. */
import type { ContentPart } from "@toolplane/contract";
import { withoutSequences } from "../text/terminal-sequences.ts";

export interface RenderedNotebook {
  readonly text: string;
  readonly images: readonly ContentPart[];
  /** Pictures past the bound. */
  readonly left: number;
}

const MAX_OUTPUT_CHARS = 20_000;
const MAX_IMAGES = 8;
const MAX_IMAGE_CHARS = 1_000_000;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

type Members = Readonly<Record<string, unknown>>;

/** Null for what has no cells. */
export function renderNotebook(notebook: unknown): RenderedNotebook | null {
  const cells = membersOf(notebook).cells;
  if (!Array.isArray(cells)) return null;
  const images: ContentPart[] = [];
  let left = 0;
  const addImage = (data: string, mime_type: string): string => {
    const fits = images.length < MAX_IMAGES && data.length <= MAX_IMAGE_CHARS;
    if (fits) images.push({ type: "image", data, mime_type });
    else left += 1;
    return fits ? `[picture ${images.length}, ${mime_type}]` : `[a picture, ${mime_type}]`;
  };
  const texts = cells.map((cell, index) => renderCell(membersOf(cell), index, addImage));
  return { text: texts.join("\n\n"), images, left };
}

type AddImage = (data: string, mimeType: string) => string;

function renderCell(cell: Members, index: number, addImage: AddImage): string {
  const kind = typeof cell.cell_type === "string" ? cell.cell_type : "unknown";
  const count = typeof cell.execution_count === "number" ? `, run ${cell.execution_count}` : "";
  const id = typeof cell.id === "string" ? `, id ${cell.id}` : "";
  const outputs = Array.isArray(cell.outputs) ? cell.outputs : [];
  const told = outputs
    .map((one) => renderOutput(membersOf(one), addImage))
    .filter((text) => text !== "");
  return [
    `--- cell ${index + 1}: ${kind}${count}${id} ---`,
    joinText(cell.source),
    ...(told.length === 0 ? [] : ["--- output ---", ...told]),
  ].join("\n");
}

function renderOutput(one: Members, addImage: AddImage): string {
  if (one.output_type === "stream") return boundOutput(joinText(one.text));
  if (one.output_type === "error") {
    const trace = Array.isArray(one.traceback) ? one.traceback.filter(isText).join("\n") : "";
    return boundOutput(trace || `${joinText(one.ename)}: ${joinText(one.evalue)}`);
  }
  const data = membersOf(one.data);
  const image = IMAGE_TYPES.find((type) => data[type] !== undefined);
  if (image !== undefined) return addImage(joinText(data[image]).replace(/\s/g, ""), image);
  const [type] = Object.keys(data);
  const text = data["text/plain"] ?? data["text/markdown"];
  return text === undefined
    ? type
      ? `[output of type ${type}]`
      : ""
    : boundOutput(joinText(text));
}

function boundOutput(text: string): string {
  const plain = withoutSequences(text).replace(/\n$/, "");
  if (plain.length <= MAX_OUTPUT_CHARS) return plain;
  return `${plain.slice(0, MAX_OUTPUT_CHARS)}\n[${plain.length - MAX_OUTPUT_CHARS} more characters of output]`;
}

/** Texts of notebooks are one string or a list of lines. */
function joinText(value: unknown): string {
  if (Array.isArray(value)) return value.filter(isText).join("");
  return isText(value) ? value : "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
