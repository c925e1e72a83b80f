// web/team: the page that a team's server serves at `/`: it signs in, then shows what the team shares. It is a page of its own
// with the parts, styles and history of the dashboard; it asks the server alone and changes nothing.

import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import '../styles/shell.css';
import './team.css';
import { render } from 'preact';
import { startKeys } from '../app/keys.ts';
import { loadViewOfPlace, loadViewsLater } from '../app/outlet.tsx';
import { startPreferences } from '../app/preferences.ts';
import { startRouter } from '../app/router.ts';
import { askWho } from './ask-team.ts';
import { TeamApp } from './team-app.tsx';
import { TEAM_VIEWS } from './team-views.ts';

const app = document.getElementById('app');
startPreferences();
startRouter();
startKeys();
loadViewOfPlace(TEAM_VIEWS);
await askWho();
if (app !== null) render(<TeamApp />, app);
loadViewsLater(TEAM_VIEWS);
