import { useMutation } from '@tanstack/react-query'
import type { CompanyWeek, WeekFigure } from 'contract/dashboards/company-week.ts'
import { formatAmount } from 'contract/money.ts'
import { AssistantButton, AssistantNote, useAssistant } from '../../assistant/public.tsx'
import { client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { Heads } from '../../shared/table/grid/heads.tsx'
import classes from '../dashboard.module.css'
import week from './week-summary.module.css'

/** The last seven days in a few sentences, beside the figures behind them. Nothing when the company has no assistant. */
export function WeekSummary({ companyId }: { companyId: string }) {
  const assistant = useAssistant(companyId)
  const asking = useMutation({
    mutationFn: () => client.dashboard.summarizeWeek({ companyId }),
  })
  if (!assistant) return null
  return (
    <section className="card" aria-label="The Last Seven Days">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="card-title">The Last Seven Days</h2>
        <AssistantButton loading={asking.isPending} onClick={() => asking.mutate()}>
          {asking.data ? 'Summarize Again' : 'Summarize'}
        </AssistantButton>
      </div>
      <div role="status">
        {asking.error && <p className="mb-2 text-sm text-danger">{messageOf(asking.error)}</p>}
        {asking.data && <Summary week={asking.data} by={assistant.name ?? 'OpenAI'} />}
      </div>
      <AssistantNote assistant={assistant} goesOut="Figures are sent to OpenAI, no names." />
    </section>
  )
}

function Summary({ week: { figures, summary, points }, by }: { week: CompanyWeek; by: string }) {
  return (
    <div className={`grid mb-3 ${week.summary}`}>
      <div>
        <p className={`mb-2 text-sm break-words ${week.text}`}>{summary}</p>
        {points.length > 0 && (
          <ul className={`mb-2 text-sm break-words ${week.points}`}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        <p className="text-xs text-muted">Written by {by}. The figures count.</p>
      </div>
      <table className={`w-full text-sm ${classes.table}`} aria-label="Figures of the last seven days">
        <Heads of={['Figure', '7 days', 'Before']} numeric={['7 days', 'Before']} />
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.label}>
              <td>{figure.label}</td>
              <td data-numeric>{written(figure, figure.value)}</td>
              <td data-numeric>{written(figure, figure.before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function written({ currency }: WeekFigure, value: number | null): string {
  if (value === null) return ''
  return currency ? formatAmount(value, currency) : value.toLocaleString('en-US')
}
