/**
 * multipart/form-data. The boundary is a digest of what is sent, so equal calls are equal on the wire, and no part can hold it: who
 * wrote a part that contains the digest of everything would have to have found it first.
 */
import { createHash } from "node:crypto";
import type { Json } from "@toolplane/contract";
import type { BodyPlan, PartPlan } from "../plan/operation-plan.ts";
import type { CallBody } from "./call-body.ts";
import { isFile, readFile } from "./file-argument.ts";
import { scalarText } from "./parameter-text.ts";

interface Part {
  readonly head: string;
  readonly content: Uint8Array;
}

export function writeMultipart(
  members: readonly (readonly [string, Json])[],
  { parts, values, mediaType }: Pick<BodyPlan, "parts" | "values" | "mediaType">,
): CallBody {
  const written = members.flatMap(([name, value]) =>
    writeMember({ name, plan: parts.get(name), mayBeFile: !values.has(name) }, value),
  );
  const hash = createHash("sha256");
  for (const { head, content } of written) hash.update(head).update(content);
  const boundary = `toolplane-${hash.digest("hex").slice(0, 40)}`;
  const pieces = written.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `${mediaType}; boundary=${boundary}`, body };
}

interface Member {
  readonly name: string;
  readonly plan: PartPlan | undefined;
  readonly mayBeFile: boolean;
}

/** A list is one part for each of its items. */
function writeMember(member: Member, value: Json): readonly Part[] {
  const { name, plan, mayBeFile } = member;
  if (Array.isArray(value)) return value.flatMap((item: Json) => writeMember(member, item));
  if (mayBeFile && isFile(value)) {
    const { content, filename, contentType } = readFile(value, name);
    const type = contentType ?? plan?.contentType ?? "application/octet-stream";
    return [part(`${label(name)}; filename="${quoted(filename ?? name)}"`, type, content)];
  }
  const isObject = typeof value === "object" && value !== null;
  const type = plan?.contentType ?? (isObject ? "application/json" : null);
  return [part(label(name), type, scalarText(value))];
}

function part(disposition: string, type: string | null, content: string | Uint8Array): Part {
  const head = `content-disposition: ${disposition}${type === null ? "" : `\r\ncontent-type: ${type}`}`;
  return { head, content: Buffer.from(content as string) };
}

function label(name: string): string {
  return `form-data; name="${quoted(name)}"`;
}

/** As browsers write it: what would end the quotes or the line is percent-encoded. */
function quoted(text: string): string {
  return text
    .replace(
      /["\r\n]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .replace(/\p{Cc}/gu, "");
}
