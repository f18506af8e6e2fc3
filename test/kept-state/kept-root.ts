/** Where kept state lies while it is made and while it is tested: recorded paths are absolute, and the chain seals them. */
export const KEPT_ROOT = "/tmp/toolplane-kept";
