import { CompanyAddress, CompanyContact, type CompanyDetails, CompanyFields } from 'contract/companies/companies.ts'
import { clean, requiredText } from 'contract/text.ts'
import { z } from 'zod'
import { formValues } from '../../shared/form/form-values.ts'

const Fact = z.object({
  name: requiredText(100, 'Name the field'),
  value: z.string().overwrite(clean).max(1_000, 'Must be at most 1000 characters'),
})

/** A number, or an empty input for none. @param error what to say to a text that is no number */
const orEmpty = <Field extends z.ZodType>(field: Field, error: string) =>
  z.union([z.literal('').transform(() => null), field], { error })

/** The contract's fields in the form of inputs: numbers may be empty, further details are rows. */
export const CompanyForm = CompanyFields.omit({ metadata: true }).extend({
  // Empty means unknown: 0 would be a figure that nobody entered.
  employeeCount: orEmpty(CompanyFields.shape.employeeCount, 'Must be a whole number'),
  annualRevenue: orEmpty(CompanyFields.shape.annualRevenue, 'Must be an amount'),
  autoBreakHours: orEmpty(CompanyFields.shape.autoBreakHours, 'Must be a whole number'),
  foundedOn: z
    .literal('')
    .transform(() => null)
    .or(CompanyFields.shape.foundedOn),
  metadata: z
    .array(Fact)
    .max(50, 'Must have at most 50 fields')
    .superRefine((facts, context) => {
      for (const [index, { name }] of facts.entries()) {
        const isTaken = facts.findIndex((fact) => fact.name === name) < index
        if (isTaken) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'This name is used already' })
      }
    }),
})
export type CompanyFormValues = z.input<typeof CompanyForm>

export function companyValues(company: CompanyDetails): CompanyFormValues {
  const { metadata, address, contactInfo, employeeCount, annualRevenue, foundedOn, autoBreakHours } = company
  return {
    ...formValues(CompanyFields.omit({ metadata: true }), company),
    address: formValues(CompanyAddress, address),
    contactInfo: formValues(CompanyContact, contactInfo),
    employeeCount: employeeCount ?? '',
    annualRevenue: annualRevenue ?? '',
    foundedOn: foundedOn ?? '',
    autoBreakHours: autoBreakHours ?? '',
    metadata: Object.entries(metadata).map(([name, value]) => ({ name, value })),
  }
}

/** The body for the API: rows become a record, and a parent company has no parent. */
export function companyFieldsOf({ metadata, ...values }: z.output<typeof CompanyForm>): CompanyFields {
  return {
    ...values,
    parentCompanyId: values.type === 'parent' ? null : values.parentCompanyId,
    metadata: Object.fromEntries(metadata.map(({ name, value }) => [name, value])),
  }
}

export const companyLabels = {
  name: 'Company Name',
  description: 'Description',
  status: 'Status',
  type: 'Type',
  parentCompanyId: 'Parent Company',
  website: 'Website',
  industry: 'Industry',
  foundedOn: 'Founded',
  employeeCount: 'Employees',
  annualRevenue: 'Annual Revenue',
  timeZone: 'Time Zone',
  shiftHours: 'Shift Length (hours)',
  areBreaksPaid: 'Breaks are paid',
  takesSuggestions: 'Programs may suggest changes',
  allowsNegativeStock: 'Allow stock below zero',
  autoBreakHours: 'Automatic Break After (hours)',
  autoBreakMinutes: 'Automatic Break (minutes)',
  color: 'Colour',
  'address.street': 'Street',
  'address.city': 'City',
  'address.region': 'State or Region',
  'address.postalCode': 'Postal Code',
  'address.country': 'Country',
  'contactInfo.person': 'Contact Person',
  'contactInfo.email': 'Email',
  'contactInfo.phone': 'Phone',
  metadata: 'Further details',
}
