import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type CompanyDetails, companyTypeLabels } from 'contract/companies/companies.ts'
import type { Member } from 'contract/companies/members.ts'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { useConfirmed } from '../../shared/feedback/confirmed.tsx'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Day } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { RecordFrame } from '../../shared/record/record-frame.tsx'
import { CompanyDot } from '../../shared/session/company-monogram.tsx'
import { nameOf } from '../../shared/session/person-mark.tsx'
import { useCan } from '../../shared/session/session.ts'
import { useReturnToList } from '../../shared/table/list-state.ts'
import { CompanyStatus } from '../company-status.tsx'
import { CompanyEditor } from '../forms/company-editor.tsx'
import classes from './company-dialog.module.css'
import { CompanyFacts } from './company-facts.tsx'
import { MemberAdding } from './member-adding.tsx'
import MemberPages from './member-pages.tsx'

/** /portfolio/{id} */
export const PortfolioCompanyDialog = () => <CompanyDialog path="/portfolio" />

/** /admin/companies/{id} */
export const AdminCompanyDialog = () => <CompanyDialog path="/admin/companies" />

/** The details of a company. @param path of the screen that opened it, to return to */
function CompanyDialog({ path }: { path: string }) {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useQuery(api.companies.getDetails.queryOptions({ input: { companyId: id } }))
  const close = useReturnToList(path)
  return (
    <RecordFrame onClose={close} title={<Title company={data} hasFailed={Boolean(error)} />} picture={null} bar={null}>
      {data ? (
        <Sections key={data.id} company={data} path={path} />
      ) : error ? (
        <LoadFailure what="company details" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </RecordFrame>
  )
}

function Title({ company, hasFailed }: { company: CompanyDetails | undefined; hasFailed: boolean }) {
  if (!company) return hasFailed ? 'Company' : <Skeleton component="span" display="block" height={18} width={200} />
  return (
    <span className={`row flex-wrap flex-1 min-w-0 gap-2 ${classes.title}`}>
      <CompanyDot companyId={company.id} />
      <span className={classes.name}>{company.name}</span>
      <CompanyStatus status={company.status} />
      <span className="text-sm text-muted font-normal">{companyTypeLabels[company.type]}</span>
    </span>
  )
}

function Sections({ company, path }: { company: CompanyDetails; path: string }) {
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const children = company.children ?? []
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        {/* Unsaved edits would be lost: save or cancel first. */}
        <Tabs.Tab value="users" disabled={isEditing}>
          Users
        </Tabs.Tab>
        <Tabs.Tab value="portfolio" disabled={isEditing}>
          Portfolio
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="md">
        {isEditing ? (
          <CompanyEditor company={company} onDone={() => setEditing(false)} />
        ) : (
          <CompanyFacts company={company} onEdit={() => setEditing(true)} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="users" pt="md">
        <CompanyMembers company={company} />
      </Tabs.Panel>
      <Tabs.Panel value="portfolio" pt="md">
        <CompanyChildren items={children} onOpen={(id) => void navigate(at(`${path}/${id}`, true))} />
      </Tabs.Panel>
    </Tabs>
  )
}

type CompanyChildrenProps = { items: NonNullable<CompanyDetails['children']>; onOpen: (id: string) => void }

/** The tab Portfolio: the companies that belong to this one. */
function CompanyChildren({ items, onOpen }: CompanyChildrenProps) {
  if (items.length === 0)
    return <p className={`text-sm text-muted text-center ${classes.none}`}>No companies belong to this one.</p>
  return (
    <ul className={`mb-2 border rounded-md ${classes.list}`}>
      {items.map(({ id, name, description, status, createdAt, timeZone }) => (
        <li key={id} className={`row gap-3 text-sm py-1-5 px-3 ${classes.row}`}>
          <CompanyDot companyId={id} />
          <div className={`flex-1 min-w-0 ${classes.main}`}>
            <button
              type="button"
              className={`block max-w-full text-plain font-medium truncate text-left ${classes.child}`}
              onClick={() => onOpen(id)}
            >
              {name}
            </button>
            {description && (
              <span className={`text-xs text-muted overflow-hidden break-words ${classes.summary}`}>{description}</span>
            )}
          </div>
          <span className="text-xs text-muted">
            Created <Day at={createdAt} timeZone={timeZone} />
          </span>
          <CompanyStatus status={status} />
        </li>
      ))}
    </ul>
  )
}

/** The tab Users: the people of the company, with adding and removing. */
function CompanyMembers({ company }: { company: CompanyDetails }) {
  const canWrite = useCan('person.write')
  const removal = useConfirmed({
    ...{ title: 'Remove User', confirmLabel: 'Remove' },
    question: (member: Member) =>
      `Are you sure you want to remove ${nameOf(member)} from ${company.name}? They lose their access at once and are signed out.`,
    act: ({ userId }) => client.members.remove({ companyId: company.id, userId }),
    done: 'User removed from company successfully',
    failure: 'remove user from company',
  })
  return (
    <>
      {canWrite && <MemberAdding company={company} />}
      <MemberPages companyId={company.id} onRemove={canWrite && company.status !== 'sold' ? removal.ask : undefined} />
      {removal.dialog}
    </>
  )
}
