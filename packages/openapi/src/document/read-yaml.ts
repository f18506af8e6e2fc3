/**
 * YAML, within bounds. Aliases are shared, never copied, so a document cannot grow by naming itself; merged keys are counted.
 * The library is loaded when the first YAML text comes: most descriptions are JSON.
 */
import { ConfigurationError } from "@toolplane/contract";

const MAX_DEPTH = 200;
const MAX_ALIASES = 10_000;
const MAX_MERGED_KEYS = 10_000;

/** Reads the text; dates stay text, the last of two equal keys counts, as in JSON. Rejects with a ConfigurationError. */
export async function readYaml(text: string): Promise<unknown> {
  const { CORE_SCHEMA, defineScalarTag, load, mergeTag } = await import("js-yaml");
  const asText = (name: string) =>
    defineScalarTag(name, {
      matchByTagPrefix: true,
      resolve: (source) => source,
      identify: () => false,
    });
  const schema = CORE_SCHEMA.withTags(mergeTag, asText("!"), asText("tag:yaml.org,2002:"));
  try {
    return load(text, {
      schema,
      json: true,
      maxDepth: MAX_DEPTH,
      maxAliases: MAX_ALIASES,
      maxTotalMergeKeys: MAX_MERGED_KEYS,
    });
  } catch (error) {
    const [first = "it cannot be read"] = error instanceof Error ? error.message.split("\n") : [];
    throw new ConfigurationError("OpenAPI description", `this is not YAML: ${first.slice(0, 200)}`);
  }
}
