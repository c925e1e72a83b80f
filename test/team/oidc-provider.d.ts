// The package has no types of its own; these are those that the tests use.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Context {
    path: string;
    body: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  }
}
