/** A body as it goes out. */
export interface CallBody {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}
