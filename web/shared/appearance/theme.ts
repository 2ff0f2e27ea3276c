import { createTheme, type MantineColorsTuple } from '@mantine/core'

// The tuple only makes `accent` a known colour name: its values are CSS variables of tokens.css, because Mantine would
// otherwise write them into a <style> tag, which the policy forbids (security.md 5.4).
const accent = Array.from(
  { length: 10 },
  (_, shade) => `var(--mantine-color-accent-${shade})`,
) as unknown as MantineColorsTuple

const close = { 'aria-label': 'Close' }

/**
 * The default look of Mantine's components; tokens.css has colours, type scale and density.
 * @param isStill without transitions: a closed dialog disappears at once
 */
export function themeOf(isStill: boolean) {
  const lasting = (duration: number) => ({ transitionProps: { duration: isStill ? 0 : duration } })
  // Scroll locking injects a <style> tag. Only <main> scrolls here, so dialogs need no locking.
  const overlay = { lockScroll: false, ...lasting(150) }
  return createTheme({
    primaryColor: 'accent',
    colors: { accent },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      Modal: { defaultProps: { ...overlay, closeButtonProps: close, centered: true, radius: 'md', shadow: 'lg' } },
      ModalRoot: { defaultProps: overlay },
      DrawerRoot: { defaultProps: { ...overlay, position: 'right' } },
      // A <header> in a dialog would count as a second banner of the page.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Drawer: { defaultProps: { ...overlay, closeButtonProps: close, position: 'right', shadow: 'lg' } },
      // The first entry gets the focus; a placeholder is not an entry, and axe reports it.
      Menu: { defaultProps: { shadow: 'md', withinPortal: true, withInitialFocusPlaceholder: false, ...lasting(120) } },
      Popover: { defaultProps: { shadow: 'md', ...lasting(120) } },
      Tooltip: { defaultProps: { openDelay: 300, ...lasting(120) } },
      Select: {
        defaultProps: {
          checkIconPosition: 'right',
          clearButtonProps: { 'aria-label': 'Clear' },
          comboboxProps: { shadow: 'md', ...lasting(120) },
        },
      },
      Notification: { defaultProps: { closeButtonProps: close } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
      Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    },
  })
}
