/** The version of the kernel that tools name in `requiredCoreVersion`. A test compares it with the package. */
export const CORE_VERSION = "0.1.0";
