import type { ConfigFile } from "../files/read-config-file.ts";

/**
 * A file without what it sets and allows. Its rules have been compiled before. Its checks stay: what a person trusted once narrows
 * on; of what nobody trusted, the caller runs none.
 */
export function onlyStricter({ rules, ...file }: ConfigFile): ConfigFile {
  if (rules === null) return { ...file, values: {}, rules };
  const kept = rules.rules.flatMap((rule, index) =>
    rule.action === "allow" ? [] : [{ rule, line: rules.lines?.[index] ?? 0 }],
  );
  return {
    ...file,
    values: {},
    rules: {
      scope: rules.scope,
      file: file.file,
      rules: kept.map(({ rule }) => rule),
      lines: kept.map(({ line }) => line),
    },
  };
}
