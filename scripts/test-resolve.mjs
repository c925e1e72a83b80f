// Loaded by each process of test files: finds the sources that another source imports by a relative path, which this
// repository always writes in full, without the looks at the disk that cost Node a third of a start.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (!specifier.startsWith('.') || !specifier.endsWith('.ts') || !parentURL.endsWith('.ts')) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});
