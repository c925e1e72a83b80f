import type { McpServer } from '@modelcontextprotocol/server';
import { ProtocolError, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Memory } from '../api/contract.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { renderProject } from './render/answers.ts';
import { renderSession } from './render/session.ts';
import { renderStats } from './render/stats.ts';
import { errorLines, plain, type ToolAnswer } from './render/text.ts';

const PLAIN = 'text/plain';
const SESSION = 'memory://session/';
/** How many sessions are listed, the newest first. */
const LISTED = 20;
const INTERNAL = -32_603;

/** Addresses of what changes with every event. */
export const GENERAL_URIS = ['memory://project', 'memory://stats'] as const;

/** Address of a session. */
export function sessionUri(id: string): string {
  return `${SESSION}${id}`;
}

/** Adds the resources: the page on the project, its figures, and its sessions. Their texts are recalled data, and say so. */
export function addResources(server: McpServer, memory: () => Promise<Memory>): void {
  const [projectPage, figures] = GENERAL_URIS;
  server.registerResource(
    'project',
    projectPage,
    {
      title: 'This project',
      description: 'What past sessions show of this project and its repository does not say.',
      mimeType: PLAIN,
    },
    ({ href }) => contents(href, async () => renderProject(await (await memory()).project())),
  );
  server.registerResource(
    'stats',
    figures,
    {
      title: 'Figures',
      description: 'What was done here in the last 30 days, in figures, and what stands out.',
      mimeType: PLAIN,
    },
    ({ href }) => contents(href, async () => renderStats(await (await memory()).stats())),
  );
  server.registerResource(
    'session',
    new ResourceTemplate(`${SESSION}{id}`, { list: async () => ({ resources: await listSessions(memory) }) }),
    { title: 'A session', description: 'One session by its summary, topics and snippets of code.', mimeType: PLAIN },
    ({ href }, { id }) =>
      contents(href, async () => renderSession(await (await memory()).session({ id: toId(String(id)) }))),
  );
}

function toId(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    throw new CairnError('invalid_input', `“${encoded}” cannot be read as the id of a session.`, { cause: error });
  }
}

async function listSessions(memory: () => Promise<Memory>) {
  const { entries } = await protocolErrors(async () =>
    (await memory()).list({ kinds: ['session'], project: '.', limit: LISTED }),
  );
  return entries.map(({ id, title, at }) => ({
    uri: sessionUri(id),
    name: id,
    title: plain(title),
    mimeType: PLAIN,
    annotations: { lastModified: at },
  }));
}

async function contents(uri: string, render: () => Promise<ToolAnswer>) {
  const { text } = await protocolErrors(render, uri);
  return { contents: [{ uri, mimeType: PLAIN, text }] };
}

/** What fails here has no result in which to say so: it is an error of the protocol, with the same words. */
export async function protocolErrors<Value>(work: () => Promise<Value>, uri?: string): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    const error = toCairnError(thrown).toJSON();
    const message = errorLines(error).map(plain).join(' ');
    const isUnknown = uri !== undefined && (error.code === 'not_found' || error.code === 'invalid_input');
    throw isUnknown ? new ResourceNotFoundError(uri, message) : new ProtocolError(INTERNAL, message, { ...error });
  }
}
