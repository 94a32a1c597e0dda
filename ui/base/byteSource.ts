/** Bytes that are read in parts, because all of them may not fit into the memory. */
export interface ByteSource {
  readonly size: number;
  /** Ask only within `size`. If the result is shorter, the source has fewer bytes than `size` says. */
  read(from: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A source that also gives a part as it arrives. */
export interface StreamSource extends ByteSource {
  /** Hands the part to `consume`, which may stop early, and closes the stream when the promise of `consume` ends. */
  stream<T>(
    from: number,
    length: number,
    consume: (bytes: ReadableStream<Uint8Array>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
}

export function blobSource(blob: Blob): StreamSource {
  const part = (from: number, length: number) => blob.slice(from, from + length);
  return {
    size: blob.size,
    async read(from, length, signal) {
      signal?.throwIfAborted();
      return new Uint8Array(await part(from, length).arrayBuffer());
    },
    async stream(from, length, consume, signal) {
      signal?.throwIfAborted();
      return consume(part(from, length).stream());
    },
  };
}

/** Reads a part of the source at once. Ask the result for positions in the whole source, but only within the part. */
export async function readSpan(
  source: StreamSource,
  from: number,
  length: number,
  signal?: AbortSignal,
): Promise<StreamSource> {
  const span = await source.stream(
    from,
    length,
    (bytes) => new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).blob(),
    signal,
  );
  const { read, stream } = blobSource(span);
  return {
    size: source.size,
    read: (at, count, ...rest) => read(at - from, count, ...rest),
    stream: (at, count, ...rest) => stream(at - from, count, ...rest),
  };
}
