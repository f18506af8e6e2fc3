/**
 * Reads where the record is, and where its keys are. What a variable holds is taken out of this process's environment at once, so no program that is
 * started later inherits it. What is missing is said when the record is opened: commands that need none go on.
 */
import { ConfigurationError } from "@toolplane/contract";
import { readBoundedFile } from "@toolplane/disk/own-files";
import type { RecordSetting, RecordSource } from "./record-setting.ts";

export interface RecordPlace {
  /** Null: the file of this machine. */
  readonly database: DatabasePlace | null;
  /** Null: the machine's own. */
  readonly key: KeyPlace | null;
  readonly oldKeys: readonly KeyPlace[];
}

export interface DatabasePlace {
  /** With its password: it is handed to the driver, and shown nowhere. */
  url(): string;
  /** The same of the database itself, where the other is a pooler's. */
  directUrl(): string;
}

export type KeyPlace = { readonly file: string } | { readonly name: string; bytes(): Uint8Array };

export interface RecordSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Forgets a variable of this process. */
  readonly forget: (name: string) => void;
}

export function readRecordPlace(
  setting: RecordSetting | null,
  around: RecordSurroundings,
): RecordPlace | null {
  if (setting === null) return null;
  const { key, oldKeys = [] } = setting;
  return {
    database: databaseOf(setting, around),
    key: key === undefined ? null : keyOf(key, around),
    oldKeys: oldKeys.map((source) => keyOf(source, around)),
  };
}

function databaseOf(
  { postgres, direct }: RecordSetting,
  around: RecordSurroundings,
): DatabasePlace | null {
  if (postgres === undefined) return null;
  const url = addressOf(postgres, around);
  return { url, directUrl: direct === undefined ? url : addressOf(direct, around) };
}

function addressOf(source: string | RecordSource, around: RecordSurroundings): () => string {
  return typeof source === "string" ? () => source : textOf(source, around);
}

function keyOf(source: RecordSource, around: RecordSurroundings): KeyPlace {
  if ("file" in source) return { file: fullPath(source.file, around.home) };
  const text = textOf(source, around);
  return {
    name: source.env,
    bytes() {
      const bytes = Buffer.from(text(), /^[0-9a-f]{64}$/i.test(text()) ? "hex" : "base64");
      if (bytes.length === KEY_BYTES) return new Uint8Array(bytes);
      throw new ConfigurationError(
        "record",
        `the variable ${source.env} must hold a key of ${KEY_BYTES} bytes, as 64 hexadecimal digits or in base64`,
      );
    },
  };
}

const KEY_BYTES = 32;

function textOf(source: RecordSource, around: RecordSurroundings): () => string {
  if ("file" in source) {
    const path = fullPath(source.file, around.home);
    return () => readPrivate(path, source.file);
  }
  const text = around.environment[source.env] ?? "";
  around.forget(source.env);
  return () => {
    if (text !== "") return text;
    throw new ConfigurationError("record", `the variable ${source.env} is not set`);
  };
}

function readPrivate(path: string, shown: string): string {
  const bytes = readBoundedFile({
    path,
    shown,
    check: ({ mode }) => ((mode & 0o077) === 0 ? null : "can be read by others: chmod 600 it"),
  });
  const text = bytes?.toString().trim() ?? "";
  if (text !== "") return text;
  throw new ConfigurationError("record", `${shown} is not there, or empty`);
}

function fullPath(path: string, home: string): string {
  return path.replace(/^~(?=\/)/, home);
}
