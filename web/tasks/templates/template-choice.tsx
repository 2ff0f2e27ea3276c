import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { type Choice, FoundSelect, useTypedSearch } from '../../shared/form/found-select.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { useToday } from '../today.ts'
import { startOfTemplate } from './template-start.ts'

type TemplateChoiceProps = { value: string | null; onChoose: (start: ReturnType<typeof startOfTemplate>) => void }

/** Fills the form of a new task from a template. Shows nothing if the company has none. */
export function TemplateChoice({ value, onChoose }: TemplateChoiceProps) {
  const companyId = useCompanyId()
  const today = useToday()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const search = useTypedSearch(chosen)
  const { data, isPending } = useQuery(
    api.taskTemplates.list.queryOptions({
      input: { companyId, pageSize: 50, ...(search.q && { q: search.q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const templates = data?.items ?? []
  // Shown before the answer arrives, because most companies have templates: appearing later, it would push the fields below down.
  if (!isPending && templates.length === 0 && !search.q && !chosen) return null
  return (
    <FoundSelect
      {...search.typing}
      mb="sm"
      label="From a template"
      placeholder="Search templates"
      value={value}
      data={templates.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(id, option) => {
        const template = templates.find((each) => each.id === id)
        if (!template) return
        setChosen(option)
        onChoose(startOfTemplate(template, today))
      }}
      nothingFoundMessage="No such template"
    />
  )
}
