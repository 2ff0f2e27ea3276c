import { Checkbox, Select } from '@mantine/core'
import { isChoosable } from 'contract/companies/companies.ts'
import { ruleErrors } from 'contract/errors.ts'
import { isGroupWide, type Role, roleLabels, roles } from 'contract/permissions.ts'
import { type FormOf, fieldsOf } from '../shared/form/record-form.tsx'
import { useSession } from '../shared/session/session.ts'

export type AccessValues = { role: Role | null; companyId: string | null; allowsUnmanagedAccount: boolean }

export const accessLabels = {
  role: 'Role',
  companyId: 'Company',
  allowsUnmanagedAccount: 'Allow a personal Google account',
}

/** Whether role and company are chosen and match. */
export const isAccessChosen = ({ role, companyId }: AccessValues): boolean =>
  role !== null && (isGroupWide(role) || companyId !== null)

/** The body for the API: the role that reaches all companies has no company. */
export const accessOf = ({ role, companyId, allowsUnmanagedAccount }: AccessValues & { role: Role }) => ({
  role,
  companyId: isGroupWide(role) ? null : companyId,
  allowsUnmanagedAccount,
})

/** Role and company. Only active companies are offered, and never the SBR firm (product.md 5). */
export function AccessInputs<Values extends AccessValues>({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form as unknown as FormOf<AccessValues>, accessLabels)
  const { companies } = useSession()
  const { role, companyId } = form.values
  const firm = companies.find((company) => company.isSbr)
  const isFirm = role !== null && isGroupWide(role)
  const offered = companies.filter((company) => isChoosable(company) || company.id === companyId)
  const isMissing = form.isTouched('companyId') && !isFirm && companyId === null
  return (
    <>
      <Select
        {...field('role')}
        withAsterisk
        allowDeselect={false}
        data={roles.map((value) => ({ value, label: roleLabels[value] })).reverse()}
      />
      <Select
        {...field('companyId')}
        {...(isMissing && { error: ruleErrors.company_required.message })}
        {...(isFirm && { value: null, error: null })}
        withAsterisk={!isFirm}
        searchable
        disabled={isFirm}
        placeholder={isFirm ? (firm?.name ?? 'The SBR firm') : 'Choose a company'}
        nothingFoundMessage="No such active company"
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Checkbox
        {...form.getInputProps('allowsUnmanagedAccount', { type: 'checkbox' })}
        label={accessLabels.allowsUnmanagedAccount}
      />
    </>
  )
}
