import { ActionIcon, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CompanyDetails, companyStatusLabels, companyTypeLabels } from 'contract/companies/companies.ts'
import { type CompanyColor, companyColorLabels } from 'contract/companies/company-colors.ts'
import { api } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { CompanyMonogram } from '../../shared/session/company-monogram.tsx'
import classes from '../details/company-dialog.module.css'
import { type CompanyFormValues, companyLabels } from './company-values.ts'
import { TimeZoneSelect } from './time-zone-select.tsx'

type InputsProps = { form: FormOf<CompanyFormValues> }

export function CompanyInputs({ form, company }: InputsProps & { company: CompanyDetails }) {
  const field = fieldsOf(form, companyLabels)
  // The SBR firm is the root of the group: its type, status and parent are locked (security.md 2.2, row 10).
  const isLocked = company.isSbr
  return (
    <FormSection title="Company">
      <TextInput {...field('name')} withAsterisk className="wide" data-autofocus />
      <Textarea {...field('description')} className="wide" />
      <Select {...field('status')} data={choices(companyStatusLabels)} allowDeselect={false} disabled={isLocked} />
      <Select {...field('type')} data={choices(companyTypeLabels)} allowDeselect={false} disabled={isLocked} />
      {form.values.type === 'portfolio' && <ParentSelect form={form} companyId={company.id} />}
      <TextInput {...field('industry')} />
      <TextInput {...field('website')} type="url" placeholder="https://" />
      <TextInput {...field('foundedOn')} type="date" />
      <NumberField {...field('employeeCount')} kind="quantity" isOptional />
      <NumberField {...field('annualRevenue')} kind="money" isOptional />
      <TimeZoneSelect {...field('timeZone')} />
      <Select
        {...field('color')}
        data={choices(companyColorLabels)}
        allowDeselect={false}
        leftSection={<CompanyMonogram name={form.values.name} color={form.values.color} />}
        renderOption={({ option }) => (
          <span className="row gap-2">
            <CompanyMonogram name={form.values.name} color={option.value as CompanyColor} />
            {option.label}
          </span>
        )}
      />
      <NumberField
        {...field('shiftHours')}
        kind="quantity"
        isOptional
        description="People clocked in longer are asked about it."
      />
      <NumberField
        {...field('autoBreakHours')}
        kind="quantity"
        isOptional
        placeholder="None"
        description="Longer shifts get this break, minus the breaks taken."
      />
      <NumberField {...field('autoBreakMinutes')} kind="quantity" isOptional />
      <Checkbox
        className="wide"
        {...form.getInputProps('areBreaksPaid', { type: 'checkbox' })}
        label={companyLabels.areBreaksPaid}
        description="Breaks count as work, for shifts that begin from now on."
      />
      <Checkbox
        className="wide"
        {...form.getInputProps('takesSuggestions', { type: 'checkbox' })}
        label={companyLabels.takesSuggestions}
        description="An operator accepts or declines each one, under Integrations."
      />
      <Checkbox
        className="wide"
        {...form.getInputProps('allowsNegativeStock', { type: 'checkbox' })}
        label={companyLabels.allowsNegativeStock}
        description="Parts can be used before their receipt is entered. Below zero, the stock is shown in red."
      />
    </FormSection>
  )
}

/** Only parents are offered, and never the company itself. */
function ParentSelect({ form, companyId }: InputsProps & { companyId: string }) {
  const field = fieldsOf(form, companyLabels)
  const { data } = useQuery(api.companies.parents.queryOptions())
  const parents = data?.items.filter(({ id }) => id !== companyId) ?? []
  return (
    <Select
      {...field('parentCompanyId')}
      data={parents.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="None"
      searchable
      clearable
    />
  )
}

export function ContactInputs({ form }: InputsProps) {
  const field = fieldsOf(form, companyLabels)
  return (
    <FormSection title="Address and contact">
      <TextInput {...field('address.street')} className="wide" />
      <TextInput {...field('address.city')} />
      <TextInput {...field('address.region')} />
      <TextInput {...field('address.postalCode')} />
      <TextInput {...field('address.country')} />
      <TextInput {...field('contactInfo.person')} className="wide" />
      <TextInput {...field('contactInfo.email')} type="email" inputMode="email" />
      <TextInput {...field('contactInfo.phone')} type="tel" />
    </FormSection>
  )
}

/** Further details: pairs of name and value. */
export function FactInputs({ form }: InputsProps) {
  return (
    <FormSection title="Further details">
      <div className="stack items-start col-span-full gap-2">
        {form.values.metadata.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
          <div key={index} className={`grid items-start w-full gap-2 ${classes.pair}`}>
            <TextInput
              {...form.getInputProps(`metadata.${index}.name`)}
              aria-label={`Name of detail ${index + 1}`}
              placeholder="Name"
            />
            <TextInput
              {...form.getInputProps(`metadata.${index}.value`)}
              aria-label={`Value of detail ${index + 1}`}
              placeholder="Value"
            />
            <ActionIcon
              aria-label={`Remove detail ${index + 1}`}
              title="Remove"
              mt={2}
              onClick={() => form.removeListItem('metadata', index)}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('metadata', { name: '', value: '' })}
        >
          Add a Detail
        </Button>
      </div>
    </FormSection>
  )
}

const choices = (labelsByValue: Record<string, string>) =>
  Object.entries(labelsByValue).map(([value, label]) => ({ value, label }))
