import { ConfigurationError } from "@toolplane/contract";

/** A package that is not installed with the library. */
export interface WantedPackage<Module> {
  /** The part that needs it, as a sentence begins. */
  readonly what: string;
  /** The setting that asked for it. */
  readonly where: string;
  readonly load: () => Promise<Module>;
}

/**
 * Loads a package that the library does not install: it is large, and most programs use none. Rejects with a ConfigurationError that
 * says what to install when the package itself is missing; every other failure stays as it is.
 */
export async function loadPackage<Module>(
  name: string,
  { what, where, load }: WantedPackage<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isAbsent(error, name)) throw error;
    throw new ConfigurationError(
      where,
      `${what} needs the package ${name}, which is not installed. Next: npm install ${name}`,
    );
  }
}

/** A package that is there and misses a part of its own says another name. */
function isAbsent(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(`'${name}'`);
}
