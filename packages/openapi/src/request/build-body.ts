/** The body of a call in the type that the operation takes. */
import { type Json, type JsonObject, ToolError } from "@toolplane/contract";
import type { BodyPlan, PartPlan } from "../plan/operation-plan.ts";
import { formEncode } from "../wire/percent-encode.ts";
import { argumentValue } from "./build-address.ts";
import type { CallBody } from "./call-body.ts";
import { readFile } from "./file-argument.ts";
import { scalarText, valuePairs } from "./parameter-text.ts";
import { writeMultipart } from "./write-multipart.ts";

export function buildBody(plan: BodyPlan, args: JsonObject): CallBody | null {
  const value = argumentValue(plan, args);
  if (value === undefined) return null;
  const { kind, mediaType: contentType } = plan;
  if (kind === "json") return { contentType, body: JSON.stringify(value) };
  if (kind === "text") return { contentType, body: scalarText(value) };
  if (kind === "file") {
    const file = readFile(value, plan.argument);
    return { contentType: file.contentType ?? contentType, body: file.content };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ToolError("invalid_input", `${plan.argument} must be an object.`);
  const members = Object.entries(value as JsonObject).filter(([, member]) => member !== null);
  if (kind === "multipart") return writeMultipart(members, plan);
  return {
    contentType,
    body: members
      .flatMap(([name, member]) => formPairs(name, member, plan.parts.get(name)))
      .join("&"),
  };
}

/** Without a style of its own, an object in a form is JSON. */
function formPairs(name: string, value: Json, part: PartPlan | undefined): readonly string[] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const style = part?.style ?? (isObject ? "json" : "form");
  const pairs = valuePairs(value, {
    name,
    style,
    explode: part?.explode ?? true,
    encode: formEncode,
  });
  return pairs.map(([label, text]) => `${label}=${text}`);
}
