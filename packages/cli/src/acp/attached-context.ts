/**
 * Context that an editor put beside a person's words, as the model reads it. A file among it is read as any tool reads it first, one byte:
 * so the rules judge it, the record holds it and its labels count. What may not be read is left out, however its text got here.
 */
import { randomUUID } from "node:crypto";
import type { AcpPrompt } from "@toolplane/acp";
import type { ErrorCode } from "@toolplane/contract";
import { fenceUntrusted, type Session } from "@toolplane/kernel";
import { attachedPath } from "./attached-path.ts";

export interface AttachGround {
  readonly session: Session;
  readonly workspace: string;
  readonly signal: AbortSignal;
}

/** Of one text; the model reads the rest itself. */
const MAX_CHARACTERS = 200_000;

/** Nothing there yet is nothing to keep back: a file that was never saved. */
const HARMLESS: ReadonlySet<ErrorCode> = new Set(["not_found"]);

/** Undefined where nothing came along. */
export async function attachedContext(
  attached: AcpPrompt["attached"],
  ground: AttachGround,
): Promise<string | undefined> {
  if (attached.length === 0) return undefined;
  const texts: string[] = [];
  for (const { uri, text } of attached) {
    const path = attachedPath(uri, ground.workspace);
    const why = path === null ? null : await refusalOf(path, ground);
    texts.push(why === null ? fenced(uri, text) : `${path} was attached and left out: ${why}`);
  }
  return texts.join("\n\n");
}

async function refusalOf(path: string, { session, signal }: AttachGround): Promise<string | null> {
  const call = {
    id: `attached_${randomUUID()}`,
    name: "read",
    arguments: { path, byte_offset: 0, byte_limit: 1 },
  };
  const result = await session.call(call, { signal });
  if (result.type === "output" || HARMLESS.has(result.code)) return null;
  return result.error_text;
}

function fenced(source: string, text: string): string {
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n…` : text;
  return fenceUntrusted(cut, { nonce: randomUUID().slice(0, 8), source });
}
