/** Values of sources that are secrets, so that they are masked wherever text leaves: results, records, questions, errors. */
import type { Source, SourceValue } from "../list/source.ts";
import { readValues } from "./read-values.ts";

const TELLING = /key|token|secret|passw|auth|credential|cookie/i;

export function sourceSecrets(
  sources: readonly Source[],
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sources.flatMap(({ name, server }) => {
      const given: Readonly<Record<string, SourceValue>> =
        server.kind === "program" ? server.env : server.headers;
      const { values } = readValues(given, environment);
      return Object.entries(values)
        .filter(([word]) => TELLING.test(word))
        .map(([word, value]) => [`${name}/${word}`, value.replace(/^Bearer /, "")]);
    }),
  );
}
