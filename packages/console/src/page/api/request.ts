/** One request to the API. A refusal is an ApiFault with the API's words. */
import { pageMark } from "./page-mark.ts";
import { pickedFolder } from "./picked-folder.ts";

export interface ApiFault {
  readonly status: number;
  readonly message: string;
}

export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ApiFault };

const BASE = "/api/v1";

export function getJson<T>(path: string, signal?: AbortSignal): Promise<Answered<T>> {
  return send<T>(path, { method: "GET", ...(signal ? { signal } : {}) });
}

export function sendJson<T>(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Answered<T>> {
  return send<T>(path, {
    method,
    ...(signal ? { signal } : {}),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
}

function folderHeader(): Readonly<Record<string, string>> {
  const folder = pickedFolder();
  return folder === null ? {} : { "x-toolplane-folder": encodeURIComponent(folder) };
}

async function send<T>(path: string, init: RequestInit): Promise<Answered<T>> {
  try {
    const response = await fetch(`${BASE}${path}`, {
      ...init,
      headers: { ...init.headers, "x-toolplane-console": pageMark(), ...folderHeader() },
      credentials: "same-origin",
    });
    const value = (await response.json()) as T & { readonly error?: { readonly message: string } };
    if (response.ok) return { ok: true, value };
    return {
      ok: false,
      fault: { status: response.status, message: value.error?.message ?? "It failed." },
    };
  } catch {
    return {
      ok: false,
      fault: { status: 0, message: "The server does not answer. Is it still running?" },
    };
  }
}
