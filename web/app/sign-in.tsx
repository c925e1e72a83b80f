import { useEffect } from 'preact/hooks';
import { copyText } from '../parts/announce.ts';
import { Button } from '../parts/button.tsx';

/** How to come in: a command in a terminal opens this page signed in. */
export function SignIn() {
  useEffect(() => {
    document.title = 'Sign in · Cairn';
  }, []);
  return (
    <main id="main" class="sign-in">
      <h1>Cairn</h1>
      <p>This page shows what your agents remember, so it asks who you are. In a terminal of your own, run</p>
      <div class="cmd">
        <code>cairn ui</code>
        <Button kind="ghost" small icon="copy" onClick={() => copyText('cairn ui', 'Command')}>
          Copy
        </Button>
      </div>
      <p class="quiet">
        It opens the page anew, signed in for you. Where it was open already, Cairn was restarted: a page is signed in
        while the worker runs, a week at most. Nothing leaves this machine.
      </p>
    </main>
  );
}
