/**
 * The mark that came with the printed address: the cookie alone opens nothing, for the browser sends it to every server of this
 * machine, and this one stays where only pages of this very address can read it.
 */
import { pickedFolder } from "./picked-folder.ts";

const KEPT = "toolplane.mark";
const HASH = "#mark=";

/** Takes the mark out of the address, so that it is in no history and in no picture of the screen. Once, before the first request. */
export function takePageMark(): void {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(HASH)) return;
  window.localStorage.setItem(KEPT, hash.slice(HASH.length));
  window.history.replaceState(window.history.state, "", `${pathname}${search}`);
}

export function pageMark(): string {
  return window.localStorage.getItem(KEPT) ?? "";
}

/** The address of something that the browser itself fetches: a stream or a download, to which no header can be added. */
export function markedHref(path: string): string {
  const url = new URL(path, window.location.origin);
  url.searchParams.set("mark", pageMark());
  const folder = pickedFolder();
  if (folder !== null) url.searchParams.set("folder", folder);
  return `${url.pathname}${url.search}`;
}
