import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CompanyDetails, isChoosable } from 'contract/companies/companies.ts'
import type { Candidate } from 'contract/companies/members.ts'
import { type CompanyRole, companyRoles, defaultRole, roleLabels } from 'contract/permissions.ts'
import { useRef, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { at } from '../../shared/page/at.ts'
import { nameOf } from '../../shared/session/person-mark.tsx'
import classes from './company-dialog.module.css'

/** Adds an existing person. A person of another company is moved. */
export function MemberAdding({ company }: { company: CompanyDetails }) {
  if (!isChoosable(company)) return <WhyNot company={company} />
  return <Adding companyId={company.id} />
}

function WhyNot({ company }: { company: CompanyDetails }) {
  if (company.isSbr) return <p className={classes.hint}>The SBR firm has SBR Operators only: see the Admin Panel.</p>
  return (
    <p className={classes.hint}>
      {company.status === 'sold'
        ? 'This company has been sold: nobody can be added.'
        : 'This company is inactive: nobody can be added until it is active again.'}
    </p>
  )
}

function Adding({ companyId }: { companyId: string }) {
  const [chosen, setChosen] = useState<Candidate | null>(null)
  const [role, setRole] = useState<CompanyRole>(defaultRole)
  const adding = useMutation({
    mutationFn: ({ userId }: Candidate) => client.members.add({ companyId, userId, role }),
    onSuccess: () => {
      success('User added to company successfully')
      setChosen(null)
    },
    onError: failedTo('add user to company'),
  })
  return (
    <>
      <div className={`flex flex-wrap items-end gap-2 ${classes.bar}`}>
        <CandidateSelect companyId={companyId} value={chosen} onChange={setChosen} />
        <Select
          className={classes.role}
          label="Role"
          data={companyRoles.map((value) => ({ value, label: roleLabels[value] })).reverse()}
          value={role}
          onChange={(value) => value && setRole(value as CompanyRole)}
          allowDeselect={false}
        />
        <SaveButton
          type="button"
          disabled={!chosen}
          loading={adding.isPending}
          onClick={() => chosen && adding.mutate(chosen)}
        >
          Add User
        </SaveButton>
      </div>
      <p className={classes.hint}>
        Somebody new?{' '}
        <Link className="text-accent" {...at('/admin/users/new', { for: companyId })}>
          Create a user for this company
        </Link>
      </p>
      {chosen?.companyName && (
        <p className={classes.hint} data-warning role="status">
          {nameOf(chosen)} will leave {chosen.companyName}
          {chosen.role && ` (${roleLabels[chosen.role]} there)`}.
        </p>
      )}
    </>
  )
}

type CandidateSelectProps = {
  companyId: string
  value: Candidate | null
  onChange: (candidate: Candidate | null) => void
}

function CandidateSelect({ companyId, value, onChange }: CandidateSelectProps) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 150)
  const q = value && settled === labelOf(value) ? '' : settled
  const { data } = useQuery(
    api.members.candidates.queryOptions({
      input: { companyId, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const items = data?.items ?? []
  const offered = value && !items.some(({ userId }) => userId === value.userId) ? [value, ...items] : items
  // The list may load again between a press and its release, and the person may be missing from the new one.
  const seen = useRef(new Map<string, Candidate>())
  for (const person of offered) seen.current.set(person.userId, person)
  return (
    <Select
      className={classes.grow}
      label="Add a user"
      placeholder="Search people by name or e-mail"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear user' }}
      // The server has searched already.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="Nobody found. New people are created in the Admin Panel."
      maxDropdownHeight={280}
      data={offered.map((person) => ({ value: person.userId, label: labelOf(person) }))}
      value={value?.userId ?? null}
      onChange={(id) => onChange(id === null ? null : (seen.current.get(id) ?? value))}
    />
  )
}

const labelOf = (person: Candidate) =>
  [nameOf(person), person.email !== nameOf(person) && person.email, person.companyName].filter(Boolean).join(' · ')
