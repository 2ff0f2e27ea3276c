import { Button, CloseButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { listed } from 'contract/listed.ts'
import { type ReactNode, useState } from 'react'
import { AskForPerson } from '../../identity/public.tsx'
import { FirstImport } from '../../inventory/public.tsx'
import { at } from '../../shared/page/at.ts'
import { isTouchOnly } from '../../shared/page/use-is-phone.ts'
import { useCan } from '../../shared/session/session.ts'
import own from './set-up.module.css'

type Step = { title: string; hint?: string; isDone: boolean; may: boolean; next: ReactNode; stays?: true }

type NextProps = { companyId: string; to: string; children: string }

function Next({ companyId, to, children }: NextProps) {
  const formOrigin = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Button
      variant="default"
      size="xs"
      component={Link}
      {...at(to, { company: companyId, ...(to === '/admin/users/new' && { for: companyId }) })}
      state={{ formOrigin }}
    >
      {children}
    </Button>
  )
}

type SetUpProps = { companyId: string; dashboard: CompanyDashboard; isWanted: boolean }

/** The first steps of a company, ticked off by what exists. Somebody who put it away finds it in Help. */
export default function SetUp({ companyId, dashboard, isWanted }: SetUpProps) {
  const [isAway, setAway] = useState(() => isPutAway(companyId))
  const steps = useSteps(companyId, dashboard).filter(({ may }) => may)
  const done = steps.filter(({ isDone }) => isDone)
  const first = steps.find(({ isDone }) => !isDone)?.title
  if (!isWanted && (isAway || done.length === steps.length)) return null
  return (
    <section className="card" aria-labelledby="set-up">
      <div className={`flex items-baseline gap-3 ${own.head}`}>
        <h2 id="set-up" className="card-title">
          Set up {dashboard.company.name}
        </h2>
        <span className="mr-auto text-sm text-muted">
          {done.length} of {steps.length} done
        </span>
        {!isWanted && (
          <CloseButton
            size="sm"
            aria-label="Put away"
            title="Put away. Find it again in Help."
            onClick={() => {
              putAway(companyId)
              setAway(true)
            }}
          />
        )}
      </div>
      <ol className="text-sm">
        {steps.map(({ title, hint, isDone, next, stays }) => (
          <li
            key={title}
            className={`row border-t py-1-5 ${own.step}`}
            data-done={isDone || undefined}
            data-first={title === first || undefined}
          >
            {isDone ? (
              <IconCircleCheckFilled size={18} role="img" aria-label="Done" />
            ) : (
              <IconCircle size={18} stroke={1.6} role="img" aria-label="To do" />
            )}
            <span className="flex-1 min-w-0 font-medium">
              {title}
              {hint && !isDone && <span className="block text-xs text-muted font-normal">{hint}</span>}
            </span>
            {(!isDone || stays) && <div className={`flex gap-2 ${own.next}`}>{next}</div>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function useSteps(companyId: string, { counts, hasMade }: CompanyDashboard): Step[] {
  const addsPeople = useCan('company.write')
  const hasParts = counts.parts > 0
  const canImport = useCan('inventory.import')
  const { people, requestedPeople, bom, sops, tasks, store } = hasMade
  const next = (to: string, words: string) => (
    <Next companyId={companyId} to={to}>
      {words}
    </Next>
  )
  return [
    {
      title: 'Import your parts',
      ...(!isTouchOnly() && { hint: 'A CSV or Excel file, chosen or dropped here' }),
      isDone: hasParts,
      may: canImport,
      next: <FirstImport type="auto" isDone={hasParts} />,
      stays: true,
    },
    {
      title: 'Say what your products are made of',
      hint: 'A bill of materials, from a file or by hand',
      isDone: bom,
      may: canImport,
      next: (
        <>
          {bom
            ? next(counts.products > 0 ? '/inventory/summary' : '/inventory/assemblies', 'What Can Be Built')
            : next('/inventory/products/new', 'Add Product')}
          <FirstImport type="bom" isDone={bom} />
        </>
      ),
      stays: true,
    },
    {
      title: 'Add people',
      ...(requestedPeople.length > 0 && { hint: `SBR has been asked for ${listed(requestedPeople)}` }),
      isDone: people,
      may: useCan('person.ask') || addsPeople,
      next: addsPeople ? next('/admin/users/new', 'Add People') : <AskForPerson companyId={companyId} />,
    },
    {
      title: 'Write the first SOP',
      isDone: sops,
      may: useCan('sop.create'),
      next: next('/sops/new', 'Write a SOP'),
    },
    {
      title: 'Give a task',
      isDone: tasks,
      may: useCan('task.create'),
      next: next('/tasks/new', 'Create Task'),
    },
    {
      title: 'Connect the store',
      isDone: store,
      may: useCan('integration.write'),
      next: next('/integrations', 'Connect'),
    },
  ]
}

const keyOf = (companyId: string) => `set-up put away ${companyId}`

function isPutAway(companyId: string): boolean {
  try {
    return localStorage.getItem(keyOf(companyId)) !== null
  } catch {
    return false
  }
}

function putAway(companyId: string): void {
  try {
    localStorage.setItem(keyOf(companyId), '')
  } catch {
    // The browser stores nothing, so it comes back with the next page.
  }
}
