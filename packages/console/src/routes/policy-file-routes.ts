/** Writing rules down: a whole file, or one rule at its end. Only a text that can be put in force is written. */
import { type Rule, ToolError } from "@toolplane/contract";
import type { WrittenRules } from "@toolplane/contract/console";
import { writeWhole } from "@toolplane/disk/ground";
import { writableRules } from "@toolplane/library/rooms/product";
import { appendRules, readDraft } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { describes, FLAG, fields, nullable, OBJECT, TEXT } from "../api/api-schema.ts";
import type { ApiGround } from "../api/ground.ts";
import type { ApiRoute } from "../api/route.ts";
import { fileFacts, placeOf, RULE_FILE, RULE_TEXT, scopeOf } from "./policy-files.ts";

const write: ApiRoute<WrittenRules> = {
  method: "PUT",
  path: "/policy/files/{scope}",
  summary:
    "Writes a rule file, if it is still the one that was read and the text can be put in force.",
  takes: fields({ text: RULE_TEXT, before: nullable(TEXT) }),
  gives: describes<WrittenRules>({ file: RULE_FILE, needsTrust: FLAG }),
  async handle(ground, { path, body }) {
    const settings = await ground.settings();
    const file = writable(settings, path.scope);
    const text = String(body.text);
    readDraft(text, placeOf(settings, path.scope));
    if (fileFacts(file).digest !== body.before)
      throw new ToolError("conflict", "The file was changed meanwhile. Read it again.");
    writeWhole(file, text);
    return { body: await written(ground, file) };
  },
};

const append: ApiRoute<WrittenRules> = {
  method: "POST",
  path: "/policy/files/{scope}/rules",
  summary:
    "Adds one rule at the end of a rule file. A try gives the file as it would be, and writes nothing.",
  takes: fields({ rule: OBJECT }, { comment: { ...TEXT, maxLength: 1_000 }, isTry: FLAG }),
  gives: describes<WrittenRules>({ file: RULE_FILE, needsTrust: FLAG }),
  async handle(ground, { path, body }) {
    const settings = await ground.settings();
    const file = writable(settings, path.scope);
    const rule = body.rule as unknown as Rule;
    const comment = typeof body.comment === "string" ? body.comment : "";
    const text = appendRules(fileFacts(file).text, [{ rule, comment }], file);
    readDraft(text, placeOf(settings, path.scope));
    if (body.isTry === true)
      return { body: { file: { ...fileFacts(file), text }, needsTrust: false } };
    writeWhole(file, text);
    return { body: await written(ground, file) };
  },
};

async function written(ground: ApiGround, file: string): Promise<WrittenRules> {
  const { project } = await ground.settings();
  ground.changed();
  return {
    file: fileFacts(file),
    needsTrust: project.state === "untrusted" || project.state === "changed",
  };
}

function writable(settings: Settings, scope: string | undefined): string {
  const { isGlobal } = scopeOf(scope);
  const file = writableRules(settings, isGlobal);
  if (file === null) throw new ToolError("not_found", "There is no project here.");
  return file;
}

export const POLICY_FILE_ROUTES: readonly ApiRoute[] = [write, append];
