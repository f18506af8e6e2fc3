/** The browser that tests look at pages with. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";
export const hasBrowser: boolean = existsSync(CHROMIUM);

/** Without a graphics card: what imitates one takes more of the processor than drawing the pages does. */
export function launchChromium(): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-rasterization",
    "--disable-software-rasterizer",
  ];
  return chromium.launch({ executablePath: CHROMIUM, args });
}
