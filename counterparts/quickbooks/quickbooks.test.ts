import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { form, json, receive, until } from '../shared/testing.ts'
import { startQuickbooks } from './start.ts'

type Quickbooks = Awaited<ReturnType<typeof startQuickbooks>>
const open: { close: () => Promise<void> }[] = []
const back = 'http://127.0.0.1:9/callback'

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function started(options: Parameters<typeof startQuickbooks>[0] = {}) {
  const quickbooks = await startQuickbooks({ now: new Date('2026-11-21T12:00:00Z'), ...options })
  open.push(quickbooks)
  return quickbooks
}

function consentAt({ url, credentials }: Quickbooks, more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: credentials.clientId,
    response_type: 'code',
    scope: 'com.intuit.quickbooks.accounting',
    redirect_uri: back,
    state: 'xyz',
    ...more,
  })
  return `${url}/connect/oauth2?${query}`
}

const basic = ({ credentials }: Quickbooks) =>
  `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`

const tokenRequest = (quickbooks: Quickbooks, fields: Record<string, string>) =>
  fetch(`${quickbooks.url}/oauth2/v1/tokens/bearer`, form(fields, { authorization: basic(quickbooks) }))

type Tokens = { access_token: string; refresh_token: string; expires_in: number; x_refresh_token_expires_in: number }

async function connected(quickbooks: Quickbooks): Promise<Tokens> {
  const answer = await fetch(consentAt(quickbooks), form({ decision: 'allow' }))
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const granted = await tokenRequest(quickbooks, { grant_type: 'authorization_code', code, redirect_uri: back })
  return (await granted.json()) as Tokens
}

async function call(quickbooks: Quickbooks, token: string, path: string, init: RequestInit = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(init.headers as Record<string, string>),
  }
  const answer = await fetch(`${quickbooks.url}/v3/company/${quickbooks.credentials.realmId}/${path}`, {
    ...init,
    headers,
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

const queried = async (quickbooks: Quickbooks, token: string, text: string) =>
  (await call(quickbooks, token, `query?query=${encodeURIComponent(text)}&minorversion=75`)).body

describe('consent', () => {
  test('a person who allows is sent back with a code, the state and the company', async () => {
    const quickbooks = await started()
    expect(await (await fetch(consentAt(quickbooks))).text()).toContain('Allow')
    const answer = await fetch(consentAt(quickbooks), form({ decision: 'allow' }))
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(back)
    expect(location.searchParams.get('state')).toBe('xyz')
    expect(location.searchParams.get('realmId')).toBe(quickbooks.credentials.realmId)
  })

  test('a person who denies is sent back with the denial', async () => {
    const answer = await fetch(consentAt(await started()), form({ decision: 'deny' }))
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied')
  })

  test('nobody is sent to an address that is not registered', async () => {
    const quickbooks = await started({ redirectUris: [back] })
    expect((await fetch(consentAt(quickbooks))).status).toBe(200)
    expect((await fetch(consentAt(quickbooks, { redirect_uri: `${back}/other` }))).status).toBe(400)
  })
})

describe('tokens', () => {
  test('a code works once; a second use ends its tokens', async () => {
    const quickbooks = await started()
    const answer = await fetch(consentAt(quickbooks), form({ decision: 'allow' }))
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const redeem = () => tokenRequest(quickbooks, { grant_type: 'authorization_code', code, redirect_uri: back })
    const { access_token } = (await (await redeem()).json()) as Tokens
    expect((await call(quickbooks, access_token, 'companyinfo/1')).status).toBe(200)
    expect(await (await redeem()).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await call(quickbooks, access_token, 'companyinfo/1')).status).toBe(401)
  })

  test('a refresh gives a new refresh token; using the old one again ends the connection', async () => {
    const quickbooks = await started()
    const first = await connected(quickbooks)
    const refresh = async (refresh_token: string) =>
      (await tokenRequest(quickbooks, { grant_type: 'refresh_token', refresh_token })).json() as Promise<Tokens>
    const second = await refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await refresh(first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(second.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect((await call(quickbooks, second.access_token, 'companyinfo/1')).status).toBe(401)
  })

  test('an access token lives an hour; the refusal is in lower case', async () => {
    const quickbooks = await started()
    const { access_token, expires_in } = await connected(quickbooks)
    await quickbooks.control.advance({ seconds: expires_in + 1 })
    const { status, body } = await call(quickbooks, access_token, 'companyinfo/1')
    expect(status).toBe(401)
    expect(body.fault).toMatchObject({ type: 'AUTHENTICATION', error: [{ code: '3200' }] })
  })

  test('a wrong secret and a revoked token are refused', async () => {
    const quickbooks = await started()
    const tokens = await connected(quickbooks)
    const wrong = await fetch(`${quickbooks.url}/oauth2/v1/tokens/bearer`, form({ grant_type: 'refresh_token' }))
    expect(await wrong.json()).toEqual({ error: 'invalid_client' })
    const revoke = json({ token: tokens.refresh_token }, { authorization: basic(quickbooks) })
    expect((await fetch(`${quickbooks.url}/v2/oauth2/tokens/revoke`, revoke)).status).toBe(200)
    expect((await call(quickbooks, tokens.access_token, 'companyinfo/1')).status).toBe(401)
  })
})

describe('the books', () => {
  test('give the company, with a trace id', async () => {
    const quickbooks = await started()
    const { access_token } = await connected(quickbooks)
    const { body, headers } = await call(
      quickbooks,
      access_token,
      `companyinfo/${quickbooks.credentials.realmId}?minorversion=75`,
    )
    expect(body.CompanyInfo).toMatchObject({
      CompanyName: 'North Supply',
      Country: 'US',
      FiscalYearStartMonth: 'January',
    })
    expect(headers.get('intuit_tid')).toBeTruthy()
    const other = await fetch(`${quickbooks.url}/v3/company/1/companyinfo/1`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(other.status).toBe(403)
  })

  test('are read page by page, and by changes', async () => {
    const quickbooks = await started({ invoices: 250 })
    const { access_token: token } = await connected(quickbooks)
    const page = await queried(quickbooks, token, 'select * from Invoice startposition 201 maxresults 100')
    expect(page.QueryResponse).toMatchObject({ startPosition: 201, maxResults: 50 })
    const since = '2026-08-01T00:00:00Z'
    const changed = await queried(
      quickbooks,
      token,
      `select * from Invoice where MetaData.LastUpdatedTime > '${since}' maxresults 1000`,
    )
    expect(changed.QueryResponse.Invoice.length).toBeGreaterThan(5)
    for (const { MetaData } of changed.QueryResponse.Invoice)
      expect(Date.parse(MetaData.LastUpdatedTime)).toBeGreaterThan(Date.parse(since))
    expect((await queried(quickbooks, token, 'select count(*) from Vendor')).QueryResponse).toEqual({ totalCount: 40 })
    expect((await queried(quickbooks, token, "select * from Vendor where Id = '9999'")).QueryResponse).toEqual({})
  })

  test('refuse a wrong query and too large a page', async () => {
    const quickbooks = await started()
    const { access_token: token } = await connected(quickbooks)
    expect((await queried(quickbooks, token, 'select * form Vendor')).Fault).toMatchObject({
      type: 'ValidationFault',
      Error: [{ code: '4000', Message: 'Error parsing query' }],
    })
    expect((await queried(quickbooks, token, 'select * from Vendor maxresults 1001')).Fault.Error[0].code).toBe('4001')
    expect((await queried(quickbooks, token, "select * from Vendor where Colour = 'red'")).Fault.Error[0].code).toBe(
      '4001',
    )
  })

  test('list changes and deletions of the last thirty days', async () => {
    const quickbooks = await started()
    const { access_token: token } = await connected(quickbooks)
    const since = '2026-11-21T12:00:00Z'
    await quickbooks.control.advance({ seconds: 60 })
    await quickbooks.control.saveRecord({ entity: 'Vendor', id: '3', fields: { DisplayName: 'Renamed' } })
    await quickbooks.control.deleteRecord({ entity: 'Vendor', id: '4' })
    const { body } = await call(quickbooks, token, `cdc?entities=Vendor,Invoice&changedSince=${since}`)
    expect(body.CDCResponse[0].QueryResponse).toMatchObject([
      {
        Vendor: [
          { Id: '3', DisplayName: 'Renamed', SyncToken: '1' },
          { Id: '4', status: 'Deleted' },
        ],
      },
      {},
    ])
    expect((await call(quickbooks, token, 'cdc?entities=Vendor&changedSince=2026-01-01T00:00:00Z')).status).toBe(400)
  })

  test('give profit and loss in nested rows, a column per month, that add up', async () => {
    const quickbooks = await started()
    const { access_token: token } = await connected(quickbooks)
    const period = { from: '2026-01-01', to: '2026-10-31' }
    const path = `reports/ProfitAndLoss?start_date=${period.from}&end_date=${period.to}&summarize_column_by=Month`
    const { body } = await call(quickbooks, token, path)
    expect(body.Columns.Column.map(({ ColTitle }: { ColTitle: string }) => ColTitle)).toHaveLength(12)
    const rows = body.Rows.Row as {
      group: string
      Rows?: { Row: object[] }
      Summary: { ColData: { value: string }[] }
    }[]
    const sumOf = (group: string) =>
      rows.find((row) => row.group === group)?.Summary.ColData.map(({ value }) => value) ?? []
    const totals = await quickbooks.control.totals(period)
    expect(sumOf('Income').slice(1, -1)).toEqual(totals.map(({ income }) => income))
    expect(sumOf('NetIncome').slice(1, -1)).toEqual(totals.map(({ netIncome }) => netIncome))
    expect(JSON.stringify(rows.find(({ group }) => group === 'Expenses')?.Rows?.Row[1])).toContain('Payroll Expenses')
    const months = sumOf('Income').slice(1, -1).map(Number)
    expect(Number(sumOf('Income').at(-1))).toBeCloseTo(
      months.reduce((sum, month) => sum + month, 0),
      2,
    )
  })

  test('are written once for a request id, and not over a newer version', async () => {
    const quickbooks = await started()
    const { access_token: token } = await connected(quickbooks)
    const create = () => call(quickbooks, token, 'vendor?requestid=r1', json({ DisplayName: 'New one' }))
    const [first, again] = [await create(), await create()]
    expect(again.body).toEqual(first.body)
    expect((await queried(quickbooks, token, 'select count(*) from Vendor')).QueryResponse.totalCount).toBe(41)
    const { Id } = first.body.Vendor
    const update = (SyncToken: string) =>
      call(quickbooks, token, 'vendor', json({ Id, SyncToken, sparse: true, AcctNum: 'A-1' }))
    expect((await update('0')).body.Vendor).toMatchObject({ DisplayName: 'New one', AcctNum: 'A-1', SyncToken: '1' })
    expect((await update('0')).body.Fault.Error[0].code).toBe('5010')
    expect((await call(quickbooks, token, 'vendor', json({}))).body.Fault.Error[0]).toMatchObject({
      code: '2020',
      element: 'DisplayName',
    })
  })
})

describe('limits', () => {
  test('five hundred calls a minute', async () => {
    const quickbooks = await started()
    const { access_token: token } = await connected(quickbooks)
    await quickbooks.control.exhaustMinute()
    const { status, body } = await call(quickbooks, token, 'companyinfo/1')
    expect(status).toBe(429)
    expect(body.Fault.Error[0]).toMatchObject({
      code: '003001',
      Message: 'message=ThrottleExceeded; errorCode=003001; statusCode=429',
    })
    await quickbooks.control.advance({ seconds: 60 })
    expect((await call(quickbooks, token, 'companyinfo/1')).status).toBe(200)
  })

  test('ten calls at once', async () => {
    const quickbooks = await started()
    const { access_token: token } = await connected(quickbooks)
    await quickbooks.control.holdCalls()
    const ten = Array.from({ length: 10 }, () => call(quickbooks, token, 'companyinfo/1'))
    const name = 'GET /v3/company/:realm/companyinfo/:id'
    await until(async () => ((await quickbooks.control.calls())[name] === 10 ? true : undefined))
    expect((await call(quickbooks, token, 'companyinfo/1')).status).toBe(429)
    await quickbooks.control.releaseCalls()
    expect((await Promise.all(ten)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  })
})

test('a notice of a change has name and id, and is signed with the verifier token', async () => {
  const quickbooks = await started()
  const receiver = await receive()
  open.push(receiver)
  await quickbooks.control.setWebhook({ url: receiver.url })
  await quickbooks.control.saveRecord({ entity: 'Vendor', id: '3', fields: { DisplayName: 'Renamed' } })
  const { body, headers } = await until(() => receiver.received[0])
  const { verifierToken, realmId } = quickbooks.credentials
  expect(headers['intuit-signature']).toBe(createHmac('sha256', verifierToken).update(body).digest('base64'))
  expect(JSON.parse(body).eventNotifications[0]).toMatchObject({
    realmId,
    dataChangeEvent: { entities: [{ name: 'Vendor', id: '3', operation: 'Update' }] },
  })
})
