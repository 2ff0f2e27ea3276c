import { Palette } from '../../../finding/public.tsx'
import { usePaletteCommands, useRecordAddress } from '../../commands.ts'

/** The palette with all actions of this person. */
export function OpenPalette({ onKeys, onClose }: { onKeys: () => void; onClose: () => void }) {
  const commands = usePaletteCommands(onKeys)
  const { addressOf, open } = useRecordAddress()
  return (
    <Palette
      commands={commands}
      canOpen={(record) => addressOf(record) !== undefined}
      onOpen={open}
      onClose={onClose}
    />
  )
}
