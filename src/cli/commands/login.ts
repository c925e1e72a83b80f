import { isoTime } from '../../core/text/calendar.ts';
import { logIn } from '../login/log-in.ts';
import { plain } from '../render/show.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { usage } from '../terminal/options.ts';
import { assertPerson, isPerson } from '../terminal/person-evidence.ts';

const JUDGES = { does: 'logs in', fix: 'Run it in a terminal of your own.' };

/** `cairn login [ADDRESS]` */
export const loginCommand: CommandSpec = {
  name: 'login',
  summary: "log in at a team server, on the page of the team's identity provider",
  details:
    'Opens the page, waits on 127.0.0.1 until you come back from it, and keeps the token that the server gives for sync. The token ends by itself; "cairn login" without an address then logs in again at the same server. Your password stays with the provider. Where the server has no provider, its owner gives you a token: cairn sync add ADDRESS --token TOKEN.\n\nExamples:\n  cairn login https://cairn.acme.example\n  cairn login',
  arguments: [{ name: 'address', help: 'of the team server; default the one that this home syncs with' }],
  options: [
    { flags: '--team <id>', help: 'which team, on a server that has several' },
    { flags: '--insecure', help: 'the server may be one without TLS, in a private network' },
    { flags: '--no-open', help: 'print the address of the page instead of opening it' },
  ],
  json: 'print {server, team, person, expiresAt}',
  async run({ args: [address], options }, context) {
    const { io, out } = context;
    assertPerson(io, JUDGES);
    const memory = context.openMemory({ person: isPerson(io) });
    const { remote } = await memory.sync({}, { signal: io.signal });
    const place = address ?? remote?.place;
    if (place === undefined || !/^https?:/i.test(place))
      throw usage('At which server?', 'cairn login https://cairn.acme.example');
    const insecure = options.insecure === true || (remote?.insecure === true && remote.place === place);
    const { url, team, person, token, expiresAt } = await logIn({
      address: place,
      insecure,
      ...(typeof options.team === 'string' ? { team: options.team } : {}),
      signal: io.signal,
      show: (page, server) => show({ page, server, opens: options.open !== false }, context),
    });
    const { notes } = await memory.sync({ add: url, token, member: person, insecure }, { signal: io.signal });
    out.result({ server: url, team, person, expiresAt: isoTime(expiresAt) }, () => {
      out.say(`Logged in at ${new URL(url).host} as ${plain(person)}, until ${isoTime(expiresAt)}.`);
      for (const { code, message } of notes) if (code === 'no-tls') out.say(plain(message));
      if (remote === undefined) out.say('Nothing is shared yet. In a project: cairn sync share');
    });
  },
};

async function show(
  { page, server, opens }: { page: string; server: string; opens: boolean },
  { out, openBrowser }: CliContext,
): Promise<void> {
  if (opens && (await openBrowser(page))) {
    out.say(`Opened ${new URL(page).origin} in the browser: log in there for ${server}.`);
    return;
  }
  out.say(`To log in at ${server}, open this page:`);
  out.say(page);
}
