// Takes Cairn's webhooks and writes the summary of a session into a comment on the pull request of its branch.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const {
  CAIRN_WEBHOOK_SECRET = '',
  GITHUB_TOKEN = '',
  GITHUB_API = 'https://api.github.com',
  PORT = '8127',
} = process.env;
const KEY = Buffer.from(CAIRN_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
const BODY_BYTES = 1024 * 1024;
/** Seconds by which a message may be older or newer than now: an old one may be somebody's repetition. */
const TOLERANCE_SECONDS = 300;

if (KEY.length < 24) throw new Error('CAIRN_WEBHOOK_SECRET is not set.');

const server = createServer(async (request, response) => {
  try {
    const text = await readBody(request);
    if (text === undefined) return answer(response, 413);
    if (request.method !== 'POST' || !isSigned(request.headers, text)) return answer(response, 401);
    const { type, data } = JSON.parse(text);
    if (type === 'summary.ready') await comment(data);
    answer(response, 204);
  } catch (error) {
    // Cairn sends it again later.
    console.error(error);
    answer(response, 502);
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));

function answer(response, status) {
  response.writeHead(status).end();
}

async function readBody(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** True for a message that was signed with the secret a short time ago (Standard Webhooks 1.0). */
function isSigned(headers, text) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE_SECONDS)) return false;
  const wanted = createHmac('sha256', KEY).update(`${id}.${timestamp}.${text}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** Writes or changes the session's comment; nothing for a repository that is not on GitHub, or a branch without pull request. */
async function comment({ project, session, summary }) {
  const [, owner, name] = /github\.[\w.-]+[:/]([\w.-]+)\/([\w.-]+?)(?:\.git)?$/.exec(project?.remote ?? '') ?? [];
  if (owner === undefined || session?.branch === undefined) return;
  const repository = `/repos/${owner}/${name}`;
  const head = encodeURIComponent(`${owner}:${session.branch}`);
  const [pull] = await github('GET', `${repository}/pulls?state=open&head=${head}`);
  if (pull === undefined) return;
  const mark = `<!-- cairn ${session.id} -->`;
  const comments = await github('GET', `${repository}/issues/${pull.number}/comments?per_page=100`);
  const own = comments.find(({ body }) => body?.startsWith(mark));
  const body = `${mark}\n${toMarkdown(session, summary)}`;
  if (own === undefined) await github('POST', `${repository}/issues/${pull.number}/comments`, { body });
  else await github('PATCH', `${repository}/issues/comments/${own.id}`, { body });
}

function toMarkdown({ agent }, { title, brief, completed, decisions, nextSteps }) {
  const list = (heading, entries) =>
    entries.length === 0 ? [] : [`**${heading}**`, ...entries.map((entry) => `- ${plain(entry)}`), ''];
  return [
    `### ${plain(title)}`,
    '',
    plain(brief),
    '',
    ...list('Done', completed),
    ...list('Decided', decisions),
    ...list('Next', nextSteps),
    `_A session of ${agent}, told by Cairn._`,
  ].join('\n');
}

/** One line in which nothing is markup, and nobody is mentioned. */
function plain(text) {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_<>#[\]|]/g, '\\$&')
    .replaceAll('@', '@\u200b');
}

async function github(method, path, body) {
  const answer = await fetch(`${GITHUB_API}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(8_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`GitHub answered ${method} ${path} with status ${answer.status}`);
  return answer.json();
}
