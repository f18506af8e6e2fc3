/** What all tools together may touch, for someone who has not met our patterns yet. What has no plain words is shown as it is. */
import type { RequirementSet } from "@toolplane/contract";
import { describeRequirements } from "@toolplane/kernel";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

const PLACES: Readonly<Record<string, string>> = {
  "{workspace}/**": "the project",
  "{scratch}/**": "scratch (/tmp)",
  "{added}/**": "folders that you add",
  "{ad-hoc}/**": "files that you open beside it",
};

export function requirementLines(requires: RequirementSet, width: number): readonly string[] {
  const { fs, net, shell, env, capabilities } = requires;
  const commands = describeRequirements({ shell: shell ?? [] });
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["read", (fs?.read ?? []).map(placeOf)],
    ["write", (fs?.write ?? []).map(placeOf)],
    ["reach", widest(net?.hosts ?? [], ["*:*", "**"], "any host")],
    [
      "run",
      widest(
        commands.map((text) => text.replace(/^shell\.run /, "")),
        ["*"],
        "any command",
      ),
    ],
    ["see", (env ?? []).map((name) => `the variable ${name}`)],
    ["use", capabilities ?? []],
  ];
  return [
    "The tools here may at most",
    ...rows
      .filter(([, things]) => things.length > 0)
      .flatMap(([verb, things]) => {
        const [first = "", ...more] = indentText(
          things.map(escapeText).join(", "),
          "         ",
          width,
        );
        return [`  ${verb.padEnd(5)}  ${first.trimStart()}`, ...more];
      }),
    ...wrapText("The rules decide inside of this; what lies outside asks in any case.", width),
  ];
}

function placeOf(pattern: string): string {
  return PLACES[pattern] ?? pattern;
}

/** Where everything is named, the rest says nothing more. */
function widest(
  things: readonly string[],
  everything: readonly string[],
  words: string,
): readonly string[] {
  return things.some((thing) => everything.includes(thing)) ? [words] : things;
}
