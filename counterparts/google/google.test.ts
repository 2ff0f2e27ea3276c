import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { form, json } from '../shared/testing.ts'
import { startGoogle } from './start.ts'

type Google = Awaited<ReturnType<typeof startGoogle>>
const open: Google[] = []
const back = 'http://localhost:9/callback'
const base = 'https://www.googleapis.com/auth/'
const bothScopes = `${base}calendar.events ${base}calendar.calendarlist.readonly`

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function started(options: Parameters<typeof startGoogle>[0] = {}) {
  const google = await startGoogle({ now: new Date('2026-11-21T12:00:00Z'), ...options })
  open.push(google)
  return google
}

const verifier = randomBytes(32).toString('base64url')

function consentAt({ url, credentials }: Google, more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: credentials.clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: bothScopes,
    access_type: 'offline',
    prompt: 'consent',
    state: 'abc',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  return `${url}/o/oauth2/v2/auth?${query}`
}

async function codeOf(google: Google, more: Record<string, string> = {}) {
  const answer = await fetch(consentAt(google, more), form({ decision: 'allow' }))
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

async function token({ url, credentials }: Google, fields: Record<string, string>) {
  const client = { client_id: credentials.clientId, client_secret: credentials.clientSecret }
  const answer = await fetch(`${url}/token`, form({ ...client, ...fields }))
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const redeem = (google: Google, code: string, code_verifier = verifier) =>
  token(google, { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier })

const connected = async (google: Google, more: Record<string, string> = {}) =>
  (await redeem(google, await codeOf(google, more))).body

async function call(google: Google, access: string, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${access}`, ...(init.headers as Record<string, string>) }
  const answer = await fetch(`${google.url}/calendar/v3/${path}`, { ...init, headers })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}

const event = (id: string, summary = 'Order parts') => ({
  id,
  summary,
  start: { date: '2026-11-23' },
  end: { date: '2026-11-24' },
  extendedProperties: { private: { taskId: id } },
})

describe('consent', () => {
  test('returns with code and state, or with the denial', async () => {
    const google = await started()
    expect(await (await fetch(consentAt(google))).text()).toContain('calendar.events')
    const denied = await fetch(consentAt(google), form({ decision: 'deny' }))
    const location = new URL(denied.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({ error: 'access_denied', state: 'abc' })
    expect((await fetch(consentAt(google, { scope: `${base}everything` }))).status).toBe(400)
    expect((await fetch(consentAt(google, { redirect_uri: 'https://evil.example/' }))).status).toBe(400)
  })

  test('needs the verifier of its challenge', async () => {
    const google = await started()
    expect((await redeem(google, await codeOf(google), 'guess')).body).toMatchObject({ error: 'invalid_grant' })
    expect((await redeem(google, await codeOf(google))).body).toMatchObject({ token_type: 'Bearer', expires_in: 3_599 })
  })

  test('gives a refresh token only for offline access with consent', async () => {
    const google = await started()
    expect((await connected(google)).refresh_token).toBeTruthy()
    expect((await connected(google, { access_type: 'online' })).refresh_token).toBeUndefined()
    expect((await connected(google, { prompt: '' })).refresh_token).toBeUndefined()
  })
})

describe('tokens', () => {
  test('a refresh token can be used again and again, until it is revoked', async () => {
    const google = await started()
    const { refresh_token } = await connected(google)
    const refresh = () => token(google, { grant_type: 'refresh_token', refresh_token })
    const access = (await refresh()).body.access_token
    expect((await refresh()).status).toBe(200)
    expect((await call(google, access, 'calendars/primary')).status).toBe(200)
    expect(
      (await fetch(`${google.url}/revoke?token=${encodeURIComponent(refresh_token)}`, { method: 'POST' })).status,
    ).toBe(200)
    expect((await refresh()).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    })
    expect((await call(google, access, 'calendars/primary')).body.error.errors[0].reason).toBe('authError')
  })

  test('refresh tokens of an app in testing live seven days', async () => {
    const google = await started({ isTesting: true })
    const { refresh_token } = await connected(google)
    await google.control.advance({ seconds: 7 * 86_400 + 1 })
    expect((await token(google, { grant_type: 'refresh_token', refresh_token })).body.error).toBe('invalid_grant')
  })

  test('access tokens live an hour, and the answer names a missing scope', async () => {
    const google = await started()
    const { access_token } = await connected(google, { scope: `${base}calendar.events` })
    const denied = await call(google, access_token, 'users/me/calendarList')
    expect([denied.status, denied.body.error.errors[0].reason]).toEqual([403, 'insufficientPermissions'])
    await google.control.advance({ seconds: 3_600 })
    expect((await call(google, access_token, 'calendars/primary/events')).status).toBe(401)
  })
})

describe('events', () => {
  test('the caller can choose an id, and use it once', async () => {
    const google = await started()
    const { access_token: access } = await connected(google)
    const insert = (body: object) => call(google, access, 'calendars/primary/events?sendUpdates=all', json(body))
    expect((await insert(event('task00001'))).body).toMatchObject({ id: 'task00001', status: 'confirmed', sequence: 0 })
    const again = await insert(event('task00001'))
    expect([again.status, again.body.error.errors[0].reason]).toEqual([409, 'duplicate'])
    expect((await insert(event('TASK-1'))).status).toBe(400)
    expect((await insert({ ...event('task00002'), end: { date: '2026-11-23' } })).body.error.errors[0].reason).toBe(
      'timeRangeEmpty',
    )
  })

  test('a change and a removal need the current etag', async () => {
    const google = await started()
    const { access_token: access } = await connected(google)
    const path = 'calendars/primary/events/task00001'
    const { body } = await call(google, access, 'calendars/primary/events', json(event('task00001')))
    const patch = (etag: string) =>
      call(google, access, path, json({ summary: 'Changed' }, { 'if-match': etag }, 'PATCH'))
    expect((await patch(body.etag)).body).toMatchObject({
      summary: 'Changed',
      sequence: 1,
      start: { date: '2026-11-23' },
    })
    expect((await patch(body.etag)).status).toBe(412)
    const remove = () => call(google, access, path, { method: 'DELETE' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(410)
    expect((await call(google, access, 'calendars/primary/events', json(event('task00001')))).status).toBe(409)
  })

  test('a sync token gives the changes since; an old token answers 410', async () => {
    const google = await started()
    const { access_token: access } = await connected(google)
    for (const id of ['task00001', 'task00002', 'task00003'])
      await call(google, access, 'calendars/primary/events', json(event(id)))
    const first = await call(google, access, 'calendars/primary/events?maxResults=2')
    expect(first.body.items).toHaveLength(2)
    const second = await call(
      google,
      access,
      `calendars/primary/events?maxResults=2&pageToken=${first.body.nextPageToken}`,
    )
    const { nextSyncToken } = second.body
    await google.control.changeEvent({ id: 'task00002', fields: { summary: 'Moved by somebody' } })
    await call(google, access, 'calendars/primary/events/task00003', { method: 'DELETE' })
    const changed = await call(google, access, `calendars/primary/events?syncToken=${nextSyncToken}`)
    expect(changed.body.items).toMatchObject([
      { id: 'task00002', summary: 'Moved by somebody' },
      { id: 'task00003', status: 'cancelled' },
    ])
    expect((await call(google, access, `calendars/primary/events?syncToken=${nextSyncToken}&q=x`)).status).toBe(400)
    await google.control.expireSyncTokens()
    const gone = await call(google, access, `calendars/primary/events?syncToken=${nextSyncToken}`)
    expect([gone.status, gone.body.error.errors[0].reason]).toEqual([410, 'fullSyncRequired'])
  })

  test('calendars are listed with the rights of the account', async () => {
    const google = await started()
    const { access_token: access } = await connected(google)
    const { body } = await call(google, access, 'users/me/calendarList')
    expect(body.items.map(({ accessRole }: { accessRole: string }) => accessRole)).toEqual([
      'owner',
      'writer',
      'reader',
    ])
    const path = `calendars/${encodeURIComponent('holidays@group.v.calendar.google.com')}/events`
    expect((await call(google, access, path, json(event('task00001')))).status).toBe(403)
    expect((await call(google, access, 'calendars/nobody/events')).status).toBe(404)
  })

  test('too many calls in a minute are refused', async () => {
    const google = await started()
    const { access_token: access } = await connected(google)
    await google.control.exhaustMinute()
    const { status, body } = await call(google, access, 'calendars/primary')
    expect(status).toBe(403)
    expect(body.error.errors[0]).toMatchObject({ domain: 'usageLimits', reason: 'userRateLimitExceeded' })
  })
})
