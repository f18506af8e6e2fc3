/** Where the record is, and the keys that seal it. Neither a password nor a key is written here. */
export interface RecordSetting {
  /** The database of a team; the file of this machine unless given. */
  readonly postgres?: string | RecordSource;
  /** The database itself, where `postgres` leads to a pooler. */
  readonly direct?: string | RecordSource;
  /** The machine's own key unless given. */
  readonly key?: RecordSource;
  /** Keys from before: they verify, and seal nothing. */
  readonly oldKeys?: readonly RecordSource[];
}

export type RecordSource = { readonly env: string } | { readonly file: string };

const WANTED =
  'null, or an object such as { "postgres": { "env": "TEAM_RECORD" }, "key": { "file": "~/.config/toolplane/team.key" } }';

/** Says what it must be, or null when it is. */
export function recordFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return WANTED;
  const { postgres, direct, key, oldKeys = [], ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || (key !== undefined && !isSource(key))) return WANTED;
  if (!Array.isArray(oldKeys) || !oldKeys.every(isSource)) return OLD_KEYS;
  if (postgres === undefined) return direct === undefined ? null : WANTED;
  return addressFault(postgres) ?? addressFault(direct ?? postgres);
}

function addressFault(address: unknown): string | null {
  if (typeof address === "string") return hasPassword(address) ? WITHOUT_PASSWORD : null;
  return isSource(address) ? null : WANTED;
}

const OLD_KEYS = 'a list of "oldKeys" such as [{ "file": "~/.config/toolplane/team.key.2026" }]';
const WITHOUT_PASSWORD =
  'an address without a password. With one, keep the whole address in a variable or in a file of yours: { "postgres": { "env": "TEAM_RECORD" } }';

function hasPassword(text: string): boolean {
  return /:\/\/[^/?#]*:[^/?#]*@|[?&]password=/i.test(text) || !/^postgres(ql)?:\/\//.test(text);
}

function isSource(value: unknown): value is RecordSource {
  if (typeof value !== "object" || value === null) return false;
  const [[name, text] = [], ...others] = Object.entries(value);
  return (name === "env" || name === "file") && typeof text === "string" && others.length === 0;
}
