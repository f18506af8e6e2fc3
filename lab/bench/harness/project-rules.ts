import type { Rule } from "@toolplane/contract";

/** A project's rules as people write them: twelve for each of four capabilities behind the given ones. */
export function projectRules(...first: readonly Rule[]): readonly Rule[] {
  const rules = [...first];
  for (let index = 0; index < 12; index += 1) {
    rules.push(
      { permission: "fs.read", pattern: `{workspace}/private-${index}/**`, action: "deny" },
      { permission: "fs.write", pattern: `{workspace}/src/part-${index}/*.ts`, action: "ask" },
      { permission: "bash", pattern: `npm run task-${index} *`, action: "allow" },
      { permission: "net.fetch", pattern: `api-${index}.example.com`, action: "allow" },
    );
  }
  return rules;
}
