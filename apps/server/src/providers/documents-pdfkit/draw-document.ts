import { MessageChannel, Worker } from 'node:worker_threads'
import type { DrawDocument } from '../../domains/requests/document-port.ts'
import type { DrawingAnswer } from './draw-worker.ts'

const THREAD = new URL('./draw-worker.ts', import.meta.url)

let thread: Worker | null = null

/**
 * Draws a document in a thread of its own: a tenth of a second of work, in which calls would stand still. The thread
 * starts with the first document, is kept, and does not keep the process.
 */
export const drawDocument: DrawDocument = document =>
  new Promise((resolve, reject) => {
    const drawing = drawingThread()
    const { port1: answers, port2: answerTo } = new MessageChannel()
    const lost = () => {
      answers.close()
      reject(new Error('the thread that draws documents ended'))
    }
    drawing.once('exit', lost)
    answers.once('message', (answer: DrawingAnswer) => {
      drawing.off('exit', lost)
      answers.close()
      if ('pdf' in answer) resolve(Buffer.from(answer.pdf))
      else reject(answer.error)
    })
    drawing.postMessage({ document, answerTo }, [answerTo])
  })

function drawingThread(): Worker {
  if (thread) return thread
  const started = new Worker(THREAD)
  started.unref()
  // An error ends the thread, and its end rejects what is being drawn; the next document starts another one.
  started.on('error', () => undefined)
  started.once('exit', () => {
    thread = null
  })
  thread = started
  return started
}
