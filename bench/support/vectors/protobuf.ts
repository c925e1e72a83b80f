/** A field of a protobuf message: its number, and a whole number, a text, bytes, a 32-bit float or a message. */
export type ProtoField = [number, number | string | Uint8Array | { float: number } | ProtoField[]];

/** A protobuf message as bytes, in pieces: large fields are not copied. */
export function encodeProto(fields: readonly ProtoField[]): Uint8Array[] {
  return fields.flatMap(([field, value]) => {
    if (typeof value === 'number') return [varint(field << 3), varint(value)];
    if (typeof value === 'string') return delimited(field, [Buffer.from(value)]);
    if (value instanceof Uint8Array) return delimited(field, [value]);
    if (Array.isArray(value)) return delimited(field, encodeProto(value));
    return [varint((field << 3) | 5), new Uint8Array(Float32Array.of(value.float).buffer)];
  });
}

function delimited(field: number, parts: Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint((field << 3) | 2), varint(length), ...parts];
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}
