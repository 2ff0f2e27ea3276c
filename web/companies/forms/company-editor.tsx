import { Button } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type CompanyDetails, companyStatusLabels, companyTypeLabels } from 'contract/companies/companies.ts'
import { formatMoney } from 'contract/money.ts'
import { useRef } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { ConflictPanel, plainValue } from '../../shared/form/conflict-panel.tsx'
import { isChanged } from '../../shared/form/form-values.ts'
import formClasses from '../../shared/form/record-form.module.css'
import { useRecordForm } from '../../shared/form/record-saving.ts'
import { RefusalWords } from '../../shared/form/refusal.tsx'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { UnsavedChanges, useLeaving } from '../../shared/form/unsaved-changes.tsx'
import { CompanyInputs, ContactInputs, FactInputs } from './company-inputs.tsx'
import { CompanyForm, companyFieldsOf, companyLabels, companyValues } from './company-values.ts'

/** The tab Details in edit mode. */
export function CompanyEditor({ company, onDone }: { company: CompanyDetails; onDone: () => void }) {
  const element = useRef<HTMLFormElement>(null)
  const { form, refusal, base, theirs, isLeaving, isSaving, submit, resolve } = useRecordForm(
    {
      noun: 'Company',
      failure: 'update company',
      record: company,
      valuesOf: (record) => companyValues(record ?? company),
      schema: CompanyForm,
      save: async (values, options) => {
        const { id } = await client.companies.update({ companyId: company.id, ...companyFieldsOf(values) }, options)
        return { companyId: id, changeSetId: null }
      },
    },
    element,
    onDone,
  )
  const show = useShown()
  const isDirty = () => isChanged(CompanyForm, form.getInitialValues(), form.getValues())
  const { leave, question } = useLeaving(isDirty, onDone)
  const save = getHotkeyHandler([['mod+Enter', () => element.current?.requestSubmit()]])
  return (
    <form ref={element} noValidate onSubmit={submit} onKeyDown={save} aria-label={`Edit ${company.name}`}>
      {theirs && (
        <ConflictPanel
          base={base}
          mine={form.getValues()}
          theirs={theirs}
          labels={companyLabels}
          show={show}
          isBusy={isSaving}
          onResolve={resolve}
        />
      )}
      <CompanyInputs form={form} company={company} />
      <ContactInputs form={form} />
      <FactInputs form={form} />
      <footer className={formClasses.footer}>
        <RefusalWords words={refusal.words} />
        <span className={formClasses.hint}>Ctrl + Enter saves</span>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <SaveButton loading={isSaving} disabled={Boolean(theirs)}>
          Save
        </SaveButton>
      </footer>
      <UnsavedChanges isDirty={isDirty} isLeaving={isLeaving} />
      {question}
    </form>
  )
}

/** The conflict panel's text for values that people cannot read, such as ids. */
function useShown() {
  const { data } = useQuery(api.companies.parents.queryOptions())
  const labels: Record<string, string> = { ...companyStatusLabels, ...companyTypeLabels }
  return (path: string, value: unknown) => {
    if (path === 'parentCompanyId') return data?.items.find(({ id }) => id === value)?.name ?? '(none)'
    if (path === 'status' || path === 'type') return labels[String(value)]
    if (path === 'annualRevenue' && typeof value === 'number') return formatMoney(value)
    if (path !== 'metadata') return plainValue(path, value)
    const facts = value as { name: string; value: string }[]
    return facts.map((fact) => `${fact.name}: ${fact.value}`).join(', ') || '(empty)'
  }
}
