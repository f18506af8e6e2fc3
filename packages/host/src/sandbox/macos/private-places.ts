// data table: places of a Mac that belong to people; all else is the system base there.
/** Closed to reading unless the reach opens a part of them. */
export const PRIVATE_PLACES: readonly string[] = [
  "/Users",
  "/Volumes",
  "/Network",
  "/private/tmp",
  "/private/var/folders",
  "/private/var/root",
  "/private/var/db",
  "/private/var/run",
  "/private/etc/master.passwd",
  "/private/etc/sudoers",
  "/private/etc/ssh",
  "/Library/Keychains",
];
