import { useMutation } from '@tanstack/react-query'
import type { CompanyDetails } from 'contract/companies/companies.ts'
import type { Member } from 'contract/companies/members.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { nameOf } from '../../shared/session/person-mark.tsx'
import { useCan } from '../../shared/session/session.ts'
import { MemberAdding } from './member-adding.tsx'
import MemberPages from './member-pages.tsx'

/** The tab Users: the people of the company, with adding and removing. */
export function CompanyMembers({ company }: { company: CompanyDetails }) {
  const canWrite = useCan('person.write')
  const removal = useRemoval(company)
  return (
    <>
      {canWrite && <MemberAdding company={company} />}
      <MemberPages companyId={company.id} onRemove={canWrite && company.status !== 'sold' ? removal.ask : undefined} />
      {removal.dialog}
    </>
  )
}

function useRemoval({ id: companyId, name }: CompanyDetails) {
  const [member, setMember] = useState<Member | null>(null)
  const removing = useMutation({
    mutationFn: (userId: string) => client.members.remove({ companyId, userId }),
    onSuccess: () => success('User removed from company successfully'),
    onError: failedTo('remove user from company'),
    onSettled: () => setMember(null),
  })
  const dialog = (
    <ConfirmDialog
      isOpen={member !== null}
      title="Remove User"
      confirmLabel="Remove"
      isBusy={removing.isPending}
      onClose={() => setMember(null)}
      onConfirm={() => member && removing.mutate(member.userId)}
    >
      Are you sure you want to remove {member && nameOf(member)} from {name}? They lose their access at once and are
      signed out.
    </ConfirmDialog>
  )
  return { ask: setMember, dialog }
}
