// Which room may import which: one row for each folder of `src`, lowest first. Type imports count. A room is a folder;
// the folders of single agents are one room, `agents/*`, and may not import each other.

/** A room and the rooms whose files it may import. */
export interface RoomRow {
  /** Folder below `src`. */
  room: string;
  may: readonly string[];
  /** The folder holds one file for each of these, and so may hold more files than others. */
  oneFileForEach?: string;
}

/** The room of the folders of single agents. */
export const AGENT_ROOM = 'agents/*';

const row = (room: string, may: string): RoomRow => ({ room, may: may.split(' ').filter((name) => name !== '') });

/** All rooms. */
export const ROOMS: readonly RoomRow[] = [
  row('core', ''),
  row('core/text', 'core'),
  row('core/model', 'core core/text'),
  row('agents/shared', 'core core/model'),
  row('privacy/kinds', ''),
  row('privacy/rare', 'core privacy/kinds'),
  row('privacy', 'core core/text privacy/kinds privacy/rare'),
  row('config', 'core core/text privacy'),
  row('platform', 'core config'),
  row('platform/sqlite', 'core platform'),
  row('platform/postgres', 'core platform'),
  row('agents/shared/transcripts', 'core core/model agents/shared platform platform/sqlite privacy'),
  row('agents/shared/dialects', 'core core/model agents/shared privacy agents/shared/transcripts'),
  row('agents/shared/setup', 'core core/text agents/shared agents/shared/transcripts'),
  row(
    'agents/shared/opencode',
    'core core/text core/model agents/shared agents/shared/transcripts agents/shared/dialects agents/shared/setup',
  ),
  row(
    'agents/*',
    'core core/text core/model agents/shared agents/shared/transcripts agents/shared/dialects agents/shared/setup agents/shared/opencode',
  ),
  row('agents', 'agents/shared agents/*'),
  row('api/calls', 'core core/text core/model'),
  row('api', 'core core/model api/calls'),
  row('code/languages', ''),
  row('code/parse', 'core core/model platform privacy/kinds privacy code/languages'),
  row('code/files', 'core platform privacy code/languages'),
  row('code/index', 'core core/text core/model platform privacy/kinds code/languages code/parse code/files'),
  row(
    'code',
    'core core/text core/model platform platform/process privacy api code/languages code/parse code/files code/index',
  ),
  row('api/team', 'api'),
  row('api/schema', 'core core/model api/calls api'),
  row('platform/http', 'core platform'),
  row('platform/process', 'core config platform'),
  row('setup', 'core core/text core/model agents/shared config platform platform/process privacy agents/shared/setup'),
  row('git', 'core platform platform/process'),
  row('client', 'core platform api/calls api platform/http platform/process'),
  row('derive/text', 'core core/text'),
  row('derive/tool', 'core core/text core/model'),
  row('derive/failure', 'core core/text core/model derive/text derive/tool'),
  row('derive/item', 'core core/text core/model derive/text'),
  row('derive/tripwire', 'core core/text core/model derive/text derive/tool derive/item'),
  row('derive/observation', 'core core/text core/model derive/text derive/tool derive/failure derive/item'),
  row('derive/provenance', 'core core/text core/model derive/tool derive/observation'),
  row('derive/claim', 'core core/text core/model derive/text derive/provenance'),
  row(
    'derive/event',
    'core core/text core/model derive/text derive/tool derive/item derive/observation derive/provenance derive/claim',
  ),
  row('store/contract', 'core core/model'),
  row('store/scan', 'core platform'),
  row('store/common', 'core core/text core/model store/contract'),
  row('projects', 'core core/text core/model platform config privacy store/contract'),
  row('retrieval/text', 'core core/text core/model'),
  row('retrieval/query', 'core core/text core/model platform api derive/event store/contract projects retrieval/text'),
  row('retrieval/ranking/features', 'core/text core/model store/contract retrieval/query'),
  row('retrieval/proof', 'core platform'),
  row(
    'retrieval/validity',
    'core core/text core/model derive/tool derive/provenance derive/claim store/contract retrieval/text retrieval/proof',
  ),
  row(
    'retrieval/ranking',
    'core core/text core/model store/contract retrieval/text retrieval/query retrieval/ranking/features retrieval/validity',
  ),
  row(
    'context/lines',
    'core core/text core/model platform derive/failure derive/event derive/item derive/tripwire derive/provenance store/contract retrieval/validity retrieval/ranking retrieval/proof',
  ),
  row(
    'context/file',
    'core core/text core/model derive/event store/contract retrieval/text retrieval/validity context/lines',
  ),
  row('context/proof', 'core core/text core/model platform store/contract retrieval/proof context/lines'),
  row('context/neighbours', 'core/text platform derive/provenance context/lines'),
  row(
    'derive/pattern',
    'core core/text core/model derive/text derive/failure derive/item derive/tripwire derive/observation derive/claim',
  ),
  row(
    'derive/session/sentences',
    'core core/text core/model derive/item derive/provenance derive/claim derive/event derive/pattern',
  ),
  row(
    'derive/session/work',
    'core core/text core/model derive/text derive/tool derive/failure derive/observation derive/provenance derive/event derive/session/sentences',
  ),
  row(
    'derive/session',
    'core core/text core/model derive/tool derive/failure derive/item derive/tripwire derive/observation derive/provenance derive/claim derive/event derive/session/sentences derive/session/work',
  ),
  row(
    'retrieval/passage',
    'core core/text core/model derive/provenance derive/event derive/session/sentences store/contract retrieval/text retrieval/query retrieval/validity',
  ),
  row(
    'retrieval/entries',
    'core core/text core/model api derive/text derive/observation derive/event store/contract retrieval/text retrieval/query retrieval/validity derive/session',
  ),
  row(
    'context/resume',
    'core core/text core/model api derive/event store/contract retrieval/text retrieval/validity retrieval/entries',
  ),
  row(
    'context/threads',
    'core core/text core/model platform derive/event derive/provenance derive/session store/contract projects retrieval/text retrieval/validity retrieval/ranking context/lines retrieval/passage retrieval/entries',
  ),
  row('ingest/excluded', 'core core/model core/text privacy derive/tool'),
  row(
    'ingest',
    'core core/model ingest/excluded agents/shared config platform privacy agents derive/tool derive/event store/contract projects',
  ),
  row(
    'retrieval/search',
    'core core/text core/model api store/contract retrieval/text retrieval/query retrieval/ranking/features retrieval/validity retrieval/ranking retrieval/passage retrieval/entries',
  ),
  row(
    'context',
    'core core/text core/model config platform privacy projects api derive/tool derive/failure derive/tripwire derive/event store/contract retrieval/text retrieval/query retrieval/validity retrieval/ranking context/lines context/file context/proof context/neighbours context/threads ingest retrieval/passage retrieval/search',
  ),
  row(
    'sync',
    'core core/text core/model platform platform/http privacy derive/item derive/failure derive/event derive/pattern derive/session/sentences store/contract ingest',
  ),
  row('sync/folder', 'core platform sync'),
  row('webhooks', 'core core/text core/model config platform platform/http privacy store/contract sync'),
  row('embeddings/embedder', 'core'),
  row('embeddings/tokenize', 'core'),
  row('embeddings/bert', 'core platform platform/process embeddings/embedder embeddings/tokenize'),
  row('embeddings/folder', 'core platform platform/process embeddings/embedder embeddings/tokenize embeddings/bert'),
  row('embeddings/server', 'core core/text platform privacy platform/http embeddings/embedder'),
  row(
    'embeddings',
    'core core/model platform/http embeddings/embedder embeddings/bert embeddings/folder embeddings/server',
  ),
  row('ingest/transcripts', 'core core/model agents/shared platform platform/process privacy store/contract ingest'),
  row(
    'knowledge',
    'core core/text core/model platform privacy derive/item derive/claim store/contract projects ingest retrieval/entries',
  ),
  row('llm/model', 'core core/text'),
  row('llm/command', 'core core/text platform platform/process llm/model'),
  row('llm/purposes', 'core core/text core/model privacy'),
  row('llm/server', 'core core/text platform/http llm/model'),
  row('llm', 'core core/text core/model platform privacy platform/http llm/model llm/command llm/purposes llm/server'),
  row(
    'derive/session/findings',
    'core core/text core/model derive/text derive/failure derive/tripwire derive/provenance derive/claim derive/pattern derive/session/work derive/session',
  ),
  row('pipeline/session-state', 'core core/model platform derive/item derive/provenance derive/event store/contract'),
  row(
    'pipeline',
    'core core/model platform derive/tool derive/item derive/provenance derive/claim derive/event store/contract derive/pattern derive/session derive/session/findings pipeline/session-state',
  ),
  row('store/sqlite/text', 'core platform platform/sqlite store/sqlite/engine'),
  row(
    'store/sqlite/words',
    'core core/text core/model platform/sqlite store/contract store/sqlite/vectors store/sqlite/items store/sqlite/engine',
  ),
  row(
    'store/sqlite/vectors',
    'core core/model platform platform/sqlite store/contract store/scan store/sqlite/words store/sqlite/log store/sqlite/items store/sqlite/engine',
  ),
  row(
    'store/sqlite/log',
    'core core/text core/model platform platform/sqlite store/contract store/common store/sqlite/text store/sqlite/vectors store/sqlite/items store/sqlite/engine store/sqlite/derived',
  ),
  row(
    'store/sqlite/items',
    'core core/text core/model platform/sqlite store/contract store/common store/sqlite/words store/sqlite/vectors store/sqlite/log store/sqlite/engine store/sqlite/derived',
  ),
  row('store/sqlite/migrations', ''),
  row(
    'store/sqlite/engine',
    'core core/text core/model platform platform/sqlite store/contract store/common store/sqlite/text store/sqlite/words store/sqlite/log store/sqlite/items store/sqlite/migrations',
  ),
  row(
    'store/sqlite/derived',
    'core core/model platform/sqlite store/contract store/common store/sqlite/text store/sqlite/log store/sqlite/items store/sqlite/engine',
  ),
  row(
    'store/sqlite/salvage',
    'core core/model platform/sqlite store/common store/sqlite/text store/sqlite/log store/sqlite/engine',
  ),
  row(
    'store/sqlite',
    'platform/sqlite store/contract store/sqlite/words store/sqlite/vectors store/sqlite/log store/sqlite/items store/sqlite/engine store/sqlite/derived',
  ),
  row('store/postgres/migrations', ''),
  row('store/postgres/engine', 'core platform/postgres store/postgres/migrations'),
  row('store/postgres/marks', 'core/model store/postgres/engine'),
  row('store/postgres/log', 'core core/text core/model store/contract store/common store/postgres/engine'),
  row(
    'store/postgres/items',
    'core core/text core/model store/contract store/common store/postgres/engine store/postgres/marks store/postgres/log',
  ),
  row(
    'store/postgres/derived',
    'core core/model store/contract store/common store/postgres/engine store/postgres/items',
  ),
  row(
    'store/postgres/erase',
    'core/model store/contract store/postgres/engine store/postgres/marks store/postgres/log store/postgres/items store/postgres/derived',
  ),
  row(
    'store/postgres/distilled',
    'core core/model store/contract store/postgres/engine store/postgres/marks store/postgres/log store/postgres/items',
  ),
  row(
    'store/postgres/vectors',
    'core core/model platform store/contract store/scan store/postgres/engine store/postgres/log store/postgres/items',
  ),
  row(
    'store/postgres/words',
    'core core/text core/model store/contract store/postgres/engine store/postgres/log store/postgres/items store/postgres/vectors',
  ),
  row(
    'store/postgres',
    'core platform/postgres store/contract store/postgres/engine store/postgres/marks store/postgres/log store/postgres/items store/postgres/derived store/postgres/distilled store/postgres/erase store/postgres/vectors store/postgres/words',
  ),
  row('backup', 'core core/text platform platform/process store/contract store/sqlite/salvage store/sqlite'),
  row(
    'jobs',
    'core core/text core/model platform derive/provenance store/contract derive/session embeddings/embedder ingest/transcripts llm/model llm/purposes llm pipeline backup',
  ),
  row(
    'memory/models',
    'core core/text core/model config platform api platform/http store/contract retrieval/query llm/purposes llm pipeline jobs',
  ),
  row(
    'memory/runtime',
    'core core/text core/model agents/shared config platform projects privacy api/calls api derive/event store/contract retrieval/query ingest sync ingest/transcripts knowledge context embeddings/embedder pipeline jobs memory/models backup code',
  ),
  row(
    'retrieval/prose',
    'core core/text core/model api derive/event store/contract retrieval/text retrieval/query retrieval/validity retrieval/ranking retrieval/passage retrieval/entries retrieval/search',
  ),
  row(
    'memory/read',
    'core core/text core/model platform api derive/text derive/tool derive/failure derive/tripwire derive/event derive/claim store/contract retrieval/text retrieval/query retrieval/validity context/lines derive/session retrieval/entries context/resume retrieval/search context memory/runtime retrieval/prose',
  ),
  row(
    'memory/project',
    'core core/text core/model platform api derive/text derive/tool derive/failure derive/event derive/session store/contract retrieval/query retrieval/validity retrieval/entries context/lines context/neighbours context/threads context memory/runtime',
  ),
  row(
    'memory/write',
    'core core/text core/model platform api derive/item derive/claim derive/event store/contract retrieval/query retrieval/validity retrieval/entries ingest knowledge pipeline memory/runtime backup',
  ),
  row(
    'memory/collections',
    'core core/text core/model platform api store/contract retrieval/text retrieval/query retrieval/validity retrieval/ranking retrieval/entries retrieval/search memory/runtime retrieval/prose memory/read memory/write',
  ),
  row(
    'memory/report',
    'core core/text core/model api derive/provenance derive/session store/contract retrieval/validity retrieval/entries memory/project',
  ),
  row(
    'memory/figures',
    'core core/text core/model platform api derive/tripwire store/contract retrieval/query derive/session retrieval/entries ingest jobs memory/models memory/runtime memory/report',
  ),
  row(
    'memory/doctor',
    'core core/text core/model agents/shared config platform privacy agents/shared/transcripts api store/contract ingest sync ingest/transcripts memory/models memory/runtime memory/figures backup',
  ),
  row(
    'memory/repeats',
    'core core/text core/model api derive/pattern store/contract retrieval/validity context/neighbours memory/runtime',
  ),
  row('memory/share', 'core core/text core/model platform api knowledge memory/runtime'),
  row('memory/settings', 'core config platform api setup context memory/runtime'),
  row('importers', 'core core/text core/model platform platform/sqlite'),
  row('sessions', 'core core/text core/model agents/shared importers'),
  row('memory/export', 'core core/model api derive/event store/contract retrieval/query memory/runtime importers'),
  row(
    'memory/forget',
    'core core/text core/model config platform api derive/event store/contract retrieval/query retrieval/entries ingest ingest/transcripts pipeline jobs memory/runtime memory/write importers backup',
  ),
  row(
    'memory/import',
    'core core/text core/model agents/shared platform privacy api derive/tool derive/claim store/contract projects retrieval/query ingest ingest/transcripts memory/runtime memory/write importers',
  ),
  row(
    'memory/retire',
    'core core/text core/model platform api derive/event store/contract retrieval/query retrieval/entries ingest jobs memory/runtime memory/write memory/forget',
  ),
  row('memory/code', 'core core/model platform api projects retrieval/query store/contract memory/runtime code'),
  row(
    'memory/why',
    'core core/text core/model platform privacy api derive/text derive/tool derive/event store/contract projects retrieval/entries memory/runtime memory/code git',
  ),
  row(
    'memory/sync',
    'core core/text core/model agents/shared platform api platform/http git store/contract sync sync/folder retrieval/query memory/runtime memory/forget',
  ),
  row('memory/webhooks', 'core core/text platform privacy api projects webhooks memory/runtime'),
  row('memory/privacy', 'core core/text api store/contract memory/runtime memory/retire memory/forget'),
  row(
    'memory',
    'core core/text core/model agents/shared config platform privacy agents api/calls api derive/provenance store/contract projects retrieval/query retrieval/entries ingest ingest/transcripts knowledge context pipeline jobs memory/models memory/runtime memory/read memory/project memory/write memory/collections memory/figures memory/repeats memory/doctor memory/export memory/forget memory/import memory/retire memory/share memory/privacy memory/sync memory/webhooks memory/settings memory/code memory/why store/sqlite backup code',
  ),
  row('worker/pages', 'core platform api platform/http'),
  row(
    'worker',
    'core agents/shared config platform platform/sqlite privacy agents api/calls api platform/http platform/process client derive/event ingest context embeddings ingest/transcripts jobs memory/runtime memory worker/pages backup store/sqlite',
  ),
  row('cli/terminal', 'core core/text config platform platform/process api/calls api projects setup worker'),
  row(
    'worker/health',
    'core core/text core/model agents/shared config platform platform/sqlite agents api client ingest memory/runtime memory/figures memory/doctor store/sqlite memory',
  ),
  row('cli/doctor', 'core core/text core/model config api setup cli/terminal worker worker/health'),
  row('cli/render', 'core core/text core/model api/calls api setup cli/terminal'),
  row('cli/browse', 'core core/text core/model platform/process api cli/terminal cli/render'),
  row('cli/setup', 'core core/text setup cli/terminal cli/render'),
  row('cli/import', 'core core/text api cli/terminal cli/render'),
  row(
    'cli/privacy',
    'core agents/shared api config derive/tool ingest/transcripts memory/forget platform privacy setup',
  ),
  row('cli/projects', 'core core/text api projects cli/terminal cli/render'),
  row('cli/export', 'core core/text platform platform/sqlite api cli/terminal'),
  row('cli/sessions', 'core core/text platform platform/process sessions cli/terminal cli/render'),
  row('cli/login', 'core core/text platform/http'),
  {
    ...row(
      'cli/commands',
      'core core/text core/model config api projects setup worker cli/terminal cli/doctor cli/render cli/browse cli/export cli/import cli/privacy cli/projects cli/sessions cli/setup cli/login',
    ),
    oneFileForEach: 'command',
  },
  row('cli', 'core cli/terminal cli/commands'),
  row('http', 'core api/calls api api/schema'),
  row('mcp/render', 'core core/text core/model api'),
  row('mcp', 'core core/text core/model platform api/calls api mcp/render'),
  row('store/postgres/team', 'core core/model platform/postgres store/postgres/engine'),
  row('server/metrics', ''),
  row('server/access', 'core core/model platform platform/postgres projects store/postgres/engine store/postgres/team'),
  row('server/sync', 'core platform http sync store/postgres/engine store/postgres/team server/access'),
  row(
    'server/tenants',
    'core core/text core/model config api http mcp ingest platform platform/postgres projects sync memory store/postgres/engine store/postgres/team store/postgres server/metrics server/access',
  ),
  row(
    'server/webhooks',
    'core core/text core/model http projects store/postgres/engine store/postgres/team server/access server/sync',
  ),
  row(
    'server/login',
    'core platform platform/http store/postgres/engine store/postgres/team server/access server/sync',
  ),
  row(
    'server/pages',
    'core core/text api api/team http platform platform/http store/postgres/engine store/postgres/team server/access server/sync server/login',
  ),
  row(
    'server',
    'core api http platform platform/http platform/postgres store/postgres/engine store/postgres/team store/postgres server/metrics server/access server/sync server/login server/tenants server/webhooks server/pages',
  ),
  row(
    'server/commands',
    'core core/text platform/postgres store/postgres/engine store/postgres/team server/access server/tenants server/webhooks server',
  ),
  row('sdk', 'core api embeddings/embedder embeddings worker'),
  row(
    'bin',
    'core core/model agents/shared config platform privacy/rare agents api platform/http platform/process platform/sqlite client setup projects ingest ingest/excluded context embeddings/bert embeddings/folder embeddings memory/runtime store/sqlite memory worker cli/terminal cli http mcp sdk backup code server/commands',
  ),
];
