import type { SettingOrigin, Settings } from "@toolplane/library/rooms/settings";
import { readSettings, SETTING_NAMES } from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { line, type Shown, table } from "../../terminal/shown/shown.ts";

export const runConfig: CommandRun = async (context) => {
  const settings = await readSettings(context);
  return { json: asJson(settings), shown: [settingTable(settings), line(), placeTable(settings)] };
};

function settingTable(settings: Settings): Shown {
  return table({
    columns: [
      { title: "setting" },
      { title: "value", shrink: 12 },
      { title: "from", shrink: 16, keep: "end" },
    ],
    rows: SETTING_NAMES.map((name) => ({
      cells: [name, valueText(settings[name]), originText(settings.origins[name])],
    })),
  });
}

function placeTable(settings: Settings): Shown {
  const rows: readonly (readonly [string, string])[] = [
    ["workspace", settings.workspace ?? "none"],
    ["project", settings.project.state],
    ["your config", settings.configFolder],
    ["your data", settings.userData],
    ...settings.policy.map(
      ({ file, scope, rules }) => ["rules", `${rules.length} in ${file ?? scope}`] as const,
    ),
  ];
  return table({
    columns: [{ title: "what" }, { title: "where", shrink: 20, keep: "end" }],
    rows: rows.map((cells) => ({ cells })),
    hasHead: false,
  });
}

function asJson(settings: Settings): unknown {
  return {
    values: Object.fromEntries(
      SETTING_NAMES.map((name) => [
        name,
        { value: settings[name], origin: settings.origins[name] },
      ]),
    ),
    workspace: settings.workspace,
    project: settings.project,
    configFolder: settings.configFolder,
    userData: settings.userData,
    policy: settings.policy,
  };
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value;
  // Lists in an object say nothing while they are empty.
  return JSON.stringify(value, (name, part) =>
    name !== "" && Array.isArray(part) && part.length === 0 ? undefined : part,
  );
}

function originText(origin: SettingOrigin): string {
  switch (origin.layer) {
    case "bundled":
      return "toolplane";
    case "profile":
      return `profile ${origin.name}`;
    case "global":
    case "project":
      return `${origin.file}:${origin.line}`;
    case "environment":
    case "flag":
      return origin.name;
  }
}
