import { Button, FileInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './api-docs.module.css'
import type { Operation, Parameter, Schema } from './api-document.ts'
import { type ApiAnswer, asCurl, requestOf, send } from './api-request.ts'
import { wordsOf } from './schema-view.tsx'

/** What holds from operation to operation: the token, and parameters by name, such as the company. */
export type Known = { token: string; values: Record<string, string>; onChange: (name: string, value: string) => void }

type Props = { operation: Operation; schemas: Record<string, Schema>; known: Known }

/** Sends an operation with what is typed, and shows the answer. */
export function TryForm({ operation, schemas, known }: Props) {
  const { parameters, body } = operation
  const [text, setText] = useState(body?.isFile ? '' : JSON.stringify(body?.example ?? {}, null, 2))
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<ApiAnswer | Error>()
  const [isSending, setIsSending] = useState(false)
  const request = requestOf(operation, { ...known, body: body?.isFile ? file : text })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setAnswer(await send(request).catch((error: Error) => error))
    setIsSending(false)
  }
  return (
    <section>
      <h3>Try it</h3>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {parameters.map((parameter) => (
          <ParameterInput key={parameter.name} parameter={parameter} schemas={schemas} known={known} />
        ))}
        {body?.isFile && <FileInput label="File" description={body.type} required value={file} onChange={setFile} />}
        {body && !body.isFile && (
          <Textarea
            label="Body"
            classNames={{ input: classes.typed ?? '' }}
            autosize
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Button type="submit" loading={isSending}>
          Send
        </Button>
      </form>
      <details>
        <summary>In a terminal</summary>
        <pre className={classes.code}>{asCurl(request)}</pre>
      </details>
      {answer && <AnswerOf answer={answer} />}
    </section>
  )
}

function ParameterInput({ parameter, schemas, known }: Omit<Props, 'operation'> & { parameter: Parameter }) {
  const { name, required = false, description, schema } = parameter
  return (
    <TextInput
      label={name}
      description={description ?? wordsOf(schema, schemas)}
      required={required}
      value={known.values[name] ?? ''}
      onChange={({ currentTarget }) => known.onChange(name, currentTarget.value)}
    />
  )
}

function AnswerOf({ answer }: { answer: ApiAnswer | Error }) {
  if (answer instanceof Error) return <p role="alert">No answer came: {answer.message}</p>
  const { status, headers, ms, text, file } = answer
  return (
    <div role="status">
      <p>
        <strong>{status}</strong> in {ms} ms
      </p>
      <pre className={classes.code}>
        {headers.map(([name, value]) => `${name}: ${value}\n`)}
        {text && `\n${text}`}
      </pre>
      {file && file.size > 0 && (
        <a href={URL.createObjectURL(file)} download>
          Save the file, {file.size} bytes
        </a>
      )}
    </div>
  )
}
