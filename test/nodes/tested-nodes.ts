// test/nodes: the built program under other Nodes than the one that runs the tests, which `npm run test:nodes` fetches.
// What a Node changes is tested here, on each; nothing that is the same on all.

/** A Node that was fetched: its version and the path of its executable. */
export interface TestedNode {
  version: string;
  executable: string;
}

/** The Nodes of a kind: `served` ones are in `engines` of package.json, `old` ones are too old for it. */
export function testedNodes(kind: 'served' | 'old'): TestedNode[] {
  const listed = process.env.CAIRN_TEST_NODES;
  if (listed === undefined) throw new Error('The Nodes are not fetched: npm run test:nodes');
  return (JSON.parse(listed) as Record<typeof kind, TestedNode[]>)[kind];
}
