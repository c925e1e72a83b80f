import { CairnError } from '../core/errors.ts';
import { asObject } from '../core/json.ts';
import { getJson } from '../platform/http/post-json.ts';

const PACKAGE = 'cairn-memory';
const REGISTRY = 'https://registry.npmjs.org';
const ASK_MS = 10_000;
const ANSWER_BYTES = 4 * 1024 * 1024;

/** What a registry of npm packages says of Cairn. */
export interface NewestVersion {
  /** The registry that was asked. */
  registry: string;
  /** The newest version in it; absent where it has none. */
  version?: string;
}

/**
 * Asks the registry that npm is set to (`npm_config_registry`, else the public one) for the newest version. Nothing but the
 * package's name is sent. Throws `timeout`, `cancelled`, or `unsupported` where it cannot be asked.
 */
export async function findNewestVersion(
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<NewestVersion> {
  const registry = (env.npm_config_registry ?? REGISTRY).replace(/\/+$/, '');
  const url = `${registry}/${PACKAGE}/latest`;
  const outcome = await getJson({ url, headers: {}, timeoutMs: ASK_MS, maxBytes: ANSWER_BYTES, signal });
  if (outcome.kind === 'answer') {
    const { version } = asObject(outcome.value);
    if (typeof version === 'string' && /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) return { registry, version };
  }
  if (outcome.kind === 'status' && outcome.status === 404) return { registry };
  const code = outcome.kind === 'timeout' ? 'timeout' : 'unsupported';
  throw new CairnError(code, `${registry} cannot be asked for the newest version: ${outcome.kind}.`, {
    fix: 'Look whether this machine is online, or ask another registry: npm_config_registry=ADDRESS cairn update',
  });
}
