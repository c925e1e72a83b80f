import type { AnyItem, Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { Category } from '../../core/model/kinds.ts';

/** Categories by file, by command and by words; the first row that fits counts. */
const BY_FILE: readonly (readonly [Category, RegExp])[] = [
  ['testing', /(?:^|[/_.-])(?:tests?|specs?|__tests__|e2e|fixtures?|conftest)(?:[/_.-]|$)/i],
  [
    'security',
    /(?:^|[/_.-])(?:auth\w*|oauth|login|passwords?|permissions?|secrets?|crypto|csrf|cors|acl|rbac|tokens?|jwt|sanitiz\w*|redact\w*|security)(?:[/_.-]|$)/i,
  ],
  ['docs', /\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:docs?|LICENSE|README|CHANGELOG)(?:[/.]|$)/i],
  ['architecture', /(?:^|\/)(?:migrations?|schema|adr|rfcs?)(?:[/.]|$)|\.(?:proto|graphql|prisma)$/i],
  [
    'config',
    /\.(?:ya?ml|toml|ini|jsonc?|env|conf|cfg|lock|mod|sum)$|(?:^|\/)(?:Dockerfile|Makefile|\.[\w.-]+rc|\.github|\.gitignore|[\w.-]+\.config\.\w+)/,
  ],
];
const BY_COMMAND: readonly (readonly [Category, RegExp])[] = [
  [
    'testing',
    /\b(?:tests?|vitest|jest|pytest|rspec|mocha|playwright|cypress|phpunit|coverage)\b|^(?:go|cargo|mix|npm|pnpm|yarn|bun) test\b/,
  ],
  ['security', /\b(?:audit|gitleaks|trivy|snyk|semgrep|openssl|gpg|ssh-keygen)\b/],
  ['debugging', /\b(?:gdb|lldb|strace|dmesg|journalctl|logs?|pprof|perf|valgrind)\b/],
  [
    'config',
    /^(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|gem|bundle|mix|brew|apt|apt-get) (?:i|install|ci|add|remove|get|mod|sync|update|deps\.get)\b|^(?:docker|kubectl|helm|terraform|systemctl|chmod|env)\b/,
  ],
];
const BY_WORDS: readonly (readonly [Category, RegExp])[] = [
  [
    'security',
    /\b(?:security|vulnerabilit\w+|xss|csrf|sql injection|injection|exploit|credentials?|secrets?|encrypt\w*|permissions?|authenticat\w+|authori[sz]\w+|sandbox\w*)\b/i,
  ],
  ['testing', /\b(?:(?:unit|integration|e2e|failing|flaky) tests?|tests?|coverage|fixtures?|mocks?)\b/i],
  [
    'debugging',
    /\b(?:debug\w*|bugs?|crash\w*|stack ?trace|traceback|fail(?:s|ed|ing|ure)?|errors?|broken|regression|fix(?:e[sd]|ing)?)\b/i,
  ],
  ['docs', /\b(?:docs?|document(?:ation|ed|s)?|readme|changelog|tutorial)\b/i],
  ['refactoring', /\b(?:refactor\w*|renam\w+|clean(?:ing|ed)?[- ]?up|simplif\w+|restructur\w*|dead code|dedup\w*)\b/i],
  [
    'architecture',
    /\b(?:architectur\w*|design(?:ed|s)?|schemas?|migrations?|interfaces?|modules?|layers?|protocols?|data model|queues?|databases?|scal(?:e|ing|able))\b/i,
  ],
  ['config', /\b(?:config\w*|settings?|dependenc\w+|env(?:ironment)? variables?|ci|pipeline|docker\w*|deploy\w*)\b/i],
  ['feature-dev', /\b(?:features?|implement\w*|add(?:s|ed|ing)?|support|creat\w+|introduc\w+)\b/i],
];
const WORDS_CHARS = 400;

/** The category of an item, by its files, its command, its meaning, then its words; `general` when none fits. */
export function categoryOf(item: Pick<AnyItem, 'kind' | 'title' | 'text' | 'detail'>): Category {
  const { detail } = item;
  const { observation, subtitle = '', success } = detailOfKind(item, 'observation');
  const files = [...(detail.filesChanged ?? []), ...(detail.filesRead ?? [])];
  const isCommand = observation === 'command';
  return (
    find(BY_FILE, (pattern) => files.some((file) => pattern.test(file))) ??
    (isCommand ? find(BY_COMMAND, (pattern) => pattern.test(subtitle)) : undefined) ??
    (isCommand && success === false ? 'debugging' : undefined) ??
    byMeaning(item) ??
    (isCommand || files.length > 0 ? undefined : find(BY_WORDS, (pattern) => pattern.test(wordsOf(item)))) ??
    'general'
  );
}

function byMeaning({ detail }: Pick<Item, 'detail'>): Category | undefined {
  if (detail.meaning === 'bugfix') return 'debugging';
  if (detail.meaning === 'refactor') return 'refactoring';
  return detail.meaning === 'feature' ? 'feature-dev' : undefined;
}

function wordsOf({ title, text }: Pick<Item, 'title' | 'text'>): string {
  return text.startsWith(title) ? text.slice(0, WORDS_CHARS) : `${title}\n${text.slice(0, WORDS_CHARS)}`;
}

function find(
  rows: readonly (readonly [Category, RegExp])[],
  fits: (pattern: RegExp) => boolean,
): Category | undefined {
  return rows.find(([, pattern]) => fits(pattern))?.[0];
}
