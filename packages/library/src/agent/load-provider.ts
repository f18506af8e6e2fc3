import { ConfigurationError } from "@toolplane/contract";

/**
 * Loads the package of a model provider. The library installs none: a provider is large, and most programs use one. Rejects with a
 * ConfigurationError that says what to install when the package itself is missing; every other failure stays as it is.
 */
export async function loadProvider<Module>(
  name: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isAbsent(error, name)) throw error;
    throw new ConfigurationError(
      "model",
      `This model needs the package ${name}, which is not installed. Next: npm install ${name}`,
    );
  }
}

/** A provider that is there and misses a part of its own says another name. */
function isAbsent(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(`'${name}'`);
}
