import { fileLimits } from 'contract/files/files.ts'
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url'

export type OpenedPdf = { pdf: PDFDocumentProxy; close: () => void }

/**
 * Opens a PDF. It is read in a worker and drawn on a canvas: its scripts do not run, its forms cannot be filled, and it loads nothing.
 * @throws when it is broken, or needs a password
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenedPdf> {
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
