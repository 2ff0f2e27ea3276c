import { Button, Loader } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FileAttachment, fileLimits } from 'contract/files/files.ts'
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './pdf-pages.module.css'
import { scaleOf } from './pdf-scale.ts'

/** The pages of a PDF, one at a time. */
export default function PdfPages({ file }: { file: FileAttachment }) {
  const { pdf, hasFailed } = usePdf(file)
  const [number, setNumber] = useState(1)
  if (hasFailed) return <p role="alert">This PDF cannot be shown here: download it.</p>
  if (!pdf) return <Loader size="sm" aria-label="Loading" />
  return (
    <div className="row stack gap-3">
      <Page key={number} pdf={pdf} number={number} name={file.name} />
      {pdf.numPages > 1 && (
        <nav className="row gap-4 text-sm text-muted" aria-label="Pages">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChevronLeft size={14} />}
            disabled={number === 1}
            onClick={() => setNumber(number - 1)}
          >
            Previous
          </Button>
          <span className="numeric">
            Page {number} of {pdf.numPages}
          </span>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconChevronRight size={14} />}
            disabled={number === pdf.numPages}
            onClick={() => setNumber(number + 1)}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  )
}

function usePdf({ id }: FileAttachment) {
  const companyId = useCompanyId()
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let opened: OpenedPdf | undefined
    let isGone = false
    const load = async () => {
      const { url } = await client.files.sign({ companyId, id, disposition: 'attachment' })
      const answer = await fetch(url)
      if (!answer.ok) throw new Error('The file was not sent')
      opened = await openPdf(await answer.arrayBuffer())
      if (isGone) opened.close()
      else setPdf(opened.pdf)
    }
    load().catch(() => setHasFailed(true))
    return () => {
      isGone = true
      opened?.close()
    }
  }, [companyId, id])
  return { pdf, hasFailed }
}

type PageProps = { pdf: PDFDocumentProxy; number: number; name: string }

function Page({ pdf, number, name }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 }), shownWidth()) })
      if (isGone || !canvas.current) return
      canvas.current.width = Math.max(1, Math.round(viewport.width))
      canvas.current.height = Math.max(1, Math.round(viewport.height))
      await page.render({ canvas: canvas.current, viewport }).promise
      const { items } = await page.getTextContent()
      if (!isGone) setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    draw().catch(() => setHasFailed(!isGone))
    return () => {
      isGone = true
    }
  }, [pdf, number])
  if (hasFailed) return <p role="alert">This page cannot be shown: download the file.</p>
  return (
    <>
      <canvas
        ref={canvas}
        className={`block max-w-full border ${classes.page}`}
        role="img"
        aria-label={`Page ${number} of ${name}`}
      />
      {/* What is drawn cannot be read aloud. */}
      <p className="spoken">{words}</p>
    </>
  )
}

/** As many points as the screen shows, but not more than a printed page needs. */
const shownWidth = () => Math.min(2_000, Math.min(window.innerWidth, 1_000) * Math.min(2, window.devicePixelRatio))

type OpenedPdf = { pdf: PDFDocumentProxy; close: () => void }

/**
 * Opens a PDF. It is read in a worker and drawn on a canvas: its scripts do not run, its forms cannot be filled, and it loads nothing.
 * @throws when it is broken, or needs a password
 */
async function openPdf(bytes: ArrayBuffer): Promise<OpenedPdf> {
  const port = new Worker(trusted(workerAddress), { type: 'module' })
  const task = getDocument({
    data: bytes,
    worker: new PDFWorker({ port } as never),
    maxImageSize: fileLimits.pixels,
    canvasMaxAreaInBytes: 4 * fileLimits.pixels,
    enableXfa: false,
    useWasm: false, // our policy forbids it (security.md 5.4)
    useWorkerFetch: false,
    disableAutoFetch: true,
    stopAtErrors: false,
    verbosity: 0,
  })
  const close = () => {
    void task.destroy()
    port.terminate()
  }
  try {
    return { pdf: await task.promise, close }
  } catch (error) {
    close()
    throw error
  }
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => {
    createScriptURL: (address: string) => string
  }
}

/** The address of our own worker, in the form that browsers with Trusted Types require. */
const trusted = (address: string): string =>
  (window as { trustedTypes?: TrustedTypes }).trustedTypes
    ?.createPolicy('pdf-worker', { createScriptURL: (own) => own })
    .createScriptURL(address) ?? address
