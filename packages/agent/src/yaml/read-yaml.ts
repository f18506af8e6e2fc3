/**
 * YAML from strangers: bounded before it is read, and never more than data. Anchors are refused whole, because a few of them
 * unfold to gigabytes; tags make nothing but what JSON has.
 */
import type { Reading } from "@toolplane/readings";
import { CORE_SCHEMA, defineScalarTag, load } from "js-yaml";

/** Front matter and a kit are a page at most. */
const MAX_YAML_CHARACTERS = 65_536;
/** Nested lists: no file needs more. */
const MAX_DEPTH = 16;

/** Parses the text, or says in one line why it cannot be read. */
export function readYaml(text: string): Reading<unknown> {
  if (text.length > MAX_YAML_CHARACTERS)
    return { ok: false, message: `it has more than ${MAX_YAML_CHARACTERS} characters` };
  try {
    const value = load(text, { schema: schemaOf(), maxDepth: MAX_DEPTH, maxAliases: 0 });
    return { ok: true, value };
  } catch (error) {
    const message = describeYamlError(error);
    return message.includes("input is empty") ? { ok: true, value: null } : { ok: false, message };
  }
}

/** Keeps the text behind a tag that means nothing here. */
function schemaOf() {
  const asText = (name: string) =>
    defineScalarTag(name, {
      matchByTagPrefix: true,
      resolve: (source) => source,
      identify: () => false,
    });
  return CORE_SCHEMA.withTags(asText("!"), asText("tag:yaml.org,2002:"));
}

function describeYamlError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/alias/i.test(message)) return "it uses anchors, which are not read here";
  if (/depth|nest/i.test(message)) return "its parts are nested too deeply";
  return (message.split("\n", 1)[0] ?? "").replace(/:$/, "").slice(0, 200);
}
