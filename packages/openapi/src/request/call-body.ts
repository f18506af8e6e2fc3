export interface CallBody {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}
