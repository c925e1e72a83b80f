import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CairnError } from '../../core/errors.ts';
import { asObject, type JsonValue, parseJson } from '../../core/json.ts';
import { WrongRequest } from '../../http/failure.ts';
import { SYNC_LIMITS } from '../../sync/wire.ts';

const unpack = promisify(gunzip);
/** Bytes of a body that are taken in, so that who sends it hears why it is refused; a longer one is cut off. */
const DRAINED_BYTES = 4 * SYNC_LIMITS.requestBytes;

/**
 * The records of a push, which are not checked yet. Throws `WrongRequest`: 413 for a body beyond the bounds, packed or not, 400
 * for one that is no JSON of records, 415 for another encoding.
 */
export async function readRecords(request: Request): Promise<readonly JsonValue[]> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new WrongRequest(415, `The body is packed as ${encoding.slice(0, 20)}; gzip is taken.`);
  const bytes = await readBytes(request);
  const text = encoding === 'gzip' ? await unpacked(bytes) : bytes;
  const { records } = asObject(parseJson(text.toString('utf8')));
  if (!Array.isArray(records)) throw new WrongRequest(400, 'The body has no list of records.', { fix: SHAPE });
  if (records.length > SYNC_LIMITS.records) throw tooLarge(`more than ${SYNC_LIMITS.records} records`);
  return records;
}

const SHAPE = 'Send {"records": [...]} as JSON.';

async function readBytes(request: Request): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > DRAINED_BYTES) break;
    if (size <= SYNC_LIMITS.requestBytes) parts.push(part);
    else parts.length = 0;
  }
  if (size > SYNC_LIMITS.requestBytes) throw tooLarge('more than 4 MiB');
  return Buffer.concat(parts);
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: SYNC_LIMITS.requestBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('more than 4 MiB');
    throw new CairnError('invalid_input', 'The body is no gzip.', { fix: SHAPE, cause });
  }
}

function tooLarge(what: string): WrongRequest {
  return new WrongRequest(413, `The body has ${what}.`, { fix: 'Send them in parts.' });
}
