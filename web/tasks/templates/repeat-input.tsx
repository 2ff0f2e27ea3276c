import { Chip, Group, TextInput } from '@mantine/core'
import { Repeat, weekdayLabels, wordsOfRepeat } from 'contract/tasks/repeats.ts'
import { z } from 'zod'
import { Choice } from '../../shared/form/choice.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import classes from '../tasks.module.css'

/** The rule as the form holds it. It keeps the values of every kind while the person tries others. */
export type RepeatValues = {
  kind: 'none' | Repeat['kind']
  weekdays: number[]
  every: number | string
  on: string
  days: number | string
  nextOn: string
}

const kindLabels: Record<RepeatValues['kind'], string> = {
  none: 'Does not repeat',
  weekly: 'On days of the week',
  monthly: 'On a day of the month',
  days: 'Every so many days',
  after_completion: 'After it was completed',
}

const units: Partial<Record<RepeatValues['kind'], string>> = { weekly: 'weeks', monthly: 'months', days: 'days' }

const monthDays = [
  { value: 'first_workday', label: 'First working day' },
  { value: 'last_workday', label: 'Last working day' },
  ...Array.from({ length: 31 }, (_, place) => ({ value: String(place + 1), label: `Day ${place + 1}` })),
]

export const repeatValues = (rule: Repeat | null, nextOn: string | null): RepeatValues => ({
  kind: rule?.kind ?? 'none',
  weekdays: rule?.kind === 'weekly' ? rule.weekdays : [1],
  every: rule && 'every' in rule ? rule.every : 1,
  on: rule?.kind === 'monthly' ? String(rule.on) : 'last_workday',
  days: rule?.kind === 'after_completion' ? rule.days : 7,
  nextOn: nextOn ?? '',
})

/** The rule with these values, checked by the contract; null if nothing repeats. */
export const RepeatForm = z
  .custom<RepeatValues>()
  .transform(({ kind, weekdays, every, on, days }): unknown => {
    if (kind === 'none') return null
    if (kind === 'weekly') return { kind, weekdays, every }
    if (kind === 'monthly') return { kind, on: /^\d+$/.test(on) ? Number(on) : on, every }
    return kind === 'days' ? { kind, every } : { kind, days }
  })
  .pipe(Repeat.nullable() as z.ZodType<Repeat | null, unknown>)

type RepeatInputProps = { value: RepeatValues; onChange: (value: RepeatValues) => void; error?: string | undefined }

/** The inputs of a rule, and the rule in words. */
export function RepeatInput({ value, onChange, error }: RepeatInputProps) {
  const { kind, weekdays, every, on, days, nextOn } = value
  const set = (change: Partial<RepeatValues>) => onChange({ ...value, ...change })
  const rule = RepeatForm.safeParse(value).data
  const unit = units[kind]
  return (
    <fieldset className={`stack gap-2 min-w-0 p-0 border-0 ${classes.repeat}`}>
      <legend>Repeat</legend>
      <Choice
        aria-label="Repeat"
        value={kind}
        data={(Object.keys(kindLabels) as RepeatValues['kind'][]).map((each) => ({
          value: each,
          label: kindLabels[each],
        }))}
        onChange={(chosen) => set({ kind: chosen, ...(chosen !== kind && { nextOn: '' }) })}
      />
      {kind === 'weekly' && (
        <Chip.Group multiple value={weekdays.map(String)} onChange={(chosen) => set({ weekdays: chosen.map(Number) })}>
          <Group gap={4}>
            {weekdayLabels.map((label, place) => (
              <Chip key={label} size="xs" value={String(place + 1)} aria-label={label}>
                {label.slice(0, 3)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <div className={`grid gap-x-4 gap-y-3 grid-cols-2 ${classes.inputs}`}>
        {kind === 'monthly' && (
          <Choice label="On" value={on} data={monthDays} onChange={(chosen) => set({ on: chosen })} />
        )}
        {unit && (
          <NumberField
            label={`Every how many ${unit}`}
            kind="quantity"
            isOptional
            value={every}
            onChange={(count) => set({ every: count })}
          />
        )}
        {kind === 'after_completion' && (
          <NumberField
            label="Days after completion"
            kind="quantity"
            isOptional
            value={days}
            onChange={(count) => set({ days: count })}
          />
        )}
        {kind !== 'none' && (
          <TextInput
            type="date"
            label="Next on"
            description="Empty: the first day that fits"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={nextOn}
            onChange={(event) => set({ nextOn: event.currentTarget.value })}
          />
        )}
      </div>
      {rule && <p className={classes.none}>A new task {wordsOfRepeat(rule)}.</p>}
      {error && (
        <p className="text-danger" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
