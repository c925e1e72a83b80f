import type { SignInCode } from '../../api/http-answers.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { usage } from '../terminal/options.ts';
import { isPerson, whyNoPerson } from '../terminal/person-evidence.ts';

/** An id, whose page is found by it. */
const ID = /^[a-z]{1,3}_[a-z0-9]+$/;

/** `cairn ui [page]` */
export const uiCommand: CommandSpec = {
  name: 'ui',
  summary: 'open the dashboard in the browser',
  details:
    'Signs the browser in with a code that works once, within a minute. If a person runs this in a terminal, the page may do what that person may; otherwise it only reads.\n\nExamples:\n  cairn ui\n  cairn ui sessions/s_abc123\n  cairn ui --no-open',
  arguments: [{ name: 'page', help: 'the page to open: an id, or the path of a page; default today' }],
  options: [{ flags: '--no-open', help: 'print the address instead of opening it' }],
  json: 'print {url} and open nothing',
  async run({ args: [page], options }, context) {
    const { io, out } = context;
    const made = await context.askForPage({ person: isPerson(io) });
    const url = pageAddress(made, page);
    if (context.json) {
      out.json({ url });
      return;
    }
    if (made.as === 'reader') {
      out.say(`The page only reads${whyReader(context)}. To change things, type "cairn ui" in a terminal of your own.`);
    }
    const { origin } = new URL(url);
    if (options.open !== false && (await context.openBrowser(url))) {
      out.say(
        `Opened ${origin} in the browser. It stays signed in while the worker runs, a week at most; "cairn ui" signs in again.`,
      );
      return;
    }
    if (options.open !== false) out.say('No browser could be opened here. Open this address within a minute:');
    out.print(url);
    const { port } = new URL(url);
    if (io.env.SSH_CONNECTION !== undefined) {
      out.say(`From another machine, first: ssh -L ${port}:127.0.0.1:${port} ${io.env.HOSTNAME ?? 'THIS-MACHINE'}`);
    }
  },
};

/** The address that signs a page in. Throws `invalid_input` for a page that is none of the dashboard's. */
export function pageAddress({ url, code }: SignInCode, page = ''): string {
  const path = ID.test(page) ? `id/${page}` : page.replace(/^[/\\]+/, '');
  const address = URL.canParse(`./${path}`, url) ? new URL(`./${path}`, url) : undefined;
  if (address === undefined || address.origin !== new URL(url).origin || address.hash !== '') {
    throw usage(`"${page}" is not a page of the dashboard.`, 'cairn ui sessions');
  }
  return `${address.href}#code=${code}`;
}

function whyReader({ io }: CliContext): string {
  const why = whyNoPerson(io);
  return why === undefined ? ': the worker does not see that a person types here' : `: ${why}`;
}
