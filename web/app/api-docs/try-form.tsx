import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './api-docs.module.css'
import type { Operation, Parameter, Schema } from './api-document.ts'
import { type ApiAnswer, asCurl, requestOf, send } from './api-request.ts'
import { wordsOf } from './schema-view.tsx'
import { WithCode } from './with-code.tsx'

/** What holds from operation to operation. */
export type CallerSettings = { token: string; companyId: string; onCompany: (id: string) => void }

type Props = { operation: Operation; schemas: Record<string, Schema>; caller: CallerSettings }

/** Sends an operation with what is typed, and shows the answer. */
export function TryForm({ operation, schemas, caller }: Props) {
  const { parameters, body } = operation
  const [own, setOwn] = useState<Record<string, string>>({})
  const [text, setText] = useState(body?.isFile ? '' : JSON.stringify(body?.example ?? {}, null, 2))
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<ApiAnswer | Error>()
  const [isSending, setIsSending] = useState(false)
  const values: Record<string, string> = { ...own, companyId: caller.companyId }
  const request = requestOf(operation, { token: caller.token, values, body: body?.isFile ? file : text })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setAnswer(await send(request).catch((error: Error) => error))
    setIsSending(false)
  }
  return (
    <section>
      <h3>Try it</h3>
      <form className={`grid gap-3 ${classes.form}`} onSubmit={(event) => void submit(event)}>
        {parameters.map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            schemas={schemas}
            value={values[parameter.name] ?? ''}
            onChange={(value) =>
              parameter.name === 'companyId' ? caller.onCompany(value) : setOwn({ ...own, [parameter.name]: value })
            }
          />
        ))}
        {body?.isFile && (
          <TextInput
            type="file"
            label="File"
            description={body.type}
            required
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
          />
        )}
        {body && !body.isFile && (
          <Textarea
            label="Body"
            classNames={{ input: 'font-mono' }}
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

type ParameterProps = {
  parameter: Parameter
  schemas: Props['schemas']
  value: string
  onChange: (value: string) => void
}

function ParameterInput({ parameter, schemas, value, onChange }: ParameterProps) {
  const { name, required = false, description, schema } = parameter
  const [example] = schema.examples ?? []
  return (
    <TextInput
      label={name}
      {...(example !== undefined && { placeholder: String(example) })}
      description={<WithCode text={description ?? wordsOf(schema, schemas)} />}
      required={required}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
