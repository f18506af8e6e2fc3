/** Drives, UNC and device forms of Windows, and its way up: there they would leave what here is one odd name. */
const WINDOWS_FORM = /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\|\/\/[?.]\/)|(?:^|[\\/])\.\.\\/;

/** True for a text that is a path on Windows only. */
export function isWindowsPath(text: string): boolean {
  return WINDOWS_FORM.test(text);
}
