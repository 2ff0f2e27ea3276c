import { Anchor, Badge, Button, Skeleton } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type Area, areaLabels, type TokenAreas } from 'contract/identity/token-areas.ts'
import type { AccessToken } from 'contract/identity/tokens.ts'
import { api, client } from '../shared/api/api.ts'
import { useConfirmed } from '../shared/feedback/confirmed.tsx'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Day, Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { SettingsCard } from '../shared/page/settings-card.tsx'
import { seesAllCompanies, useSession } from '../shared/session/session.ts'
import classes from './account.module.css'
import { NewToken } from './new-token.tsx'

const tokensQuery = api.tokens.list.queryOptions()

/** Where the dialog for a new token is open: the palette leads there, since the card is far down. */
const making = '/settings/account/tokens/new'

/** Personal access tokens: keys for scripts, with which they act as their owner. */
export function OwnTokens() {
  const { data, error, refetch } = useQuery(tokensQuery)
  const navigate = useNavigate()
  const isMaking = useLocation({ select: ({ pathname }) => pathname.endsWith(making) })
  const revoking = useConfirmed({
    ...{ title: 'Revoke Token', confirmLabel: 'Revoke' },
    question: ({ name }: AccessToken) => `Scripts that use ‘${name}’ stop working at once.`,
    act: ({ id }) => client.tokens.remove({ id }),
    done: 'Token revoked',
    failure: 'revoke the token',
  })
  return (
    <SettingsCard
      title="Personal Access Tokens"
      text={
        <>
          With a token a script uses the API as you, and never with more rights than you have.{' '}
          <Anchor href="/api/docs" target="_blank" rel="noreferrer" size="sm" underline="always">
            What the API can do
          </Anchor>
        </>
      }
      aside={
        <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => void navigate(at(making, true))}>
          New Token
        </Button>
      }
    >
      {error ? (
        <LoadFailure what="your tokens" error={error} onRetry={() => void refetch()} />
      ) : (
        <TokenList tokens={data?.items} onRevoke={revoking.ask} />
      )}
      {revoking.dialog}
      {isMaking && <NewToken onClose={() => void navigate(at('/settings/account', true))} />}
    </SettingsCard>
  )
}

function TokenList({
  tokens,
  onRevoke,
}: {
  tokens: AccessToken[] | undefined
  onRevoke: (token: AccessToken) => void
}) {
  if (!tokens) return <Skeleton height="2rem" m="md" width="auto" />
  if (tokens.length === 0) return <p className={`text-sm text-muted ${classes.none}`}>You have no tokens.</p>
  return (
    <ul className="m-0">
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  )
}

/** 'Inventory, Tasks (read only)' */
const areasInWords = (areas: TokenAreas, isReadOnly: boolean): string =>
  Object.entries(areas)
    .map(([area, access]) => `${areaLabels[area as Area]}${access === 'read' && !isReadOnly ? ' (read only)' : ''}`)
    .join(', ')

function TokenItem({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, isReadOnly, areas, companyId, companyName, createdAt, expiresAt, lastUsedAt, lastAddress } = token
  const isGroupWide = seesAllCompanies(useSession())
  return (
    <li className={classes.item}>
      <span className={`grid place-items-center flex-none text-muted rounded-sm ${classes.icon}`} aria-hidden>
        <IconKey size={17} stroke={1.6} />
      </span>
      <span className="stack flex-1 min-w-0 gap-0-5 break-words">
        <span className="row flex-wrap gap-x-2 gap-y-1 text-sm font-medium">
          {name}
          <Badge color="gray">{isReadOnly ? 'Read only' : areas ? 'Limited' : 'Full'}</Badge>
          {(companyId || isGroupWide) && (
            <Badge color="gray" variant="outline">
              {companyId ? (companyName ?? 'A company out of reach') : 'All companies'}
            </Badge>
          )}
        </span>
        {areas && <span className="text-xs text-muted">Only {areasInWords(areas, isReadOnly)}</span>}
        <span className="text-xs text-muted">
          {lastUsedAt ? (
            <>
              Last used <Moment at={lastUsedAt} />
              {lastAddress && ` from ${lastAddress}`}
            </>
          ) : (
            'Never used'
          )}{' '}
          · created <Day at={createdAt} /> · expires <Day at={expiresAt} />
        </span>
      </span>
      <Button variant="default" size="xs" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
