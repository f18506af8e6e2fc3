/** Values of sources that are secrets, so that they are masked wherever text leaves: results, records, questions, errors. */
import type { Source, SourceApi, SourceValue } from "../list/source.ts";
import { readSourceValues } from "./source-values.ts";
import { splitAuth } from "./split-auth.ts";

const TELLING = /key|token|secret|passw|auth|credential|cookie/i;

export function sourceSecrets(
  sources: readonly Source[],
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sources.flatMap(({ name, server }) => {
      const given: Readonly<Record<string, SourceValue>> =
        server.kind === "program" ? server.env : server.headers;
      const { values } = readSourceValues(given, environment);
      return [
        ...Object.entries(values)
          .filter(([word]) => TELLING.test(word))
          .map(([word, value]) => [`${name}/${word}`, value.replace(/^Bearer /, "")]),
        ...(server.kind === "openapi" ? apiSecrets(name, server, environment) : []),
      ];
    }),
  );
}

/** The whole text, and what follows a user's name in it. */
function apiSecrets(
  name: string,
  { auth = "" }: SourceApi,
  environment: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string])[] {
  const { text } = splitAuth(auth);
  const { auth: value = "" } = readSourceValues({ auth: text }, environment).values;
  const password = value.slice(value.indexOf(":") + 1);
  return [
    [`${name}/auth`, value],
    [`${name}/password`, password],
  ].flatMap(([word = "", secret = ""]) => (secret === "" ? [] : [[word, secret] as const]));
}
