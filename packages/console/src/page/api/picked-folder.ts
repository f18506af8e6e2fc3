/** The folder that this tab shows, where a person picked another than the console's own. Each tab has its own. */

const PICKED = "toolplane.folder";

export function pickedFolder(): string | null {
  return window.sessionStorage.getItem(PICKED);
}

/** Null: the console's own. The page is loaded again: what it shows is of one folder, or of the other. */
export function pickFolder(folder: string | null): void {
  if (folder === null) window.sessionStorage.removeItem(PICKED);
  else window.sessionStorage.setItem(PICKED, folder);
  // A session or a call that is open belongs to no folder's list, so the list above it is shown.
  window.location.assign(`/${window.location.pathname.split("/")[1] ?? ""}`);
}
