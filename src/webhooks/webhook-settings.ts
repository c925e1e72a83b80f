import { shortSetting } from '../config/mask-setting.ts';
import type { Settings } from '../config/settings.ts';
import { CairnError } from '../core/errors.ts';
import { hashBase32 } from '../core/hash.ts';
import { isLoopback } from '../platform/http/server-url.ts';

/** What messages can tell of, and their types. */
export const WEBHOOK_KINDS = {
  knowledge: ['knowledge.added'],
  summaries: ['summary.ready'],
  failures: ['command.failed', 'turn.failed'],
  sessions: ['session.started', 'session.ended'],
} as const;

/** A kind of what messages tell of. */
export type WebhookKind = keyof typeof WEBHOOK_KINDS;

/** The type of a message. */
export type WebhookType = (typeof WEBHOOK_KINDS)[WebhookKind][number];

/** An address to which messages are sent. */
export interface WebhookAddress {
  /** Names its queue: 16 base32 characters of a hash. */
  key: string;
  url: string;
  /** As it may be shown: without what can hold a secret. */
  shown: string;
}

/** Whom to tell, what, and under which secret. */
export interface WebhookConfig {
  addresses: readonly WebhookAddress[];
  secret: Uint8Array;
  kinds: ReadonlySet<WebhookKind>;
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;
const SECRET_BYTES = { least: 24, most: 64 };

/** Reads the settings of webhooks; `undefined` where no address is set. Throws `invalid_input` for what is wrong in them. */
export function readWebhookSettings(
  settings: Pick<Settings, 'webhooks.urls' | 'webhooks.secret' | 'webhooks.kinds'>,
): WebhookConfig | undefined {
  const urls = [...new Set(settings['webhooks.urls'])];
  if (urls.length === 0) return undefined;
  return {
    addresses: urls.map(toAddress),
    secret: toSecret(settings['webhooks.secret']),
    kinds: new Set(settings['webhooks.kinds'].map(toKind)),
  };
}

function toAddress(text: string): WebhookAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = shortSetting(text);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))) {
    throw wrong(
      `webhooks.urls: ${shown} is neither an https address nor one of this machine.`,
      'webhooks.urls ADDRESS',
    );
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw wrong(`webhooks.urls: ${shown} has a name, a password or a # in it.`, 'webhooks.urls ADDRESS');
  }
  return { key: hashBase32([url.href]), url: url.href, shown };
}

function toSecret(text: string): Uint8Array {
  const bytes = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64');
  if (bytes.length >= SECRET_BYTES.least && bytes.length <= SECRET_BYTES.most) return bytes;
  const message =
    text === ''
      ? 'webhooks.secret is not set: nothing is sent unsigned.'
      : `webhooks.secret is not whsec_ and ${SECRET_BYTES.least} to ${SECRET_BYTES.most} bytes in base64.`;
  throw wrong(message, 'webhooks.secret "whsec_$(openssl rand -base64 32)"');
}

function toKind(text: string): WebhookKind {
  const names = Object.keys(WEBHOOK_KINDS) as WebhookKind[];
  const kind = names.find((name) => name === text);
  if (kind !== undefined) return kind;
  const message = `webhooks.kinds: "${text.slice(0, 40)}" is none of ${names.join(', ')}.`;
  throw wrong(message, `webhooks.kinds ${names.join(',')}`);
}

function wrong(message: string, set: string): CairnError {
  return new CairnError('invalid_input', message, { fix: `cairn config set ${set}` });
}
