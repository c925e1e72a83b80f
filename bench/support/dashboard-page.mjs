// What the bench of the dashboard runs in the page itself, from its first line on: `bench` has what it measures.
const own = { longest: 0, nodes: 0 };
const nextFrame = () => new Promise(requestAnimationFrame);

/** Waits until `done` holds, frame by frame; milliseconds since `start`. */
async function until(done, start, what) {
  while (!done()) {
    if (performance.now() - start > 20_000) throw new Error(`waited in vain for ${what}`);
    await nextFrame();
  }
  return performance.now() - start;
}

globalThis.bench = {
  /** The longest task and the most elements since this was read last. */
  readOwn() {
    const read = { ...own };
    own.longest = 0;
    own.nodes = 0;
    return read;
  },

  /** Milliseconds from the navigation until something is there, and until the first paint. */
  async timeLoad(selector) {
    const ready = await until(() => document.querySelector(selector) !== null, 0, selector);
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { ready, painted: paint?.startTime ?? Number.NaN };
  },

  /** How many requests to the API there were since the navigation. */
  countAsked() {
    return performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
      .length;
  },

  /** Milliseconds from a key to the frame after what it changed. */
  async timeKey({ key, shown }) {
    const before = document.querySelector(shown)?.outerHTML;
    const start = performance.now();
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return until(() => document.querySelector(shown)?.outerHTML !== before, start, `a change of ${shown}`);
  },

  /** Milliseconds from words typed to the first hit. */
  async timeTyping({ field, hit, words }) {
    const input = document.querySelector(field);
    const start = performance.now();
    input.value = words;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return until(() => document.querySelector(hit) !== null, start, `a hit for ${words}`);
  },

  /** Scrolls a list to its end again and again until it has that many rows. */
  async fillList({ list, rows }) {
    const box = document.querySelector(list);
    while (Number(box.querySelector('li')?.getAttribute('aria-setsize') ?? 0) < rows) {
      box.scrollTop = box.scrollHeight;
      await nextFrame();
    }
  },

  /** Scrolls a list to and fro, a frame each. */
  async scrollList({ list, steps }) {
    const box = document.querySelector(list);
    for (let step = 0; step < steps; step += 1) {
      box.scrollTop = (box.scrollHeight * ((step * 37) % steps)) / steps;
      await nextFrame();
    }
  },
};

new PerformanceObserver((entries) => {
  for (const { duration } of entries.getEntries()) own.longest = Math.max(own.longest, duration);
}).observe({ type: 'longtask', buffered: true });

function count() {
  own.nodes = Math.max(own.nodes, document.getElementsByTagName('*').length);
  requestAnimationFrame(count);
}
requestAnimationFrame(count);
