/** The body of an answer as data: JSON as a value, text as text, bytes as base64 while they are few. */
import type { Json, NetResponse } from "@toolplane/contract";
import { type Masker, withoutCutSecret } from "../auth/mask-secrets.ts";

export interface AnswerBody {
  readonly value: Json;
  /** A picture that a model can look at. */
  readonly image: { readonly data: string; readonly mime_type: string } | null;
}

const MAX_BASE64_BYTES = 48 * 1024;
const MAX_IMAGE_BYTES = 1024 * 1024;
const IMAGES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const TEXT =
  /^text\/|^application\/(?:xml|javascript|ecmascript|yaml|x-yaml|graphql|x-ndjson|x-www-form-urlencoded|jwt|sql|toml)$|[+/](?:xml|yaml)$/;

export interface MaskedSecrets {
  readonly masker: Masker;
  readonly secrets: readonly string[];
}

export function readAnswerBody(response: NetResponse, hidden: MaskedSecrets): AnswerBody {
  const { body, headers, truncated } = response;
  if (body.length === 0) return { value: null, image: null };
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (isTextBody(type, body)) {
    const text = answerText(response, hidden);
    return {
      value: /[+/]json$/.test(type) && !truncated ? parsed(text, response, hidden) : text,
      image: null,
    };
  }
  return readBytes(response, type, hidden);
}

/** The body as text, without secrets. */
export function answerText(
  { body, headers, truncated }: NetResponse,
  { masker, secrets }: MaskedSecrets,
): string {
  const charset = /charset\s*=\s*"?([\w-]{1,40})/i.exec(headers["content-type"] ?? "")?.[1];
  const text = masker.text(decodeBody(body, charset));
  return truncated ? withoutCutSecret(text, secrets) : text;
}

function parsed(text: string, response: NetResponse, { masker }: MaskedSecrets): Json {
  try {
    // Parsed before it is masked: a secret may be written with escapes.
    return masker.json(JSON.parse(decodeBody(response.body, "utf-8")) as Json);
  } catch {
    return text;
  }
}

function readBytes(
  { body, truncated }: NetResponse,
  type: string,
  { masker }: MaskedSecrets,
): AnswerBody {
  const facts = { bytes: body.length, content_type: type || "unknown" };
  const readings = (["latin1", "utf8"] as const).map((encoding) =>
    Buffer.from(body).toString(encoding),
  );
  if (truncated || readings.some((text) => masker.text(text) !== text))
    return {
      value: {
        ...facts,
        note: truncated
          ? "It is larger; its beginning is not shown."
          : "It holds a secret and is not shown.",
      },
      image: null,
    };
  const base64 = Buffer.from(body).toString("base64");
  if (IMAGES.has(type) && body.length <= MAX_IMAGE_BYTES)
    return { value: facts, image: { data: base64, mime_type: type } };
  if (body.length <= MAX_BASE64_BYTES) return { value: { ...facts, base64 }, image: null };
  return {
    value: { ...facts, note: `More than ${MAX_BASE64_BYTES} bytes are not shown.` },
    image: null,
  };
}

function isTextBody(type: string, body: Uint8Array): boolean {
  if (/[+/]json$/.test(type) || TEXT.test(type)) return true;
  return type === "" && !body.subarray(0, 1024).includes(0);
}

function decodeBody(body: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
