import { useEffect, useState } from 'preact/hooks';
import { PAGE_PATHS } from '../../src/api/team/team-pages.ts';
import { place } from '../app/router.ts';
import { type CallError, toCallError } from '../client/call-error.ts';
import { Button } from '../parts/button.tsx';
import { Failed } from '../parts/states.tsx';
import { askWho, pageWho, signInBy, whoFailed } from './ask-team.ts';

/** Why a login did not let somebody in, by the code in the address. */
const REFUSED: Readonly<Record<string, string>> = {
  not_allowed:
    'Nobody of the team logs in as the account that you chose. An owner of the team adds you: cairn server member login NAME --email ADDRESS',
  unauthorized: 'The identity provider did not vouch for this login, or it took longer than ten minutes. Log in again.',
  not_found: 'There is no such team. Ask an owner for its id.',
  invalid_input: 'This server has several teams. Type the id of yours.',
  too_many: 'Too many people log in at once. Wait a minute.',
  not_running: 'The identity provider does not answer.',
};

/** How to come in: at the identity provider, or with a token that only reads. */
export function TeamSignIn() {
  useEffect(() => {
    document.title = 'Sign in · Cairn';
  }, []);
  const failure = whoFailed.value;
  const refused = place.value.query.get('refused');
  return (
    <main id="main" class="sign-in">
      <h1>Cairn</h1>
      <p>This page shows what a team shares of the memory of its agents, so it asks who you are.</p>
      {refused !== null && (
        <p class="bad" role="alert">
          {REFUSED[refused] ?? 'The login failed; the log of the server says why.'}
        </p>
      )}
      {failure !== undefined && <Failed what="Who you are could not be asked." error={failure} again={askWho} />}
      {pageWho.value?.way === 'login' && <Login hasTeams={pageWho.value.hasTeams === true} />}
      {pageWho.value?.way === 'token' && <ByToken />}
      <p class="quiet">A browser that is signed in reads, and changes nothing.</p>
    </main>
  );
}

function Login({ hasTeams }: { hasTeams: boolean }) {
  const [team, setTeam] = useState(place.value.query.get('team') ?? '');
  return (
    <>
      {hasTeams && (
        <label class="field">
          <span>Id of your team</span>
          <span class="input">
            <input
              value={team}
              maxLength={40}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setTeam(event.currentTarget.value)}
            />
          </span>
        </label>
      )}
      <p class="btns">
        <a
          class="btn primary"
          href={team === '' ? PAGE_PATHS.login : `${PAGE_PATHS.login}?${new URLSearchParams({ team: team.trim() })}`}
        >
          Log in
        </a>
      </p>
    </>
  );
}

function ByToken() {
  const [token, setToken] = useState('');
  const [failure, setFailure] = useState<CallError | undefined>(undefined);
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await signInBy(token.trim());
    } catch (error) {
      setFailure(toCallError(error));
    }
  };
  return (
    <form onSubmit={enter} class="team-token">
      <label class="field">
        <span>A token that only reads</span>
        <span class="input">
          <input
            type="password"
            value={token}
            autocomplete="off"
            maxLength={200}
            aria-invalid={failure !== undefined}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </span>
      </label>
      {failure !== undefined && (
        <p class="bad" role="alert">
          {failure.message} {failure.code === 'not_allowed' && failure.fix !== undefined && <code>{failure.fix}</code>}
        </p>
      )}
      <p class="btns">
        <Button kind="primary" type="submit" disabled={token.trim() === ''}>
          Sign in
        </Button>
      </p>
      <p class="quiet">
        An owner gives it out: <code>cairn server token create NAME --name dashboard --scope read</code>
      </p>
    </form>
  );
}
