/** Bytes of memory that files in `/dev/shm` may take. It is each command's own, and what it holds goes with the command. */
export const SHARED_MEMORY_BYTES: number = 256 * 1_024 * 1_024;
