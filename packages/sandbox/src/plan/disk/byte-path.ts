/** Byte paths are for everybody who touches names on disk; the plan's own files find them here. */
export {
  below,
  isGitFolder,
  isWithin,
  nameOf,
  parentOf,
  toBytePath,
  toFsPath,
  toText,
} from "@toolplane/disk/paths";
