import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { stripOwnWords } from '../../src/privacy/own-words.ts';
import { type LiveAgent, prepareAgent } from './harness/agent.ts';
import { LIVE_AGENTS } from './harness/agents/agents.ts';
import { setUp } from './harness/checks.ts';
import { openMachine } from './harness/machine.ts';
import type { RecordedRequest } from './harness/model/messages.ts';
import { firstChange } from './harness/model/prefix.ts';
import { injectedInto, textOfRequest } from './harness/model/requests.ts';
import type { Script } from './harness/script.ts';
import { CHANGED_FILE } from './harness/story.ts';

const LIMIT = { timeout: 480_000 };
const EARLIER =
  'We decided that discounts of an invoice are rounded to integer cents. Round the discount in src/discount.js.';
const SHOWN_CHARS = 600;
const PROMPTS = [
  'Read the discount of an invoice first, how is it rounded?',
  'How do we round the discount of an invoice? Read it once more.',
  'That is all for the discount of the invoice.',
] as const;

/** What a person or an agent notes before each prompt: a start would tell it from then on. */
const LEARNED = [
  'Never round the total of an invoice, only its discounts',
  'Always read the discount of an invoice before the total',
  'Discounts of an invoice are never negative',
];

type Prepared = Awaited<ReturnType<typeof prepareAgent>>;

/** An earlier session that leaves something to tell, two turns with a tool call each, and one of words. */
const scriptOf = ({ tools }: LiveAgent): Script => ({
  turns: [
    {
      when: 'We decided that',
      steps: [
        { calls: [tools.edit({ file: CHANGED_FILE, from: 'cents * 0.9', to: 'Math.round(cents * 0.9)' })] },
        { text: 'The discount of an invoice is rounded to integer cents now.' },
      ],
    },
    { when: PROMPTS[0], steps: [{ calls: [tools.read(CHANGED_FILE)] }, { text: 'It takes ten percent off.' }] },
    { when: PROMPTS[1], steps: [{ calls: [tools.read(CHANGED_FILE)] }, { text: 'We do not round it.' }] },
    { when: PROMPTS[2], steps: [{ text: 'Good.' }] },
  ],
});

const wanted = process.env.CAIRN_LIVE?.split(',');
const agents = wanted === undefined ? LIVE_AGENTS : LIVE_AGENTS.filter(({ name }) => wanted.includes(name));

suite('each request of a session begins with the whole one before it', () => {
  for (const agent of agents) {
    test(`${agent.name}, as far as it does so without Cairn`, LIMIT, async (context) => {
      const print = await prepareAgent(agent);
      const told = await requestsOf(context, { agent, print, hasCairn: true });
      assert.ok(
        told.some((request) => injectedInto(request) !== ''),
        'nothing was injected',
      );
      assert.ok(told.length >= PROMPTS.length + 2, 'a request is missing');
      const changes = changesIn(told);
      if (changes.length === 0) return;
      const alone = changesIn(await requestsOf(context, { agent, print, hasCairn: false }));
      const added = changes.filter(({ request }) => !alone.some((one) => one.request === request));
      assert.deepEqual(added, []);
    });
  }
});

/**
 * The requests of a session of three prompts, each by a program of its own that goes on with it where the agent can,
 * while Cairn learns more.
 */
async function requestsOf(
  context: TestContext,
  { agent, print, hasCairn }: { agent: LiveAgent; print: Prepared; hasCairn: boolean },
): Promise<readonly RecordedRequest[]> {
  const machine = await openMachine(scriptOf(agent), [agent]);
  context.after(() => machine[Symbol.asyncDispose]());
  if (hasCairn) await setUp(machine, agent.name);
  const put = print(machine.namespace);
  await put(EARLIER);
  let resume: { resume?: string } = {};
  for (const [at, prompt] of PROMPTS.entries()) {
    if (hasCairn) {
      await machine.cairn.settled();
      await machine.cairn.run(['remember', LEARNED[at] ?? '']);
    }
    resume = { resume: (await put(prompt, resume)).session };
  }
  return machine.namespace.requests.filter((request) => openingOf(request) !== undefined);
}

/** The first prompt of the session that a request is of; `undefined` for a title, a summary or the session before. */
function openingOf(request: RecordedRequest): string | undefined {
  const { answer, body } = request;
  if (answer === undefined || (body.tools ?? []).length === 0) return undefined;
  const words = stripOwnWords(textOfRequest(request));
  return PROMPTS.find((prompt) => words.includes(prompt));
}

/** Where a request does not begin with the whole one before it in its session. */
function changesIn(requests: readonly RecordedRequest[]): { request: number; was: string; is: string }[] {
  return requests.flatMap((later, at) => {
    const earlier = requests.slice(0, at).findLast((one) => openingOf(one) === openingOf(later));
    const change = earlier === undefined ? undefined : firstChange(earlier, later);
    return change === undefined
      ? []
      : [{ request: at, was: change.was.slice(0, SHOWN_CHARS), is: change.is.slice(0, SHOWN_CHARS) }];
  });
}
