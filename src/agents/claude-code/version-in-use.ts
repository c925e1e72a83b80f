import { asString, isJsonObject, parseJson } from '../../core/json.ts';
import type { AgentEnvironment } from '../shared/contract.ts';
import { readHead } from '../shared/transcripts/transcript-files.ts';
import { findTranscripts } from './places.ts';

/** Bytes of the newest transcript in which a line names the version. */
const HEAD_BYTES = 64 * 1024;

/** The version that wrote the newest transcript, as `2.1.330`; `undefined` when no transcript says it. */
export function versionInUse(environment: AgentEnvironment): string | undefined {
  const [newest] = findTranscripts(environment).toSorted((one, other) => other.modifiedAt - one.modifiedAt);
  const lines = newest === undefined ? [] : (readHead(newest.path, HEAD_BYTES) ?? '').split('\n');
  for (const text of lines) {
    const line = parseJson(text);
    const version = isJsonObject(line) ? asString(line.version) : undefined;
    if (version !== undefined && /^\d+\.\d+\.\d+/.test(version)) return version;
  }
  return undefined;
}

/** True when `version` is older than `other`; both as `2.1.330`, what follows the third number is ignored. */
export function isOlder(version: string, other: string): boolean {
  const parts = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10));
  const [one, two] = [parts(version), parts(other)];
  const at = one.findIndex((part, index) => part !== two[index]);
  return at >= 0 && (one[at] ?? 0) < (two[at] ?? 0);
}
