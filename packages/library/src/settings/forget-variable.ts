/**
 * Takes a secret out of what programs inherit: out of this process, and out of a copy of its environment, which is spread or handed to
 * a program. Settings are read again, so the copy still gives it by its name.
 */
export function forgetVariable(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  delete process.env[name];
  const value = environment[name];
  if (environment !== process.env && value !== undefined)
    Object.defineProperty(environment, name, { value, enumerable: false });
}
