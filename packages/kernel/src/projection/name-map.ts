/**
 * Names that a provider takes, and the way back. A flat name that fits stays as it is. One that does not (dots, colons, too
 * long) has the strange characters replaced and ends in `_h` and a digest of the whole name, so it depends on nothing but
 * itself: not on the order of the list, not on what else is in it, and a prompt cache holds when tools come and go. A name that
 * merely ends like that gets a digest too; so a made name never meets one that stayed, and a server cannot take another tool's
 * place by calling itself what that one will be called. Should two digests meet after all, both get a longer one.
 */
import { hash } from "node:crypto";

/** A provider's rule for names. */
export interface NameRule {
  readonly fits: RegExp;
  readonly strange: RegExp;
  readonly maxLength: number;
}

/** OpenAI, Anthropic and most others. */
export const MODEL_NAMES: NameRule = {
  fits: /^[A-Za-z0-9_-]{1,64}$/,
  strange: /[^A-Za-z0-9_-]/g,
  maxLength: 64,
};

/** The rule of the MCP specification for a tool's name. */
export const MCP_NAMES: NameRule = {
  fits: /^[A-Za-z0-9_.-]{1,128}$/,
  strange: /[^A-Za-z0-9_.-]/g,
  maxLength: 128,
};

export interface NameMap {
  shown(name: string): string;
  /** The flat name behind a shown one. A name that was never shown goes through as it is: the road judges it. */
  flat(shown: string): string;
}

const DIGEST_LENGTHS = [8, 16, 32] as const;
const MADE = /_h(?:[0-9a-f]{8}|[0-9a-f]{16}|[0-9a-f]{32})$/;

/** Maps a list of distinct flat names. */
export function createNameMap(names: Iterable<string>, rule: NameRule): NameMap {
  const toShown = new Map<string, string>();
  const toFlat = new Map<string, string>();
  let unfit: string[] = [];
  for (const name of names) {
    if (!rule.fits.test(name) || MADE.test(name)) unfit.push(name);
    else toFlat.set(name, name);
  }
  for (const length of DIGEST_LENGTHS) {
    const made = Map.groupBy(unfit, (name) => makeName(name, rule, length));
    unfit = [];
    for (const [shown, [name = "", ...others]] of made) {
      if (others.length > 0) {
        unfit.push(name, ...others);
        continue;
      }
      toShown.set(name, shown);
      toFlat.set(shown, name);
    }
  }
  return {
    shown: (name) => toShown.get(name) ?? name,
    flat: (shown) => toFlat.get(shown) ?? shown,
  };
}

function makeName(name: string, { strange, maxLength }: NameRule, length: number): string {
  // JSON spells half characters apart, where UTF-8 would make them all the same.
  const digest = hash("sha256", JSON.stringify(name), "hex").slice(0, length);
  return `${name.replace(strange, "_").slice(0, maxLength - length - 2)}_h${digest}`;
}
