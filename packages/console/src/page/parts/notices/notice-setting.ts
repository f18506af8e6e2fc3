/** Keeps this browser's setting for notices of questions while nobody looks at the page: off until a person asks. */

/** `who`: only that a tool asks, and where. `what`: also what it is about to do. */
export type NoticeSetting = "off" | "who" | "what";

const KEPT = "toolplane.notices";
export const NOTICE_SETTINGS: readonly NoticeSetting[] = ["off", "who", "what"];

export function noticeSetting(): NoticeSetting {
  const kept = window.localStorage.getItem(KEPT);
  return NOTICE_SETTINGS.find((one) => one === kept) ?? "off";
}

/** Asks the browser for leave where it is needed. Gives what holds then. */
export async function keepNoticeSetting(wish: NoticeSetting): Promise<NoticeSetting> {
  const mayTell = wish === "off" || (await Notification.requestPermission()) === "granted";
  const setting = mayTell ? wish : "off";
  window.localStorage.setItem(KEPT, setting);
  return setting;
}
