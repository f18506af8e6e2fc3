/** A web API in the words of `sources.jsonc`. */
import type { JsonObject } from "@toolplane/contract";
import type { SourceApi } from "./source.ts";
import type { SourceEntry } from "./source-entry.ts";

/** With it the ids of tools still have room for the operation's own name. */
const MAX_NAME = 29;

export function readApi(description: string, entry: SourceEntry): SourceApi {
  const { only = [], except = [], headers = {}, origins = null } = entry;
  const { server, auth, tokenUrl } = entry;
  return {
    kind: "openapi",
    description,
    only,
    except,
    headers,
    origins,
    ...(server === undefined ? {} : { server }),
    ...(auth === undefined ? {} : { auth }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  };
}

/** Says what is wrong with an entry; null: nothing. */
export function describeApiFault(name: string, entry: SourceEntry): string | null {
  if (entry.openapi === undefined) return null;
  if (name.length > MAX_NAME) return `the name of an API has ${MAX_NAME} characters at the most`;
  const { only = [], except = [], server, tokenUrl, origins = [] } = entry;
  const filter = [...only, ...except].find((word) => !choosesSomething(word));
  if (filter !== undefined)
    return `${JSON.stringify(filter)} chooses nothing; write tag:WORD, path:/WORD, method:GET or an operation's id`;
  const address = [server, tokenUrl].find((text) => text !== undefined && !isWeb(text));
  if (address !== undefined) return `${JSON.stringify(address)} is no http or https address`;
  const origin = origins.find((text) => URL.parse(text)?.origin !== text);
  return origin === undefined
    ? null
    : `${JSON.stringify(origin)} is no origin such as https://api.example.com`;
}

function choosesSomething(word: string): boolean {
  return word.replace(/^(?:tag|id|path|method):/, "").trim() !== "";
}

function isWeb(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}

export function apiJson(api: SourceApi): JsonObject {
  const { description, only, except, server, auth, headers, tokenUrl, origins } = api;
  return {
    openapi: description,
    ...(only.length > 0 ? { only: [...only] } : {}),
    ...(except.length > 0 ? { except: [...except] } : {}),
    ...(server === undefined ? {} : { server }),
    ...(auth === undefined ? {} : { auth }),
    ...(Object.keys(headers).length > 0 ? { headers: { ...headers } } : {}),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    ...(origins === null ? {} : { origins: [...origins] }),
  };
}
