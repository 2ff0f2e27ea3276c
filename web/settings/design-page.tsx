import { Button, SegmentedControl, Switch } from '@mantine/core'
import {
  type Appearance,
  type ColorScheme,
  colorSchemeLabels,
  colorSchemes,
  defaultAppearance,
  themeLabels,
  themes,
} from 'contract/settings/appearance.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { tryAppearance, useKeptAppearance } from '../shared/appearance/appearance.ts'
import { failedTo, saved, success } from '../shared/feedback/toasts.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { UnsavedChanges } from '../shared/form/unsaved-changes.tsx'
import { usePageTitle } from '../shared/page/page-title.ts'
import { SettingsCard, SettingsColumn, SettingsRow } from '../shared/page/settings-card.tsx'
import { useAppearanceSaving } from '../shared/session/preferences.ts'
import classes from './design.module.css'
import { FontSize } from './font-size.tsx'

/** /settings/design: a change is shown at once, and kept when it is saved. */
export function DesignPage() {
  usePageTitle('UI & Design')
  const { kept, look, change, isDirty, settle } = useDraft()
  const isLeaving = useRef(false)
  const saving = useAppearanceSaving(failedTo('save settings'))
  const save = (next: Appearance, callbacks: { onSuccess: () => void; onError?: () => void }) => {
    settle()
    saving.mutate(next, callbacks)
  }
  const onSuccess = () => saved('Settings', 'saved')
  const reset = () => {
    const takeBack = () => saving.mutateAsync(kept).then(onSuccess, () => undefined) // a failure is told already
    save(defaultAppearance, { onSuccess: () => success('Settings reset to defaults', { id: 'reset look', takeBack }) })
  }
  return (
    <SettingsColumn>
      <Colours look={look} change={change} />
      <Size look={look} change={change} />
      <Behaviour look={look} change={change} />
      <div className={`row flex-wrap justify-end gap-2 ${classes.footer}`} data-dirty={isDirty || undefined}>
        {isDirty && <span className={`mr-auto text-sm text-muted ${classes.unsaved}`}>Not saved yet</span>}
        <Button variant="default" onClick={reset}>
          Reset to Defaults
        </Button>
        <SaveButton
          type="button"
          loading={saving.isPending}
          disabled={!isDirty}
          onClick={() => save(look, { onSuccess })}
        >
          Save Settings
        </SaveButton>
      </div>
      <UnsavedChanges
        isDirty={() => isDirty}
        isLeaving={isLeaving}
        saving={{
          label: 'Save Settings',
          save: (leave, stay) => {
            const goOn = () => {
              onSuccess()
              leave()
            }
            save(look, { onSuccess: goOn, onError: stay })
          },
        }}
      />
    </SettingsColumn>
  )
}

type Change = (changes: Partial<Appearance>) => void
type GroupProps = { look: Appearance; change: Change }

/** Unsaved changes on top of the saved look; on screen while this screen is open. */
function useDraft() {
  const kept = useKeptAppearance()
  const [changes, setChanges] = useState<Partial<Appearance>>({})
  const look = { ...kept, ...changes }
  const isDirty = Object.entries(look).some(([field, value]) => kept[field as keyof Appearance] !== value)
  // The saved look may change meanwhile, by the button in the header; the unsaved changes stay on top of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: look is made of the two
  useEffect(() => tryAppearance(look), [kept, changes])
  useEffect(() => () => tryAppearance(null), [])
  const change: Change = (more) => setChanges((before) => ({ ...before, ...more }))
  return { kept, look, isDirty, change, settle: () => setChanges({}) }
}

function Colours({ look, change }: GroupProps) {
  const id = useId()
  return (
    <SettingsCard title="Colours">
      <SettingsRow label={<span id={id}>Theme Mode</span>} hint="System follows the setting of your device.">
        <SegmentedControl
          aria-labelledby={id}
          data={themes.map((theme) => ({ value: theme, label: themeLabels[theme] }))}
          value={look.theme}
          onChange={(theme) => change({ theme })}
        />
      </SettingsRow>
      <SettingsRow label={<span id={`${id}-scheme`}>Colour Scheme</span>} isTall>
        <ColorSchemes
          labelledBy={`${id}-scheme`}
          value={look.colorScheme}
          onChange={(colorScheme) => change({ colorScheme })}
        />
      </SettingsRow>
    </SettingsCard>
  )
}

function Size({ look, change }: GroupProps) {
  return (
    <SettingsCard title="Size">
      <FontSize value={look.fontSize} onChange={(fontSize) => change({ fontSize })} />
      <Toggle
        label="Compact Mode"
        hint="Tighter rows. Lists you set yourself stay as they are."
        isOn={look.isCompact}
        onChange={(isCompact) => change({ isCompact })}
      />
    </SettingsCard>
  )
}

const Behaviour = ({ look, change }: GroupProps) => (
  <SettingsCard title="Behaviour">
    <Toggle
      label="Sidebar Auto-collapse"
      hint="On wide screens the sidebar shows icons, and opens over the screen while you are in it."
      isOn={look.hasAutoCollapse}
      onChange={(hasAutoCollapse) => change({ hasAutoCollapse })}
    />
    <Toggle
      label="Enable Animations"
      hint="When off, nothing on the screen moves."
      isOn={look.hasAnimations}
      onChange={(hasAnimations) => change({ hasAnimations })}
    />
  </SettingsCard>
)

type ToggleProps = { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId()
  return (
    <SettingsRow label={label} hint={hint} for={id} isSmall>
      <Switch id={id} checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    </SettingsRow>
  )
}

type ColorSchemesProps = { labelledBy: string; value: ColorScheme; onChange: (scheme: ColorScheme) => void }

/** The five colour schemes, each with its colour. */
function ColorSchemes({ labelledBy, value, onChange }: ColorSchemesProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="grid flex-1 gap-px">
      {colorSchemes.map((scheme) => (
        <label key={scheme} className={`row gap-2-5 text-sm rounded-sm cursor-pointer py-1-5 px-2 ${classes.scheme}`}>
          <input
            type="radio"
            name={name}
            className={`absolute ${classes.radio}`}
            checked={scheme === value}
            onChange={() => onChange(scheme)}
          />
          <span className={classes.swatch} data-scheme={scheme} />
          {colorSchemeLabels[scheme]}
        </label>
      ))}
    </div>
  )
}
