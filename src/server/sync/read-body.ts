import { WrongRequest } from '../../http/failure.ts';

/** The body of a request as text. Throws `WrongRequest` 413 beyond a bound. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return Buffer.from(await readBody(request, maxBytes)).toString('utf8');
}

/** The body of a request. Throws `WrongRequest` 413 beyond a bound. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new WrongRequest(413, `The body has more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
