import { Button } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import classes from './number-keys.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const longest = 9

type NumberKeysProps = { value: number | string; onChange: (value: number | '') => void }

/** Keys for a thumb, also in a glove, for a whole number: the keyboard of a phone would cover the form. */
export function NumberKeys({ value, onChange }: NumberKeysProps) {
  const typed = String(value).replace(/\D/g, '')
  const type = (text: string) => onChange(text === '' ? '' : Number(text))
  const add = (digit: string) => type(`${typed}${digit}`.slice(0, longest))
  return (
    <fieldset className={`grid gap-1-5 m-0 p-0 border-0 ${classes.keys}`} aria-label="Number keys">
      {digits.map((digit) => (
        <Key key={digit} label={digit} onPress={() => add(digit)} />
      ))}
      <Key label="Clear" onPress={() => type('')} isQuiet />
      <Key label="0" onPress={() => add('0')} />
      <Button
        variant="default"
        className={`font-medium ${classes.key}`}
        data-quiet
        aria-label="Delete the last digit"
        onClick={() => type(typed.slice(0, -1))}
      >
        <IconBackspace size={22} stroke={1.6} aria-hidden />
      </Button>
    </fieldset>
  )
}

const Key = ({ label, onPress, isQuiet }: { label: string; onPress: () => void; isQuiet?: boolean }) => (
  <Button variant="default" className={`font-medium ${classes.key}`} data-quiet={isQuiet} onClick={onPress}>
    {label}
  </Button>
)
