import { Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Table } from '../../parts/table.tsx';
import { type Operation, typeWords } from './operations.ts';
import { TryRead } from './try-read.tsx';

/** All of one operation: what it takes, examples, every status, and a try where it only reads. */
export function OperationPeek({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { key, summary, fields, body, answers, isRead } = operation;
  const good = answers.find(({ status }) => status === '200');
  return (
    <Peek label={key} about={<span class="id">{key}</span>} onClose={onClose}>
      <PeekSection>
        <p>{summary}</p>
      </PeekSection>
      {isRead && <TryRead key={key} operation={operation} />}
      {fields.length > 0 && (
        <PeekSection title="Takes">
          <Table
            label="What it takes"
            rows={fields}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Field', cell: ({ name, isNeeded }) => <b class="strong">{`${name}${isNeeded ? ' *' : ''}`}</b> },
              { head: 'Type', cell: ({ schema }) => typeWords(schema) },
              { head: 'What it is', cell: ({ help }) => help },
            ]}
          />
        </PeekSection>
      )}
      {body !== undefined && <Example title="Example of a request" text={body} />}
      {good?.example !== undefined && <Example title="Example of an answer" text={good.example} />}
      <PeekSection title="Statuses">
        <Table
          label="Statuses"
          rows={answers}
          keyOf={({ status }) => status}
          columns={[
            { head: 'Status', cell: ({ status }) => status, isFigure: true },
            { head: 'When, and what helps', cell: ({ help }) => help },
          ]}
        />
      </PeekSection>
    </Peek>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  return (
    <PeekSection title={title}>
      <pre class="explorer-code">{text}</pre>
    </PeekSection>
  );
}
