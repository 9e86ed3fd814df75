import { type MessagePort, parentPort } from 'node:worker_threads'
import type { PlainDocument } from '../../domains/requests/document-port.ts'
import { drawPdf } from './draw-pdf.ts'

/** A document to draw, and where to answer. */
export interface DrawingRequest {
  document: PlainDocument
  answerTo: MessagePort
}
export type DrawingAnswer = { pdf: Uint8Array } | { error: unknown }

/** The thread that draws documents. */
parentPort?.on('message', async ({ document, answerTo }: DrawingRequest) => {
  const answer: DrawingAnswer = await drawPdf(document).then(
    pdf => ({ pdf }),
    (error: unknown) => ({ error }),
  )
  answerTo.postMessage(answer)
})
