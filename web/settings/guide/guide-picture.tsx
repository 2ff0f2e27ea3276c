import { Modal } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useDialog } from '../../shared/form/dialog.ts'
import { at } from '../../shared/page/at.ts'
import classes from './guide.module.css'
import { pictureOf } from './texts.ts'

/** A picture of a screen. A press opens it large, because a phone shows a desk too small to read. Back closes it, so it is in the address. */
export function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { picture } = useSearch({ strict: false }) as { picture?: string }
  const navigate = useNavigate()
  const show = () => {
    const search = (before: object) => ({ ...before, picture: name })
    void navigate({ ...at('.', search), hash: true, resetScroll: false })
  }
  return (
    <>
      <button
        type="button"
        className={`block w-full m-0 ${classes.picture}`}
        aria-label={`Show larger: ${alt}`}
        onClick={show}
      >
        <img src={pictureOf(name)} alt={alt} loading="lazy" width={1440} height={900} />
      </button>
      {picture === name && <LargePicture name={name} alt={alt} />}
    </>
  )
}

/** What the text is about stands right of the navigation, a quarter from the left. */
function skipNavigation(box: HTMLElement | null) {
  if (box) box.scrollLeft = box.scrollWidth / 4
}

function LargePicture({ name, alt }: { name: string; alt: string }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const close = () => {
    if (history.canGoBack()) return history.back()
    const search = (before: object) => ({ ...before, picture: undefined })
    void navigate({ ...at('.', search), hash: true, replace: true, resetScroll: false })
  }
  return (
    <Modal opened onClose={close} title={alt} fullScreen classNames={{ body: classes.large ?? '' }} {...useDialog()}>
      <div className="h-full overflow-auto" ref={skipNavigation}>
        <button
          type="button"
          className={`block w-full m-0 ${classes.picture}`}
          aria-label="Close the picture"
          onClick={close}
        >
          <img src={pictureOf(name)} alt={alt} width={1440} height={900} />
        </button>
      </div>
    </Modal>
  )
}
