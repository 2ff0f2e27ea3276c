import classes from './api-docs.module.css'
import type { Answer, Content, Operation, Schema } from './api-document.ts'
import { SchemaView } from './schema-view.tsx'
import { type CallerSettings, TryForm } from './try-form.tsx'
import { WithCode } from './with-code.tsx'

type Props = { operation: Operation; schemas: Record<string, Schema>; caller: CallerSettings }

/** An operation: what it does, what it takes, what it answers, and a form that sends it. */
export function OperationView({ operation, schemas, caller }: Props) {
  const { id, method, path, summary, description, area, body, answers } = operation
  return (
    <article>
      <h2>{summary}</h2>
      <p className="break-words my-em">
        <strong>{method}</strong> <code>/api{path}</code>
      </p>
      <p className={classes.faint}>
        <code>{id}</code>
        {area && <WithCode text={`, with a token limited to areas \`${area}\``} />}
      </p>
      {description && (
        <p>
          <WithCode text={description} />
        </p>
      )}
      <TryForm operation={operation} schemas={schemas} caller={caller} />
      {body && !body.isFile && (
        <section>
          <h3>What it takes</h3>
          <SchemaView schema={body.schema} schemas={schemas} />
        </section>
      )}
      <section>
        <h3>What it answers</h3>
        {answers.map(([status, answer]) => (
          <AnswerView key={status} status={status} answer={answer} schemas={schemas} />
        ))}
      </section>
    </article>
  )
}

function AnswerView({ status, answer, schemas }: { status: string; answer: Answer; schemas: Props['schemas'] }) {
  return (
    <details open={status < '300'}>
      <summary>
        <strong>{status}</strong> <WithCode text={answer.description} />
      </summary>
      {answer.content && <ContentView content={answer.content} schemas={schemas} />}
    </details>
  )
}

function ContentView({ content, schemas }: { content: Content; schemas: Props['schemas'] }) {
  const [type, media] = Object.entries(content)[0] ?? []
  if (!media) return null
  if (media.schema.format === 'binary') return <p className={classes.faint}>{Object.keys(content).join(' or ')}</p>
  return (
    <>
      <p className={classes.faint}>{type}</p>
      <SchemaView schema={media.schema} schemas={schemas} />
      {media.example !== undefined && (
        <>
          <p>An example:</p>
          <pre className={classes.code}>{JSON.stringify(media.example, null, 2)}</pre>
        </>
      )}
    </>
  )
}
