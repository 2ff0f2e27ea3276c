import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './api-docs.module.css'
import { type ApiDocument, foundBy, type Operation, readApiDocument } from './api-document.ts'
import { ownCompany } from './api-request.ts'
import { OperationView } from './operation-view.tsx'
import { WithCode } from './with-code.tsx'

const chosenId = () => decodeURIComponent(window.location.hash.slice(1))

/** /api/docs: the API to read and try. It needs nobody to be signed in; what it sends counts by the session, or by a token. */
export function ApiDocsPage() {
  const [document, setDocument] = useState<ApiDocument | Error>()
  const [id, setId] = useState(chosenId)
  const [token, setToken] = useState('')
  const [companyId, setCompanyId] = useState('')
  useEffect(() => {
    void readApiDocument().then(setDocument, setDocument)
    void ownCompany().then((own) => setCompanyId((typed) => typed || own))
    const follow = () => setId(chosenId())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  if (document instanceof Error) return <p role="alert">The document cannot be read: {document.message}</p>
  if (!document) return <p role="status">Reading the document …</p>
  const operation = document.operations.find((one) => one.id === id)
  const caller = { token, companyId, onCompany: setCompanyId }
  return (
    <div className={`grid ${classes.page}`}>
      <nav className={`overflow-y-auto border-r ${classes.nav}`} aria-label="Operations">
        <h1>The API</h1>
        <Operations operations={document.operations} chosen={id} />
      </nav>
      <main className={classes.main}>
        <TextInput
          type="password"
          label="Access token"
          description="Without one, what you send counts by your session in this browser. It is forgotten with the page."
          autoComplete="off"
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value.trim())}
        />
        {operation ? (
          <OperationView key={id} operation={operation} schemas={document.schemas} caller={caller} />
        ) : (
          <Introduction {...document} />
        )}
      </main>
    </div>
  )
}

function Introduction({ version, description, operations }: ApiDocument) {
  return (
    <article>
      <h2>{operations.length} operations</h2>
      {description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <WithCode text={paragraph} />
        </p>
      ))}
      <p>
        <a href="/api/openapi.json">The document for programs</a> (OpenAPI 3.1), version {version}. Tokens are made in{' '}
        <a href="/settings/account">Settings, Account</a>.
      </p>
    </article>
  )
}

function Operations({ operations, chosen }: { operations: Operation[]; chosen: string }) {
  const [text, setText] = useState('')
  const groups = foundBy(operations, text)
  return (
    <>
      <TextInput
        label="Search operations"
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {groups.length === 0 && <p className={classes.faint}>No operation has all these words.</p>}
      {groups.map(([tag, operations]) => (
        <details key={`${tag} ${text === ''}`} open={text !== '' || operations.some(({ id }) => id === chosen)}>
          <summary>{tag}</summary>
          <ul>
            {operations.map(({ id, method, summary }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === chosen ? 'page' : undefined}>
                  <span className={`inline-block font-mono text-xs ${classes.method}`}>{method}</span> {summary}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}
