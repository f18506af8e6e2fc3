/** The two rule files that the console knows, the project's and the person's own, and how the API names them. */

import { createHash } from "node:crypto";
import { ToolError } from "@toolplane/contract";
import type { RuleFile } from "@toolplane/contract/console";
import { readBoundedFile } from "@toolplane/disk/own-files";
import { ownRules, projectRules } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { describes, fields, nullable, oneOf, type Schema, TEXT } from "../api/api-schema.ts";

export const SCOPE: Schema = oneOf("project", "own");
export const RULE_TEXT: Schema = { ...TEXT, maxLength: 1_048_576 };
export const RULE_FILE: Schema = describes<RuleFile>({
  file: TEXT,
  text: nullable(TEXT),
  digest: nullable(TEXT),
});
export const DRAFT: Schema = fields({ scope: SCOPE, text: RULE_TEXT });

export function placeOf(
  settings: Settings,
  scope: unknown,
): { readonly file: string; readonly scope: "manifest" | "project" } {
  const { isGlobal } = scopeOf(scope);
  const file = isGlobal ? ownRules(settings) : (projectRules(settings) ?? "policy.jsonc");
  return { file, scope: isGlobal ? "manifest" : "project" };
}

export function scopeOf(scope: unknown): { readonly isGlobal: boolean } {
  if (scope !== "project" && scope !== "own")
    throw new ToolError("invalid_input", "scope must be project or own.");
  return { isGlobal: scope === "own" };
}

export function fileFacts(file: string): RuleFile {
  const text = readBoundedFile({ path: file, shown: file })?.toString("utf8") ?? null;
  const digest = text === null ? null : createHash("sha256").update(text).digest("hex");
  return { file, text, digest };
}
