// web: the page that the worker serves at `/`: it signs in, then shows what the memory holds.
// It asks the worker alone, and shows stored text as text.

import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { render } from 'preact';
import { signIn } from './access/page-key.ts';
import { App } from './app/app.tsx';
import { startKeys } from './app/keys.ts';
import { startLive } from './app/live.ts';
import { loadViewOfPlace, loadViewsLater } from './app/outlet.tsx';
import { startPreferences } from './app/preferences.ts';
import { startRouter } from './app/router.ts';
import { toCallError } from './client/call-error.ts';
import { reportFailure, role, startSessionState } from './client/session-state.ts';
import { VIEWS } from './views.ts';

const app = document.getElementById('app');
startSessionState();
startPreferences();
startRouter();
startKeys();
loadViewOfPlace(VIEWS);
const show = (): void => {
  if (app !== null) render(<App />, app);
};
// Who was here before sees the frame at once; whoever comes with a code is signed in first.
if (role.value !== undefined && location.hash === '') show();
role.value = await signIn().catch((error: unknown) => {
  // A worker that is about to answer: the live connection tries again.
  reportFailure(toCallError(error));
  return role.peek();
});
show();
if (role.value !== undefined) {
  startLive();
  loadViewsLater(VIEWS);
}
