import type { AppDeps } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import { shownBy } from './page-routes.ts';
import { readCaller } from './read-caller.ts';

/** Passes a request on to MCP: from a program with the token, never from a page, whoever signed it in. */
export function answerMcp(deps: AppDeps, mcp: NonNullable<AppDeps['mcp']>, request: Request): Promise<Response> {
  if (deps.signIns?.find(shownBy(request.headers)) !== undefined) {
    throw new CairnError('not_allowed', 'MCP is for programs; a page asks the routes below /api/v1.', {
      fix: 'Send the header "Authorization: Bearer TOKEN" with the token of http.json, and no cookie.',
    });
  }
  return mcp(request, readCaller(request.headers, deps));
}
